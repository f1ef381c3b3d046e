import type { HeldReward, IssuedRewardContent, RewardItemView } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, instantOrNull } from "./instant.ts"

/** Encodes a reward for its holder. */
export const encodeHeldReward = (reward: HeldReward): z.output<typeof resources.HeldReward> => ({
  transaction_id: reward.transactionId,
  wallet_address: reward.walletAddress,
  cached_content: contentOf(reward.content),
  content_hash: reward.contentHash,
  cached_at: instant(reward.cachedAt),
  cache_expires_at: instantOrNull(reward.cacheExpiresAt),
  cache_hit_count: reward.cacheHitCount,
  last_accessed_at: instantOrNull(reward.lastAccessedAt),
  source_type: reward.sourceType,
  source_url: reward.sourceUrl ?? null,
  fetch_latency_ms: reward.fetchLatencyMs ?? null,
  content_omitted: reward.isOmitted,
})

/** Encodes one item of a reward for its holder. */
export const encodeRewardFile = (view: RewardItemView): z.output<typeof resources.RewardFile> => ({
  transaction_id: view.transactionId,
  content_version: view.contentVersion,
  generated_at: view.generatedAt,
  template_slug: view.templateSlug,
  reward_name: view.rewardName,
  reward_description: view.rewardDescription,
  issuer: view.issuer,
  activity: view.activity,
  data: view.item,
  preview_url: view.previewUrl ?? null,
  installable: view.isInstallable,
})

/** In the API's words already. */
const contentOf = (
  content: IssuedRewardContent,
): z.output<typeof resources.IssuedRewardContent> => ({ ...content, items: [...content.items] })
