import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { PaymentEvent, Storage } from "../../src/index.ts"
import type { ApplyPayment } from "../../src/payments/steps/apply-payment.ts"
import { addCheckout } from "../../src/payments/steps/checkouts.ts"
import { settlePayment } from "../../src/payments/steps/settle-payment.ts"
import { Ports, transact, Tx } from "../../src/foundation/unit-of-work.ts"
import { openPaymentBackend, type PaymentBackend } from "../fixtures/payments.ts"
import { portsOf } from "../../src/effect.ts"

/**
 * In the place of the membership's rule: leaves an event each time it is asked, in the same
 * transaction, so that they can be counted.
 */
const counted: ApplyPayment = ({ checkout, event }, now) =>
  Effect.gen(function* () {
    const tx = yield* Tx
    const { ids } = yield* Ports
    const data = { payment: checkout.uuid, type: event.type }
    yield* tx.outbox.append([
      {
        uuid: ids.uuid(),
        type: "membership.renewed",
        organizationUuid: checkout.organizationUuid,
        data,
        namedUserUuid: undefined,
        createdAt: now,
      },
    ])
    return { isApplied: true }
  })

/**
 * Opens as many connections as the engine has, so that those who come at once do not come one after
 * the other.
 */
const warm = ({ symbolon }: PaymentBackend) =>
  Promise.all(
    Array.from({ length: 20 }, () =>
      portsOf(symbolon).storage.transact("read", (tx) => tx.outbox.list(undefined, 1)),
    ),
  )

const repeat = <T>(times: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: times }, (_, n) => make(n))

/**
 * What callbacks that come at once must leave behind, whatever the engine: each event taken in
 * once, each payment applied once.
 */
export const paymentRacesSuite = (storage: string, open: () => Promise<Storage>): void => {
  const openWarm = async () => {
    const backend = await openPaymentBackend(await open())
    await warm(backend)
    const connection = await portsOf(backend.symbolon).storage.transact("read", (tx) =>
      tx.paymentConnections.find(backend.connection.uuid),
    )
    if (connection === undefined) throw new Error("The connection is gone.")
    const settle = (
      reported: Partial<PaymentEvent> & Pick<PaymentEvent, "checkoutUuid" | "eventId">,
    ) =>
      backend.symbolon.run(
        transact(function* (_tx, now) {
          const event = {
            type: "paid",
            amountCents: 150_000,
            currency: "PHP",
            reference: undefined,
            ...reported,
          } as const
          return yield* settlePayment({ connection, event, key: undefined }, counted, now)
        }),
      )
    const applied = async () =>
      (
        await portsOf(backend.symbolon).storage.transact("read", (tx) =>
          tx.outbox.list(undefined, 1000),
        )
      )
        .filter(({ data }) => data["payment"] !== undefined)
        .map(({ data }) => String(data["type"]))
    return { ...backend, settle, applied }
  }
  const outcomes = (settled: readonly { readonly outcome: string; readonly reason?: string }[]) =>
    settled
      .map(({ outcome, reason }) =>
        [outcome, reason].filter((word) => word !== undefined).join(" "),
      )
      .toSorted()

  describe(`payments that come at once on ${storage}`, () => {
    it("one callback delivered ten times is applied once", async () => {
      const backend = await openWarm()
      const checkout = await backend.insertCheckout("ada")
      const answers = await Promise.all(repeat(10, () => backend.sendCallback(checkout)))
      expect(outcomes(answers.flat())).toEqual(["applied", ...repeat(9, () => "repeated")])
      expect(await backend.find(checkout.uuid)).toMatchObject({ status: "paid", isApplied: true })
    })

    it("one event settled ten times asks the membership once, in the transaction that counts", async () => {
      const { insertCheckout, settle, applied } = await openWarm()
      const { uuid } = await insertCheckout("ada")
      const settled = await Promise.all(
        repeat(10, () => settle({ checkoutUuid: uuid, eventId: "the one" })),
      )
      expect(outcomes(settled)).toEqual(["applied", ...repeat(9, () => "repeated")])
      expect(await applied()).toEqual(["paid"])
    })

    it("ten payments of one checkout are one", async () => {
      const { insertCheckout, settle, applied } = await openWarm()
      for (let round = 1; round <= 5; round += 1) {
        const { uuid } = await insertCheckout(`person-${round}`)
        const settled = await Promise.all(
          repeat(10, (n) => settle({ checkoutUuid: uuid, eventId: `evt-${round}-${n}` })),
        )
        expect(outcomes(settled)).toEqual(["applied", ...repeat(9, () => "ignored already_paid")])
        expect(await applied()).toEqual(repeat(round, () => "paid"))
      }
    })

    it("payments and their reversals, failures and expiries, each twice, end with everything reversed", async () => {
      const { insertCheckout, settle, applied, find } = await openWarm()
      const checkouts = []
      for (let n = 0; n < 8; n += 1) checkouts.push(await insertCheckout(`person-${n}`))
      const types = ["paid", "reversed", "failed", "expired"] as const
      const reported = checkouts.flatMap(({ uuid }) =>
        [...types, ...types].map((type) => ({
          checkoutUuid: uuid,
          type,
          eventId: `${type} ${uuid}`,
        })),
      )
      await Promise.all(reported.map((each) => settle(each)))
      for (const { uuid } of checkouts) expect((await find(uuid)).status).toBe("reversed")
      const requested = await applied()
      const count = (type: string) => requested.filter((each) => each === type).length
      // Whoever was applied was taken back; whose reversal came first was never applied.
      expect(count("paid")).toBe(count("reversed"))
      expect(count("paid")).toBeLessThanOrEqual(8)
    })

    it("many who open one checkout at once get the same one", async () => {
      const { insertCheckout, symbolon, find } = await openWarm()
      const old = await insertCheckout("ada", { expiresAt: symbolon.clock.now() })
      const { ids } = portsOf(symbolon)
      const requested = repeat(10, () => ({
        ...old,
        uuid: ids.uuid(),
        expiresAt: new Date(symbolon.clock.now().getTime() + 1),
      }))
      const opened = await Promise.all(
        requested.map((checkout) =>
          symbolon.run(
            transact(function* (_tx, now) {
              return yield* addCheckout(checkout, now)
            }),
          ),
        ),
      )
      expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
      expect(new Set(opened.map(({ checkout }) => checkout.uuid)).size).toBe(1)
      expect((await find(old.uuid)).status).toBe("expired")
    })
  })
}
