import {
  Conflict,
  type Invalid,
  NotFound,
  type PaymentRequired,
} from "../../foundation/errors/refusals.ts"
import type { CheckoutPurpose } from "./payment.ts"
import type { HeldMembership, LiveMembership } from "../membership-state.ts"
import type { Tier } from "../../tiers/tier.ts"
import type { Rate } from "../terms/conversion.ts"
import type { HistoryEntry } from "../history.ts"
import type { Actor } from "../../foundation/access/actor.ts"
import type { HistoryCause } from "../history-cause.ts"
import type { Membership } from "../membership.ts"
import type { MembershipEvent } from "../membership-events.ts"
import { type MembershipTerm, termsLeft } from "../terms/membership-term.ts"

/** The part of a rule's input that every trigger has: who acts. */
export interface TriggerInput {
  readonly by: Actor
}

/** A row whose time ran out, as it is written before a user takes its place. */
export interface SettledMembership {
  readonly before: Membership
  readonly after: Membership
  readonly entry: HistoryEntry
}

/** What a trigger does to a membership: everything that is to be written, in one transaction. */
export interface Change {
  /** Undefined for a membership that is new. */
  readonly before: Membership | undefined
  readonly after: Membership
  /** The terms that the membership has from now on, in place of those it had. */
  readonly terms: readonly MembershipTerm[]
  /** Undefined when nothing changes: then there is nothing to write. */
  readonly entry: HistoryEntry | undefined
  /** To be written first. */
  readonly settled: SettledMembership | undefined
  readonly events: readonly MembershipEvent[]
  /** The open checkouts of the user there that have lost their object, by purpose. */
  readonly closesCheckouts: readonly CheckoutPurpose[]
}

/** The ways a rule can refuse. */
export type MembershipRefusal = NotFound | Conflict | Invalid | PaymentRequired

/** What is written of a change beside the row. */
export interface Written {
  readonly cause: HistoryCause
  readonly by: Actor
  readonly paymentRef?: string | undefined
  readonly note?: string | undefined
  readonly conversion?: Rate | undefined
  readonly terms: readonly MembershipTerm[]
  readonly events?: readonly MembershipEvent[]
  readonly closesCheckouts?: readonly CheckoutPurpose[]
}

/** The change of a row that is there: `fields` over it, one revision on. */
export const changed = (
  held: HeldMembership,
  fields: Partial<Membership>,
  written: Written,
  now: Date,
): Change => {
  const before = held.membership
  const after = { ...before, ...fields, updatedAt: now, revision: before.revision + 1 }
  return changeOf(before, after, held.terms, written, now)
}

/** The change that makes a row. */
export const made = (
  after: Membership,
  settled: SettledMembership | undefined,
  written: Written,
  now: Date,
): Change => ({
  ...changeOf(undefined, after, [], written, now),
  settled,
})

/** The change that only adds to the history. */
export const noted = (held: HeldMembership, written: Omit<Written, "terms">, now: Date): Change =>
  changeOf(
    held.membership,
    held.membership,
    held.terms,
    { ...written, terms: termsLeft(held.terms, now) },
    now,
  )

const changeOf = (
  before: Membership | undefined,
  after: Membership,
  termsBefore: readonly MembershipTerm[],
  written: Written,
  now: Date,
): Change => ({
  before,
  after,
  terms: written.terms,
  entry: {
    at: now,
    by: written.by,
    cause: written.cause,
    paymentRef: written.paymentRef,
    note: written.note,
    conversion: written.conversion,
    before,
    after,
    termsBefore: termsLeft(termsBefore, now),
    termsAfter: written.terms,
  },
  settled: undefined,
  events: written.events ?? [],
  closesCheckouts: written.closesCheckouts ?? [],
})

/** Nothing happens, and that is right. */
export const unchanged = ({ membership, terms }: HeldMembership): Change => ({
  before: membership,
  after: membership,
  terms,
  entry: undefined,
  settled: undefined,
  events: [],
  closesCheckouts: [],
})

/** 404: no live membership; an ended one looks the same. */
export const noMembership = (): NotFound => new NotFound({ what: "membership" })
/** 404: no tier there, or none that is offered. */
export const noTier = (): NotFound => new NotFound({ what: "membership tier" })
/** 409 with the state that stands in the way. */
export const conflict = (
  live: LiveMembership,
  reason: string,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): Conflict =>
  new Conflict({
    reason,
    message,
    details: { status: live.status, tier_slug: live.tier.slug, ...details },
  })

/** The tier, if it is there in that organization and not deleted. */
export const tierOf = (tier: Tier | undefined, organizationUuid: string): Tier | undefined =>
  tier?.organizationUuid === organizationUuid && tier.deletedAt === undefined ? tier : undefined

/** The tier, if the organization offers it to all. */
export const offeredTier = (tier: Tier | undefined, organizationUuid: string): Tier | undefined => {
  const found = tierOf(tier, organizationUuid)
  return found?.visibility === "public" ? found : undefined
}
