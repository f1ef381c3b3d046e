import type { PaymentInterval } from "../../tiers/tier.ts"

/** Intervals whose terms end. */
export type RecurringInterval = Exclude<PaymentInterval, "one_time">

/** What a term costs: how much, of which money, how often. */
export interface Rate {
  /** Minor units of `currency` per term; 0 is free. */
  readonly priceCents: number
  readonly currency: string
  readonly interval: PaymentInterval
}

/**
 * The nominal length of a term: weeks of 7 days, and the mean year of the Gregorian calendar
 * (365.2425 days) with its half, quarter and twelfth. So a year at twelve times the price of a
 * month is worth exactly twelve months. For weighing time alone: terms themselves are calendar
 * steps (`addTerms`).
 */
export const termMs: Readonly<Record<RecurringInterval, bigint>> = {
  weekly: 604_800_000n,
  monthly: 2_629_746_000n,
  quarterly: 7_889_238_000n,
  semiannual: 15_778_476_000n,
  yearly: 31_556_952_000n,
}

/** The least time that is a whole number of terms of every length. */
export const commonMs = 12_622_780_800_000n

/** Time bought at a price. */
export interface PricedTime {
  readonly ms: bigint
  readonly priceCents: number
  readonly interval: RecurringInterval
}

/** What time is worth, exactly: in minor units per {@link commonMs}. */
export const worthOf = (times: readonly PricedTime[]): bigint =>
  times.reduce((sum, { ms, priceCents, interval }) => sum + ms * weightOf(priceCents, interval), 0n)

const weightOf = (priceCents: number, interval: RecurringInterval): bigint =>
  BigInt(priceCents) * (commonMs / termMs[interval])

/**
 * How long the same worth lasts at another price, in whole milliseconds. Rounded down, so that no
 * chain of conversions ever lengthens what a user has; less than a millisecond is lost each time.
 * Undefined where the other price is 0: no length is right there.
 */
export const convertTime = (
  times: readonly PricedTime[],
  to: Omit<PricedTime, "ms">,
): bigint | undefined =>
  to.priceCents === 0 ? undefined : worthOf(times) / weightOf(to.priceCents, to.interval)

/** What time is worth in minor units, rounded down. */
export const creditOf = (times: readonly PricedTime[]): number => Number(worthOf(times) / commonMs)
