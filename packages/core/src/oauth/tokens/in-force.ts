/** The times that a token states, in seconds since 1970 (RFC 7519 section 4.1). */
export interface TokenTimes {
  readonly iat: number
  /** Undefined is `iat`. */
  readonly nbf?: number
  readonly exp: number
}

const clockSkewSeconds = 60

/** Whether a token has begun, give or take a minute between clocks, and has not expired. */
export const isInForce = ({ iat, nbf = iat, exp }: TokenTimes, now: Date): boolean => {
  const seconds = now.getTime() / 1000
  return seconds < exp && seconds >= nbf - clockSkewSeconds
}
