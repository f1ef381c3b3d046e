/**
 * Receives webhooks as a `fetch` handler, for whatever takes one: Deno, Bun, workerd, Hono, a route
 * of Next.js. `WEBHOOK_SECRET` is the signing secret. Run it at the root with `npm run examples --
 * webhooks`, which sends it some.
 */
import {
  isWebhookError,
  memorySeenDeliveries,
  type VerifiedWebhook,
  verifyWebhook,
} from "@symbolon/client-sdk/webhooks"

const secret = process.env["WEBHOOK_SECRET"] ?? ""
const seen = memorySeenDeliveries() // a table in your database, if a delivery must not be done twice

/** What the receiver does. The name of the event tells the type of its data. */
const take = (webhook: VerifiedWebhook): void => {
  switch (webhook.event) {
    case "membership.joined":
    case "membership.tier_changed":
      console.log(`${webhook.data.user_uuid} is on ${webhook.data.tier_slug}`)
      return
    case "membership.left":
      console.log(`${webhook.data.user_uuid} is gone: ${webhook.data.ended_by}`)
      return
    default:
      console.log(`passed over: ${webhook.event}`)
  }
}

/** Answers one request. If the work fails, the delivery is forgotten, and the retry does it. */
export const receive = async (request: Request): Promise<Response> => {
  try {
    const webhook = await verifyWebhook(request, { secret, seen })
    try {
      if (!webhook.isRepeated) take(webhook)
    } catch (error) {
      await seen.forget(webhook.deliveryId)
      throw error
    }
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!isWebhookError(error)) throw error
    console.error(`refused: ${error.message}`)
    return Response.json({ error: error.code }, { status: 400 })
  }
}
