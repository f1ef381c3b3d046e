import type { Rate } from "../terms/conversion.ts"

/** What a checkout pays for. */
export type CheckoutPurpose = "join" | "renew" | "change"

/** A payment that arrived for a checkout, with what the checkout had quoted. */
export interface MembershipPayment {
  /** What the history knows it by: the checkout's uuid. */
  readonly ref: string
  /** Of the term that was quoted. A price that changed since is honoured. */
  readonly rate: Rate
  /** The tier that the term was quoted on. */
  readonly tierUuid: string
  /** What the remaining time was credited with, when a tier change was quoted; else 0. */
  readonly creditCents: number
  /** Whether it arrived after the checkout had expired. */
  readonly isLate: boolean
}
