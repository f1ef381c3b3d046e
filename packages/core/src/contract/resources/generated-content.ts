import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import type { GeneratedBody } from "../../rewards/deliveries/reward-delivery.ts"
import { isRewardContent, RewardContentBody } from "./reward-content.ts"

const Inline = z.strictObject({ content: RewardContentBody })

/** Where another host has a content, and the key that it asks for. */
const Hosted = z.strictObject({
  manifest_url: z.url({ protocol: /^https?$/ }).max(limits.outgoingUrlMax),
  access_key: z
    .string()
    .min(1)
    .max(limits.outgoingUrlMax)
    // It stands in a header.
    .regex(/^[\x21-\x7e]+$/),
})

/** Reads what a webhook answers that was asked for the content of a reward; undefined for none. */
export const generatedBody = (body: unknown): GeneratedBody | undefined => {
  const hosted = Hosted.safeParse(body)
  if (hosted.success) return hosted.data
  if (!Inline.safeParse(body).success || typeof body !== "object" || body === null) return undefined
  const content: unknown = Reflect.get(body, "content")
  return isRewardContent(content) ? { content } : undefined
}
