import { readFileSync } from "node:fs"
import { verify as nobleVerify, hashes } from "@noble/ed25519"
import { sha512 } from "@noble/hashes/sha2.js"
import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { consistencyPath } from "../../../test/fixtures/merkle-oracle.ts"
import { rawOf } from "../../../test/fixtures/sample-ledger.ts"
import type { LogState } from "../../ledger-proof/history-state.ts"
import { cosignaturesOf, isWitnessed } from "../../ledger-proof/signed-note.ts"
import { signingKey } from "../../wallets/sealed-key.ts"
import { signCheckpoint } from "./checkpoint.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { appended, emptyLedger, leafHash, rootOf } from "./merkle.ts"
import { cosign, type Offer } from "./witness.ts"
import { nativeHost } from "../../foundation/kernel/native-host.ts"

const keyOf = (seed: number) => signingKey(new Uint8Array(32).fill(seed), 1)
const origin = "example.org/ledger"
const now = new Date("2026-11-21T00:00:00.999Z")
const cosigner = {
  name: "witness.example/w1",
  publicKey: rawOf(keyOf(4)),
  privateKey: keyOf(4).privateKey,
}
const honest = Array.from({ length: 40 }, (_, n) => leafHash(Buffer.from(`${n}`)))
const forked = honest.map((leaf, n) => (n === 5 ? leafHash(Buffer.from("another")) : leaf))
const stateOf = (leaves: readonly string[], size: number): LogState => ({
  size,
  root: rootOf(leaves.slice(0, size).reduce(appended, emptyLedger)),
})
const noteOf = (state: LogState, seed = 1, name = origin) =>
  signCheckpoint({ origin: name, ...state }, rawOf(keyOf(seed)), keyOf(seed).privateKey)
const pathOf = (leaves: readonly string[], from: number, to: number) =>
  from === 0 ? [] : consistencyPath(leaves.slice(0, to), from)

const ask = (offer: Offer, known?: LogState, at = now) =>
  cosign(offer, {
    logs: [{ origin, keys: [rawOf(keyOf(1))] }],
    known: () => known,
    cosigner,
    now: at,
  })
const outcome = (offer: Offer, known?: LogState) => {
  const cosigned = ask(offer, known)
  return cosigned.ok ? "cosigned" : cosigned.refusal
}

describe("a witness cosigns", () => {
  it("each step of a log that only grows, and says so with its time in whole seconds", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }), (steps) => {
        let known: LogState | undefined
        let size = 0
        for (const step of steps) {
          const next = Math.min(size + step, honest.length)
          const note = noteOf(stateOf(honest, next))
          const cosigned = ask(
            { note, path: size === 0 || size === next ? [] : pathOf(honest, size, next) },
            known,
          )
          if (!cosigned.ok) throw new Error(cosigned.refusal)
          expect(cosigned).toMatchObject({ origin, newest: stateOf(honest, next) })
          expect(cosignaturesOf(note + cosigned.line, [cosigner], nativeHost)).toEqual([
            { name: cosigner.name, at: 1_795_219_200 },
          ])
          known = cosigned.newest
          size = next
        }
      }),
      { numRuns: 30 },
    )
  })

  it("the same checkpoint again, at the time it is asked", () => {
    const state = stateOf(honest, 8)
    const later = ask(
      { note: noteOf(state), path: [] },
      state,
      new Date("2026-11-22T00:00:00.000Z"),
    )
    expect(later.ok && cosignaturesOf(noteOf(state) + later.line, [cosigner])?.[0]?.at).toBe(
      1_795_305_600,
    )
  })

  it("a checkpoint that others cosigned, whose lines it passes over", () => {
    const state = stateOf(honest, 8)
    const first = ask({ note: noteOf(state), path: [] })
    const other = {
      name: "witness.example/w2",
      publicKey: rawOf(keyOf(5)),
      privateKey: keyOf(5).privateKey,
    }
    const note = noteOf(state) + (first.ok ? first.line : "")
    const second = cosign(
      { note, path: [] },
      { logs: [{ origin, keys: [rawOf(keyOf(1))] }], known: () => undefined, cosigner: other, now },
    )
    expect(second.ok && isWitnessed(note + second.line, [cosigner, other], 2)).toBe(true)
  })
})

