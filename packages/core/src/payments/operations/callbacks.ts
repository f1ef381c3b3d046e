import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { canonicalUuid } from "../../foundation/kernel/slug.ts"
import { readCallback } from "../prepare.ts"
import { applyPayment } from "../steps/apply-payment.ts"
import { settlePayment } from "../steps/settle-payment.ts"
import type { ReceivePaymentEventInput } from "../inputs.ts"
import type { SettledPaymentEvent } from "../results.ts"

/**
 * Processes a payment callback. Each event is settled once, in its own transaction, however often
 * and in whatever order it arrives. Returns the outcome of each event in the order of the callback.
 * {@link NotFound} for an unknown connection or one of another backend; `BadRequest` for a callback
 * that cannot be read or is not signed with the connection's secret.
 *
 * For the host alone: a callback is trusted for its signature, not for its sender.
 */
export const receive = step(function* (caller: Caller, input: ReceivePaymentEventInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { payments } = yield* Ports
  const connection = yield* read(function* (tx) {
    return yield* tx.paymentConnections.find(canonicalUuid(input.connectionUuid))
  })
  const backend = payments.get(input.backend)
  if (
    backend === undefined ||
    connection?.backend !== backend.name ||
    connection.disabledAt !== undefined
  )
    return yield* new NotFound({ what: "payment connection" })
  const settled: SettledPaymentEvent[] = []
  for (const event of yield* readCallback(backend, connection, input)) {
    const key = event.type === "paid" ? yield* prepareKey() : undefined
    const settlement = yield* transact(function* (_tx, now) {
      return yield* settlePayment({ connection, event, key }, applyPayment, now)
    })
    settled.push({ eventId: event.eventId, ...settlement })
  }
  return settled
})
