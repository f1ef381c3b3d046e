import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  keyOfStatus,
  ledgerKeys,
  linesOf,
  noteOf,
  openSample,
  resignedStatus,
  type SampleLedger,
} from "../../../test/fixtures/sample-ledger.ts"
import { publicKeyPem } from "../../ledger-proof/public-key.ts"
import { signingKey } from "../../wallets/sealed-key.ts"
import { availableOf } from "../../ledger-proof/chain.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import type { ExportedLeaf } from "../verify/export.ts"
import { rotationData } from "../../ledger-proof/key-rotation.ts"
import { verifyLedger } from "../verify/verify-ledger.ts"

const soon = new Date("2026-11-22T00:00:00.000Z")
const idAt = (n: number) => `t${String(n).padStart(23, "0")}`
const tagOf = (result: ReturnType<SampleLedger["post"]>) =>
  Result.isFailure(result)
    ? "reason" in result.failure
      ? result.failure.reason
      : result.failure._tag
    : "posted"

const judge = async (leaves: readonly ExportedLeaf[], note?: string) => {
  const { verdict, firstError } = await verifyLedger(await linesOf(leaves, note))
  return firstError === undefined ? verdict : `${firstError.code} ${firstError.logIndex ?? "-"}`
}

/** 1000 in the treasury, 100 of them with member 2. */
const begun = () => {
  const sample = openSample()
  sample.post(0, 1, 1000)
  sample.post(1, 2, 100)
  return sample
}
const at = (sample: SampleLedger, index: number) => {
  const wallet = sample.wallets.get(sample.addresses[index] ?? "")
  if (wallet === undefined) throw new Error("There is such a wallet.")
  return wallet
}
const holding = (amount = 60) => {
  const sample = begun()
  expect(tagOf(sample.post(2, 3, amount, { effect: "pending", expiresAt: soon }))).toBe("posted")
  return sample
}
const settling = (effect: "post" | "void", original = 2) => ({
  effect,
  originalTransactionId: idAt(original),
})

describe("a hold", () => {
  it("keeps points from being spent, and moves none", () => {
    const sample = holding()
    expect(at(sample, 2)).toMatchObject({ balance: 100, held: 60 })
    expect(at(sample, 3)).toMatchObject({ balance: 0, held: 0, sequence: 1 })
    expect(sample.transactions.at(-1)).toMatchObject({
      status: "pending",
      confirmedAt: undefined,
      movedAmount: 0,
      expiresAt: soon,
    })
    expect(tagOf(sample.post(2, 3, 41))).toBe("InsufficientBalance")
    expect(tagOf(sample.post(2, 3, 41, { effect: "pending", expiresAt: soon }))).toBe(
      "InsufficientBalance",
    )
    expect(tagOf(sample.post(2, 3, 40))).toBe("posted")
  })

  it.each([
    [60, { balance: 40, held: 0 }, 60],
    [25, { balance: 75, held: 0 }, 25],
    [0, { balance: 100, held: 0 }, 0],
  ])(
    "moves %i of what it holds when it is posted, and frees the rest",
    async (amount, sender, received) => {
      const sample = holding()
      expect(tagOf(sample.post(2, 3, amount, settling("post")))).toBe("posted")
      expect(at(sample, 2)).toMatchObject(sender)
      expect(at(sample, 3).balance).toBe(received)
      expect(sample.original(2)).toMatchObject({ status: "confirmed", movedAmount: amount })
      expect(await judge(sample.leaves, noteOf(sample.head()))).toBe("verified")
    },
  )

  it.each([
    ["cancelled", "cancelled"],
    ["failed", "hold_expired"],
  ] as const)("frees what it holds when it is voided, as %s", async (endsAs, failureReason) => {
    const sample = holding()
    const reason = endsAs === "failed" ? { reason: failureReason, salt: "AAAA" } : undefined
    expect(tagOf(sample.post(2, 3, 0, { ...settling("void"), endsAs, reason }))).toBe("posted")
    expect(at(sample, 2)).toMatchObject({ balance: 100, held: 0 })
    expect(sample.original(2)).toMatchObject({ status: endsAs, failureReason, movedAmount: 0 })
    expect(await judge(sample.leaves, noteOf(sample.head()))).toBe("verified")
  })

  it("is settled once, by its own parties, for no more than it holds", () => {
    const sample = holding()
    expect(tagOf(sample.post(2, 3, 61, settling("post")))).toBe("exceeds_original")
    expect(tagOf(sample.post(2, 1, 10, settling("post")))).toBe("not_reversible")
    expect(tagOf(sample.post(2, 3, 1, settling("void")))).toBe("exceeds_original")
    expect(tagOf(sample.post(1, 2, 1, settling("post", 1)))).toBe("not_reversible")
    expect(tagOf(sample.post(2, 3, 1, settling("post", 99)))).toBe("NotFound")
    expect(tagOf(sample.post(2, 3, 60, settling("post")))).toBe("posted")
    for (const effect of ["post", "void"] as const)
      expect(tagOf(sample.post(2, 3, 0, settling(effect)))).toBe("already_settled")
  })

  it("cannot be posted from its end on, only voided", () => {
    const sample = begun()
    sample.post(2, 3, 60, { effect: "pending", expiresAt: sample.now })
    expect(tagOf(sample.post(2, 3, 60, settling("post")))).toBe("hold_expired")
    expect(tagOf(sample.post(2, 3, 0, { ...settling("void"), endsAs: "failed" }))).toBe("posted")
  })
})

