import { describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { openTestLedger, perform, toWallet, type TestLedger } from "../fixtures/ledger.ts"
import { walletsOf } from "./soundness.ts"
import { portsOf } from "../../src/effect.ts"

/** Everything of the ledger that a refused call could have left something in. */
const everything = async (ledger: TestLedger) => {
  const { storage } = portsOf(ledger.symbolon)
  return {
    wallets: await walletsOf(ledger),
    ...(await storage.transact("read", async (tx) => ({
      head: await tx.transactions.head(),
      leaves: await tx.transactions.leaves(0, 1000),
      events: await tx.outbox.list(undefined, 1000),
      outcomes: await Promise.all(
        ["transfer", "mint", "burn", "hold", "refund", "settle_hold"].map((verb) =>
          tx.ledger.outcome(`${verb}:bad`),
        ),
      ),
      due: await tx.jobs.nextDue("work"),
    }))),
  }
}

const amounts = [
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 53),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  "5",
  "",
  null,
  undefined,
  {},
  10n,
] as unknown as number[]

const invalid = (field: string) => ({
  _tag: "Invalid",
  errors: { [field]: expect.any(String) as string },
})

/** What makes no sense is refused in plain words, and leaves no trace. */
export const badLedgerInputSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
): void => {
  describe(`what the ledger on ${storage} refuses`, () => {
    it("amounts that are no whole number above zero that a double holds, wherever one is asked for", async () => {
      const ledger = await openTestLedger(await open())
      const { holds, points, transactions, wallets } = ledger.symbolon
      await perform(ledger, { verb: "mint", key: "mint", amount: 100 })
      await perform(ledger, { verb: "transfer", key: "given", from: 1, to: 2, amount: 50 })
      const expiresAt = new Date(ledger.clock.now().getTime() + 60_000)
      await perform(ledger, {
        verb: "hold",
        key: "held",
        from: 2,
        to: 3,
        amount: 9,
        expiresAt: expiresAt.getTime(),
      })
      const [given = "", held = ""] = [ledger.ids.get("given"), ledger.ids.get("held")]
      const [, , from = "", to = ""] = ledger.wallets
      const before = await everything(ledger)
      for (const amount of amounts) {
        const bad = { amount, idempotencyKey: "bad" }
        const calls: Readonly<Record<string, () => Promise<unknown>>> = {
          transfer: () => wallets.transfer({ wallet: from, to: toWallet(to), ...bad }),
          mint: () => points.mint({ organization: ledger.club, ...bad }),
          burn: () => points.burn({ organization: ledger.club, ...bad }),
          hold: () => holds.create({ wallet: from, to: toWallet(to), expiresAt, ...bad }),
          refund: () => transactions.refund({ transaction: given, ...bad }),
          // None is all of it, and nothing of it is a settlement too.
          ...(amount === undefined || amount === null || amount === 0
            ? {}
            : { settleHold: () => holds.settle({ transaction: held, ...bad }) }),
        }
        for (const [verb, call] of Object.entries(calls))
          await expect(call(), `${verb} of ${String(amount)}`).rejects.toMatchObject({
            _tag: "Invalid",
            errors: { amount: expect.any(String) },
          })
      }
      expect(await everything(ledger)).toEqual(before)
    })

    it("addresses that are unknown, mistyped or of another network, one's own wallet, and texts that cannot be signed", async () => {
      const ledger = await openTestLedger(await open())
      const { holds, transactions, wallets } = ledger.symbolon
      await perform(ledger, { verb: "mint", key: "mint", amount: 100 })
      const [, from = "", to = ""] = ledger.wallets
      const before = await everything(ledger)
      const transfer = (more: object) =>
        wallets.transfer({
          wallet: from,
          to: toWallet(to),
          amount: 5,
          idempotencyKey: "bad",
          ...more,
        } as Parameters<typeof wallets.transfer>[0])
      const unknown = "tsy1qgy75swrryff8ljy4nnk4eg9cds5ejvfqpxgasyhxnd9fuzx8eszqv9qfch"
      const main = "sy1qgy75swrryff8ljy4nnk4eg9cds5ejvfqpxgasyhxnd9fuzx8eszqdujwfc"
      const mistyped = to.replace(/.$/, (last) => (last === "q" ? "p" : "q"))
      for (const address of [unknown, main, mistyped, to.slice(0, -1), "nobody"]) {
        await expect(transfer({ to: toWallet(address) }), address).rejects.toMatchObject({
          _tag: "IdentifierUnresolved",
          field: "to",
        })
        await expect(transfer({ wallet: address }), address).rejects.toMatchObject({
          _tag: "NotFound",
          what: "wallet",
        })
        await expect(
          wallets.rotateKey({ wallet: address, idempotencyKey: "bad" }),
          address,
        ).rejects.toMatchObject({
          _tag: "NotFound",
        })
      }
      await expect(transfer({ to: toWallet(from) })).rejects.toMatchObject({
        _tag: "BadRequest",
        field: "to",
      })
      await expect(transfer({ referenceId: "r".repeat(256) })).rejects.toMatchObject(
        invalid("reference_id"),
      )
      await expect(transfer({ referenceId: "\ud800" })).rejects.toMatchObject(
        invalid("reference_id"),
      )
      await expect(transfer({ description: "\ud800" })).rejects.toMatchObject(
        invalid("description"),
      )
      await expect(transfer({ tags: ["\udc00"] })).rejects.toMatchObject(invalid("tags.0"))
      await expect(transfer({ to: toWallet("") })).rejects.toMatchObject(invalid("to.value"))
      await expect(transfer({ wallet: "" })).rejects.toMatchObject(invalid("wallet_address"))
      const hold = { wallet: from, to: toWallet(to), amount: 1, idempotencyKey: "bad" }
      await expect(
        holds.create({ ...hold, expiresAt: new Date(Number.NaN) }),
      ).rejects.toMatchObject(invalid("expires_at"))
      for (const expiresAt of [ledger.clock.now(), new Date(0)])
        await expect(holds.create({ ...hold, expiresAt })).rejects.toMatchObject({
          _tag: "BadRequest",
          field: "expires_at",
        })
      for (const call of [transactions.reverse, holds.release, holds.settle])
        await expect(
          call({ transaction: "t00000000000000000000000", idempotencyKey: "bad" }),
        ).rejects.toMatchObject({ _tag: "NotFound" })
      expect(await everything(ledger)).toEqual(before)
    })
  })
}
