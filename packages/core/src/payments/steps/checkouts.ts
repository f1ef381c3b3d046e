import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import { type Checkout, isOpenCheckout } from "../checkout.ts"

/**
 * By which connection an organization's money comes in, with its backend: the newest whose backend
 * is configured. {@link Conflict} where there is none: no payment is possible there.
 */
export const connectionInForce = step(function* (organizationUuid: string) {
  const tx = yield* Tx
  const { payments } = yield* Ports
  const newest = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "desc" } as const
  for (const connection of (yield* tx.paymentConnections.list(organizationUuid, newest)).items) {
    const backend = payments.get(connection.backend)
    if (backend !== undefined) return { connection, backend }
  }
  return yield* new Conflict({
    reason: "no_payments",
    message: "This organization has connected no payments. Ask the organization how to pay.",
  })
})

/**
 * The checkout that is open for the same thing already, if any: asking again opens no second one.
 */
export const openCheckout = step(function* (
  of: Pick<Checkout, "userUuid" | "purpose" | "tierUuid">,
  now: Date,
) {
  const tx = yield* Tx
  const open = yield* tx.checkouts.findOpen(of)
  return open !== undefined && isOpenCheckout(open, now) ? open : undefined
})

/**
 * Adds a checkout that was begun at its backend, or answers the one that another user has opened
 * for the same thing meanwhile. One whose time is over makes room; nothing was heard of it, and if
 * it is paid after all, that counts.
 */
export const addCheckout = step(function* (checkout: Checkout, now: Date) {
  const tx = yield* Tx
  const open = yield* tx.checkouts.findOpen(checkout)
  if (open !== undefined && isOpenCheckout(open, now)) return { checkout: open, isNew: false }
  // Removed while its backend was asked: nothing would be heard of the payment.
  const connection = yield* tx.paymentConnections.find(checkout.connectionUuid)
  if (connection === undefined || connection.disabledAt !== undefined)
    return yield* changedMeanwhile()
  if (open !== undefined) yield* tx.checkouts.change({ ...open, status: "expired", updatedAt: now })
  if (yield* tx.checkouts.add(checkout)) return { checkout, isNew: true }
  const other = yield* tx.checkouts.findOpen(checkout)
  return other === undefined ? yield* changedMeanwhile() : { checkout: other, isNew: false }
})

const changedMeanwhile = () =>
  new Conflict({
    reason: "checkout_changed",
    message: "The payment connection has just changed. Try again.",
  })

/** A user's own checkout in an organization. Others' read as absent. */
export const ownCheckout = step(function* (
  organizationUuid: string,
  userUuid: string,
  uuid: string,
) {
  const tx = yield* Tx
  const checkout = yield* tx.checkouts.find(uuid)
  return checkout?.organizationUuid === organizationUuid && checkout.userUuid === userUuid
    ? checkout
    : yield* new NotFound({ what: "checkout" })
})
