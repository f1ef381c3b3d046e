import type { RateLimited } from "../../foundation/errors/refusals.ts"
import type { Settings } from "../../foundation/ports/ports.ts"
import type { RateLimitStore } from "../../rate-limits/rate-limit-store.ts"
import { rateLimitedBy } from "../../rate-limits/rate-limited.ts"
import { isHeld, type Wallet } from "../../wallets/wallet.ts"

/** Counts what wallets sign for their holders. */
export interface SigningLimit {
  /** Counts one signature; answers the refusal when there is no room for it. */
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
  store: RateLimitStore,
  settings: Settings["ledger"],
): SigningLimit => ({
  take: async ({ address, kind }, now) => {
    const limit = isHeld({ kind })
      ? settings.walletSigningsPerHour
      : settings.treasurySigningsPerHour
    if (limit === null) return undefined
    const checks = [
      { key: `sign:${address}`, cost: 1, limit, windowMs: hourMs, isOpenEnded: false },
    ]
    return rateLimitedBy(checks, await store.take(checks, now))
  },
})