describe("a witness refuses", () => {
  const known = stateOf(honest, 8)

  it.each<readonly [string, Offer, string]>([
    ["a fork of the same size", { note: noteOf(stateOf(forked, 8)), path: [] }, "fork"],
    [
      "a fork that grew, with its own proof",
      { note: noteOf(stateOf(forked, 12)), path: pathOf(forked, 8, 12) },
      "bad_proof",
    ],
    [
      "a fork that grew, with the honest proof",
      { note: noteOf(stateOf(forked, 12)), path: pathOf(honest, 8, 12) },
      "bad_proof",
    ],
    ["growth without a proof", { note: noteOf(stateOf(honest, 12)), path: [] }, "bad_proof"],
    [
      "a proof from another size",
      { note: noteOf(stateOf(honest, 12)), path: pathOf(honest, 7, 12) },
      "bad_proof",
    ],
    [
      "a proof with no hashes",
      { note: noteOf(stateOf(honest, 12)), path: ["", "zz"] },
      "bad_proof",
    ],
    ["a proof where none is needed", { note: noteOf(known), path: [sha256("")] }, "bad_proof"],
    ["a smaller log", { note: noteOf(stateOf(honest, 7)), path: [] }, "smaller"],
    ["an empty log after a full one", { note: noteOf(stateOf(honest, 0)), path: [] }, "smaller"],
    [
      "an empty log with a root",
      { note: noteOf({ size: 0, root: sha256("root") }), path: [] },
      "bad_proof",
    ],
    [
      "a log it does not look after",
      { note: noteOf(stateOf(honest, 12), 1, "another.example"), path: [] },
      "unknown_origin",
    ],
    [
      "another key under the log's name",
      { note: noteOf(stateOf(honest, 12), 2), path: pathOf(honest, 8, 12) },
      "bad_signature",
    ],
    ["what is no note", { note: "hello\n", path: [] }, "unknown_origin"],
    [
      "a note that is no checkpoint",
      { note: noteOf(known).replace("\n8\n", "\n08\n"), path: [] },
      "unknown_origin",
    ],
  ])("%s", (_, offer, refusal) => expect(outcome(offer, known)).toBe(refusal))

  it("a proof for a log that it sees for the first time", () =>
    expect(outcome({ note: noteOf(stateOf(honest, 12)), path: pathOf(honest, 8, 12) })).toBe(
      "bad_proof",
    ))

  it("every single changed character of a note", () => {
    const note = noteOf(stateOf(honest, 12))
    for (let at = 0; at < note.length; at += 1) {
      const changed = note.slice(0, at) + (note[at] === "A" ? "B" : "A") + note.slice(at + 1)
      expect(ask({ note: changed, path: pathOf(honest, 8, 12) }, known).ok, changed).toBe(false)
    }
  })

  it("to ever cosign two histories, whatever it is offered and in whatever order", () => {
    const offers = fc.array(
      fc.record({
        isForked: fc.boolean(),
        size: fc.nat(40),
        from: fc.nat(40),
        proof: fc.constantFrom("honest", "forked", "none"),
      }),
      { maxLength: 25 },
    )
    fc.assert(
      fc.property(offers, (all) => {
        let newest: LogState | undefined
        const cosigned: { readonly size: number; readonly isForked: boolean }[] = []
        for (const { isForked, size, from, proof } of all) {
          const leaves = isForked ? forked : honest
          const start = Math.min(newest?.size ?? 0, size)
          const path =
            proof === "none" || start === size
              ? []
              : pathOf(
                  proof === "honest" ? honest : forked,
                  from > 20 ? start : Math.min(from, size),
                  size,
                )
          const answer = ask({ note: noteOf(stateOf(leaves, size)), path }, newest)
          if (!answer.ok) continue
          expect(answer.newest.size).toBeGreaterThanOrEqual(newest?.size ?? 0)
          newest = answer.newest
          // Up to its sixth leaf the fork is the honest log.
          if (size > 5) cosigned.push({ size, isForked })
        }
        expect(new Set(cosigned.map(({ isForked }) => isForked)).size).toBeLessThanOrEqual(1)
      }),
      { numRuns: 60 },
    )
  })

  it("to sign under a name that may not stand in a note", () =>
    expect(() =>
      cosign(
        { note: noteOf(known), path: [] },
        {
          logs: [{ origin, keys: [rawOf(keyOf(1))] }],
          known: () => undefined,
          cosigner: { ...cosigner, name: "two words" },
          now,
        },
      ),
    ).toThrow(RangeError))
})

interface WitnessVectors {
  readonly cosigned: readonly {
    readonly seed: string
    readonly name: string
    readonly public_key: string
    readonly time: number
    readonly log_public_key: string
    readonly note: string
    readonly signed_text: string
    readonly line: string
  }[]
  readonly foreign: {
    readonly origin: string
    readonly public_key: string
    readonly notes: readonly {
      readonly size: number
      readonly note: string
      readonly path: readonly string[]
    }[]
  }
}
const { cosigned, foreign }: WitnessVectors = JSON.parse(
  readFileSync(new URL("../../../../../vectors/ledger/witness.json", import.meta.url), "utf8"),
)
const raw = (text: string) => new Uint8Array(Buffer.from(text, "base64url"))

describe("witness.json", () => {
  beforeAll(() => {
    hashes.sha512 = sha512
  })

  it.each(cosigned)(
    "$name",
    ({ seed, name, public_key, time, log_public_key, note, signed_text, line }) => {
      const { privateKey } = signingKey(Buffer.from(seed, "hex"), 1)
      const logOrigin = note.slice(0, note.indexOf("\n"))
      const answer = cosign(
        { note, path: [] },
        {
          logs: [{ origin: logOrigin, keys: [raw(log_public_key)] }],
          known: () => undefined,
          cosigner: { name, publicKey: raw(public_key), privateKey },
          now: new Date(time * 1000),
        },
      )
      expect(answer).toMatchObject({ ok: true, line })
      expect(cosignaturesOf(note + line, [{ name, publicKey: raw(public_key) }])).toEqual([
        { name, at: time },
      ])
      const signature = new Uint8Array(
        Buffer.from(line.trim().split(" ")[2] ?? "", "base64").subarray(12),
      )
      expect(
        nobleVerify(signature, new TextEncoder().encode(signed_text), raw(public_key), {
          zip215: false,
        }),
      ).toBe(true)
    },
  )

  it("another project's log is witnessed from its first leaf on", () => {
    const logs = [{ origin: foreign.origin, keys: [raw(foreign.public_key)] }]
    const step = ({ note, path }: Offer, known: LogState | undefined) =>
      cosign({ note, path }, { logs, known: () => known, cosigner, now })
    const [first, ...later] = foreign.notes
    const begun = first === undefined ? undefined : step(first, undefined)
    if (begun?.ok !== true) throw new Error("The first is not cosigned.")
    for (const offer of later) {
      expect(step(offer, begun.newest)).toMatchObject({ ok: true, newest: { size: offer.size } })
      const paths = later.filter((other) => other !== offer).map(({ path }) => path)
      expect(paths.map((path) => step({ note: offer.note, path }, begun.newest))).toEqual(
        paths.map(() => ({ ok: false, refusal: "bad_proof" })),
      )
    }
  })
})
