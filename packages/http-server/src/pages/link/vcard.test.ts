import type { ProfileData } from "@symbolon/core"
import * as fc from "fast-check"
import ICAL from "ical.js"
import { describe, expect, it } from "vitest"
import { escaped, folded, vcardOf } from "./vcard.ts"

const nobody: ProfileData = {
  imageFileUuid: undefined,
  name: "",
  firstName: "",
  lastName: "",
  shortDescription: "",
  longDescription: "",
  callToAction: undefined,
  currentRole: undefined,
  customBackground: undefined,
  avatarFrame: undefined,
  socialLinks: [],
  links: [],
  longDescriptionContent: [],
  stickers: [],
  profilePageUuid: undefined,
  isLocked: false,
  primaryCardUid: undefined,
  updatedAt: undefined,
}
const at = { url: "https://club.test/l/x", imageUrl: null }
const read = (text: string) => {
  const [, properties] = ICAL.parse(text) as [string, [string, unknown, string, unknown][]]
  return properties
}
const namesOf = (text: string) => read(text).map(([name]) => name)
const octets = (text: string) => new TextEncoder().encode(text).length

describe("a vCard", () => {
  it("says nothing where nothing is known, and has a name all the same", () => {
    const text = vcardOf(nobody, at)
    expect(text).toBe(
      "BEGIN:VCARD\r\nVERSION:4.0\r\nKIND:individual\r\nFN:No name\r\nN:;;;;\r\nURL;PREF=1:https://club.test/l/x\r\nEND:VCARD\r\n",
    )
  })

  it("has no property that a text tries to add", () => {
    const evil = "x\r\nEND:VCARD\r\nBEGIN:VCARD\nTEL:666\rEMAIL:e\u0085TEL:1\u2028TEL:2\u0000;,\\n"
    const profile = {
      ...nobody,
      name: evil,
      firstName: evil,
      lastName: evil,
      shortDescription: evil,
      currentRole: { title: evil, company: evil },
      links: [
        { label: evil, url: `https://x.test/\r\nTEL:666` },
        { label: evil, url: `mailto:a@b.test%0d%0aTEL:666` },
        { label: evil, url: "tel:1%0d%0aTEL:666" },
        { label: evil, url: "javascript:alert(1)" },
        { label: evil, url: "https://bank.test@evil.test/" },
      ],
    }
    const text = vcardOf(profile, at)
    expect(namesOf(text)).toEqual("version kind fn n title org note tel email url url".split(" "))
    expect(text.split("\r\n").filter((line) => line.startsWith("BEGIN:"))).toHaveLength(1)
    expect(text).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/)
    expect(text).not.toMatch(/javascript|evil\.test/)
  })

  it("says each address once", () => {
    const links = ["tel:+44123", "TEL:+44123", "mailto:a@b.test", "mailto:a@b.test?subject=x"]
    const profile = { ...nobody, links: links.map((url) => ({ label: "x", url })) }
    expect(namesOf(vcardOf(profile, at))).toEqual("version kind fn n tel email url".split(" "))
  })

  it("gives back each text that people write, whatever it is", () => {
    const prose = fc
      .string({ unit: "binary", maxLength: 400 })
      .map((text) =>
        text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, "").trim(),
      )
    fc.assert(
      fc.property(prose, (note) => {
        fc.pre(note !== "")
        const found = read(vcardOf({ ...nobody, longDescription: note }, at)).find(
          ([name]) => name === "note",
        )
        expect(found?.[3]).toBe(note)
      }),
      { examples: [["a;b,c\\n\\;\\,\\\\"]] },
    )
  })

  it("parts a name and a company by semicolons alone that are no letters of them", () => {
    const profile = {
      ...nobody,
      firstName: "A;b",
      lastName: "C\\;d,e",
      currentRole: { title: "x;y", company: "F;g" },
    }
    const text = vcardOf(profile, at)
    expect(text).toContain("\r\nN:C\\\\\\;d\\,e;A\\;b;;;\r\n")
    expect(text).toContain("\r\nORG:F\\;g\r\n")
    expect(text).toContain("\r\nTITLE:x;y\r\n")
  })
})

describe("a folded line", () => {
  it("has parts of at most 75 octets, cuts no character, and unfolds to itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (line) => {
        const parts = folded(line).split("\r\n ")
        expect(parts.join("")).toBe(line)
        parts.forEach((part, n) => {
          expect(part.isWellFormed()).toBe(true)
          expect(octets(n === 0 ? part : ` ${part}`)).toBeLessThanOrEqual(75)
        })
      }),
    )
  })

  it("is filled to the octet", () => {
    expect(folded("x".repeat(75))).toBe("x".repeat(75))
    expect(folded("x".repeat(76))).toBe(`${"x".repeat(75)}\r\n x`)
    expect(folded(`${"x".repeat(73)}é`)).toBe(`${"x".repeat(73)}é`)
    expect(folded(`${"x".repeat(74)}é`)).toBe(`${"x".repeat(74)}\r\n é`)
  })

  it("is escaped before", () => {
    expect(escaped("a\\b,c;d\ne\tf\u0007")).toBe("a\\\\b\\,c;d\\ne f")
  })
})
