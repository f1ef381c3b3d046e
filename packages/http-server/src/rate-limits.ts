export {
  type Allowance,
  type BucketName,
  buckets,
  type Check,
  type LimitStanding as Standing,
  memoryRateLimitStore,
  type RateLimitStore,
  type Taken,
} from "@symbolon/core"
