import { describe, expect, it } from "vitest"
import { baseUrlProblem } from "./base-url.ts"

describe("a base URL", () => {
  it.each([
    "http://127.0.0.1:8080",
    "http://[::1]:8080",
    "https://club.example/",
    "https://club.example/members//",
    "HTTPS://Club.Example/api",
  ])("may be %s", (url) => expect(baseUrlProblem(url)).toBeUndefined())

  it.each([
    [7, "must be a string, such as https://club.example"],
    ["", "begins with http:// or https://, such as https://club.example"],
    ["htps://club.exmaple", "begins with http:// or https://, such as https://club.example"],
    ["club.example", "begins with http:// or https://, such as https://club.example"],
    ["http:club.example", "begins with http:// or https://, such as https://club.example"],
    ["https://", "with a host"],
    ["https://club.example:port", "with a host"],
    ["https://me:secret@club.example", "without a user name"],
    ["https://club.example ", "without a user name or spaces"],
    ["https://club.example?tenant=a", "no query and no fragment, such as https://club.example"],
    ["https://club.example/?", "no query and no fragment"],
    ["https://club.example/#top", "no query and no fragment"],
    [
      "https://club.example/members/api/v1",
      "must not end with /api/v1, which is added to it: https://club.example/members",
    ],
    [
      "https://club.example/api/v1/",
      "must not end with /api/v1, which is added to it: https://club.example",
    ],
  ])("may not be %j", (url, problem) => expect(baseUrlProblem(url)).toContain(problem))
})
