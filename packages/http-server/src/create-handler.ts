import type { IncomingMessage, ServerResponse } from "node:http"
import type { Logger, RateLimitStore, Symbolon } from "@symbolon/core"
import { openRateLimiter, portsOf, type RateLimiter } from "@symbolon/core/effect"
import { planCall } from "./call.ts"
import { clientIpBehind } from "./client-ip.ts"
import { contentPlan } from "./content.ts"
import { credentialProofPlans } from "./credential-proofs.ts"
import { type Fetch, fetchAdapter } from "./fetch-adapter.ts"
import { filePlans } from "./files.ts"
import { healthPlans } from "./health.ts"
import { ledgerLogPlans } from "./ledger-log.ts"
import { type Limiter, type LimitsSwitch, openLimiter } from "./limiter.ts"
import { nodeListener } from "./node-adapter.ts"
import { planAuthorize } from "./oauth/authorize.ts"
import { cookieJar } from "./oauth/cookies.ts"
import { builtInIdentity, type Identity } from "./oauth/identity.ts"
import { planInteraction } from "./oauth/interaction.ts"
import { planLogout } from "./oauth/logout.ts"
import { planServerMetadata } from "./oauth/server-metadata.ts"
import type { SignInParts } from "./oauth/sign-in-parts.ts"
import { planIntrospect, planRevoke } from "./oauth/token-status.ts"
import { planToken } from "./oauth/token.ts"
import { planUserinfoByPost } from "./oauth/userinfo-by-post.ts"
import type { OpenApiDocument } from "./openapi.ts"
import { type Documents, documentsOf } from "./openapi/documents.ts"
import { channelPlan } from "./pages/channel.ts"
import { docsPlans } from "./pages/docs.ts"
import { frontPlan } from "./pages/front-plan.ts"
import { linkPlan } from "./pages/link/link-plan.ts"
import { openApiPlans } from "./pages/openapi-plans.ts"
import { accountPagePlans } from "./pages/sign-in/plans.ts"
import { paymentCallbackPlan } from "./payment-callback.ts"
import { type Answer, type AnsweredRequest, openPipeline } from "./pipeline.ts"
import type { Plan } from "./plan.ts"
import { allRoutes } from "./routes/all-routes.ts"

/**
 * What a handler is made of. Only `symbolon` has no default; its `baseUrl` says where the handler
 * is reached, below which prefix.
 */
export interface HandlerOptions {
  readonly symbolon: Symbolon
  /**
   * Whether requests are counted. Rate limit headers are always sent. Default: the core's setting,
   * which is `on`, or `off` with a test clock.
   */
  readonly limits?: LimitsSwitch
  /** Where requests are counted. Default: where the core counts. */
  readonly rateLimitStore?: RateLimitStore
  /** Addresses and networks whose `X-Forwarded-For` is believed. Default: none. */
  readonly trustedProxies?: readonly string[]
  /** Storage backends that `default_backend` may name. Default: `primary` alone. */
  readonly backends?: readonly string[]
  /** Gets one line per request. Default: none. */
  readonly logger?: Logger
  /**
   * Gets each answered request, for metrics: `openMetrics()` of `@symbolon/http-server/metrics` has
   * such a function. It must return fast and not throw. Default: none.
   */
  readonly onRequest?: (request: AnsweredRequest) => void
  /**
   * A body must have arrived whole after this long, and no upload may stand still for as long.
   * Default 30 s.
   */
  readonly bodyTimeoutMs?: number
  /** Uploads that one address may send at once to `/uploads`; more are 429. Default 64. */
  readonly uploadsPerAddress?: number
  /**
   * Who is signed in, where the embedding program knows. Default: who signed in at our own page.
   */
  readonly identity?: Identity
  /**
   * The URL of the embedding program's own pages for sign-in and consent; the challenge is
   * appended. Default: the built-in pages.
   */
  readonly interactionUrl?: string
  /**
   * Whether people may make an account themselves. Default: they may, where the core keeps
   * passwords.
   */
  readonly registration?: "open" | "closed"
}

/** A Symbolon that answers HTTP, to be mounted wherever there is a server. */
export interface Handler {
  /** For frameworks of the Fetch standard. */
  readonly fetch: Fetch
  /** For `node:http`, and for Express and its kin: `app.use("/members", handler.listener)`. */
  readonly listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** The published API and the authorization server, as OpenAPI 3.1. Frozen: copy it to change it. */
  readonly openapi: () => OpenApiDocument
  /** The console, as OpenAPI 3.1. Frozen too. */
  readonly consoleOpenapi: () => OpenApiDocument
  /** From now on `/health/ready` answers 503, and connections end with their reply. */
  readonly drain: () => void
  /**
   * Drains, and resolves when no request is under way any more. Leaves the core open: who made it
   * closes it.
   */
  readonly close: () => Promise<void>
}

