import { describe, expect, it } from "vitest"
import { nearest } from "./nearest.ts"

describe("nearest", () => {
  it.each([
    ["serv", "serve"],
    ["migrat", "migrate"],
    ["SERVE", "serve"],
    ["xyz", undefined],
    ["", undefined],
  ])("%s: %s", (word, found) => expect(nearest(word, ["serve", "migrate", "openapi"])).toBe(found))
})
