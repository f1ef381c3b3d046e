import { webcrypto } from "node:crypto"
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nativeHost } from "../foundation/kernel/native-host.ts"
import {
  at,
  bare,
  checkpoint,
  historyOf,
  judge,
  logOf,
  look,
  now,
  proved,
  sample,
  size,
  verify,
  wallet,
  address,
} from "../../test/fixtures/history-sample.ts"
import { consistencyPath, inclusionPath, naiveRoot } from "../../test/fixtures/merkle-oracle.ts"
import { openSample, playedSample, rawOf } from "../../test/fixtures/sample-ledger.ts"
import { sealBody } from "./body.ts"
import { sha256 } from "../foundation/kernel/digest.ts"
import { emptyHistory, type HistoryState } from "./history-state.ts"
import { openCheckpoint } from "./signed-note.ts"
import { needsFullLog, verifyHistory } from "./verify-history.ts"

describe("a sound history", () => {
  it("is unanchored by itself, verified under a checkpoint, and has the wallet's balance and head", async () => {
    const { sequence, head, balance } = now
    for (const expected of [undefined, { sequence, head, balance }]) {
      expect(await look(bare, { expected })).toMatchObject({
        verdict: "unanchored",
        entries: sequence,
        state: { sequence, head, balance, provedTo: 0 },
      })
      expect(await look(proved, { expected, checkpoint })).toMatchObject({
        verdict: "verified",
        state: { head, balance, checkpoint, provedTo: sequence },
      })
    }
    expect(await judge([])).toBe("unanchored")
    expect(await judge([], { checkpoint })).toBe("verified")
    expect(needsFullLog).toContain("newest_entry")
  })

  it("is sound whatever was posted, for every wallet that took part", async () => {
    const move = fc.record({ from: fc.nat(3), to: fc.nat(3), amount: fc.nat(30) })
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 20 }), async (moves) => {
        const played = openSample()
        for (const { from, to, amount } of moves) played.post(from, to, amount)
        for (const [index, address] of played.addresses.entries()) {
          const log = logOf(played)
          const report = await verifyHistory(historyOf(played, index, log.size), {
            address,
            network: "test",
            checkpoint: log,
            verify,
          })
          const { sequence, head, balance } = played.wallets.get(address) ?? emptyHistory(address)
          expect(report).toMatchObject({
            verdict: "verified",
            state: { sequence, head, balance },
            firstError: undefined,
          })
        }
      }),
      { numRuns: 25 },
    )
  })

  it("may be looked at page by page, each from what was remembered as JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { maxLength: 12 }), async (pages) => {
        let state: HistoryState = emptyHistory(address)
        for (const page of [...pages, proved.length]) {
          const report = await look(proved.slice(state.sequence, state.sequence + page), {
            state,
            checkpoint,
          })
          expect(report.verdict).toBe("verified")
          state = JSON.parse(JSON.stringify(report.state))
        }
        expect(state).toEqual((await look(proved, { checkpoint })).state)
      }),
      { numRuns: 20 },
    )
  })

  it("goes on while the log grows, and remembers how far it was proved", async () => {
    for (let earlier = 1; earlier <= size; earlier += 1) {
      const before = proved.filter(
        ({ inclusion }) => inclusion !== undefined && inclusion.logIndex < earlier,
      ).length
      const first = await look(historyOf(sample, wallet, earlier).slice(0, before), {
        checkpoint: logOf(sample, earlier),
      })
      expect(first.verdict).toBe("verified")
      const consistency = consistencyPath(
        sample.transactions.map(({ leafHash }) => leafHash),
        earlier,
      )
      const rest = proved.slice(before)
      expect(await look(rest, { state: first.state, checkpoint, consistency })).toMatchObject({
        verdict: "verified",
        state: { provedTo: now.sequence },
      })
      expect(
        await judge(rest, {
          state: first.state,
          checkpoint,
          consistency: [...consistency, sha256("")],
        }),
      ).toBe("bad_consistency -")
      expect(await judge(rest, { state: first.state, checkpoint })).toBe(
        earlier < size ? "bad_consistency -" : "verified",
      )
    }
  })

  it("stays unanchored after an entry without a proof, until it is looked at again", async () => {
    const gap = proved.with(3, at(bare, 3))
    const report = await look(gap, { checkpoint })
    expect(report).toMatchObject({
      verdict: "unanchored",
      state: { provedTo: 3, sequence: proved.length },
    })
    expect(await judge([], { state: report.state, checkpoint })).toBe("unanchored")
  })
})

