// The bare loop: libcurl's multi interface, as many requests under way as told, answers counted and thrown away.
//
//   curl-loop PORT REQUESTS CONCURRENCY      prints requests per second

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <curl/curl.h>

static size_t discard(char *bytes, size_t size, size_t count, void *received) {
    (void)bytes;
    *(size_t *)received += size * count;
    return size * count;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    long total = atol(argv[2]), width = atol(argv[3]);
    size_t received = 0;
    curl_global_init(CURL_GLOBAL_ALL);
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, width);
    struct curl_slist *fields = curl_slist_append(0, "Accept: application/json");
    long begun = 0, ended = 0, wrong = 0;
    char url[128];
    double start = now();
    for (; begun < width && begun < total; begun++) {
        CURL *easy = curl_easy_init();
        snprintf(url, sizeof url, "http://127.0.0.1:%s/items/%ld", argv[1], begun);
        curl_easy_setopt(easy, CURLOPT_URL, url);
        curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(easy, CURLOPT_HTTPHEADER, fields);
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &received);
        curl_multi_add_handle(multi, easy);
    }
    while (ended < total) {
        int running, queued;
        curl_multi_perform(multi, &running);
        CURLMsg *message;
        int progressed = 0;
        while ((message = curl_multi_info_read(multi, &queued))) {
            if (message->msg != CURLMSG_DONE) continue;
            CURL *easy = message->easy_handle;
            wrong += message->data.result != CURLE_OK;
            ended++;
            progressed = 1;
            curl_multi_remove_handle(multi, easy);
            if (begun < total) {
                snprintf(url, sizeof url, "http://127.0.0.1:%s/items/%ld", argv[1], begun++);
                curl_easy_setopt(easy, CURLOPT_URL, url);
                curl_multi_add_handle(multi, easy);
            } else {
                curl_easy_cleanup(easy);
            }
        }
        if (!progressed) curl_multi_poll(multi, 0, 0, 1000, 0);
    }
    double seconds = now() - start;
    curl_slist_free_all(fields);
    curl_multi_cleanup(multi);
    if (wrong || received < (size_t)total * 900) return 1;
    printf("%.0f\n", (double)total / seconds);
    return 0;
}
