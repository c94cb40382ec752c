# SPDX-License-Identifier: Apache-2.0
"""A correct app of 20 operations, written as FastAPI's tutorial shows: bearer tokens, and errors by HTTPException.

Prints its address. Its document is at /openapi.json.
"""

import datetime
import socket
import threading
from enum import Enum
from typing import Annotated

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query, status
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

app = FastAPI(title="Clinic", version="1.0.0")
bearer = HTTPBearer()
TOKEN = "clinic-token"


class Login(BaseModel):
    username: str
    password: str


class Token(BaseModel):
    token: str
    expires_in: int


class User(BaseModel):
    name: str
    roles: list[str]


class Sex(str, Enum):
    female = "female"
    male = "male"
    other = "other"


class PatientIn(BaseModel):
    name: str = Field(min_length=1, max_length=100)
    born: datetime.date
    sex: Sex = Sex.other


class Patient(PatientIn):
    id: int


class AppointmentIn(BaseModel):
    patient_id: int = Field(ge=1)
    at: datetime.datetime
    minutes: int = Field(default=15, ge=5, le=240)


class Appointment(AppointmentIn):
    id: int
    is_cancelled: bool = False


class NoteIn(BaseModel):
    text: str = Field(min_length=1, max_length=2000)


class Note(NoteIn):
    id: int
    patient_id: int


class Settings(BaseModel):
    opens: int = Field(ge=0, le=23)
    closes: int = Field(ge=0, le=23)


class Counts(BaseModel):
    patients: int
    appointments: int
    notes: int


def user(given: Annotated[HTTPAuthorizationCredentials, Depends(bearer)]) -> User:
    if given.credentials != TOKEN:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "wrong token")
    return User(name="ada", roles=["doctor"])


Current = Annotated[User, Depends(user)]
lock = threading.Lock()
patients: dict[int, Patient] = {}
appointments: dict[int, Appointment] = {}
notes: dict[int, Note] = {}
settings = Settings(opens=8, closes=18)
last = 0


def new_id() -> int:
    global last
    with lock:
        last += 1
        return last


def found(values: dict, key: int):
    if key not in values:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "not found")
    return values[key]


@app.get("/health")
def health() -> dict[str, str]:
    return {"status": "up"}


@app.post("/login", responses={401: {"description": "Wrong name or password"}})
def login(given: Login) -> Token:
    if (given.username, given.password) != ("ada", "lovelace"):
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "wrong name or password")
    return Token(token=TOKEN, expires_in=3600)


@app.get("/me")
def me(current: Current) -> User:
    return current


@app.get("/patients")
def list_patients(
    current: Current, limit: Annotated[int, Query(ge=1, le=100)] = 20, sex: Sex | None = None
) -> list[Patient]:
    return [one for one in list(patients.values()) if sex in (None, one.sex)][:limit]


@app.post("/patients", status_code=201)
def add_patient(current: Current, given: PatientIn) -> Patient:
    patient = Patient(id=new_id(), **given.model_dump())
    patients[patient.id] = patient
    return patient


@app.get("/patients/{patient_id}")
def get_patient(current: Current, patient_id: int) -> Patient:
    return found(patients, patient_id)


@app.put("/patients/{patient_id}")
def replace_patient(current: Current, patient_id: int, given: PatientIn) -> Patient:
    found(patients, patient_id)
    patients[patient_id] = Patient(id=patient_id, **given.model_dump())
    return patients[patient_id]


@app.delete("/patients/{patient_id}", status_code=204)
def delete_patient(current: Current, patient_id: int) -> None:
    found(patients, patient_id)
    patients.pop(patient_id, None)


@app.get("/patients/{patient_id}/notes")
def list_notes(current: Current, patient_id: int) -> list[Note]:
    found(patients, patient_id)
    return [note for note in list(notes.values()) if note.patient_id == patient_id]


@app.post("/patients/{patient_id}/notes", status_code=201)
def add_note(current: Current, patient_id: int, given: NoteIn) -> Note:
    found(patients, patient_id)
    note = Note(id=new_id(), patient_id=patient_id, text=given.text)
    notes[note.id] = note
    return note


@app.get("/notes/{note_id}")
def get_note(current: Current, note_id: int) -> Note:
    return found(notes, note_id)


@app.delete("/notes/{note_id}", status_code=204)
def delete_note(current: Current, note_id: int) -> None:
    found(notes, note_id)
    notes.pop(note_id, None)


@app.get("/appointments")
def list_appointments(
    current: Current, day: datetime.date | None = None, limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> list[Appointment]:
    return [one for one in list(appointments.values()) if day in (None, one.at.date())][:limit]


@app.post("/appointments", status_code=201)
def add_appointment(current: Current, given: AppointmentIn) -> Appointment:
    appointment = Appointment(id=new_id(), **given.model_dump())
    appointments[appointment.id] = appointment
    return appointment


@app.get("/appointments/{appointment_id}")
def get_appointment(current: Current, appointment_id: int) -> Appointment:
    return found(appointments, appointment_id)


@app.delete("/appointments/{appointment_id}", status_code=204)
def delete_appointment(current: Current, appointment_id: int) -> None:
    found(appointments, appointment_id)
    appointments.pop(appointment_id, None)


@app.post("/appointments/{appointment_id}/cancel")
def cancel_appointment(current: Current, appointment_id: int) -> Appointment:
    appointment = found(appointments, appointment_id)
    appointment.is_cancelled = True
    return appointment


@app.get("/counts")
def counts(current: Current) -> Counts:
    return Counts(patients=len(patients), appointments=len(appointments), notes=len(notes))


@app.get("/settings")
def get_settings(current: Current) -> Settings:
    return settings


@app.put("/settings")
def replace_settings(current: Current, given: Settings) -> Settings:
    global settings
    settings = given
    return settings


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="critical", access_log=False)).run(sockets=[listener])


if __name__ == "__main__":
    main()