describe("tampering is found where it begins", () => {
  const position = fc.nat(bare.length - 1)

  it("any character of a text or a signature", async () => {
    await fc.assert(
      fc.asyncProperty(
        position,
        fc.boolean(),
        fc.nat(),
        fc.integer({ min: 32, max: 126 }),
        async (index, isText, where, code) => {
          const entry = at(bare, index)
          const whole = isText ? entry.text : entry.signature
          const changed =
            whole.slice(0, where % whole.length) +
            String.fromCharCode(code) +
            whole.slice((where % whole.length) + 1)
          fc.pre(changed !== whole)
          const report = await look(
            bare.with(index, { ...entry, [isText ? "text" : "signature"]: changed }),
          )
          expect(report).toMatchObject({
            verdict: "broken",
            entries: index,
            firstError: { sequence: index + 1 },
          })
          expect(report.state).toEqual((await look(bare.slice(0, index))).state)
        },
      ),
      { numRuns: 400 },
    )
  })

  it("a deletion, a swap, an insertion", async () => {
    for (let index = 0; index < bare.length - 1; index += 1)
      expect(await judge(bare.toSpliced(index, 1))).toBe(`sequence_gap ${index + 1}`)
    for (let index = 0; index < bare.length; index += 1) {
      expect(await judge(bare.toSpliced(index + 1, 0, at(bare, index)))).toBe(
        `sequence_gap ${index + 2}`,
      )
      for (let other = 0; other < index; other += 1)
        expect(await judge(bare.with(index, at(bare, other)).with(other, at(bare, index)))).toBe(
          `sequence_gap ${other + 1}`,
        )
    }
    const others = historyOf(sample, 1).filter(({ text }) => !text.includes(address))
    for (const other of others) expect(await judge(bare.toSpliced(2, 0, other))).toBe("not_own 3")
  })

  it("an end that was cut, by what the service says or what was remembered", async () => {
    const { sequence, head, balance } = now
    for (let stored = 0; stored < bare.length; stored += 1) {
      expect(await judge(bare.slice(0, stored), { expected: { sequence, head, balance } })).toBe(
        "truncated -",
      )
      expect(
        await judge(proved.slice(0, stored), { checkpoint, expected: { sequence, head, balance } }),
      ).toBe("truncated -")
    }
    expect(await judge(bare, { expected: { sequence, head, balance: balance + 1 } })).toBe(
      "bad_head -",
    )
    expect(await judge(bare, { expected: { sequence, head: sha256(""), balance } })).toBe(
      "bad_head -",
    )
    expect(await judge(bare, { expected: { sequence: sequence - 1, head, balance } })).toBe(
      "bad_head -",
    )
  })

  it("a log that was cut or rewritten since the checkpoint that was remembered", async () => {
    const { state } = await look(proved, { checkpoint })
    for (let shorter = 1; shorter < size; shorter += 1) {
      const cut = historyOf(sample, wallet, shorter)
      expect(await judge([], { state, checkpoint: logOf(sample, shorter) })).toBe("truncated -")
      expect(
        await judge(cut.slice(now.sequence), { state, checkpoint: logOf(sample, shorter) }),
      ).toBe("truncated -")
    }
    const other = playedSample(15)
    other.post(1, 2, 7)
    expect(await judge([], { state, checkpoint: logOf(other) })).toBe("bad_consistency -")
    other.post(1, 2, 7)
    const consistency = consistencyPath(
      other.transactions.map(({ leafHash }) => leafHash),
      size,
    )
    expect(await judge([], { state, checkpoint: logOf(other), consistency })).toBe(
      "bad_consistency -",
    )
  })

  it("a proof that is of another place, another log, or no proof", async () => {
    await fc.assert(
      fc.asyncProperty(position, fc.nat(size), fc.nat(), async (index, logIndex, where) => {
        const entry = at(proved, index)
        const path = entry.inclusion?.path ?? []
        fc.pre(logIndex !== entry.inclusion?.logIndex)
        expect(
          await judge(proved.with(index, { ...entry, inclusion: { logIndex, path } }), {
            checkpoint,
          }),
        ).toBe(`bad_inclusion ${index + 1}`)
        const wrong = path.with(where % path.length, sha256("wrong"))
        const inclusion = { logIndex: entry.inclusion?.logIndex ?? 0, path: wrong }
        expect(await judge(proved.with(index, { ...entry, inclusion }), { checkpoint })).toBe(
          `bad_inclusion ${index + 1}`,
        )
      }),
      { numRuns: 60 },
    )
    expect(await judge(proved, { checkpoint: { size, root: sha256("") } })).toBe("bad_inclusion 1")
    expect(await judge(proved)).toBe("bad_inclusion 1")
  })
})

