import { Temporal } from "temporal-polyfill"
import type { PaymentInterval, Tier } from "../../tiers/tier.ts"

const steps = {
  weekly: { days: 7 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  semiannual: { months: 6 },
  yearly: { years: 1 },
} as const satisfies Record<Exclude<PaymentInterval, "one_time">, object>

/**
 * Whole days a lapsed membership stays renewable, where its tier does not say
 * (docs/membership-rules.md#renewing).
 */
export const defaultGraceDays: Readonly<Record<PaymentInterval, number>> = {
  one_time: 0,
  weekly: 2,
  monthly: 7,
  quarterly: 14,
  semiannual: 30,
  yearly: 30,
}

/**
 * The last instant that every store and every program behind the wire can hold. No membership ends
 * later, but for those that never end.
 */
export const lastInstant = new Date("9999-12-31T23:59:59.999Z")

/** Whether a membership cannot end then: beyond the {@link lastInstant}, or no instant at all. */
export const isTooLate = (validUntil: Date): boolean => !(validUntil <= lastInstant)

const onWallClock = (
  at: Date,
  zone: string,
  days: (local: Temporal.ZonedDateTime) => Temporal.ZonedDateTime,
): Date =>
  new Date(
    days(Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone))
      .epochMilliseconds,
  )

/**
 * `count` terms after `anchor` on the wall clock of `zone`: always counted from the anchor, so that
 * the 31st comes back after a short month. A wall time that a spring skips moves on by what was
 * skipped; one that an autumn repeats is the first. Undefined for `one_time`, which has no terms.
 */
export const addTerms = (
  anchor: Date,
  interval: PaymentInterval,
  count: number,
  zone: string,
): Date | undefined => {
  if (interval === "one_time") return undefined
  const step = steps[interval]
  const duration = Object.fromEntries(
    Object.entries(step).map(([unit, size]) => [unit, size * count]),
  )
  return onWallClock(anchor, zone, (local) => local.add(duration))
}

/** `days` calendar days later on the wall clock of `zone`. */
export const addDays = (at: Date, days: number, zone: string): Date =>
  onWallClock(at, zone, (local) => local.add({ days }))

/**
 * Until when a membership that ends at `validUntil` can be renewed as itself. A one-time one has no
 * such time.
 */
export const addGrace = (
  validUntil: Date,
  interval: PaymentInterval,
  tier: Pick<Tier, "gracePeriodDays">,
  zone: string,
): Date => {
  if (interval === "one_time") return validUntil
  const until = addDays(validUntil, tier.gracePeriodDays ?? defaultGraceDays[interval], zone)
  return isTooLate(until) ? lastInstant : until
}
