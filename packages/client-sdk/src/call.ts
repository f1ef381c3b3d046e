import type { ResponseInfo } from "./response-info.ts"

/** A value of a query parameter. Lists repeat the parameter; null and undefined leave it out. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number | boolean)[]

/** What any call takes last. */
export interface CallOptions {
  /**
   * Ends the call, whatever it is doing: waiting to try again, connecting, or reading. It then
   * rejects with `signal.reason`.
   */
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take, its body included. Default: the client's. */
  readonly timeoutMs?: number | undefined
  /** Further query parameters, such as `default_backend`. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  /** Further headers, such as `x-request-id`; they win over the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** What a call gave, together with the response it came in. */
export interface WithResponse<T> {
  readonly data: T
  readonly response: ResponseInfo
}

/**
 * A call under way: a promise of its answer.
 *
 * @example
 * ```ts
 * const organization = await client.organizations.get("harbour-club")
 * const { data, response } = await client.organizations.get("harbour-club").withResponse()
 * console.log(response.requestId, response.rateLimit?.remaining)
 * ```
 */
export interface Call<T> extends Promise<T> {
  /** The answer together with status, headers, request id and rate limit. */
  readonly withResponse: () => Promise<WithResponse<T>>
}

/** Makes a call of an answer under way. */
export const toCall = <T>(answer: Promise<WithResponse<T>>): Call<T> => {
  const data = answer.then((whole) => whole.data)
  const withResponse = (): Promise<WithResponse<T>> => {
    // The caller of `withResponse` handles its failure. The plain promise then has no handler and
    // must not be reported as unhandled.
    data.catch(() => {})
    return answer.then((whole) => whole)
  }
  return Object.assign(data, { withResponse })
}
