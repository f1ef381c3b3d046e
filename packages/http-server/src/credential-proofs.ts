import { host, type Symbolon } from "@symbolon/core"
import { credentials } from "@symbolon/core/effect"
import { etagOf } from "./etag.ts"
import type { Reply } from "./exchange.ts"
import type { Limiter } from "./limiter.ts"
import { staticPlan } from "./pages/static-plan.ts"
import type { Plan } from "./plan.ts"

/**
 * The plans of what a verifier of credentials fetches: the DID documents of the service and of
 * organizations, and status lists. They stand where did:web says, outside of the API, and have media
 * types of their own, so the contract does not have them.
 */
export const credentialProofPlans = ({
  symbolon,
  limiter,
}: {
  readonly symbolon: Symbolon
  readonly limiter: Limiter
}): readonly Plan[] => [
  staticPlan({
    template: didPathOf(symbolon.settings.baseUrl),
    limiter,
    isCrossOrigin: true,
    answer: async () => didReply(await symbolon.run(credentials.serviceDidDocument(host, {}))),
  }),
  staticPlan({
    template: "/organizations/{organization_uuid}/did.json",
    limiter,
    isCrossOrigin: true,
    answer: async ({ organization_uuid: organizationUuid = "" }) =>
      didReply(await symbolon.run(credentials.didDocumentOf(host, { organizationUuid }))),
  }),
  staticPlan({
    template: "/organizations/{organization_uuid}/credential-status/{list}",
    limiter,
    isCrossOrigin: true,
    answer: async ({ organization_uuid: organizationUuid = "", list = "" }) => {
      const input = { organizationUuid, list: numberOf(list) }
      return revalidated(
        "application/vc+jwt",
        await symbolon.run(credentials.statusList(host, input)),
      )
    },
  }),
]

/** Where did:web looks for the document of the service, below its base URL. */
const didPathOf = (baseUrl: string): string =>
  new URL(baseUrl).pathname === "/" ? "/.well-known/did.json" : "/did.json"

/** The number of a list as credentials write it; a list that no credential names for other texts. */
const numberOf = (list: string): number =>
  /^(0|[1-9][0-9]{0,9})$/.test(list) ? Number(list) : Number.MAX_SAFE_INTEGER

const didReply = (document: unknown): Reply =>
  revalidated("application/did+json", JSON.stringify(document))

/** A cache may keep it, and asks each time whether it still holds. */
const revalidated = (type: string, body: string): Reply => ({
  status: 200,
  headers: { "content-type": type, "cache-control": "no-cache", etag: etagOf(body) },
  body,
})
