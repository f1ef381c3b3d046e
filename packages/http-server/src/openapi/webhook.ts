import type * as z from "zod"
import type { Components, JsonSchema } from "./json-schemas.ts"

/** An event of the contract's `webhookEvents`. */
export interface WebhookEventDefinition {
  readonly name: string
  readonly summary: string
  readonly body: z.ZodType
  /** What the receiver answers, where that is more than a receipt. */
  readonly answer?: z.ZodType
}

/** A webhook as an OpenAPI operation, which the receiver implements. */
export const webhookOf = (
  { name, summary, body, answer }: WebhookEventDefinition,
  components: Components,
): JsonSchema => ({
  summary,
  parameters: [
    header("X-Webhook-Event", "The event, as in the body.", { const: name }),
    header(
      "X-Webhook-Signature",
      "HMAC-SHA256 of the raw body in lower-case hex. The key is the SHA-256 of the signing secret as hex text.",
      { type: "string", pattern: "^sha256=[0-9a-f]{64}$" },
    ),
    header(
      "X-Webhook-Timestamp",
      "The time of this attempt in Unix seconds: the body's `timestamp`, rounded down.",
      { type: "integer" },
    ),
    header("X-Webhook-Delivery", "The id of the delivery, the same for every attempt of it.", {
      type: "string",
    }),
  ],
  requestBody: {
    required: true,
    content: { "application/json": { schema: components.schema(body, "output") } },
  },
  responses: {
    "2XX":
      answer === undefined
        ? { description: "The delivery succeeded." }
        : {
            description: "The delivery succeeded, if the answer has one of these forms.",
            content: { "application/json": { schema: components.schema(answer, "input") } },
          },
    "3XX": { description: "The attempt failed. Redirects are not followed." },
    "4XX": { description: "The delivery failed, and is not tried again." },
    "429": { description: "The attempt failed." },
    "5XX": { description: "The attempt failed." },
  },
})

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: "header",
  required: true,
  description,
  schema,
})
