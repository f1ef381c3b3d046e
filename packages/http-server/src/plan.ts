import type { Caller } from "@symbolon/core"
import type { Headers, Reply, Request } from "./exchange.ts"
import type { Charge } from "./limiter.ts"
import type { ChecksOf } from "./limits.ts"

/**
 * One request on its way: what the stages learn of it, for the headers and the log. Written in
 * place, by the stages alone.
 */
export interface Exchange {
  readonly request: Request
  readonly id: string
  /** The address it is counted for. */
  readonly ip: string
  /** Undefined until a good token was seen. */
  caller: Caller | undefined
  /** The client that a request to the authorization server names; undefined elsewhere. */
  clientId: string | undefined
  /**
   * Whether that client sent a secret. Client limits count only after the secret was verified.
   */
  hasClientSecret: boolean
  /**
   * Names the browser in which a user is signed in, after that was verified; undefined elsewhere.
   * Never a secret: calls are counted under it.
   */
  browser: string | undefined
  /** The rate limit headers; undefined until the request was counted. */
  limits: Headers | undefined
  /** What the rate limit that refused counts; undefined when none did. */
  refusedBy: string | undefined
}

/**
 * Answers a method on a path. Everything independent of the request is computed once.
 */
export interface Plan {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The path with its parameters in braces. */
  readonly template: string
  /**
   * Whether pages of other origins may read the reply: all, none, or those that the function
   * accepts. Cookies are allowed only with `with cookies`, for pages of the embedding program.
   */
  readonly isCrossOrigin: boolean | ((origin: string) => Promise<boolean | "with cookies">)
  /**
   * The limits for the rate limit headers if the request was not counted; undefined for no headers
   * (health).
   */
  readonly rateLimitHeaders: ChecksOf | undefined
  readonly answer: (
    exchange: Exchange,
    params: Readonly<Record<string, string | undefined>>,
  ) => Promise<Reply> | Reply
  /**
   * Only callers that accept HTML find this path; for others it is 404.
   */
  readonly isForPagesOnly?: true
  /** Replies with a status below 400 are not logged: probes arrive every second. */
  readonly isLoggedOnFailure?: true
  /** Builds the reply to a refusal, in the format of the path. */
  readonly refuse: (reason: unknown, exchange: Exchange) => Reply
}

/** Stores the rate limit headers, and throws the refusal if the limit is exhausted. */
export const enforceLimit = (exchange: Exchange, { headers, refusal }: Charge): void => {
  exchange.limits = headers
  if (refusal === undefined) return
  exchange.refusedBy = refusal.bucket
  throw refusal
}
