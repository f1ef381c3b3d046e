import { expect, it } from "vitest"
import type { Caller } from "../src/index.ts"
import { openTestSymbolon } from "./fixtures/world.ts"

it.each([
  undefined,
  null,
  {},
  "host",
  { kind: undefined },
  { kind: "user" },
  { scopes: new Set() },
])("a caller that is none acts as nobody, and never as the host: %o", async (caller) => {
  const { symbolon } = await openTestSymbolon()
  expect(() => symbolon.as(caller as unknown as Caller)).toThrow(TypeError)
})
