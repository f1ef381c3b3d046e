import { expect, it } from "vitest"
import { readTap } from "../door/index.ts"
import { canonicalIdentifier } from "./identifier.ts"

const uuid = "0199ffb0-1c2d-7e3f-8a4b-5c6d7e8f9a0b"

it.each([
  ["username", " ada\r\n", "ada"],
  ["user_id", `\t${uuid.toUpperCase()} `, uuid],
  ["card", " 04:a1 \r", "04:A1"],
  ["wallet", " SY1QQ ", "sy1qq"],
] as const)("a %s has one spelling, whatever stands around it", (type, given, expected) => {
  expect(canonicalIdentifier({ type, value: given })).toEqual({ type, value: expected })
  // A door that reads it without the service looks for the same, but for the case of a uuid.
  const read = readTap({ type, value: given })
  expect(read && canonicalIdentifier(read)).toEqual({ type, value: expected })
})
