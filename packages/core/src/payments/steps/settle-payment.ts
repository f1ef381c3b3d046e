import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import type { Checkout } from "../checkout.ts"
import type { PaymentConnection } from "../connection.ts"
import { type PaymentOutcome, receivePayment } from "../inbox.ts"
import type { PaymentSettlement } from "../results.ts"
import type { PaymentEvent } from "../../foundation/ports/payments.ts"
import { judgePayment } from "../verdict.ts"
import type { ApplyPayment } from "./apply-payment.ts"

/** An event that came in by a connection. */
export interface IncomingPayment {
  readonly connection: PaymentConnection
  readonly event: PaymentEvent
  /** For the wallet of a user who joins. */
  readonly key: PreparedKey | undefined
}

/**
 * Settles one event: takes it in, once; judges it; moves the checkout on; lets `apply` change the
 * membership; and notes what became of it. Nothing is dropped: what cannot be applied is noted with
 * its reason.
 *
 * Rows are locked in the order of `lockOrder`: the event's key, the organization (held), the payer,
 * the tier (held), the membership, the checkout. Without the payer two of their payments to join
 * might wait for one another.
 */
export const settlePayment = step(function* (
  incoming: IncomingPayment,
  apply: ApplyPayment,
  now: Date,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const { connection, event } = incoming
  const named = yield* checkoutNamed(connection, event)
  const received = receivePayment(ids.uuid(), { connection, event, checkoutUuid: named?.uuid }, now)
  if (!(yield* tx.paymentInbox.add(received)))
    return { outcome: "repeated" } satisfies PaymentSettlement
  const settlement: PaymentSettlement & { readonly outcome: PaymentOutcome } =
    named === undefined
      ? { outcome: "unapplied", reason: "unknown_checkout" }
      : yield* settleCheckout(named, incoming, apply, now)
  yield* tx.paymentInbox.conclude(received.uuid, settlement.outcome, settlement.reason)
  return settlement
})

/** The checkout that an event names, if it is one of the connection's own. */
const checkoutNamed = step(function* (
  connection: PaymentConnection,
  { checkoutUuid, reference }: PaymentEvent,
) {
  const tx = yield* Tx
  const byUuid = checkoutUuid === undefined ? undefined : yield* tx.checkouts.find(checkoutUuid)
  if (byUuid !== undefined) return byUuid.connectionUuid === connection.uuid ? byUuid : undefined
  return reference === undefined
    ? undefined
    : yield* tx.checkouts.findByReference(connection.uuid, reference)
})

const settleCheckout = step(function* (
  named: Checkout,
  incoming: IncomingPayment,
  apply: ApplyPayment,
  now: Date,
) {
  const tx = yield* Tx
  const { event, key } = incoming
  // What the payment is for, before it is looked at: where and by whom, the tier that they come to,
  // their membership; the checkout last.
  const organization = yield* tx.organizations.hold(named.organizationUuid)
  const payer = yield* tx.users.lock(named.userUuid)
  yield* tx.tiers.hold(named.tierUuid)
  yield* tx.memberships.findOpen(named.organizationUuid, named.userUuid)
  const before = (yield* tx.checkouts.lock(named.uuid)) ?? named
  const verdict = judgePayment(before, event)
  if (verdict.kind !== "moves") return { outcome: verdict.kind, reason: verdict.reason }
  const isPaid = event.type === "paid"
  const moved: Checkout = {
    ...before,
    status: verdict.status,
    paymentReference: before.paymentReference ?? (isPaid ? event.reference : undefined),
    isApplied: before.isApplied || isPaid,
    updatedAt: now,
  }
  yield* tx.checkouts.change(moved)
  if (!verdict.concernsMembership) return { outcome: "applied" as const }
  const application = yield* apply(
    { checkout: moved, event, organization, payer, key: isPaid ? key : undefined },
    now,
  )
  if (application.isApplied) return { outcome: "applied" as const }
  if (isPaid) yield* tx.checkouts.change({ ...moved, isApplied: false })
  return { outcome: "unapplied" as const, reason: application.reason }
})
