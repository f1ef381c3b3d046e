import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import { prepareKey } from "../../wallets/prepare.ts"
import { canonicalUuid } from "../../foundation/kernel/slug.ts"
import { readCallback } from "../prepare.ts"
import { applyPayment } from "../steps/apply-payment.ts"
import { settlePayment } from "../steps/settle-payment.ts"
import type { ReceivePaymentEventInput } from "../inputs.ts"
import type { SettledPaymentEvent } from "../results.ts"

/**
 * Takes in what a payment backend tells. Each event is settled in a transaction of its own, once,
 * however often and in whatever order it is told; what became of each is answered in the order of
 * the callback. {@link NotFound} for a connection that is not there or belongs to another backend;
 * `BadRequest` for what is not signed with its secret, or cannot be read.
 *
 * For the host alone: what makes a callback good is its signature, not its sender.
 */
export const receive = Effect.fnUntraced(function* (
  caller: Caller,
  input: ReceivePaymentEventInput,
) {
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
