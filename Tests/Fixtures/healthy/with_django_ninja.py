"""A correct list of tasks in Django Ninja, with a key in a header field, pages and a second resource below the first."""

import threading
from datetime import date, datetime
from typing import List, Optional

import serve
import django
from django.conf import settings

settings.configure(SECRET_KEY="of-the-tests", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, USE_TZ=True)
django.setup()
from django.core.handlers.wsgi import WSGIHandler
from django.urls import path
from ninja import Field, NinjaAPI, Query, Schema
from ninja.security import APIKeyHeader


class Key(APIKeyHeader):
    param_name = "X-API-Key"

    def authenticate(self, request, key):
        return key == "key-of-tasks"


api = NinjaAPI(title="Tasks", auth=Key())


class Error(Schema):
    detail: str


class TaskIn(Schema):
    title: str = Field(..., min_length=1, max_length=60)
    done: bool = False
    due: Optional[date] = None
    priority: int = Field(3, ge=1, le=5)


class Task(TaskIn):
    id: int
    changed: datetime


class TaskChange(Schema):
    title: str = Field(None, min_length=1, max_length=60)
    done: bool = None


class CommentIn(Schema):
    text: str = Field(..., max_length=500)


class Comment(CommentIn):
    id: int


class Filter(Schema):
    done: Optional[bool] = None
    limit: int = Field(50, ge=1, le=200)
    page: int = Field(1, ge=1, le=100000)


lock, tasks, comments, numbers = threading.RLock(), {}, {}, iter(range(1, 10**9))


@api.get("/tasks", response={200: List[Task], 401: Error})
def list_tasks(request, filters: Query[Filter]):
    with lock:
        found = [task for task in tasks.values() if filters.done in (None, task["done"])]
    return found[(filters.page - 1) * filters.limit:filters.page * filters.limit]


@api.post("/tasks", response={201: Task, 401: Error})
def create_task(request, task: TaskIn):
    with lock:
        number = next(numbers)
        tasks[number] = {"id": number, "changed": datetime.now().astimezone(), **task.dict()}
        comments[number] = {}
        return 201, tasks[number]


@api.get("/tasks/{task_id}", response={200: Task, 401: Error, 404: Error})
def read_task(request, task_id: int):
    return tasks[task_id] if task_id in tasks else (404, {"detail": "no such task"})


@api.put("/tasks/{task_id}", response={200: Task, 401: Error, 404: Error})
def replace_task(request, task_id: int, task: TaskIn):
    with lock:
        if task_id not in tasks:
            return 404, {"detail": "no such task"}
        tasks[task_id] = {"id": task_id, "changed": datetime.now().astimezone(), **task.dict()}
        return tasks[task_id]


@api.patch("/tasks/{task_id}", response={200: Task, 401: Error, 404: Error})
def change_task(request, task_id: int, change: TaskChange):
    with lock:
        if task_id not in tasks:
            return 404, {"detail": "no such task"}
        tasks[task_id] = {**tasks[task_id], **change.dict(exclude_unset=True)}
        return tasks[task_id]


@api.delete("/tasks/{task_id}", response={204: None, 401: Error, 404: Error})
def delete_task(request, task_id: int):
    with lock:
        if tasks.pop(task_id, None) is None:
            return 404, {"detail": "no such task"}
        del comments[task_id]
        return 204, None


@api.get("/tasks/{task_id}/comments", response={200: List[Comment], 401: Error, 404: Error})
def list_comments(request, task_id: int):
    with lock:
        return list(comments[task_id].values()) if task_id in comments else (404, {"detail": "no such task"})


@api.post("/tasks/{task_id}/comments", response={201: Comment, 401: Error, 404: Error})
def create_comment(request, task_id: int, comment: CommentIn):
    with lock:
        if task_id not in comments:
            return 404, {"detail": "no such task"}
        number = next(numbers)
        comments[task_id][number] = {"id": number, **comment.dict()}
        return 201, comments[task_id][number]


@api.delete("/tasks/{task_id}/comments/{comment_id}", response={204: None, 401: Error, 404: Error})
def delete_comment(request, task_id: int, comment_id: int):
    with lock:
        if comments.get(task_id, {}).pop(comment_id, None) is None:
            return 404, {"detail": "no such comment"}
        return 204, None


urlpatterns = [path("", api.urls)]
serve.wsgi(WSGIHandler())
