import { describe, expect, it } from "vitest"
import { openAnswer, sealAnswer } from "./sealed-answer.ts"

const sealed = sealAnswer('{"accessToken":"a"}', "sy_rt_1", new Uint8Array(12).fill(3))

describe("a sealed answer", () => {
  it("is opened by the token it was sealed under", () =>
    expect(openAnswer(sealed, "sy_rt_1")).toBe('{"accessToken":"a"}'))
  it("is opened by no other token", () =>
    expect(() => openAnswer(sealed, "sy_rt_2")).toThrow(
      /unable to authenticate|Unsupported state|Invalid/i,
    ))
  it("cannot be changed", () => {
    for (let at = 0; at < sealed.length; at += 5) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`
      expect(() => openAnswer(changed, "sy_rt_1")).toThrow(
        /unable to authenticate|Unsupported state|Invalid/i,
      )
    }
  })
  it("shows nothing of what it holds", () =>
    expect(Buffer.from(sealed, "base64url").includes("accessToken")).toBe(false))
})
