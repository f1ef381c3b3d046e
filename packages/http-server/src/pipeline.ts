import { type Caller, InvalidCredentials, type Logger, NotFound, RateLimited } from "@symbolon/core"
import { bases } from "@symbolon/core/contract"
import { bearerToken } from "./bearer.ts"
import type { ClientIp } from "./client-ip.ts"
import { anyOrigin, isPreflight, oneOrigin, preflightHeaders } from "./cors.ts"
import { matchesEtag } from "./etag.ts"
import type { Headers, Reply, Request } from "./exchange.ts"
import type { Limiter } from "./limiter.ts"
import { allowanceHeaders } from "./limit-headers.ts"
import { preflightChecks, unauthenticatedChecks, unmatchedChecks } from "./limits.ts"
import { prefersHtml } from "./oauth/accept.ts"
import { oauthRefusalReply } from "./oauth/refusal-reply.ts"
import { enforceLimit, type Exchange, type Plan } from "./plan.ts"
import { requestId } from "./request-id.ts"
import { type Found, openRouter } from "./router.ts"
import { isUnexpected, refusalReply, WireRefused } from "./wire-refusal.ts"

/** What the pipeline runs on. */
export interface PipelineParts {
  readonly plans: readonly Plan[]
  readonly limiter: Limiter
  readonly clientIp: ClientIp
  /** Who a token speaks for; rejects with `InvalidCredentials`. */
  readonly authenticate: (token: string) => Promise<Caller>
  readonly logger: Logger | undefined
  readonly onRequest: ((request: AnsweredRequest) => void) | undefined
}

/** A request after its answer, without anything that names a caller or a thing. */
export interface AnsweredRequest {
  /** The request's method, `OTHER` if HTTP has no such method. */
  readonly method: string
  /** The path with its parameters in braces; undefined for a path without a route. */
  readonly route: string | undefined
  readonly status: number
  /** Milliseconds until the answer was ready to be sent. */
  readonly ms: number
  /** What the rate limit that refused the request counts, such as `write`; undefined if none did. */
  readonly refusedBy: string | undefined
}

/** Answers a request; never rejects. */
export type Answer = (request: Request) => Promise<Reply>

/** The methods of HTTP (RFC 9110, RFC 5789). */
const known = new Set("GET HEAD POST PUT PATCH DELETE OPTIONS CONNECT TRACE".split(" "))

const unmatched = "*"
const unmatchedRouteChecks = unauthenticatedChecks(unmatched)

/**
 * Handles a request around its plan: its id, its route, the answers of a path itself (404, 405,
 * OPTIONS), the envelope of a failure, the common headers, and one line in the log.
 */
export const openPipeline = (parts: PipelineParts): Answer => {
  const { limiter, clientIp, logger, onRequest } = parts
  const find = openRouter(parts.plans)
  const countUnplanned = unplannedCounter(parts)

  /**
   * Finds the route of a path. A path that cannot be decoded counts as unknown before it is
   * refused.
   */
  const findCounted = (exchange: Exchange): Found | undefined | Promise<never> => {
    try {
      return visible(find(exchange.request.path), exchange.request)
    } catch (reason) {
      return countUnplanned(exchange, unmatched).then(() => Promise.reject(reason))
    }
  }

  const answerUnplanned = async (exchange: Exchange, found: Found | undefined): Promise<Reply> => {
    const { request } = exchange
    await countUnplanned(exchange, found?.place.template ?? unmatched)
    if (found === undefined) throw new NotFound({ what: "endpoint" })
    if (request.method === "OPTIONS")
      return options(found, exchange, await originHeaders(found, request))
    throw new WireRefused("method_not_allowed", { headers: { allow: found.place.allow } })
  }

  return async (request) => {
    const started = performance.now()
    const exchange = newExchange(request, clientIp(request))
    let found: Found | undefined
    let plan: Plan | undefined
    let reply: Reply
    let failure: unknown
    try {
      const finding = findCounted(exchange)
      found = finding instanceof Promise ? await finding : finding
      plan = found?.place.plans.get(request.method === "HEAD" ? "GET" : request.method)
      reply = await (plan === undefined || found === undefined
        ? answerUnplanned(exchange, found)
        : plan.answer(exchange, found.params))
    } catch (reason) {
      failure = reason
      // An operation refuses by its own rate limit, not by the one of the call.
      if (reason instanceof RateLimited && reason.allowance !== undefined)
        exchange.limits = allowanceHeaders(reason.allowance)
      reply = (plan ?? found?.place.anyPlan ?? unknownAt(request)).refuse(reason, exchange)
    }
    const headerChecks = plan === undefined ? unmatchedRouteChecks : plan.rateLimitHeaders
    if (exchange.limits === undefined && headerChecks !== undefined)
      exchange.limits = (await limiter.look(headerChecks(exchange))).headers
    const origins = originHeaders(found, request)
    const done = finished(reply, exchange, origins instanceof Promise ? await origins : origins)
    const { status } = done
    const ms = performance.now() - started
    const isQuiet = plan?.isLoggedOnFailure === true && status < 400
    if (logger !== undefined && !isQuiet)
      logRequest(logger, exchange, { found, status, ms, failure })
    onRequest?.({
      method: known.has(request.method) ? request.method : "OTHER",
      route: found?.place.template,
      status,
      ms,
      refusedBy: exchange.refusedBy,
    })
    return done
  }
}

