import { expect, it } from "vitest"
import { Door, type DoorOptions } from "../src/index.ts"
import { trustKeys } from "./signed-manifest.ts"

const now = () => 0

it.each<readonly [unknown, string]>([
  [undefined, "Door needs options: { trustKeys, now }."],
  [
    { now },
    "trustKeys must be the parsed body of GET /api/v1/sessions/{session_slug}/checkin-manifest/trust-keys",
  ],
  [{ now, trustKeys: trustKeys.keys }, "trustKeys must be the parsed body of"],
  [{ now, trustKeys: JSON.stringify(trustKeys) }, "trustKeys must be the parsed body of"],
  [{ trustKeys }, "now must be a function that returns the current time in epoch milliseconds"],
  [
    { trustKeys, now: Date.now() },
    "now must be a function that returns the current time in epoch milliseconds",
  ],
  [{ trustKeys, now, deviceId: 7 }, "deviceId must be a string of at most 100 characters"],
  [
    { trustKeys, now, deviceId: "x".repeat(101) },
    "deviceId must be a string of at most 100 characters",
  ],
  [
    { trustKeys, now, store: "door.json" },
    "store must have read() and write(text), such as fileStore(path)",
  ],
  [
    { trustKeys, now, store: { read: () => null } },
    "store must have read() and write(text), such as fileStore(path)",
  ],
  [{ trustKeys, now, verify: true }, "verify must be a function or undefined"],
])("a door of %j says what is expected", (options, message) => {
  const build = () => new Door(options as DoorOptions)
  expect(build).toThrow(TypeError)
  expect(build).toThrow(message)
})

it("a door of good options is made", () => {
  expect(
    new Door({ trustKeys, now, store: undefined, deviceId: "x".repeat(100) }).status().loaded,
  ).toBe(false)
})
