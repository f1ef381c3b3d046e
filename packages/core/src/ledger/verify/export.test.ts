import { Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  leafOf,
  ledgerKeys,
  linesOf,
  noteOf,
  playedSample,
} from "../../../test/fixtures/sample-ledger.ts"
import { parseLine } from "./export.ts"

const { transactions, head } = playedSample(1)
const leaves = transactions.map(leafOf)
const note = noteOf(head())
const lines = await linesOf(leaves, note)
const [header = "", leaf = ""] = lines
const resultOf = (line: string) => Result.merge(Result.map(parseLine(line), ({ kind }) => kind))
const leafWith = (members: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ ...JSON.parse(leaf), ...members })
const headerWith = (members: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ ledger: { ...ledgerKeys, ...members } })
const keyWith = (members: Readonly<Record<string, unknown>>) =>
  headerWith({ keys: [{ ...ledgerKeys.keys[0], ...members }] })

describe("an export", () => {
  it("has its keys, its leaves and its checkpoint, a line each", () => {
    expect(lines).toHaveLength(5)
    expect(JSON.parse(header)).toEqual({ ledger: ledgerKeys })
    expect(Object.keys(JSON.parse(leaf))).toEqual([
      "log_index",
      "kind",
      "body",
      "signature",
      "leaf_hash",
    ])
    expect(JSON.parse(lines.at(-1) ?? "")).toEqual({ checkpoint: note })
    for (const line of lines) expect(line).not.toContain("\n")
  })

  it("is read back", async () => {
    const withContent = leaves.map((each) => ({ ...each, encryptedData: "x" }))
    const read = (await linesOf(withContent, note)).map((line) =>
      Result.getOrThrow(parseLine(line)),
    )
    expect(read).toEqual([
      { kind: "ledger", ledger: ledgerKeys },
      ...withContent.map((each) => ({ kind: "leaf", leaf: each })),
      { kind: "checkpoint", note },
    ])
  })

  it("may be written by another tool: members in any order, blanks, escapes", () => {
    expect(
      resultOf(
        JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(leaf)).toReversed()), null, 1),
      ),
    ).toBe("leaf")
    expect(resultOf(header.replace("main", "m\\u0061in"))).toBe("ledger")
  })
})

describe("parseLine", () => {
  it.each([
    ["nothing", "", "bad_json"],
    ["half a line", leaf.slice(0, -1), "bad_json"],
    ["two values", `${leaf}${leaf}`, "bad_json"],
    ["a member twice", leaf.replace("{", '{"log_index":7,'), "bad_json"],
    ["a member twice, spelled differently", leaf.replace("{", '{"log\\u005findex":7,'), "bad_json"],
    ["a header's member twice", header.replace('"v":1', '"v":1,"v":1'), "bad_json"],
    ["deep nesting", "[".repeat(50_000) + "]".repeat(50_000), "bad_json"],
    ["null", "null", "schema"],
    ["a list", "[]", "schema"],
    ["an empty object", "{}", "schema"],
    ["a member more", leafWith({ more: 1 }), "schema"],
    ["__proto__", leaf.replace("{", '{"__proto__":{},'), "schema"],
    ["a member less", leafWith({ signature: undefined }), "schema"],
    ["another kind", leafWith({ kind: "note" }), "schema"],
    ["a negative index", leafWith({ log_index: -1 }), "schema"],
    ["an index as text", leafWith({ log_index: "0" }), "schema"],
    [
      "a leaf hash in upper case",
      leaf.replace(/[0-9a-f]{64}"}$/, (hash) => hash.toUpperCase()),
      "schema",
    ],
    ["content on a status", leafWith({ kind: "status", encrypted_data: "" }), "schema"],
    ["a lone surrogate", leaf.replace('"body":"', '"body":"\\ud800'), "schema"],
    ["another version", headerWith({ v: 2 }), "schema"],
    ["an origin of two words", headerWith({ origin: "two words" }), "schema"],
    ["a network in upper case", headerWith({ network: "MAIN" }), "schema"],
    ["keys that are no list", headerWith({ keys: {} }), "schema"],
    ["a short key", keyWith({ public_key: "AAAA" }), "schema"],
    ["a key with padding", keyWith({ public_key: `${"A".repeat(43)}=` }), "schema"],
    ["a key with bits left over", keyWith({ public_key: `${"A".repeat(42)}B` }), "schema"],
    ["another purpose", keyWith({ purpose: "tokens" }), "schema"],
    ["a moment without milliseconds", keyWith({ not_before: "2026-11-21T00:00:00Z" }), "schema"],
    ["a checkpoint that is no text", '{"checkpoint":1}', "schema"],
    ["a checkpoint and more", '{"checkpoint":"","ledger":1}', "schema"],
  ])("refuses %s", (_, line, fault) => expect(resultOf(line)).toBe(fault))
})
