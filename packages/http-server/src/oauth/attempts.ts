import { type Check, SignInRefused } from "@symbolon/core"
import type { Limiter } from "../limiter.ts"
import { enforceLimit, type Exchange } from "../plan.ts"
import type { SignInParts } from "./sign-in-parts.ts"

const minuteMs = 60_000

const check = (key: string, limit: number, windowMs: number): Check => ({
  key,
  cost: 1,
  limit,
  windowMs,
  isOpenEnded: true,
})

/** How failed sign-ins are counted, and what stops the next one. */
interface Tries {
  /** A sign-in is refused once these are exhausted. */
  readonly own: readonly Check[]
  /** Once these are exhausted, `strict` applies in addition to `own`. They never refuse alone. */
  readonly everybody: readonly Check[]
  readonly strict: readonly Check[]
}

/**
 * A browser that signed in to the account before has its own attempts. Others are counted by
 * account and address, so wrong passwords lock only the address they come from. After fifty
 * failures in an hour, an unknown address has three attempts in ten minutes instead of five in one.
 * A correct password is still accepted.
 */
const triesOf = (
  { subject, device }: { readonly subject: string; readonly device: string | undefined },
  ip: string,
): Tries => {
  if (device !== undefined)
    return { own: [check(`sign-in:device:${device}`, 5, minuteMs)], everybody: [], strict: [] }
  return {
    own: [check(`sign-in:n:${subject}:ip:${ip}`, 5, minuteMs)],
    everybody: [check(`sign-in:n:${subject}`, 50, 60 * minuteMs)],
    strict: [check(`sign-in:strict:n:${subject}:ip:${ip}`, 3, 10 * minuteMs)],
  }
}

/** A passkey names no account and cannot be guessed, so it counts only for its address. */
const namelessTries = (ip: string): Tries => ({
  own: [check(`sign-in:nameless:ip:${ip}`, 20, minuteMs)],
  everybody: [],
  strict: [],
})

/** The attempt: a password for a name, or a passkey without a name. */
export interface Attempt {
  readonly name: string | undefined
}

/**
 * Runs a sign-in unless its attempts are exhausted, and counts a failure. A success resets nothing,
 * because a guesser could then start again. Sign-ins to one account from one address run one after
 * the other, so that all earlier failures are counted.
 */
export const attemptSignIn = async <A>(
  { symbolon, limiter, jar }: Pick<SignInParts, "symbolon" | "limiter" | "jar">,
  exchange: Exchange,
  { name }: Attempt,
  work: () => Promise<A>,
): Promise<A> => {
  const { deviceTokens } = jar.read(exchange.request.headers)
  const tries =
    name === undefined
      ? namelessTries(exchange.ip)
      : triesOf(await symbolon.users.getSignInSubject({ name, deviceTokens }), exchange.ip)
  return inTurn(tries.own[0]?.key ?? "", async () => {
    enforceLimit(exchange, await limiter.lookStrictly(tries.own))
    const isAttacked =
      tries.everybody.length > 0 &&
      (await limiter.lookStrictly(tries.everybody)).refusal !== undefined
    if (isAttacked) enforceLimit(exchange, await limiter.lookStrictly(tries.strict))
    try {
      return await work()
    } catch (reason) {
      if (reason instanceof SignInRefused) await countFailure(limiter, tries)
      throw reason
    }
  })
}

/** Counted separately: an exhausted limit must not prevent the others from counting. */
const countFailure = async (limiter: Limiter, { own, everybody, strict }: Tries): Promise<void> => {
  for (const one of [...own, ...everybody, ...strict]) await limiter.charge([one])
}

const turns = new Map<string, Promise<unknown>>()

const inTurn = async <A>(key: string, work: () => Promise<A>): Promise<A> => {
  const before = turns.get(key) ?? Promise.resolve()
  const mine = before.then(work)
  const over = mine.then(
    () => undefined,
    () => undefined,
  )
  turns.set(key, over)
  try {
    return await mine
  } finally {
    if (turns.get(key) === over) turns.delete(key)
  }
}
