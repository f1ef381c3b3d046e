import { digitsOf } from "../foundation/kernel/money.ts"

/**
 * What Stripe counts in whole units, whatever ISO 4217 says (Stripe, "Currencies": zero-decimal
 * currencies).
 */
const whole = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "))
/**
 * What Stripe still counts in hundredths, though there are none any more: only full units can be
 * charged (special cases).
 */
const fullUnitsOnly = new Set(["ISK", "UGX"])

const isoDigits = (currency: string): number => digitsOf(currency) ?? 2

const stripeDigits = (currency: string): number => {
  if (whole.has(currency)) return 0
  return fullUnitsOnly.has(currency) ? 2 : Math.max(2, isoDigits(currency))
}

/**
 * The amount with another number of digits behind the point; undefined where that loses something.
 */
const withDigits = (amount: number, from: number, to: number): number | undefined => {
  const moved = to >= from ? amount * 10 ** (to - from) : amount / 10 ** (from - to)
  return Number.isSafeInteger(moved) ? moved : undefined
}

/**
 * An amount as Stripe wants it; undefined where Stripe cannot charge it: a part of its smallest
 * unit.
 */
export const toStripe = (amountCents: number, currency: string): number | undefined => {
  const digits = stripeDigits(currency)
  const amount = withDigits(amountCents, isoDigits(currency), digits)
  // Of three digits card networks take two.
  return amount === undefined || (digits > 2 && amount % 10 !== 0) ? undefined : amount
}

/** An amount of Stripe's in minor units of ISO 4217; undefined for a part of one. */
export const fromStripe = (amount: number, currency: string): number | undefined =>
  withDigits(amount, stripeDigits(currency), isoDigits(currency))
