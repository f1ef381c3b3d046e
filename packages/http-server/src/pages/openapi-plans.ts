import { createHash } from "node:crypto"
import { type Reply, textReply } from "../exchange.ts"
import type { Limiter } from "../limiter.ts"
import type { OpenApiDocument } from "../openapi.ts"
import type { Plan } from "../plan.ts"
import { staticPlan } from "./static-plan.ts"

interface Documents {
  readonly openapi: () => OpenApiDocument
  readonly consoleOpenapi: () => OpenApiDocument
  readonly limiter: Limiter
}

/** The two OpenAPI documents, written at the first request for each. */
export const openApiPlans = ({ openapi, consoleOpenapi, limiter }: Documents): readonly Plan[] => [
  staticPlan({
    template: "/openapi.json",
    limiter,
    isCrossOrigin: true,
    answer: cachedReply(openapi),
  }),
  staticPlan({
    template: "/console/v1/openapi.json",
    limiter,
    answer: cachedReply(consoleOpenapi),
  }),
]

const cachedReply = (document: () => OpenApiDocument): (() => Reply) => {
  let reply: Reply | undefined
  return () => {
    if (reply === undefined) {
      const text = JSON.stringify(document())
      const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`
      reply = textReply(200, text, { etag, "cache-control": "no-cache" })
    }
    return reply
  }
}
