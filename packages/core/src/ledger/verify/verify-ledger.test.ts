import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import {
  leafOf,
  ledgerKeys,
  linesOf,
  noteOf,
  openSample,
  playedSample,
  rawOf,
  resigned,
} from "../../../test/fixtures/sample-ledger.ts"
import { addressOf } from "../../wallets/address.ts"
import { publicKeyPem } from "../../ledger-proof/public-key.ts"
import { signingKey } from "../../wallets/sealed-key.ts"
import { bodyText, sealBody, type TransactionBody } from "../../ledger-proof/body.ts"
import type { ExportedLeaf } from "./export.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { appended, emptyLedger, rootOf } from "../log/merkle.ts"
import { verifyLedger } from "./verify-ledger.ts"

const sample = playedSample()
const leaves = sample.transactions.map(leafOf)
const note = noteOf(sample.head())
const lines = await linesOf(leaves, note)
const headOf = (some: readonly ExportedLeaf[]) =>
  some.reduce((head, { leafHash }) => appended(head, leafHash), emptyLedger)

/** Verdict, code and index in one, for short expectations. */
const judge = async (some: readonly string[], options = {}) => {
  const { verdict, firstError } = await verifyLedger(some, options)
  return firstError === undefined ? verdict : `${firstError.code} ${firstError.logIndex ?? "-"}`
}
/**
 * What the verifier says of leaves that somebody made into a whole export, with a good checkpoint
 * over them.
 */
const judgeLeaves = async (some: readonly ExportedLeaf[]) =>
  judge(await linesOf(some, noteOf(headOf(some))))
const leafAt = (index: number): ExportedLeaf => {
  const leaf = leaves[index]
  if (leaf === undefined) throw new Error("There is no such leaf.")
  return leaf
}
const keyAt = (index: number) => sample.keys[index] ?? signingKey(new Uint8Array(32), 1)

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

describe("tampering is found where it begins", () => {
  const positions = fc.nat(leaves.length - 1)

  it("each single character of a leaf", async () => {
    const [first = ""] = lines.slice(1)
    for (let at = 0; at < first.length; at += 1) {
      const changed = first.slice(0, at) + (first[at] === "1" ? "2" : "1") + first.slice(at + 1)
      const { firstError } = await verifyLedger([lines[0] ?? "", changed, ...lines.slice(2)])
      expect(firstError?.logIndex, changed).toBe(0)
    }
  })

  it("any character of any line", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: lines.length - 1 }),
        fc.nat(),
        fc.integer({ min: 32, max: 126 }),
        async (row, column, code) => {
          const line = lines[row] ?? ""
          const at = column % line.length
          const changed = line.slice(0, at) + String.fromCharCode(code) + line.slice(at + 1)
          fc.pre(changed !== line)
          const report = await verifyLedger(lines.with(row, changed))
          expect(report.verdict).toBe("broken")
          expect(row > leaves.length || report.firstError?.logIndex === row - 1).toBe(true)
          expect(report.leaves).toBe(Math.min(row - 1, leaves.length))
          expect(report.root).toBe(rootOf(headOf(leaves.slice(0, report.leaves))))
        },
      ),
      { numRuns: 300 },
    )
  })

  it("a deletion", async () => {
    for (const [index] of leaves.entries()) {
      const last = index === leaves.length - 1
      expect(await judge(lines.toSpliced(index + 1, 1))).toBe(
        `${last ? "truncated" : "sequence_gap"} ${index}`,
      )
    }
  })

  it("a deletion with the rest numbered anew", async () => {
    await fc.assert(
      fc.asyncProperty(positions, async (index) => {
        const rest = leaves.toSpliced(index, 1).map((leaf, logIndex) => ({ ...leaf, logIndex }))
        const { verdict, firstError } = await verifyLedger(await linesOf(rest, note))
        expect(verdict).toBe("broken")
        expect(firstError?.logIndex).toBeGreaterThanOrEqual(index)
      }),
    )
  })

  it("a swap, numbered anew or not", async () => {
    await fc.assert(
      fc.asyncProperty(positions, positions, fc.boolean(), async (a, b, renumber) => {
        fc.pre(a < b)
        const swapped = leaves.with(a, leafAt(b)).with(b, leafAt(a))
        const report = await verifyLedger(
          await linesOf(
            renumber ? swapped.map((leaf, logIndex) => ({ ...leaf, logIndex })) : swapped,
            note,
          ),
        )
        expect(report.verdict).toBe("broken")
        const { code, logIndex } = report.firstError ?? {}
        // Numbered anew, entries without a wallet in common may change places unseen by the chains;
        // then the root tells.
        const found = renumber
          ? code === "bad_root" || (logIndex ?? -1) >= a
          : code === "sequence_gap" && logIndex === a
        expect(found, `${code} ${logIndex}`).toBe(true)
      }),
    )
  })

  it("an insertion", async () => {
    for (const [index, leaf] of leaves.entries()) {
      expect(await judge(lines.toSpliced(index + 2, 0, lines[index + 1] ?? ""))).toBe(
        `sequence_gap ${index + 1}`,
      )
      const again = leaves
        .toSpliced(index + 1, 0, leaf)
        .map((each, logIndex) => ({ ...each, logIndex }))
      expect(await judge(await linesOf(again, note))).toBe(`sequence_gap ${index + 1}`)
    }
  })

  it("a truncation, with a checkpoint in the export or kept elsewhere", async () => {
    for (let stored = 0; stored < leaves.length; stored += 1) {
      const cut = [...lines.slice(0, stored + 1), ...lines.slice(-1)]
      expect(await judge(cut)).toBe(`truncated ${stored}`)
      expect(await judge(cut.slice(0, -1), { checkpoints: [note] })).toBe(`truncated ${stored}`)
      expect(await judge(cut.slice(0, -1))).toBe("unanchored")
    }
  })

  it("a checkpoint over fewer leaves than there are", async () => {
    const { post, transactions } = playedSample()
    post(1, 2, 1)
    expect(await judge(await linesOf(transactions.map(leafOf), note))).toBe(
      `bad_root ${leaves.length}`,
    )
  })
})

