import { sign } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { rawOf } from "../../test/fixtures/sample-ledger.ts"
import {
  checkpointText,
  cosignaturesOf,
  cosignedText,
  isWitnessed,
  noteKeyId,
  openCheckpoint,
  readNote,
} from "./signed-note.ts"
import { signCheckpoint, signNote } from "../ledger/log/checkpoint.ts"
import { sha256 } from "../foundation/kernel/digest.ts"
import { signingKey } from "../wallets/sealed-key.ts"

const keyOf = (seed: number) => signingKey(new Uint8Array(32).fill(seed), 1)
const origin = "example.org/ledger"
const log = { origin, keys: [rawOf(keyOf(1))] }
const checkpoint = { origin, size: 12, root: sha256("root") }
const note = signCheckpoint(checkpoint, rawOf(keyOf(1)), keyOf(1).privateKey)
const witnesses = [2, 3, 4].map((seed) => ({
  name: `witness.example/${seed}`,
  publicKey: rawOf(keyOf(seed)),
}))

const lineOf = (
  seed: number,
  at: number,
  text = checkpointText(checkpoint),
  name = `witness.example/${seed}`,
): string => {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(at))
  const signature = sign(null, Buffer.from(cosignedText(text, at)), keyOf(seed).privateKey)
  const id = Buffer.from(noteKeyId({ name, publicKey: rawOf(keyOf(seed)) }, 4), "hex")
  return `\u2014 ${name} ${Buffer.concat([id, time, signature]).toString("base64")}\n`
}

describe("a quorum", () => {
  it("counts each known witness once", () => {
    const all = note + lineOf(2, 10) + lineOf(3, 20) + lineOf(2, 15) + lineOf(9, 30)
    expect(cosignaturesOf(all, witnesses)).toEqual([
      { name: "witness.example/2", at: 15 },
      { name: "witness.example/3", at: 20 },
    ])
    expect([0, 1, 2, 3].map((least) => isWitnessed(all, witnesses, least))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(isWitnessed(note, witnesses, 1)).toBe(false)
    expect(openCheckpoint(all, log)).toEqual(checkpoint)
  })

  it("is not reached by one key under two names, nor by a log's own signature", () => {
    const twice = [...witnesses, { name: "alias.example", publicKey: rawOf(keyOf(2)) }]
    expect(
      cosignaturesOf(note + lineOf(2, 1) + lineOf(2, 2, undefined, "alias.example"), twice),
    ).toHaveLength(1)
    expect(cosignaturesOf(note, [{ name: origin, publicKey: rawOf(keyOf(1)) }])).toEqual([])
  })

  it("is spoiled by a known witness's bad cosignature: another text, another time, another key", () => {
    const good = note + lineOf(2, 10)
    expect(
      cosignaturesOf(good + lineOf(3, 10, `${checkpointText(checkpoint)}more\n`), witnesses),
    ).toBeNull()
    const bytes = Buffer.from(lineOf(3, 10).split(" ")[2] ?? "", "base64")
    for (let at = 4; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(
        cosignaturesOf(
          `${good}\u2014 witness.example/3 ${changed.toString("base64")}\n`,
          witnesses,
        ),
      ).toBeNull()
    }
    const short = `\u2014 witness.example/3 ${bytes.subarray(0, -1).toString("base64")}\n`
    expect(cosignaturesOf(good + short, witnesses)).toBeNull()
  })

  it("is of a checkpoint, and of nothing else", () => {
    const text = "no checkpoint\n"
    const other = signNote(text, { name: origin, publicKey: rawOf(keyOf(1)) }, keyOf(1).privateKey)
    expect(cosignaturesOf(other + lineOf(2, 1, text), witnesses)).toBeNull()
    expect(isWitnessed(other, witnesses, 0)).toBe(false)
  })
})

describe("a checkpoint", () => {
  it("is opened only with its own log's key, under its own name", () => {
    expect(openCheckpoint(note, { ...log, origin: "another.example" })).toBeNull()
    expect(openCheckpoint(note, { ...log, keys: [rawOf(keyOf(2))] })).toBeNull()
    expect(openCheckpoint(note, { ...log, keys: [rawOf(keyOf(2)), ...log.keys] })).toEqual(
      checkpoint,
    )
    const foreign = signNote(
      checkpointText(checkpoint),
      { name: "another.example", publicKey: rawOf(keyOf(1)) },
      keyOf(1).privateKey,
    )
    expect(openCheckpoint(foreign, log)).toBeNull()
    expect(
      openCheckpoint(note.replace(`\u2014 ${origin} `, "\u2014 another.example "), log),
    ).toBeNull()
    const others = checkpointText({ ...checkpoint, origin: "another.example" })
    expect(
      openCheckpoint(
        signNote(others, { name: origin, publicKey: rawOf(keyOf(1)) }, keyOf(1).privateKey),
        log,
      ),
    ).toBeNull()
  })

  it.each([
    `${origin}\n12\n`,
    `${origin}\n12\n${"A".repeat(43)}=\n\nmore\n`,
    `${origin}\n012\n${"A".repeat(43)}=\n`,
    `${origin}\n9007199254740993\n${"A".repeat(43)}=\n`,
    `${origin}\n12\n${"A".repeat(42)}B=\n`,
    `${origin}\n12\n${"A".repeat(43)}\n`,
  ])("is not what the signed text %j says", (text) =>
    expect(
      openCheckpoint(
        signNote(text, { name: origin, publicKey: rawOf(keyOf(1)) }, keyOf(1).privateKey),
        log,
      ),
    ).toBeNull(),
  )

  it("may have extension lines", () => {
    const text = `${checkpointText(checkpoint)}one\ntwo\n`
    expect(
      openCheckpoint(
        signNote(text, { name: origin, publicKey: rawOf(keyOf(1)) }, keyOf(1).privateKey),
        log,
      ),
    ).toEqual(checkpoint)
  })
})

describe("a note that anybody wrote", () => {
  it("never makes the reader throw", () => {
    const piece = fc.constantFrom(
      "\n",
      "\n\n",
      "\u2014 ",
      "a ",
      "AAAA",
      "AAAAAAAA=",
      "\ud800",
      "\t",
      "+",
      origin,
      "12",
      note,
    )
    const any = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece).map((pieces) => pieces.join("")),
    )
    fc.assert(
      fc.property(any, (text) => {
        expect(text.startsWith(readNote(text)?.text ?? "")).toBe(true)
        cosignaturesOf(text, witnesses)
        openCheckpoint(text, log)
      }),
      { numRuns: 1000 },
    )
  })

  it("is not read past what is reasonable", () => {
    expect(readNote(note + lineOf(2, 1).repeat(63))?.signatures).toHaveLength(64)
    expect(readNote(note + lineOf(2, 1).repeat(64))).toBeNull()
    expect(readNote(`${"x".repeat(65_536)}\n${note}`)).toBeNull()
  })
})
