import type { Symbolon } from "@symbolon/core"
import { jsonReply } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import { staticPlan } from "../pages/static-plan.ts"
import type { Plan } from "../plan.ts"
import { discoveryDocument } from "./discovery.ts"

/**
 * The metadata under the names of RFC 8414, for clients that know no OpenID Connect: below the
 * issuer, and with the well-known part in front of its path, which reaches us where the whole
 * origin is ours.
 */
export const planServerMetadata = ({
  symbolon,
  limiter,
}: {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
}): readonly Plan[] =>
  [
    "/oauth2/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/oauth2",
  ].map((template) =>
    staticPlan({
      template,
      limiter,
      isCrossOrigin: true,
      answer: () =>
        jsonReply(200, discoveryDocument(symbolon), { "cache-control": "public, max-age=300" }),
    }),
  )
