import { describe, expect, it } from "vitest"
import { childrenOf, escaped, readXml, textIn } from "./xml.ts"

describe("the XML of an answer", () => {
  it("is elements and text", () => {
    const list = readXml(
      `\n<?xml version="1.0" encoding="UTF-8"?>\n<List xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <Part><Number>1</Number><ETag>&quot;a&#38;b&#x26;c&quot;</ETag></Part>
        <Part><Number>2</Number><ETag/></Part><IsTruncated>false</IsTruncated></List>`,
    )
    const parts = list === undefined ? [] : childrenOf(list, "Part")
    expect(list?.name).toBe("List")
    expect(parts.map((part) => textIn(part, "Number"))).toEqual(["1", "2"])
    expect(parts.map((part) => textIn(part, "ETag"))).toEqual(['"a&b&c"', ""])
    expect(list && textIn(list, "Absent")).toBe("")
  })

  it.each([
    ["nothing", ""],
    ["a page of HTML", "<!doctype html><p>Bad gateway"],
    ["a declaration of entities", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ["an element that does not end", "<a><b></b>"],
    ["an end that fits no beginning", "<a></b>"],
    ["two elements", "<a/><b/>"],
    ["text around", "x<a/>"],
    ["half a tag", "<a>1</a"],
    ["a comment", "<a><!-- b --></a>"],
    ["too many levels", `${"<a>".repeat(20)}${"</a>".repeat(20)}`],
  ])("is not %s", (_, text) => expect(readXml(text)).toBeUndefined())

  it("has texts that are escaped", () => {
    const text = 'a<b>&"c"'
    expect(textIn(readXml(`<r><t>${escaped(text)}</t></r>`) ?? never(), "t")).toBe(text)
  })
})

const never = (): never => {
  throw new Error("no XML")
}
