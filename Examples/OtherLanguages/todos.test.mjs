// A client of Specs/awesome-todos.json in JavaScript, contract-tested by its own tests against the mock.
//
//     accord mock --port 0 --ready-file ready --report Reports --fail-on-findings Specs/awesome-todos.json &
//     MOCK=$(cat ready) node --test todos.test.mjs; kill -TERM %1; wait %1

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const mock = process.env.MOCK ?? "http://127.0.0.1:8080";

class Todos {
  constructor(address) {
    this.address = address;
  }

  async login(username, password) {
    const query = `username=${encodeURIComponent(username)}&password=${encodeURIComponent(password)}`;
    const answer = await fetch(`${this.address}/login?${query}`);
    if (answer.status === 401) throw new Error("unknown user or wrong password");
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    return (await answer.json()).token;
  }
}

beforeEach(() => fetch(`${mock}/__accord/reset`, { method: "POST" }));

test("logs in", async () => {
  assert.equal(await new Todos(mock).login("dasdöm", "%&34"), "1234567890");
  const body = JSON.stringify({ case: "login/creates a token" });
  const received = await fetch(`${mock}/__accord/verify`, { method: "POST", body });
  assert.equal(received.status, 200);
});

test("tells a wrong password", async () => {
  await assert.rejects(new Todos(mock).login("dasdöm", "wrong"), /wrong password/);
});