/**
 * Makes the handler of a core. It answers requests and does no background work: call
 * `symbolon.runWork()` in one process of the deployment.
 *
 * @example
 * const baseUrl = "https://club.example/members"
 * const symbolon = await createSymbolon({ storage, vault, baseUrl })
 * const handler = createHandler({ symbolon })
 * express().use("/members", handler.listener).listen(8080)
 */
export const createHandler = (options: HandlerOptions): Handler => {
  const { symbolon, logger, bodyTimeoutMs = 30_000 } = options
  const { baseUrl } = symbolon.settings
  const limiter = openLimiter(
    rateLimiterOf(options),
    symbolon.clock,
    options.limits ?? symbolon.settings.limits,
  )
  let isDraining = false
  const documents = documentsOf({ baseUrl, hasTestClock: symbolon.testClock !== undefined })
  const plans = plansOf(options, { baseUrl, limiter, documents, isDraining: () => isDraining })
  const pipeline = openPipeline({
    plans,
    limiter,
    clientIp: clientIpBehind(options.trustedProxies ?? []),
    authenticate: symbolon.authenticate,
    logger,
    onRequest: options.onRequest,
  })
  const { answer, idle } = counting(pipeline)
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, "")
  const drain = (): void => {
    isDraining = true
  }
  return {
    fetch: fetchAdapter(answer, { basePath, bodyTimeoutMs }),
    listener: nodeListener(answer, {
      basePath,
      bodyTimeoutMs,
      isDraining: () => isDraining,
      logger,
    }),
    ...documents,
    drain,
    close: async () => {
      drain()
      await idle()
    },
  }
}

const rateLimiterOf = ({ symbolon, rateLimitStore, logger }: HandlerOptions): RateLimiter =>
  rateLimitStore === undefined
    ? portsOf(symbolon).rateLimiter
    : openRateLimiter(rateLimitStore, {
        wall: symbolon.wall,
        onFailing: (fields, message) => logger?.error(fields, message),
      })

const defaultUploadsPerAddress = 64

/** Knows when nothing is under way. */
const counting = (
  answer: Answer,
): { readonly answer: Answer; readonly idle: () => Promise<void> } => {
  let running = 0
  let rested: (() => void) | undefined
  return {
    answer: async (request) => {
      running += 1
      const reply = await answer(request)
      running -= 1
      if (running === 0) rested?.()
      return reply
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => (rested = resolve))),
  }
}

interface PlanParts {
  readonly baseUrl: string
  readonly limiter: Limiter
  readonly documents: Documents
  readonly isDraining: () => boolean
}

const plansOf = (
  options: HandlerOptions,
  { baseUrl, limiter, documents, isDraining }: PlanParts,
): readonly Plan[] => {
  const {
    symbolon,
    logger,
    backends = ["primary"],
    uploadsPerAddress = defaultUploadsPerAddress,
  } = options
  const calls = { symbolon, limiter, backends }
  return [
    ...allRoutes(symbolon.testClock?.moveTo).map((route) => planCall(route, calls)),
    ...signInPlans(options, { baseUrl, limiter }),
    planToken(calls),
    planIntrospect(calls),
    planRevoke(calls),
    planUserinfoByPost(calls),
    ...planServerMetadata(calls),
    ...ledgerLogPlans({ symbolon, limiter }),
    ...credentialProofPlans({ symbolon, limiter }),
    ...healthPlans({ symbolon, isDraining, logger }),
    ...openApiPlans({ ...documents, limiter }),
    ...docsPlans({ baseUrl, limiter }),
    paymentCallbackPlan(calls),
    contentPlan(calls),
    linkPlan(calls),
    ...filePlans({ symbolon, limiter, uploadsPerAddress }),
    channelPlan,
  ]
}

const signInPlans = (
  options: HandlerOptions,
  { baseUrl, limiter }: Pick<PlanParts, "baseUrl" | "limiter">,
): readonly Plan[] => {
  const { symbolon, interactionUrl, registration = "open" } = options
  const jar = cookieJar(baseUrl)
  const hasPasswords = portsOf(symbolon).passwords !== undefined
  const parts: SignInParts = {
    symbolon,
    limiter,
    baseUrl,
    jar,
    interactionUrl,
    identity: options.identity ?? builtInIdentity(symbolon, jar),
    methods: [
      ...(portsOf(symbolon).passkeys === undefined ? [] : ["passkey" as const]),
      ...(hasPasswords ? ["password" as const] : []),
    ],
    canRegister: hasPasswords && registration === "open",
  }
  return [
    frontPlan(parts),
    ...planAuthorize(parts),
    ...planInteraction(parts),
    ...planLogout(parts),
    ...accountPagePlans(parts),
  ]
}
