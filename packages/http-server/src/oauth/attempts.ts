import { type Check, SignInRefused } from "@symbolon/core"
import type { Limiter } from "../limiter.ts"
import { admit, type Exchange } from "../plan.ts"
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
  /** Whoever has used these up is refused. */
  readonly own: readonly Check[]
  /** Where these are used up, `strict` holds beside `own`. Nobody is refused for them alone. */
  readonly everybody: readonly Check[]
  readonly strict: readonly Check[]
}

/**
 * A browser that has signed in to the account has tries of its own. Others have them by account and
 * address: a stranger's wrong passwords lock the stranger's address alone. After fifty in an hour,
 * from wherever, an address that is not known has three in ten minutes instead of five in one; the
 * right password is taken all the same.
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

/** A passkey names nobody and cannot be guessed: it is counted for its address alone. */
const namelessTries = (ip: string): Tries => ({
  own: [check(`sign-in:nameless:ip:${ip}`, 20, minuteMs)],
  everybody: [],
  strict: [],
})

/** What is tried: a password for a name, or a passkey, which has no name. */
export interface Attempt {
  readonly name: string | undefined
}

/**
 * Runs a sign-in unless the failures before it have used up its tries; counts it when it fails. One
 * that succeeds gives nothing back: it would let a guesser begin anew. Sign-ins to one account from
 * one address wait for one another, so that none is looked at before the failures of those that
 * came first are counted.
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
    admit(exchange, await limiter.lookStrictly(tries.own))
    const isAttacked =
      tries.everybody.length > 0 &&
      (await limiter.lookStrictly(tries.everybody)).refusal !== undefined
    if (isAttacked) admit(exchange, await limiter.lookStrictly(tries.strict))
    try {
      return await work()
    } catch (reason) {
      if (reason instanceof SignInRefused) await countFailure(limiter, tries)
      throw reason
    }
  })
}

/** Each by itself: one that is used up must not keep the others from counting. */
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