describe("undoing", () => {
  const undo = (type: "reversal" | "refund", original = 1) => ({
    transactionType: type,
    originalTransactionId: idAt(original),
  })

  it("a reversal brings the points back once, and a status leaf follows it", async () => {
    const sample = begun()
    expect(
      tagOf(
        sample.post(2, 1, 100, {
          ...undo("reversal"),
          reason: { reason: "by mistake", salt: "AAAA" },
        }),
      ),
    ).toBe("posted")
    expect([at(sample, 1).balance, at(sample, 2).balance]).toEqual([1000, 0])
    expect(sample.original(1)).toMatchObject({ status: "reversed", reversalReason: "by mistake" })
    const last = sample.leaves.at(-1)
    expect(last?.kind).toBe("status")
    expect(JSON.parse(last?.text ?? "")).toMatchObject({
      from_status: "confirmed",
      to_status: "reversed",
      transaction_id: idAt(1),
    })
    expect(last?.text).not.toContain("mistake")
    for (const type of ["reversal", "refund"] as const)
      expect(tagOf(sample.post(2, 1, 0, undo(type)))).toBe("already_settled")
    expect(await judge(sample.leaves, noteOf(sample.head()))).toBe("verified")
  })

  it("refunds add up to what was moved at most, and a reversal takes what is left", async () => {
    const sample = begun()
    expect(tagOf(sample.post(2, 1, 30, undo("refund")))).toBe("posted")
    expect(tagOf(sample.post(2, 1, 71, undo("refund")))).toBe("exceeds_original")
    expect(tagOf(sample.post(2, 1, 20, undo("refund")))).toBe("posted")
    expect(sample.original(1)).toMatchObject({ status: "confirmed", refundedAmount: 50 })
    expect(tagOf(sample.post(2, 1, 51, undo("reversal")))).toBe("exceeds_original")
    expect(tagOf(sample.post(2, 1, 50, undo("reversal")))).toBe("posted")
    expect(await judge(sample.leaves, noteOf(sample.head()))).toBe("verified")
  })

  it("is not itself undone, nor is what still waits", () => {
    const sample = holding()
    sample.post(2, 1, 10, undo("refund"))
    expect(tagOf(sample.post(1, 2, 10, undo("reversal", 3)))).toBe("not_reversible")
    expect(tagOf(sample.post(3, 2, 0, undo("reversal", 2)))).toBe("not_reversible")
    sample.post(2, 3, 25, settling("post"))
    expect(tagOf(sample.post(3, 2, 26, undo("refund", 2)))).toBe("exceeds_original")
    expect(tagOf(sample.post(3, 2, 25, undo("reversal", 2)))).toBe("posted")
  })

  it("of a burn goes below zero at the issuer, as it was issued", async () => {
    const sample = openSample()
    sample.post(0, 1, 100)
    sample.post(1, 0, 100)
    expect(tagOf(sample.post(0, 1, 100, undo("reversal")))).toBe("posted")
    expect(at(sample, 0).balance).toBe(-100)
    expect(await judge(sample.leaves, noteOf(sample.head()))).toBe("verified")
  })
})

describe("a rotated key", () => {
  const fresh = signingKey(new Uint8Array(32).fill(99), 2)
  const rotate = (sample: SampleLedger, pem = fresh.publicKeyPem) => {
    const data = rotationData(pem)
    const newKey = {
      publicKey: Buffer.from(pem.split("\n")[1] ?? "", "base64")
        .subarray(-32)
        .toString("base64url"),
      sealed: sample.sealed,
    }
    const more = { transactionType: "key_rotation", data, dataHash: sha256(data), newKey } as const
    return sample.post(2, sample.system, 0, more)
  }

  it("signs from then on, and the old one does not", async () => {
    const sample = begun()
    expect(tagOf(rotate(sample))).toBe("posted")
    expect(tagOf(sample.post(2, 3, 1))).toBe("KeyChanged")
    sample.keys[2] = fresh
    expect(tagOf(sample.post(2, 3, 1))).toBe("posted")
    expect(await judge(sample.leaves, noteOf(sample.head()))).toBe("verified")
    const without = sample.leaves.map(({ data: _, ...leaf }) => leaf)
    expect(await judge(without)).toBe("bad_data_hash 2")
    const other = sample.leaves.map((leaf) =>
      leaf.data === undefined ? leaf : { ...leaf, data: rotationData(keyOfStatus.publicKeyPem) },
    )
    expect(await judge(other)).toBe("bad_data_hash 2")
    // The entry after the rotation by the old key, as if there had been none.
    const forged = begun()
    rotate(forged)
    expect(
      await judge([
        ...forged.leaves,
        ...sample.leaves
          .slice(3)
          .map((leaf) =>
            forged.resigned(leaf, { public_key: forged.keys[2]?.publicKeyPem ?? "" }, 2),
          ),
      ]),
    ).toBe("bad_address 3")
  })

  it("is never one that signs everything", () => {
    const sample = begun()
    const pem = publicKeyPem(Buffer.from(`01${"00".repeat(31)}`, "hex"))
    rotate(sample, pem)
    return expect(judge(sample.leaves)).resolves.toBe("bad_public_key 2")
  })
})

