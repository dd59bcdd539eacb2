import assert from "node:assert/strict";
import { test } from "node:test";
import { errors } from "@nats-io/nats-core";
import { roomError } from "../../src/host/room-error.ts";

/** What the page says of an error, without the password. */
function said(error: unknown): string {
  const text = roomError(error, "wss://deme:secret@chess.example:8443", "https://page.example");
  assert.doesNotMatch(text, /secret/);
  return text;
}

test("the usual errors of a room are plain sentences", () => {
  assert.match(
    said(new errors.AuthorizationError("Authorization Violation")),
    /^chess\.example:8443 refuses this user/,
  );
  assert.match(
    said(new errors.ConnectionError("")),
    /^No server answered at chess\.example:8443.*pages of https:\/\/page\.example/,
  );
  assert.match(said(new errors.TimeoutError()), /did not answer in time/);
  assert.match(said(new errors.ProtocolError("maximum account active connections exceeded")), /is full/);
  const refused = new errors.PermissionViolationError(
    "Permissions Violation",
    "subscription",
    "mp.v1.offer.a.*",
  );
  assert.match(said(refused), /does not let this user into rooms/);
  assert.throws(
    () => decodeURIComponent("%zz"),
    (error) => /written %25/.test(said(error)),
  );
  assert.match(said(new TypeError("Failed to fetch dynamically imported module: x.js")), /Reload the page/);
});

test("an error that nobody knows is named, and none is said to be one", () => {
  assert.equal(
    said(new errors.ProtocolError("stale connection")),
    "chess.example:8443 answered: stale connection.",
  );
  assert.equal(said(undefined), "chess.example:8443 closed the connection.");
});
