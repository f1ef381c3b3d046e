import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import type { GeneratedBody } from "../../rewards/deliveries/reward-delivery.ts"
import type { AnswerReading } from "../../webhooks/delivery.ts"
import { reader, type Reading } from "../reading.ts"
import { RewardContentBody } from "./reward-content.ts"

const Inline = z
  .strictObject({ content: RewardContentBody })
  .describe("The content itself. It is sealed when the reward is issued, and never changes.")

const Hosted = z
  .strictObject({
    manifest_url: z
      .url({ protocol: /^https?$/ })
      .max(limits.outgoingUrlMax)
      .describe("On a public host. It answers with the content itself, always the same."),
    access_key: z
      .string()
      .min(1)
      .max(limits.outgoingUrlMax)
      // It stands in a header.
      .regex(/^[\x21-\x7e]+$/, "has a character that a header cannot carry")
      .describe("Sent to that host as `Authorization: Bearer <access_key>`."),
  })
  .describe("Where another host has the content. It is fetched when the holder opens the reward.")

/** What a webhook answers to `reward.generate`. */
export const GeneratedReward = z.union([Inline, Hosted]).meta({
  id: "GeneratedReward",
  description:
    "What a webhook answers to `reward.generate`, with any 2xx: the content, or where another host has it. Anything else fails the delivery of the reward, and its `errors` name the fields.",
})

/** What a webhook answers to `reward.generate`. */
export type GeneratedReward = z.input<typeof GeneratedReward>

const unknownField = "is not a field of an answer"
const readInline = reader(Inline, { unknownField })
const readHosted = reader(Hosted, { unknownField })

/** Reads what a webhook answers that was asked for the content of a reward. */
export const generatedBody = (body: unknown): AnswerReading<GeneratedBody> => {
  const reading = formOf(body)(body)
  return "errors" in reading ? reading : { value: reading.value as GeneratedBody }
}

/** What reads a body: each form by the fields that only it has, so that errors name those of one. */
const formOf = (body: unknown) => {
  if (typeof body !== "object" || body === null || "content" in body) return readInline
  return "manifest_url" in body || "access_key" in body ? readHosted : readNeither
}

const readNeither = (): Reading => ({
  errors: { _root: "needs content, or manifest_url and access_key" },
})
