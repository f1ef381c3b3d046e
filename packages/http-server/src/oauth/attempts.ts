import type { Check } from "@symbolon/core"
import type { Limiter } from "../limiter.ts"
import { admit, type Exchange } from "../plan.ts"

const minuteMs = 60_000

const check = (key: string, limit: number, windowMs: number): Check => ({ key, cost: 1, limit, windowMs, isOpenEnded: true })

/**
 * Names are counted as they are looked up: without regard to case. A passkey names nobody and cannot be guessed: it is counted for its
 * address alone, or some failures from anywhere would shut everybody out who has one.
 */
const failureChecks = (name: string, ip: string): readonly Check[] =>
  name === ""
    ? [check(`sign-in:nameless:ip:${ip}`, 20, minuteMs)]
    : [check(`sign-in:n:${name.toLowerCase()}:ip:${ip}`, 5, minuteMs), check(`sign-in:n:${name.toLowerCase()}`, 50, 60 * minuteMs)]

/** Ends a sign-in before anything is looked at where failures have used up their allowance: of a name from an address, and of a name. */
export const admitAttempt = async (limiter: Limiter, exchange: Exchange, name: string): Promise<void> =>
  admit(exchange, await limiter.lookStrictly(failureChecks(name, exchange.ip)))

/** Counts a sign-in that failed. One that succeeds gives nothing back: it would let a guesser begin anew. */
export const countFailure = async (limiter: Limiter, exchange: Exchange, name: string): Promise<void> => {
  await limiter.charge(failureChecks(name, exchange.ip))
}

/** Whether an account may be looked for by name: 15 times a minute for the whole deployment (specification, "Limits"). */
export const mayLookUp = async (limiter: Limiter): Promise<boolean> =>
  (await limiter.charge([check("account-lookup", 15, minuteMs)])).refusal === undefined
