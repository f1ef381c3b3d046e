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
   * Whether that client sent a secret; what is counted under a client alone is counted after the
   * secret was checked.
   */
  hasClientSecret: boolean
  /**
   * Names the browser in which a user is signed in, after that was verified; undefined elsewhere.
   * Never a secret: calls are counted under it.
   */
  browser: string | undefined
  /** How the caller's allowance stands; undefined until something was counted. */
  limits: Headers | undefined
}

/**
 * What answers a method on a path; everything that does not depend on the request was worked out
 * before.
 */
export interface Plan {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** The path with its parameters in braces. */
  readonly template: string
  /**
   * Whether a page of another origin may read the reply: any, none, or those that it says. Cookies
   * count only where the answer is `with cookies`, which is for the pages of the embedding program.
   */
  readonly isCrossOrigin: boolean | ((origin: string) => Promise<boolean | "with cookies">)
  /**
   * What the headers tell of when nothing was counted; undefined where there are none at all
   * (health).
   */
  readonly shown: ChecksOf | undefined
  readonly answer: (
    exchange: Exchange,
    params: Readonly<Record<string, string | undefined>>,
  ) => Promise<Reply> | Reply
  /**
   * Only callers who ask for HTML find anything at the path; for others it is like any path where
   * nothing stands.
   */
  readonly isForPagesOnly?: true
  /** Tells of a refusal in the language of the path. */
  readonly refuse: (reason: unknown, exchange: Exchange) => Reply
}

/** Notes how the allowance stands; ends the request when there is nothing left. */
export const admit = (exchange: Exchange, { headers, refusal }: Charge): void => {
  exchange.limits = headers
  if (refusal !== undefined) throw refusal
}
