import type { Tier } from "../../src/index.ts"
import {
  addTerms,
  creditOfTime,
  type MembershipState,
  type PricedTime,
  membershipStatus,
} from "../../src/memberships/index.ts"
import { club } from "../fixtures/tiers.ts"

/**
 * Where a user stands, in the words of docs/membership-rules.md. An ended membership is none.
 */
export type Standing = "none" | "active" | "notice" | "lapsed"

/** What the table looks at, read off a state without asking the rules. */
export interface Facts {
  readonly standing: Standing
  readonly tier: Tier | undefined
  /** Paid once, not by terms. */
  readonly isOnce: boolean
  /** Nothing is paid for the next term. */
  readonly isFree: boolean
  readonly isEndless: boolean
  readonly currency: string | undefined
  readonly customPriceCents: number | undefined
  readonly customInterval: string | undefined
  readonly validUntil: Date | undefined
  /** What was paid once and never ends, if that is what is left. */
  readonly lifetime:
    | { readonly priceCents: number; readonly currency: string; readonly interval: string }
    | undefined
  /** Currencies in which there is something of worth left. */
  readonly worthIn: readonly string[]
  /** Whether something of worth was paid once though it ends. */
  readonly hasDatedLifetime: boolean
  /** The cheapest of what is left and of worth. */
  readonly leastPriceCents: number
  readonly creditIn: (currency: string) => number
  readonly refs: readonly string[]
  /** Whether twelve terms or more lie ahead. */
  readonly isFar: boolean
}

const nobody: Facts = {
  standing: "none",
  tier: undefined,
  isOnce: false,
  isFree: false,
  isEndless: false,
  currency: undefined,
  customPriceCents: undefined,
  customInterval: undefined,
  validUntil: undefined,
  lifetime: undefined,
  worthIn: [],
  hasDatedLifetime: false,
  leastPriceCents: 0,
  creditIn: () => 0,
  refs: [],
  isFar: false,
}

const standings = {
  active: "active",
  active_with_notice: "notice",
  lapsed: "lapsed",
  ended: "none",
} as const

export const factsOf = ({ held, zone }: MembershipState, now: Date): Facts => {
  const standing = held === undefined ? "none" : standings[membershipStatus(held.membership, now)]
  if (held === undefined || standing === "none") return nobody
  const { membership, tier, terms } = held
  const remaining = terms.filter(({ endsAt }) => endsAt === undefined || endsAt > now)
  const worth = remaining.filter(({ priceCents }) => priceCents > 0)
  const twelve = addTerms(now, membership.customPaymentInterval ?? tier.paymentInterval, 12, zone)
  const lifetime = worth.find(({ endsAt }) => endsAt === undefined)
  const creditIn = (currency: string): number => {
    const same = worth.filter((term) => term.currency === currency)
    const times = same.flatMap(({ startsAt, endsAt, priceCents, interval }): PricedTime[] =>
      endsAt === undefined || interval === "one_time"
        ? []
        : [
            {
              ms: BigInt(endsAt.getTime() - Math.max(now.getTime(), startsAt.getTime())),
              priceCents,
              interval,
            },
          ],
    )
    const forLife = same.filter(
      ({ endsAt, interval }) => endsAt === undefined && interval === "one_time",
    )
    return creditOfTime(times) + forLife.reduce((sum, { priceCents }) => sum + priceCents, 0)
  }
  return {
    standing,
    tier,
    isOnce: (membership.customPaymentInterval ?? tier.paymentInterval) === "one_time",
    isFree: (membership.customPriceCents ?? tier.priceCents) === 0,
    isEndless: membership.validUntil === undefined,
    currency: tier.currency,
    customPriceCents: membership.customPriceCents,
    customInterval: membership.customPaymentInterval,
    validUntil: membership.validUntil,
    lifetime,
    worthIn: [...new Set(worth.map(({ currency }) => currency))],
    hasDatedLifetime: worth.some(
      ({ endsAt, interval }) => endsAt !== undefined && interval === "one_time",
    ),
    leastPriceCents: Math.min(...worth.map(({ priceCents }) => priceCents)),
    creditIn,
    refs: terms.flatMap(({ paymentRef }) => paymentRef ?? []),
    isFar:
      membership.validUntil !== undefined &&
      twelve !== undefined &&
      membership.validUntil >= twelve,
  }
}

/** Whether a tier is there for the organization's staff. */
export const isThere = (tier: Tier | undefined): tier is Tier =>
  tier?.organizationUuid === club && tier.deletedAt === undefined

/** Whether a tier is offered to all. */
export const isOffered = (tier: Tier | undefined): tier is Tier =>
  isThere(tier) && tier.visibility === "public"

export const isNone = ({ standing }: Facts): boolean => standing === "none"
export const isLive = (facts: Facts): boolean => !isNone(facts)
export const isActive = ({ standing }: Facts): boolean =>
  standing === "active" || standing === "notice"
export const isLapsed = ({ standing }: Facts): boolean => standing === "lapsed"

/** Whether the membership is on that tier. */
export const isOwn = (f: Facts, tier: Tier | undefined): boolean =>
  tier !== undefined && f.tier?.uuid === tier.uuid
