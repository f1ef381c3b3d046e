import { Result } from "effect"
import { Conflict } from "../../foundation/errors/refusals.ts"
import { consumed, type Supply } from "./supply.ts"

/**
 * A place in a supply that was set aside for a delivery. It is consumed by the commit that issues
 * the reward, or released, once.
 */
export interface Reservation {
  /** Also that of the delivery. */
  readonly uuid: string
  /** Whether it is still set aside: neither consumed nor released. */
  readonly isHeld: boolean
}

/** That the reward of a reservation was issued: its delivery is completed in the same commit. */
export interface ConsumedReservation {
  readonly uuid: string
  /** The transaction that issued the reward. */
  readonly transactionId: string
  readonly consumedAt: Date
}

/**
 * The supply when the reward of a reservation is issued. Refuses with `Conflict` (`delivery_ended`)
 * where it is not held any more.
 */
export const consumedFor = (
  reservation: Reservation | undefined,
  supply: Supply,
): Result.Result<Supply, Conflict> =>
  reservation?.isHeld === true ? consumed(supply) : Result.fail(ended)

const ended = new Conflict({
  reason: "delivery_ended",
  message: "This delivery has ended already. Ask for the reward again under another key.",
})
