import { readFileSync } from "node:fs"
import { bech32m } from "@scure/base"
import fc from "fast-check"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { playedSample } from "../../test/fixtures/sample-ledger.ts"
import { bodyText, parseBody, sealedBody } from "../ledger/entries/body.ts"
import { genesisHead } from "../ledger/entries/chain.ts"
import { openCheckpoint as openByLedger } from "../ledger/log/checkpoint.ts"
import { nodeHash as ledgerNodeHash } from "../ledger/log/merkle.ts"
import type { TransactionBody } from "../ledger/entries/transaction.ts"
import { addressOf as ledgerAddressOf, isAddress as isLedgerAddress } from "../wallets/address.ts"
import { publicKeyPem, rawPublicKey as ledgerRawKey } from "../wallets/public-key.ts"
import { addressOf, isAddress } from "./address.ts"
import { readBody } from "./body.ts"
import { emptyHistory } from "./history-state.ts"
import { nodeHash } from "./merkle-proof.ts"
import { rawPublicKey } from "./public-key.ts"
import { openCheckpoint } from "./signed-note.ts"

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const network = fc.constantFrom("test", "main", "staging")
/** A text with one place changed: a letter, a cut, something more, two neighbours exchanged. */
const damaged = (text: string) =>
  fc
    .tuple(
      fc.nat(text.length),
      fc.nat(2),
      fc.constantFrom("", "q", "p", "A", "1", "=", "\n", "{", '"', " ", "\ud800", "é"),
    )
    .map(([at, cut, more]) => text.slice(0, at) + more + text.slice(at + cut))
const posted = playedSample().transactions

describe("what a holder computes is what the ledger does", () => {
  it("with addresses and keys", () => {
    fc.assert(
      fc.property(bytes32, network, (raw, name) => {
        expect(addressOf(raw, name)).toBe(ledgerAddressOf(raw, name))
        expect(isAddress(addressOf(raw, name), name)).toBe(true)
        expect(isAddress(addressOf(raw, name), "other")).toBe(name !== "test")
        expect(emptyHistory(addressOf(raw, name)).head).toBe(genesisHead(addressOf(raw, name)))
        expect(Buffer.from(rawPublicKey(publicKeyPem(raw)) ?? []).equals(raw)).toBe(true)
      }),
    )
  })

  it("with texts that are nearly addresses or keys", () => {
    const near = bytes32.chain((raw) =>
      fc.tuple(damaged(ledgerAddressOf(raw, "main")), damaged(publicKeyPem(raw))),
    )
    fc.assert(
      fc.property(near, ([address, pem]) => {
        expect(isAddress(address, "main")).toBe(isLedgerAddress(address, "main"))
        expect(rawPublicKey(pem) === null).toBe(ledgerRawKey(pem) === undefined)
      }),
      { numRuns: 1000 },
    )
  })

  it("with an address whose last bits are not zero, though its checksum holds", () => {
    const words = bech32m.toWords(new Uint8Array(32).fill(7))
    expect(isAddress(bech32m.encode("sy", [0, ...words]), "main")).toBe(true)
    for (const text of [
      bech32m.encode("sy", [0, ...words.with(51, (words[51] ?? 0) | 1)]),
      bech32m.encode("sy", [1, ...words]),
    ])
      expect([isAddress(text, "main"), isLedgerAddress(text, "main")]).toEqual([false, false])
  })

  it("with inner nodes", () => {
    fc.assert(
      fc.property(bytes32, bytes32, (a, b) => {
        const [left, right] = [a, b].map((each) => Buffer.from(each).toString("hex"))
        expect(nodeHash(left ?? "", right ?? "")).toBe(ledgerNodeHash(left ?? "", right ?? ""))
      }),
    )
  })
})

describe("what a holder reads is what the ledger reads", () => {
  const byLedger = (text: string) => {
    const theirs = parseBody(text)
    if (Result.isFailure(theirs)) return theirs.failure
    const { transactionHash, leafHash } = sealedBody(text)
    const publicKey = new Uint8Array(ledgerRawKey(theirs.success.public_key) ?? [])
    const input = new TextEncoder().encode(`symbolon/ledger-tx/v1\0${text}`)
    return { body: theirs.success, input, transactionHash, leafHash, publicKey }
  }
  const agree = (text: string): void => {
    expect(readBody(text)).toEqual(byLedger(text))
  }

  it("of bodies that were posted", () => {
    for (const { text } of posted) agree(text)
  })

  it("of bodies with anything changed in their text", () => {
    fc.assert(
      fc.property(
        fc.nat(posted.length - 1).chain((at) => damaged(posted[at]?.text ?? "")),
        agree,
      ),
      { numRuns: 1500 },
    )
  })

  it("of bodies with a member that is something else, and of any JSON", () => {
    const [first] = posted
    if (first === undefined) throw new Error("The sample is empty.")
    const members = fc.constantFrom(...Object.keys(first.body), "more", "__proto__")
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>(
        -0,
        1.5,
        2 ** 53,
        "\ud800",
        null,
        "2026-02-30T00:00:00.000Z",
        "2026-02-03T24:00:00.000Z",
        "pending",
        "a".repeat(256),
      ),
    )
    fc.assert(
      fc.property(members, values, (member, value) => {
        const changed: TransactionBody = { ...first.body, [member]: value }
        agree(bodyText(changed))
        agree(
          JSON.stringify(
            Object.fromEntries(Object.entries(changed).toSorted(([a], [b]) => (a < b ? -1 : 1))),
          ),
        )
      }),
      { numRuns: 1500 },
    )
    fc.assert(fc.property(fc.json(), agree))
  })

  it("of checkpoints, but that it also refuses what no checkpoint may hold", () => {
    const { checkpoints } = JSON.parse(
      readFileSync(new URL("../../../../vectors/ledger/checkpoint.json", import.meta.url), "utf8"),
    ) as {
      checkpoints: readonly { note: string; origin: string; public_key: string }[]
    }
    for (const { note, origin, public_key } of checkpoints) {
      const publicKey = new Uint8Array(Buffer.from(public_key, "base64url"))
      const ours = (text: string) => openCheckpoint(text, { origin, keys: [publicKey] })
      expect(ours(note)).toEqual(openByLedger(note, [{ name: origin, publicKey }]))
      expect(ours(note)).not.toBeNull()
      fc.assert(
        fc.property(damaged(note), (text) => {
          const theirs = openByLedger(text, [{ name: origin, publicKey }])
          fc.pre(text !== note)
          expect([ours(text), theirs]).toEqual([null, undefined])
        }),
        { numRuns: 300 },
      )
    }
  })
})
