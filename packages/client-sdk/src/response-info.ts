/** What the server said of its rate limit with an answer. */
export interface RateLimit {
  readonly limit: number
  readonly remaining: number
  /** Seconds until the allowance is full again. */
  readonly resetSeconds: number
}

/** An answer without its body. */
export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
  readonly rateLimit: RateLimit | undefined
}

/** Reads what clients ask of a response's headers. */
export const toResponseInfo = (status: number, headers: Headers): ResponseInfo => ({
  status,
  headers,
  requestId: headers.get("x-request-id") ?? undefined,
  rateLimit: readRateLimit(headers),
})

const readRateLimit = (headers: Headers): RateLimit | undefined => {
  const [limit, remaining, resetSeconds] = ["limit", "remaining", "reset"].map((name) => {
    const value = headers.get(`ratelimit-${name}`) ?? headers.get(`x-ratelimit-${name}`)
    return value === null || value.trim() === "" ? Number.NaN : Number(value)
  }) as [number, number, number]
  return Number.isNaN(limit + remaining + resetSeconds)
    ? undefined
    : { limit, remaining, resetSeconds }
}
