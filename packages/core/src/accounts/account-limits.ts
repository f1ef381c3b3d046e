import type { RateLimited } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { Observer } from "../foundation/ports/observer.ts"
import type { Settings } from "../foundation/ports/ports.ts"
import type { Check } from "../rate-limits/rate-limit-store.ts"
import type { RateLimiter } from "../rate-limits/rate-limiter.ts"
import { noted, rateLimitedBy } from "../rate-limits/rate-limited.ts"

/** A mail to an address that a caller chose. */
export interface ChosenMail {
  /** The user or the app that asks; undefined for a person who has no account yet. */
  readonly from: string | undefined
  readonly to: string
  /** Whether it invites somebody; else it is to verify an address that is said to be one's own. */
  readonly isInvitation?: boolean
}

/** A drop that would be a new contact of its receiver. */
export interface ArrivingDrop {
  readonly sender: string
  readonly receiver: string
}

/**
 * Counts what may be done to accounts. Each verb counts one use and answers the refusal when there
 * is no room for it.
 */
export interface AccountLimits {
  /**
   * A password that a signed-in user sends to prove who they are; counted by the session behind the
   * token, which a caller cannot invent.
   */
  readonly passwordCheck: (sid: string, now: Date) => Promise<RateLimited | undefined>
  /**
   * A look for an account by name or e-mail address, to write to it: by who asks, where that is
   * known, and for the whole deployment. Nothing is counted when either has no room.
   */
  readonly lookup: (from: string | undefined, now: Date) => Promise<RateLimited | undefined>
  /**
   * A mail to an address that a caller chose: by the caller, by the address, and by both. Nothing is
   * counted when one of them has no room. What people ask for to their own address counts apart from
   * invitations, which strangers send.
   */
  readonly chosenMail: (mail: ChosenMail, now: Date) => Promise<RateLimited | undefined>
  /** A contact that a user drops with anybody. */
  readonly drop: (sender: string, now: Date) => Promise<RateLimited | undefined>
  /**
   * A new contact that a sender drops with a receiver; `false` when it must not arrive. The senders
   * of a receiver count together, and each of them once an hour.
   */
  readonly dropArrives: (drop: ArrivingDrop, now: Date) => Promise<boolean>
  /** A link for a new password, which only ever goes to the verified address of the account. */
  readonly resetMail: (userUuid: string, now: Date) => Promise<RateLimited | undefined>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Opens the limits of accounts. */
export const openAccountLimits = (
  limiter: Pick<RateLimiter, "take">,
  { limits: counting }: Pick<Settings, "limits">,
  observer: Pick<Observer, "limitRefused">,
): AccountLimits => {
  const take = async (checks: readonly Check[], now: Date): Promise<RateLimited | undefined> =>
    counting === "off"
      ? undefined
      : noted(rateLimitedBy(checks, await limiter.take(checks, now)), observer)
  return {
    passwordCheck: (sid, now) =>
      take([check(`password:s:${sid}`, limits.passwordChecksPerMinute, minuteMs)], now),
    lookup: (from, now) =>
      take(
        [
          ...(from === undefined
            ? []
            : [
                check(
                  `account-lookup:from:${from}`,
                  limits.accountLookupsPerCallerPerMinute,
                  minuteMs,
                ),
              ]),
          check("account-lookup", limits.accountLookupsPerMinute, minuteMs),
        ],
        now,
      ),
    chosenMail: ({ from, to, isInvitation = false }, now) => {
      const key = `mail:${isInvitation ? "invites" : "to"}:${to.toLowerCase()}`
      return take(
        [
          ...(from === undefined
            ? []
            : [
                check(`mail:from:${from}`, limits.chosenMailsPerCallerPerHour, hourMs),
                openEnded(
                  check(
                    `${key}:from:${from}`,
                    limits.chosenMailsPerCallerAndAddressPerHour,
                    hourMs,
                  ),
                ),
              ]),
          openEnded(check(key, limits.chosenMailsPerAddressPerHour, hourMs)),
        ],
        now,
      )
    },
    drop: (sender, now) =>
      take([check(`drop:from:${sender}`, limits.dropsPerSenderPerHour, hourMs)], now),
    dropArrives: async ({ sender, receiver }, now) => {
      if (counting === "off") return true
      const checks = [
        check(`drop:to:${receiver}:from:${sender}`, 1, hourMs),
        check(`drop:to:${receiver}`, limits.dropsPerReceiverPerHour, hourMs),
      ]
      const taken = await limiter.take(checks, now)
      const isCountedAlready = (taken.states[0]?.retryAfterSeconds ?? 0) > 0
      if (taken.allowed || isCountedAlready) return true
      noted(rateLimitedBy(checks, taken), observer)
      return false
    },
    resetMail: (userUuid, now) =>
      take([check(`mail:reset:u:${userUuid}`, limits.resetMailsPerAccountPerHour, hourMs)], now),
  }
}

/** Under a key that callers invent. */
const openEnded = (one: Check): Check => ({ ...one, isOpenEnded: true })

const check = (key: string, limit: number, windowMs: number): Check => ({
  key,
  cost: 1,
  limit,
  windowMs,
  isOpenEnded: false,
})
