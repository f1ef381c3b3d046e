import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"
import { bundleFirmware } from "./bundle-firmware.ts"
import { GENERATED, response, trustKeys } from "./signed-manifest.ts"

const MAX_GZIP_BYTES = 12 * 1024
// Members of the language younger than ECMAScript 2020; an engine that a door runs on may lack
// every one of them.
const YOUNGER = `
  for (const [owner, names] of [
    [Object, ["hasOwn", "groupBy"]],
    [String.prototype, ["at", "replaceAll", "isWellFormed", "toWellFormed"]],
    [Array.prototype, ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"]],
    [Object.getPrototypeOf(Uint8Array.prototype), ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "with"]],
    [Uint8Array, ["fromBase64", "fromHex"]],
    [Uint8Array.prototype, ["toBase64", "toHex", "setFromBase64", "setFromHex"]],
    [Promise, ["any", "withResolvers", "try"]],
    [globalThis, ["WeakRef", "FinalizationRegistry", "AggregateError", "Iterator", "WebAssembly", "Atomics", "SharedArrayBuffer", "Intl", "console"]],
    [Set.prototype, ["union", "intersection", "difference"]],
    [Date, ["now"]],
    [Math, ["random"]],
  ]) for (const name of names) delete owner[name]`

let code = ""

beforeAll(async () => {
  code = await bundleFirmware()
})

/** Runs the firmware where there is the language and nothing else, then a script beside it. */
const runBare = (script: string): unknown => {
  const context = createContext({})
  runInContext(YOUNGER, context)
  const before: readonly string[] = runInContext("Object.getOwnPropertyNames(globalThis)", context)
  runInContext(code, context)
  const after: readonly string[] = runInContext("Object.getOwnPropertyNames(globalThis)", context)
  expect(after.filter((name) => !before.includes(name))).toEqual(["SymbolonDoor"])
  return JSON.parse(runInContext(`JSON.stringify((() => { ${script} })())`, context))
}

describe("the firmware file", () => {
  it("is at most 12 kB, compressed", () => {
    const size = gzipSync(code, { level: 9 }).length
    console.log(
      `door.iife.js: ${code.length} bytes, ${size} gzip, sha256 ${createHash("sha256").update(code).digest("hex")}`,
    )
    expect(code.length).toBeGreaterThan(1000)
    expect(size).toBeLessThanOrEqual(MAX_GZIP_BYTES)
  })

  it("names no global of a host", () => {
    const forbidden =
      /\b(TextEncoder|TextDecoder|crypto|Buffer|process|require|setTimeout|setInterval|URL|fetch|atob|btoa|console|window|self|performance|structuredClone|Intl)\b|Date\.now|Math\.random|new Date\(\)/
    expect(code.match(forbidden)?.[0]).toBeUndefined()
  })

  it("admits a tap, keeps it and uploads it, with nothing but ECMAScript 2020", () => {
    const outcome = runBare(`
      const kept = []
      const store = { read: () => null, write: (text) => { kept.push(text) } }
      const door = new SymbolonDoor.Door({ trustKeys: ${JSON.stringify(trustKeys)}, now: () => ${GENERATED}, deviceId: "gate-1", store })
      const status = door.load(${JSON.stringify(response({ enforces_checkin_window: false }))})
      const verdicts = ["04a1", "04A2", "04ZZ"].map((tap) => door.admit({ tap }))
      const items = door.outbox(10)
      door.ack(items)
      return { status, verdicts, items, left: door.outbox(10), writes: kept.length }`)
    expect(outcome).toMatchObject({
      status: { loaded: true, manifest_version: 7, clock_ok: true, pending_uploads: 0 },
      verdicts: [
        { decision: "admitted" },
        { blocked_reason: "already_admitted" },
        { undetermined_reason: "not_on_roster" },
      ],
      items: [
        {
          identifier: { type: "card", value: "04A1" },
          offline: true,
          manifest_version: 7,
          key_id: "door-1",
        },
      ],
      left: [],
      writes: 3,
    })
  })

  it.each(["undefined", "null", '""'])("takes %s from a store for an empty one", (nothing) => {
    const pending = runBare(`
      const store = { read: () => ${nothing}, write: () => {} }
      return new SymbolonDoor.Door({ trustKeys: ${JSON.stringify(trustKeys)}, now: () => ${GENERATED}, store }).status().pending_uploads`)
    expect(pending).toBe(0)
  })

  it("takes the parsed object, and refuses a changed one with a code", () => {
    const outcome = runBare(`
      const door = new SymbolonDoor.Door({ trustKeys: ${JSON.stringify(trustKeys)}, now: () => ${GENERATED} })
      const response = JSON.parse(${JSON.stringify(response())})
      const status = door.load(response)
      response.payload.reserved += 1
      try { door.load(response) } catch (error) { return { loaded: status.loaded, code: error.code, isError: error instanceof Error } }`)
    expect(outcome).toEqual({ loaded: true, code: "manifest_untrusted", isError: true })
  })

  it("takes a plain string for what the reader read, and says of a request without a tap that it is unreadable", () => {
    const outcome = runBare(`
      const door = new SymbolonDoor.Door({ trustKeys: ${JSON.stringify(trustKeys)}, now: () => ${GENERATED} })
      door.load(${JSON.stringify(response({ enforces_checkin_window: false }))})
      const hostile = { get tap() { throw new Error("no scanner") } }
      return ["04A1", " 04a2\\r\\n", "04ZZ", undefined, null, 7, {}, ["04B1"], { card: "04B1" }, hostile].map((request) => {
        const { decision, blocked_reason, undetermined_reason } = door.admit(request)
        return blocked_reason || undetermined_reason || decision
      })`)
    const unreadable = Array.from({ length: 7 }, () => "unreadable")
    expect(outcome).toEqual(["admitted", "already_admitted", "not_on_roster", ...unreadable])
  })

  it("tells the version of its package", () => {
    const { version } = JSON.parse(
      readFileSync(new URL("../package.json", import.meta.url), "utf8"),
    )
    expect(runBare("return SymbolonDoor.version")).toBe(version)
  })
})