const newExchange = (request: Request, ip: string): Exchange => ({
  request,
  id: requestId(request.headers["x-request-id"]),
  ip,
  caller: undefined,
  clientId: undefined,
  hasClientSecret: false,
  browser: undefined,
  limits: undefined,
  refusedBy: undefined,
})

/**
 * Counts a request without a plan: for its valid token, otherwise for its address. All unknown
 * paths share one key.
 */
const unplannedCounter = ({
  limiter,
  authenticate,
}: Pick<PipelineParts, "limiter" | "authenticate">) => {
  /** Returns the caller of a request without a plan; undefined without a valid token. */
  const callerOf = async ({ headers }: Request): Promise<Caller | undefined> => {
    if (headers["authorization"] === undefined) return undefined
    try {
      return await authenticate(bearerToken(headers))
    } catch (reason) {
      if (reason instanceof InvalidCredentials) return undefined
      throw reason
    }
  }
  return async (exchange: Exchange, template: string): Promise<void> => {
    const { request } = exchange
    if (isPreflight(request.method, request.headers))
      return enforceLimit(exchange, await limiter.charge(preflightChecks(template)(exchange)))
    exchange.caller = await callerOf(request)
    enforceLimit(
      exchange,
      await limiter.charge(unmatchedChecks(request.method, template)(exchange)),
    )
  }
}

/** Hides pages from callers that do not accept HTML. */
const visible = (found: Found | undefined, { headers }: Request): Found | undefined =>
  found?.place.anyPlan?.isForPagesOnly === true && !prefersHtml(headers["accept"])
    ? undefined
    : found

/** How a path that is no endpoint refuses: as the others of its base do. */
const unknownAt = ({ path }: Request): Pick<Plan, "refuse"> => ({
  refuse: path.startsWith(`${bases.oauth2}/`) ? oauthRefusalReply : refusalReply,
})

/** Returns the CORS headers of the reply; undefined if no other origin may read it. */
const originHeaders = (
  found: Found | undefined,
  { headers }: Request,
): Headers | undefined | Promise<Headers> => {
  const allows = found?.place.anyPlan?.isCrossOrigin ?? true
  if (typeof allows === "boolean") return allows ? anyOrigin : undefined
  return headersFor(headers["origin"], allows)
}

const headersFor = async (
  origin: string | undefined,
  allows: (origin: string) => Promise<boolean | "with cookies">,
): Promise<Headers> => {
  const allowed = origin === undefined ? false : await allows(origin).catch(() => false)
  return origin === undefined || allowed === false
    ? { vary: "origin" }
    : oneOrigin(origin, allowed === "with cookies")
}

const options = (found: Found, { request }: Exchange, origins: Headers | undefined): Reply => {
  const { allow } = found.place
  const isAsked =
    origins?.["access-control-allow-origin"] !== undefined &&
    isPreflight(request.method, request.headers)
  return {
    status: 204,
    headers: { allow, ...(isAsked ? preflightHeaders(allow) : {}) },
    body: undefined,
  }
}

const write = (headers: Record<string, string>, more: Headers | undefined): void => {
  for (const name in more) headers[name] = more[name] as string
}

/**
 * Adds the common headers to a reply, and omits the body if the caller already has it.
 */
const finished = (
  reply: Reply,
  { request, id, limits }: Exchange,
  origins: Headers | undefined,
): Reply => {
  const { etag } = reply.headers
  const isKnown =
    etag !== undefined &&
    reply.status === 200 &&
    matchesEtag(request.headers["if-none-match"], etag)
  const body = isKnown ? undefined : reply.body
  // Written one by one: to spread four records into one takes several times as long.
  const headers: Record<string, string> = { ...reply.headers }
  headers["x-request-id"] = id
  headers["x-content-type-options"] = "nosniff"
  write(headers, limits)
  write(headers, origins)
  if (!isKnown && reply.status !== 204 && reply.stream === undefined)
    headers["content-length"] = String(body === undefined ? 0 : Buffer.byteLength(body))
  if (isKnown) delete headers["content-length"]
  return {
    status: isKnown ? 304 : reply.status,
    headers,
    cookies: reply.cookies,
    body,
    stream: isKnown || request.method === "HEAD" ? undefined : reply.stream,
  }
}

interface RequestOutcome {
  readonly found: Found | undefined
  readonly status: number
  readonly ms: number
  readonly failure: unknown
}

/**
 * Logs one line for a request: the route, the caller and the result. Never a token, a body, a query
 * or path values.
 */
const logRequest = (
  logger: Logger,
  { id, request, caller, clientId }: Exchange,
  { found, status, ms, failure }: RequestOutcome,
): void => {
  const line = {
    request_id: id,
    method: request.method,
    route: found?.place.template ?? null,
    status,
    duration_ms: Math.round(ms * 1000) / 1000,
    client: caller === undefined || caller.kind === "host" ? (clientId ?? null) : caller.clientId,
  }
  if (failure === undefined || !isUnexpected(failure)) logger.info(line, "request")
  else logger.error({ ...line, ...causeOf(failure) }, "request failed")
}

const causeOf = (failure: unknown): Readonly<Record<string, unknown>> => {
  const cause =
    typeof failure === "object" &&
    failure !== null &&
    "cause" in failure &&
    failure.cause !== undefined
      ? failure.cause
      : failure
  return cause instanceof Error
    ? { error: cause.message, stack: cause.stack }
    : { error: String(cause) }
}
