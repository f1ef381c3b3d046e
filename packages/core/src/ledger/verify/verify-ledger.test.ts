import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { headOf, judge, leaves, lines, note } from "../../../test/fixtures/sample-export.ts"
import {
  leafOf,
  ledgerKeys,
  linesOf,
  noteOf,
  openSample,
  playedSample,
  rawOf,
} from "../../../test/fixtures/sample-ledger.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { signingKey } from "../../wallets/sealed-key.ts"
import { emptyLedger, rootOf } from "../log/merkle.ts"
import { verifyLedger } from "./verify-ledger.ts"

describe("a sound export", () => {
  it("is verified with its checkpoint and unanchored without", async () => {
    expect(await judge(lines)).toBe("verified")
    expect(await judge(lines.slice(0, -1))).toBe("unanchored")
    expect(await judge(lines.slice(0, 1))).toBe("unanchored")
    expect(await judge(await linesOf([], noteOf(emptyLedger)))).toBe("verified")
  })

  it("is verified whatever was posted, and the report has its balances", async () => {
    const move = fc.record({
      from: fc.nat(3),
      to: fc.nat(3),
      amount: fc.nat(30),
      referenceId: fc.string({ unit: "grapheme", maxLength: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
        const { post, transactions, wallets, head } = openSample()
        for (const { from, to, amount, referenceId } of moves)
          post(from, to, amount, { referenceId })
        const report = await verifyLedger(await linesOf(transactions.map(leafOf), noteOf(head())))
        expect(report).toMatchObject({
          verdict: "verified",
          leaves: transactions.length,
          root: rootOf(head()),
          firstError: undefined,
        })
        for (const [address, wallet] of report.wallets) {
          const { balance, sequence, head } = wallets.get(address) ?? {}
          expect(wallet).toMatchObject({ balance, sequence, head })
        }
        expect([...report.wallets.values()].reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
      }),
      { numRuns: 25 },
    )
  })

  it("may undo, adjust, and carry its content", async () => {
    const { post, transactions, leaves, head } = openSample()
    post(0, 1, 100)
    post(1, 2, 40, {
      transactionType: "reward",
      encryptedData: "secret",
      dataHash: sha256("secret"),
    })
    post(2, 1, 40, {
      transactionType: "reversal",
      originalTransactionId: "t00000000000000000000001",
    })
    post(1, 0, 10)
    post(0, 1, 10, {
      transactionType: "reversal",
      originalTransactionId: "t00000000000000000000003",
    })
    post(1, 2, 5, { transactionType: "adjustment" })
    expect(transactions).toHaveLength(6)
    expect(leaves.map(({ kind }) => kind)).toEqual(
      "transaction transaction transaction status transaction transaction status transaction".split(
        " ",
      ),
    )
    const withContent = leaves.map((leaf) =>
      leaf.kind === "status"
        ? leaf
        : {
            ...leaf,
            encryptedData: transactions.find(({ text }) => text === leaf.text)?.encryptedData,
          },
    )
    expect(await judge(await linesOf(withContent, noteOf(head())))).toBe("verified")
    const changed = withContent.map((leaf, index) =>
      index === 1 ? { ...leaf, encryptedData: "other" } : leaf,
    )
    expect(await judge(await linesOf(changed, noteOf(head())))).toBe("bad_data_hash 1")
    const added = withContent.map((leaf, index) =>
      index === 0 ? { ...leaf, encryptedData: "other" } : leaf,
    )
    expect(await judge(await linesOf(added, noteOf(head())))).toBe("bad_data_hash 0")
  })

  it("longer than a batch is read as a stream, and progress is told", async () => {
    const { transactions, head } = playedSample(600)
    const all = await linesOf(transactions.map(leafOf), noteOf(head()))
    const reported: number[] = []
    const report = await verifyLedger(
      (async function* () {
        yield* all
      })(),
      { progress: (count) => reported.push(count) },
    )
    expect(report).toMatchObject({ verdict: "verified", leaves: 602 })
    expect(reported).toEqual([256, 512, 602])
    expect(await judge(all.filter((_, index) => index !== 301))).toBe("sequence_gap 300")
  })
})

describe("checkpoints", () => {
  const foreign = signingKey(new Uint8Array(32).fill(99), 1)

  it("kept elsewhere anchor an export that has none, also in its middle", async () => {
    const early = noteOf(headOf(leaves.slice(0, 3)))
    expect(await judge(lines.slice(0, -1), { checkpoints: [early] })).toBe("unanchored")
    expect(await judge(lines.slice(0, -1), { checkpoints: [early, note] })).toBe("verified")
    expect(await judge(lines, { checkpoints: [early, noteOf(emptyLedger), note] })).toBe("verified")
  })

  it("kept elsewhere show a history that was written anew", async () => {
    const { post, transactions, head } = openSample()
    post(0, 1, 999)
    for (let n = 0; n < 10; n += 1) post(1, 2, 1)
    const rewritten = await linesOf(transactions.map(leafOf), noteOf(head()))
    expect(await judge(rewritten)).toBe("verified")
    for (const size of [1, 3, leaves.length])
      expect(await judge(rewritten, { checkpoints: [noteOf(headOf(leaves.slice(0, size)))] })).toBe(
        "bad_root -",
      )
  })

  it("are held against the keys that are given, not those of the export", async () => {
    const own = Buffer.from(ledgerKeys.keys[0]?.public_key ?? "", "base64url")
    expect(await judge(lines, { checkpointKeys: [own] })).toBe("verified")
    expect(await judge(lines, { checkpointKeys: [rawOf(foreign), own] })).toBe("verified")
    expect(await judge(lines, { checkpointKeys: [rawOf(foreign)] })).toBe("checkpoint_signature -")
    expect(await judge(lines, { checkpointKeys: [] })).toBe("checkpoint_signature -")
    expect(
      await judge(lines.slice(0, -1), { checkpoints: [note], checkpointKeys: [rawOf(foreign)] }),
    ).toBe("checkpoint_signature -")
    expect(await judge(lines.slice(0, -1), { checkpoints: ["no note"] })).toBe(
      "checkpoint_signature -",
    )
  })

  it("kept under an earlier name of the log count, when its own key signed them under that name", async () => {
    const renamed = await linesOf(playedSample().transactions.map(leafOf), undefined, {
      ...ledgerKeys,
      origin: "moved.example/ledger",
    })
    expect(await judge(renamed, { checkpoints: [note] })).toBe("verified")
    const own = Buffer.from(ledgerKeys.keys[0]?.public_key ?? "", "base64url")
    expect(await judge(renamed, { checkpoints: [note], checkpointKeys: [own] })).toBe("verified")
    expect(await judge(renamed, { checkpoints: [noteOf(headOf(leaves.slice(1, 3)))] })).toBe(
      "bad_root -",
    )
    // The name is signed along, and binds the key.
    expect(
      await judge(renamed, { checkpoints: [note.replace(/^.*\n/, "moved.example/ledger\n")] }),
    ).toBe("checkpoint_signature -")
    expect(await judge(renamed, { checkpoints: [note], checkpointKeys: [rawOf(foreign)] })).toBe(
      "checkpoint_signature -",
    )
  })

  it("hold for their own log only", async () => {
    const header = (change: object) => JSON.stringify({ ledger: { ...ledgerKeys, ...change } })
    expect(await judge(lines.with(0, header({ origin: "another" })))).toBe("checkpoint_signature -")
    expect(await judge(lines.with(0, header({ keys: [] })))).toBe("checkpoint_signature -")
    expect(
      await judge(
        lines.with(0, header({ keys: [{ ...ledgerKeys.keys[0], purpose: "ledger_status" }] })),
      ),
    ).toBe("checkpoint_signature -")
    expect(await judge(lines.with(0, header({ network: "main" })))).toBe("schema 0")
  })
})

describe("what is no export", () => {
  it.each([
    ["nothing", [], "schema -"],
    ["no header", lines.slice(1), "schema -"],
    ["a header that is no JSON", ["{", ...lines.slice(1)], "bad_json -"],
    ["two headers", lines.toSpliced(2, 0, lines[0] ?? ""), "schema 1"],
    ["an empty line", lines.toSpliced(3, 0, ""), "bad_json 2"],
    ["a leaf after the checkpoint", [...lines, lines[1] ?? ""], `schema ${leaves.length}`],
    ["two checkpoints", [...lines, lines.at(-1) ?? ""], `schema ${leaves.length}`],
    ["rubbish after the checkpoint", [...lines, "x"], `bad_json ${leaves.length}`],
  ])("%s", async (_, some, answer) => expect(await judge(some)).toBe(answer))

  it("lets go of its source at the first error", async () => {
    let closed = false
    const source = (async function* () {
      try {
        yield* lines.slice(0, 2)
        yield "x"
        yield* lines.slice(2)
      } finally {
        closed = true
      }
    })()
    expect((await verifyLedger(source)).firstError).toEqual({ code: "bad_json", logIndex: 1 })
    expect(closed).toBe(true)
  })
})
