import type { RateLimited } from "../../foundation/errors/refusals.ts"
import type { Observer } from "../../foundation/ports/observer.ts"
import type { Settings } from "../../foundation/ports/ports.ts"
import type { RateLimiter } from "../../rate-limits/rate-limiter.ts"
import { noted, rateLimitedBy } from "../../rate-limits/rate-limited.ts"
import { isHeld, type Wallet } from "../../wallets/wallet.ts"

/** Counts what wallets sign for their holders. */
export interface SigningLimit {
  /**
   * Counts one signature; answers the refusal when there is no room for it. Rejects with
   * `Unavailable` when it cannot be counted: an uncounted signature is not given.
   */
  readonly take: (
    wallet: Pick<Wallet, "address" | "kind">,
    now: Date,
  ) => Promise<RateLimited | undefined>
}

const hourMs = 3_600_000

/**
 * At most so many signatures of a wallet in any hour: by default 100 of a held one, without a limit
 * of a treasury, which issues.
 */
export const openSigningLimit = (
  limiter: Pick<RateLimiter, "takeStrictly">,
  settings: Settings["ledger"],
  observer: Pick<Observer, "limitRefused">,
): SigningLimit => ({
  take: async ({ address, kind }, now) => {
    const limit = isHeld({ kind })
      ? settings.walletSigningsPerHour
      : settings.treasurySigningsPerHour
    if (limit === null) return undefined
    const checks = [
      { key: `sign:${address}`, cost: 1, limit, windowMs: hourMs, isOpenEnded: false },
    ]
    return noted(rateLimitedBy(checks, await limiter.takeStrictly(checks, now)), observer)
  },
})