describe("what a key's owner could forge", () => {
  const last = leaves.length - 1
  const [senderOfLast, receiverOfLast] = [1 + (5 % 3), 1 + (6 % 3)]
  const forge = (change: Partial<TransactionBody>) =>
    judgeLeaves([...leaves.slice(0, last), resigned(leafAt(last), change, keyAt(senderOfLast))])

  it("is their own entry, while nothing leans on it", async () => {
    expect(await forge({})).toBe("verified")
    expect(await forge({ amount: 1 })).toBe("verified")
    expect(
      await judge(
        await linesOf(
          [...leaves.slice(0, last), resigned(leafAt(last), { amount: 1 }, keyAt(senderOfLast))],
          note,
        ),
      ),
    ).toBe("bad_root -")
  })

  it.each([
    [{ amount: 10_000 }, "overdraft"],
    [{ amount: Number.MAX_SAFE_INTEGER }, "overdraft"],
    [{ transaction_type: "mint", amount: 10_000 }, "bad_issuer"],
    [{ transaction_type: "mint", amount: 0 }, "bad_issuer"],
    [{ transaction_type: "reversal", amount: 10_000 }, "bad_original"],
    [{ original_transaction_id: "t00000000000000000000000" }, "bad_original"],
    [{ from_sequence: 9 }, "sequence_gap"],
    [{ to_sequence: 9 }, "sequence_gap"],
    [{ previous_hash: sha256("") }, "bad_previous_hash"],
    [{ to_previous_hash: sha256("") }, "bad_previous_hash"],
    [
      {
        from_address: sample.addresses[receiverOfLast] ?? "",
        to_address: sample.addresses[senderOfLast] ?? "",
      },
      "bad_address",
    ],
    [{ public_key: keyAt(receiverOfLast).publicKeyPem }, "bad_signature"],
    [{ public_key: "" }, "bad_public_key"],
    [{ network: "main" }, "bad_address"],
    [{ network: "staging" }, "bad_address"],
    [{ effect: "post" }, "bad_original"],
    [{ effect: "void" }, "bad_original"],
    [{ amount: -1 }, "schema"],
  ] satisfies [Partial<TransactionBody>, string][])("but not %o", async (change, code) =>
    expect(await forge(change)).toBe(`${code} ${last}`),
  )

  it("but not with another's signature, or a leaf hash of another text", async () => {
    const other = resigned(leafAt(last), {}, keyAt(receiverOfLast))
    expect(await judgeLeaves([...leaves.slice(0, last), other])).toBe(`bad_signature ${last}`)
    expect(
      await judgeLeaves([...leaves.slice(0, last), { ...leafAt(last), leafHash: sha256("") }]),
    ).toBe(`bad_leaf_hash ${last}`)
    expect(
      await judgeLeaves([
        ...leaves.slice(0, last),
        { ...leafAt(last), signature: `${leafAt(last).signature}=` },
      ]),
    ).toBe(`bad_signature ${last}`)
  })

  it("but not a transaction as a status leaf", async () => {
    expect(await judgeLeaves([{ ...leafAt(0), kind: "status" }])).toBe("schema 0")
  })

  it("but not a balance past what numbers hold", async () => {
    const { post, transactions, keys } = openSample()
    post(0, 1, Number.MAX_SAFE_INTEGER)
    post(0, 2, 0)
    const [first, second] = transactions.map(leafOf)
    const [issuer] = keys
    if (first === undefined || second === undefined || issuer === undefined)
      throw new Error("There are two entries.")
    expect(await judgeLeaves([first, resigned(second, { amount: 1 }, issuer)])).toBe(
      "not_conserved 1",
    )
  })

  it("but not with a key that signs everything", async () => {
    // The eight points of small order, and the second spellings of two of them
    // (https://eprint.iacr.org/2020/1244, table 1).
    const identity = `01${"00".repeat(31)}`
    const keys = [
      identity,
      `ec${"ff".repeat(30)}7f`,
      "00".repeat(32),
      `${"00".repeat(31)}80`,
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
      `01${"00".repeat(30)}80`,
      `ee${"ff".repeat(30)}7f`,
    ]
    for (const hex of keys) {
      const raw = Buffer.from(hex, "hex")
      const from = addressOf(raw, "test")
      const body: TransactionBody = {
        ...JSON.parse(leafAt(0).text),
        from_address: from,
        public_key: publicKeyPem(raw),
      }
      const text = bodyText(body)
      // R the identity, S zero: Node 20 takes it for a signature of anything by a key of small
      // order.
      const signature = Buffer.concat([Buffer.from(identity, "hex"), Buffer.alloc(32)]).toString(
        "base64url",
      )
      const forged = {
        ...leafAt(0),
        text,
        signature,
        leafHash: sealBody(text, nativeHost).leafHash,
      }
      expect(await judgeLeaves([forged]), hex).toBe("bad_public_key 0")
    }
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
