import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isOneLine } from "../foundation/kernel/text.ts"
import { cleanFileName } from "./file-rules.ts"

describe("the name of a file", () => {
  it.each([
    ["pier.png", "pier.png"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\ada\\pier.png", "pier.png"],
    ["..", "file"],
    [".htaccess", "htaccess"],
    ["pier\r\nX-Evil: 1.png", "pierX-Evil: 1.png"],
    ["gpj\u202e.exe", "gpj.exe"],
    ["pier\u0000.png", "pier.png"],
    ["\u2800", "file"],
    ["e\u0301.png", "\u00e9.png"],
    ["\u0645\u06cc\u200c\u062e\u0648.pdf", "\u0645\u06cc\u200c\u062e\u0648.pdf"],
    ["", "file"],
    ["x".repeat(10_000), "x".repeat(255)],
  ])("%j is kept as %j", (sent, kept) => {
    expect(cleanFileName(sent)).toBe(kept)
  })

  it("is one line that people can see, without folders, whatever was sent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 0, maxLength: 400 }), (sent) => {
        const kept = cleanFileName(sent)
        expect(isOneLine(kept) && kept !== "" && [...kept].length <= 255).toBe(true)
        expect(kept).not.toMatch(/[/\\]|^\./)
      }),
    )
  })
})