describe("status leaves", () => {
  const reversed = () => {
    const sample = begun()
    sample.post(2, 1, 100, { transactionType: "reversal", originalTransactionId: idAt(1) })
    return sample
  }

  it.each([
    [{ to_status: "failed" }, "bad_status 3"],
    [{ from_status: "pending" }, "bad_status 3"],
    [{ transaction_id: idAt(0) }, "bad_status 3"],
    [{ transaction_hash: sha256("") }, "bad_status 3"],
    [{ network: "main" }, "schema 3"],
    [{ at: "2020-01-01T00:00:00.000Z" }, "bad_signature 3"],
  ])("say what the entry before them made: not %o", async (change, code) => {
    const { leaves } = reversed()
    const [status] = leaves.slice(3)
    if (status === undefined) throw new Error("There is a status leaf.")
    expect(await judge([...leaves.slice(0, 3), resignedStatus(status, change)])).toBe(code)
  })

  it("are there, behind their entry, and nowhere else", async () => {
    const { leaves } = reversed()
    expect(await judge(leaves.slice(0, 3))).toBe("bad_status 3")
    const { leaves: plain } = begun()
    expect(
      await judge([...plain, ...leaves.slice(3).map((leaf) => ({ ...leaf, logIndex: 2 }))]),
    ).toBe("bad_status 2")
  })

  it("are signed by the ledger's own key", async () => {
    const { leaves } = reversed()
    const keys = ledgerKeys.keys.filter(({ purpose }) => purpose !== "ledger_status")
    const lines = await linesOf(leaves, undefined, { ...ledgerKeys, keys })
    expect((await verifyLedger(lines)).firstError).toEqual({ code: "bad_signature", logIndex: 3 })
  })
})

describe("any sequence of entries", () => {
  const index = fc.nat(3)
  const step = fc.oneof(
    fc.record({ kind: fc.constant("move" as const), from: index, to: index, amount: fc.nat(80) }),
    fc.record({ kind: fc.constant("hold" as const), from: index, to: index, amount: fc.nat(80) }),
    fc.record({
      kind: fc.constantFrom(
        "post" as const,
        "void" as const,
        "reversal" as const,
        "refund" as const,
      ),
      of: fc.nat(30),
      amount: fc.nat(80),
    }),
  )

  it("conserves, overdraws nobody, undoes once, and verifies", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const sample = begun()
        for (const one of steps) {
          if (one.kind === "move") sample.post(one.from, one.to, one.amount)
          else if (one.kind === "hold")
            sample.post(one.from, one.to, one.amount, {
              effect: "pending",
              expiresAt: soon,
              transactionType: one.from === 0 ? "mint" : "transfer",
            })
          else sample.settleOrUndo(one.kind, one.of, one.amount)
        }
        const wallets = [...sample.wallets.values()]
        expect(wallets.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
        for (const wallet of wallets) {
          const held = sample
            .current()
            .filter(
              (each) => each.status === "pending" && each.body.from_address === wallet.address,
            )
          expect(wallet.held).toBe(held.reduce((sum, { body }) => sum + body.amount, 0))
          expect(wallet.kind === "issuance" || availableOf(wallet) >= 0).toBe(true)
        }
        for (const { movedAmount, refundedAmount } of sample.current())
          expect(refundedAmount).toBeLessThanOrEqual(movedAmount)
        const report = await verifyLedger(await linesOf(sample.leaves, noteOf(sample.head())))
        expect(report.firstError).toBeUndefined()
        expect(report.verdict).toBe("verified")
        for (const { address, balance, held, sequence, head } of wallets.filter(
          (wallet) => wallet.sequence > 0,
        ))
          expect(report.wallets.get(address)).toMatchObject({ balance, held, sequence, head })
      }),
      { numRuns: 80 },
    )
  })
})
