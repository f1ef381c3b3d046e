import type { Settings } from "../ports/ports.ts"
import type { RateLimitStore } from "../rate-limits/rate-limit-store.ts"
import { isHeld, type Wallet } from "../wallets/wallet.ts"

/** Counts what wallets sign for their holders. */
export interface SigningLimit {
  /** Counts one signature; answers after how many seconds there is room for one, 0 when there was. */
  readonly take: (wallet: Pick<Wallet, "address" | "kind">, now: Date) => Promise<number>
}

const hourMs = 3_600_000

/** The limits of the specification, for an hour that slides (specification, "Limits"; decisions, section 8). */
export const openSigningLimit = (store: RateLimitStore, settings: Settings["ledger"]): SigningLimit => ({
  take: async ({ address, kind }, now) => {
    const limit = isHeld({ kind }) ? settings.walletSigningsPerHour : settings.treasurySigningsPerHour
    if (limit === null) return 0
    const check = { key: `sign:${address}`, cost: 1, limit, windowMs: hourMs, isOpenEnded: false }
    const { allowed, standings } = await store.take([check], now)
    return allowed ? 0 : Math.max(1, standings[0]?.retryAfterSeconds ?? 1)
  },
})
