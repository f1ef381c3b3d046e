import { host, type Symbolon } from "@symbolon/core"
import { ledger } from "@symbolon/core/effect"
import { etagOf } from "./etag.ts"
import type { Limiter } from "./limiter.ts"
import { staticPlan } from "./pages/static-plan.ts"
import type { Plan } from "./plan.ts"

/**
 * The plans of the public log (C2SP tlog-tiles): its newest checkpoint and its tiles. Only the
 * wallets of an entry know its leaf, so there are no bundles of entries. The replies are not JSON,
 * so the contract does not have them.
 */
export const ledgerLogPlans = ({
  symbolon,
  limiter,
}: {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
}): readonly Plan[] => [
  staticPlan({
    template: "/api/v1/ledger/checkpoint",
    limiter,
    isCrossOrigin: true,
    answer: async () => {
      const note = await symbolon.run(ledger.checkpoint(host, {}))
      return {
        status: 200,
        headers: {
          "content-type": "text/plain; charset=utf-8",
          "cache-control": "no-cache",
          etag: etagOf(note),
        },
        body: note,
      }
    },
  }),
  staticPlan({
    template: "/api/v1/ledger/tile/*",
    limiter,
    isCrossOrigin: true,
    answer: async ({ "*": path = "" }) => {
      const { bytes, isFull } = await symbolon.run(ledger.tile(host, { path: `tile/${path}` }))
      return {
        status: 200,
        headers: {
          "content-type": "application/octet-stream",
          "cache-control": isFull ? forever : aWhile,
        },
        body: bytes,
      }
    },
  }),
]

/** A full tile never changes again. */
const forever = "public, max-age=31536000, immutable"
/** A partial tile does not change either, but is rarely requested again. */
const aWhile = "public, max-age=3600"