it("entries that stand in the log in another order than on the chain are found", async () => {
  const leaves = bare.map(({ text }) => sealBody(text, nativeHost).leafHash).toReversed()
  const entries = bare.map((entry, index) => {
    const logIndex = bare.length - 1 - index
    return { ...entry, inclusion: { logIndex, path: inclusionPath(leaves, logIndex) } }
  })
  expect(
    await judge(entries, { checkpoint: { size: leaves.length, root: naiveRoot(leaves) } }),
  ).toBe("bad_log_order 2")
})

describe("with whatever it is given", () => {
  it("answers, and does not throw", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.constantFrom(...bare.map((entry) => entry.text)),
    )
    const inclusion = fc.record({
      logIndex: fc.oneof(fc.double(), fc.nat(30)),
      path: fc.array(fc.oneof(fc.string(), fc.constant(sha256("")))),
    })
    const entry = fc.record(
      {
        text,
        signature: fc.string({ unit: "binary" }),
        encryptedData: fc.string({ unit: "binary" }),
        data: fc.string(),
        inclusion,
      },
      { requiredKeys: ["text", "signature"] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
        expect((await look(entries, { checkpoint })).verdict).toBe("broken")
      }),
      { numRuns: 300 },
    )
  })

  it("believes no verifier that fails, and asks none about a key or signature that may not be", async () => {
    const failing = async () => Promise.reject(new Error("offline"))
    expect(await judge(bare, { verify: failing })).toBe("bad_signature 1")
    expect(await judge(bare, { verify: () => false })).toBe("bad_signature 1")
    // S is 2^256-1, far above the order of the group.
    const signature = Buffer.concat([Buffer.alloc(32, 7), Buffer.alloc(32, 255)]).toString(
      "base64url",
    )
    expect(await judge([{ ...at(bare, 0), signature }], { verify: () => true })).toBe(
      "bad_signature 1",
    )
    expect(rawOf(at(sample.keys, 0))).toHaveLength(32)
  })
})

interface HistoryVector {
  readonly network: string
  readonly address: string
  readonly origin: string
  readonly log_public_key: string
  readonly checkpoint: string
  readonly entries: readonly {
    readonly body: string
    readonly signature: string
    readonly log_index: number
    readonly path: readonly string[]
  }[]
  readonly found: { readonly sequence: number; readonly head: string; readonly balance: number }
}
const vector: HistoryVector = JSON.parse(
  readFileSync(new URL("../../../../vectors/ledger/history.json", import.meta.url), "utf8"),
)

describe("history.json", () => {
  const webCrypto = async (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => {
    const key = await webcrypto.subtle.importKey(
      "raw",
      new Uint8Array(publicKey),
      "Ed25519",
      false,
      ["verify"],
    )
    return webcrypto.subtle.verify(
      "Ed25519",
      key,
      new Uint8Array(signature),
      new Uint8Array(message),
    )
  }

  it.each([
    ["our own arithmetic", undefined],
    ["WebCrypto", webCrypto],
    ["node:crypto", verify],
  ])("is verified by %s", async (_, host) => {
    const log = {
      origin: vector.origin,
      keys: [new Uint8Array(Buffer.from(vector.log_public_key, "base64url"))],
    }
    const opened = openCheckpoint(vector.checkpoint, log)
    if (opened === null) throw new Error("The checkpoint is signed.")
    const entries = vector.entries.map(({ body, signature, log_index, path }) => ({
      text: body,
      signature,
      inclusion: { logIndex: log_index, path },
    }))
    const { address, network, found } = vector
    const report = await verifyHistory(entries, {
      address,
      network,
      checkpoint: opened,
      expected: found,
      verify: host,
    })
    expect(report).toMatchObject({ verdict: "verified", entries: found.sequence, state: found })
  })
})
