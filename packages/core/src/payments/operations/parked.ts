import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/console-payments.ts"
import { Conflict, NotFound } from "../../foundation/errors/refusals.ts"
import { mapPage } from "../../foundation/kernel/page.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { type Checkout, checkoutStatus } from "../checkout.ts"
import { isParked, type ReceivedPayment } from "../inbox.ts"
import type { ListPaymentEventsInput, SettlePaymentEventInput } from "../inputs.ts"

/** An event that waits for a person, with the checkout it is about. */
export interface ParkedPayment {
  readonly received: ReceivedPayment
  /** With the status it has now; undefined where the event names none of this connection. */
  readonly checkout: Checkout | undefined
}

/**
 * Lists the payment events of an organization that wait for staff, or those that staff have
 * resolved.
 */
export const list = listing(function* (caller: Caller, input: ListPaymentEventsInput) {
  return yield* read(function* (tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listPaymentEvents.access,
      input.organization,
    )
    const { outcome, isSettled = false } = input
    const found = yield* tx.paymentInbox.listParked(
      { organizationUuid: organization.uuid, outcome, isSettled },
      input.page,
    )
    const checkouts = new Map(
      (yield* tx.checkouts.findAll(found.items.flatMap(namesOf))).map((checkout) => [
        checkout.uuid,
        checkout,
      ]),
    )
    return mapPage(found, (received) =>
      parked(received, checkouts.get(received.checkoutUuid ?? ""), now),
    )
  })
})

/**
 * Records that staff resolved a parked event: they returned the money, or gave something for it.
 * Nothing else changes.
 */
export const settle = step(function* (caller: Caller, input: SettlePaymentEventInput) {
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.settle.access, input.organization)
    const before = yield* parkedEvent(organization.uuid, input.eventUuid)
    const settlement = { at: now, byUserUuid: actingUser(caller), note: input.note }
    if (!(yield* tx.paymentInbox.settle(before.uuid, settlement)))
      return yield* new Conflict({
        reason: "already_settled",
        message: "This payment event was already resolved.",
      })
    const [checkout] = yield* tx.checkouts.findAll(namesOf(before))
    const received = {
      ...before,
      settledAt: now,
      settledByUserUuid: settlement.byUserUuid,
      note: input.note,
    }
    return parked(received, checkout, now)
  })
})

const parkedEvent = step(function* (organizationUuid: string, uuid: string) {
  const tx = yield* Tx
  const received = yield* tx.paymentInbox.find(uuid)
  const isTheirs = received?.organizationUuid === organizationUuid
  return received === undefined || !isTheirs || !isParked(received)
    ? yield* new NotFound({ what: "payment event" })
    : received
})

const namesOf = ({ checkoutUuid }: ReceivedPayment): readonly string[] =>
  checkoutUuid === undefined ? [] : [checkoutUuid]

const parked = (
  received: ReceivedPayment,
  checkout: Checkout | undefined,
  now: Date,
): ParkedPayment => ({
  received,
  checkout: checkout && { ...checkout, status: checkoutStatus(checkout, now) },
})
