// Until @symbolon/core exports them by name, the one place that reaches for them.
export { type Allowance, type BucketName, buckets } from "../../core/src/rate-limits/buckets.ts"
export { memoryRateLimitStore } from "../../core/src/rate-limits/memory-store.ts"
export type { Check, RateLimitStore, Standing, Taken } from "../../core/src/rate-limits/rate-limit-store.ts"
