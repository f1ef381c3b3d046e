import { jsonReply } from "../exchange.ts"
import { unauthenticatedChecks } from "../limits.ts"
import type { Plan } from "../plan.ts"
import { refusalReply } from "../wire-refusal.ts"

const template = "/webhooks/in/channel"

/**
 * The callback of a messaging channel. It always answers 200 and does not read the body.
 */
export const channelPlan: Plan = {
  method: "POST",
  template,
  isCrossOrigin: false,
  rateLimitHeaders: unauthenticatedChecks(template),
  refuse: refusalReply,
  answer: () => jsonReply(200, { message: "Received." }),
}
