// Answers every request on a loopback port with the same 1 KB of JSON, as cheaply as a server can: one thread, one
// write for head and body. Prints its port, then serves until it is killed.

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most = 1024, requestLimit = 16384 };

static char answer[4096];
static size_t answerLength;

static void compose(void) {
    char body[2048] = "{\"items\": [";
    size_t used = strlen(body);
    for (int i = 0; i < 8; i++) {
        used += (size_t)snprintf(
            body + used, sizeof body - used,
            "%s{\"id\": %d, \"title\": \"Water the plants of room %d\", \"done\": %s, \"due\": \"2026-03-0%dT09:30:00Z\", "
            "\"tags\": [\"home\", \"green\"]}",
            i ? ", " : "", 1000 + i, i, i % 2 ? "true" : "false", i + 1);
    }
    used += (size_t)snprintf(body + used, sizeof body - used, "], \"total\": 8}");
    answerLength = (size_t)snprintf(
        answer, sizeof answer,
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\nCache-Control: no-store\r\n\r\n%s",
        used, body);
}

struct connection {
    char bytes[requestLimit];
    size_t count;
};

static struct pollfd watched[most];
static struct connection connections[most];

// Answers each whole request (no request of ours has a body); returns 0 when the connection is over.
static int serve(int slot) {
    struct connection *c = &connections[slot];
    ssize_t got = recv(watched[slot].fd, c->bytes + c->count, requestLimit - 1 - c->count, 0);
    if (got <= 0) return 0;
    c->count += (size_t)got;
    c->bytes[c->count] = 0;
    char *end;
    while ((end = strstr(c->bytes, "\r\n\r\n"))) {
        if (send(watched[slot].fd, answer, answerLength, 0) != (ssize_t)answerLength) return 0;
        size_t used = (size_t)(end + 4 - c->bytes);
        memmove(c->bytes, c->bytes + used, c->count - used + 1);
        c->count -= used;
    }
    return c->count < requestLimit - 1;
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    compose();
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 512)) return 1;
    getsockname(listener, (struct sockaddr *)&address, &length);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);

    watched[0] = (struct pollfd){.fd = listener, .events = POLLIN};
    nfds_t count = 1;
    for (;;) {
        poll(watched, count, -1);
        for (nfds_t i = count; i-- > 1;) {
            if (!watched[i].revents || serve((int)i)) continue;
            close(watched[i].fd);
            count--;
            watched[i] = watched[count];
            connections[i] = connections[count];
        }
        if (watched[0].revents && count < most) {
            int fd = accept(listener, 0, 0);
            if (fd < 0) continue;
            int yes = 1;
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            watched[count] = (struct pollfd){.fd = fd, .events = POLLIN};
            connections[count].count = 0;
            count++;
        }
    }
}
