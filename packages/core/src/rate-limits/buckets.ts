/** An allowance: at most `limit` units in any `windowSeconds` seconds. */
export interface Allowance {
  readonly limit: number
  readonly windowSeconds: number
}

/**
 * The buckets of rate limits. The first three are keyed on user and client application together,
 * the last on IP and path.
 */
export const buckets = {
  read: { limit: 300, windowSeconds: 60 },
  write: { limit: 60, windowSeconds: 60 },
  expensive: { limit: 20, windowSeconds: 60 },
  unauthenticated: { limit: 30, windowSeconds: 60 },
} as const satisfies Readonly<Record<string, Allowance>>

export type BucketName = keyof typeof buckets
