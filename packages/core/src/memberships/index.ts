/**
 * The rules of memberships as pure functions: terms, conversions, quotes, the machine of all
 * changes. @module
 */
export type {
  Change as MembershipChange,
  MembershipRefusal,
  SettledMembership,
} from "./machine/change.ts"
export type { HeldMembership, MembershipState } from "./membership-state.ts"
export {
  commonMs,
  convertTime,
  creditOf as creditOfTime,
  type PricedTime,
  type Rate as MembershipRate,
  type RecurringInterval,
  termMs,
} from "./terms/conversion.ts"
export { type EndExplanation, explainEnd, type GivenDate } from "./machine/explain.ts"
export {
  foldHistory,
  type History as MembershipHistory,
  type HistoryEntry as MembershipHistoryEntry,
} from "./history.ts"
export { type Actor as MembershipActor } from "../foundation/access/actor.ts"
export { type HistoryCause as MembershipHistoryCause } from "./history-cause.ts"
export {
  breachesOf as membershipBreaches,
  type Invariant as MembershipInvariant,
  type MembershipRecord,
} from "./machine/invariants.ts"
export {
  type Asks as MembershipAsks,
  decideMembership,
  membershipRules,
  type TriggerName as MembershipTrigger,
} from "./machine/machine.ts"
export {
  isActive as isActiveMembership,
  isLive as isLiveMembership,
  statusOf as membershipStatus,
} from "./membership.ts"
export type { MembershipEvent } from "./membership-events.ts"
export type { MembershipTerm } from "./terms/membership-term.ts"
export { type CustomMember, type MoveTerms, permitMove } from "./machine/moving.ts"
export type { MembershipPayment } from "./machine/payment.ts"
export {
  type MembershipQuote,
  payFor as payForMembership,
  quoteCheckout,
  type QuoteFor,
} from "./machine/quote.ts"
export {
  judgeRemainder,
  type Remainder as MembershipRemainder,
  type RemainderMode,
  type RemainderRefusal,
} from "./terms/remainder.ts"
export { addGrace, addTerms, defaultGraceDays, lastInstant } from "./terms/term.ts"
