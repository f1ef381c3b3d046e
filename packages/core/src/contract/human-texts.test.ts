import { describe, expect, it } from "vitest"
import * as z from "zod"
import * as contract from "./index.ts"

const isEndpoint = (one: unknown): one is contract.Endpoint<unknown, unknown, string> =>
  typeof one === "object" && one !== null && "path" in one && "bucket" in one
const endpoints = Object.values(contract)
  .flatMap((group) =>
    typeof group === "object" && group !== null ? Object.values(group as object) : [],
  )
  .filter(isEndpoint)

/** Every member of a request's body, by name. */
const members = endpoints.flatMap(({ name: endpoint, base, body }) =>
  base === "oauth2" || !(body instanceof z.ZodObject)
    ? []
    : Object.entries(body.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
        at: `${endpoint}.${name}`,
        name,
        schema,
      })),
)
const takers = (text: string, isMeant: (name: string) => boolean) =>
  members
    .filter(({ name, schema }) => isMeant(name) && schema.safeParse(text).success)
    .map(({ at }) => at)

/** The name of a file is not refused but cleaned: see `cleanFileName`. */
const isName = (name: string) => /(^|_)name$/.test(name) && name !== "file_name"
const isProse = (name: string) => ["description", "reason", "note"].includes(name)
const isLink = (name: string) => /(^|_)(url|website)$/.test(name)

describe("what people write and other people read", () => {
  it("was looked at", () => {
    for (const isMeant of [isName, isProse, isLink])
      expect(members.filter(({ name }) => isMeant(name)).length).toBeGreaterThan(4)
  })
  it.each(["\u202e", "\u202a", "\u2066", "\u2069", "\u0007", "\u001b", "\u0085"])(
    "holds no %j",
    (bad) => {
      expect(takers(`Ada${bad}Lovelace`, (name) => isName(name) || isProse(name))).toEqual([])
    },
  )
  it.each(["\u200e", "\u200f", "\u061c"])("holds no %j in a name", (bad) => {
    expect(takers(`Ada${bad}Lovelace`, isName)).toEqual([])
  })
  it.each([" ", "\u200b", "\u2060\ufeff", "\u00ad", "\u2800"])(
    "can be seen, unlike the name %j",
    (bad) => {
      expect(takers(bad, isName)).toEqual([])
    },
  )
  it.each(["می\u200cخواهم", "👩\u200d👩\u200d👧", "שלום"])("may be the name %j", (good) => {
    expect(takers(good, isName).length).toBe(members.filter(({ name }) => isName(name)).length)
  })
  it("breaks lines in descriptions, not in names", () => {
    expect(takers("Ada\nLovelace", isName)).toEqual([])
    expect(takers("Ada\nLovelace", isProse).length).toBeGreaterThan(4)
  })
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///x",
    "//evil.test",
    "evil.test",
    "https://bank.test@evil.test/",
    "https://x.test/\u202egpj.exe",
    "https://x.test/\u200b",
  ])("links to no %j", (bad) => {
    expect(takers(bad, isLink)).toEqual([])
  })
  it("links to web pages", () =>
    expect(takers("https://club.test/a", isLink).length).toBe(
      members.filter(({ name }) => isLink(name)).length,
    ))
})
