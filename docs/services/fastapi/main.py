"""A list of tasks behind a login, in FastAPI. The guide for FastAPI verifies it."""

import secrets
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import OAuth2PasswordBearer, OAuth2PasswordRequestForm
from pydantic import BaseModel, ConfigDict, Field

app = FastAPI(title="Tasks", version="1.0.0")
tasks: dict[int, "Task"] = {}
tokens: set[str] = set()


class NewTask(BaseModel):
    model_config = ConfigDict(strict=True)

    title: str = Field(min_length=1, max_length=80)
    done: bool = False


class Task(NewTask):
    id: int


class Token(BaseModel):
    access_token: str
    token_type: str


def signed_in(token: Annotated[str, Depends(OAuth2PasswordBearer(tokenUrl="token"))]) -> None:
    if token not in tokens:
        raise HTTPException(401, "The token is not valid.", {"WWW-Authenticate": "Bearer"})


def find(id: int) -> Task:
    if id not in tasks:
        raise HTTPException(404, "There is no such task.")
    return tasks[id]


Found = Annotated[Task, Depends(find)]
protected = {"dependencies": [Depends(signed_in)]}


@app.post("/token")
def sign_in(form: Annotated[OAuth2PasswordRequestForm, Depends()]) -> Token:
    if (form.username, form.password) != ("ada", "lovelace"):
        raise HTTPException(400, "The name or the password is wrong.")
    tokens.add(token := secrets.token_hex(16))
    return Token(access_token=token, token_type="bearer")


@app.get("/tasks", **protected)
def list_tasks() -> list[Task]:
    return list(tasks.values())


@app.post("/tasks", status_code=201, **protected)
def add_task(new: NewTask) -> Task:
    task = Task(id=max(tasks, default=0) + 1, **new.model_dump())
    tasks[task.id] = task
    return task


@app.get("/tasks/{id}", **protected)
def read_task(task: Found) -> Task:
    return task


@app.put("/tasks/{id}", **protected)
def replace_task(task: Found, new: NewTask) -> Task:
    tasks[task.id] = Task(id=task.id, **new.model_dump())
    return tasks[task.id]


@app.delete("/tasks/{id}", status_code=204, **protected)
def remove_task(task: Found) -> None:
    del tasks[task.id]
