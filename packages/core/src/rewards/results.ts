import type { JsonObject } from "../foundation/kernel/json.ts"
import type { RewardBatch } from "./batches/reward-batch.ts"
import type { ContentActivity, ContentIssuer, IssuedRewardContent } from "./issued-content.ts"

/**
 * Where a content is kept: `internal`, by the service from the template; `inline`, by the service as
 * a webhook answered it; `hosted`, at another host.
 */
export type ContentSource = "internal" | "inline" | "hosted"

/** A reward as its holder sees it. */
export interface HeldReward {
  /** The transaction that brought it. */
  readonly transactionId: string
  /** The wallet that it is in. */
  readonly walletAddress: string
  readonly content: IssuedRewardContent
  /**
   * Lower-case hex SHA-256 of the content as it was issued, with the tickets that were handed on
   * since.
   */
  readonly contentHash: string
  /** Since when the service has this copy; of a content that it keeps, since the issue. */
  readonly cachedAt: Date
  /** When the copy of another host's content is fetched again; undefined for never. */
  readonly cacheExpiresAt: Date | undefined
  /** How often it was opened by itself. */
  readonly cacheHitCount: number
  readonly lastAccessedAt: Date | undefined
  readonly sourceType: ContentSource
  /** The address at the other host; undefined for what the service keeps. */
  readonly sourceUrl: string | undefined
  /** Milliseconds of the last fetch. */
  readonly fetchLatencyMs: number | undefined
  /**
   * Whether data and items are left out of a list, since the page has no room for them or they were
   * not fetched yet.
   */
  readonly isOmitted: boolean
}

/** One item of a reward as its holder sees it. */
export interface RewardItemView {
  /** The transaction that brought it to its holder. */
  readonly transactionId: string
  readonly contentVersion: string
  /** ISO 8601. */
  readonly generatedAt: string | null
  readonly templateSlug: string | null
  readonly rewardName: string
  readonly rewardDescription: string
  readonly issuer: ContentIssuer | null
  readonly activity: ContentActivity | null
  readonly item: JsonObject
  readonly previewUrl: string | undefined
  /** Whether it is an asset that can be installed. */
  readonly isInstallable: boolean
}

/** A reward on its way to an audience, or what would come of it. */
export interface PropagatedReward
  extends Pick<RewardBatch, "matchedCount" | "scheduledCount" | "skipped"> {
  /** Undefined for a dry run. */
  readonly batchUuid: string | undefined
  /** `true` when the same request under the same key had begun it before. */
  readonly replayed: boolean
}
