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
