import { resources } from "@symbolon/core/contract"
import type { DeliveryDetails, WebhookDelivery } from "@symbolon/core"
import { encodeDelivery, encodeDeliveryDetails } from "../encode/webhook.ts"
import {
  type Command,
  type Flag,
  type Invocation,
  oneOf,
  print,
  requiredText,
  textOf,
  UsageFault,
} from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

const org: Flag = { kind: "text", hint: "ORG", help: "slug or uuid", isRequired: true }
const states = resources.WebhookDeliveryState.options
const ended = ["success", "failed"] as const

const pageSize = 100

/** `symbolon webhooks deliveries` */
export const listDeliveries: Command = {
  name: "webhooks deliveries",
  summary: "Lists the newest deliveries of a webhook, one a line.",
  examples: [
    "symbolon webhooks deliveries 0199ffb0-... --org harbour-club",
    "symbolon webhooks deliveries 0199ffb0-... --org harbour-club --state failed",
  ],
  positionals: ["WEBHOOK_UUID"],
  flags: {
    org,
    state: { kind: "text", hint: states.join("|"), help: "only deliveries in this state" },
    event: { kind: "text", hint: "EVENT", help: "only deliveries of this event" },
    page: { kind: "text", hint: "N", help: `the page, of ${pageSize} deliveries each (1)` },
  },
  settings: toolSettings,
  run: (invocation) => {
    const state = textOf(invocation, "state")
    const page = textOf(invocation, "page") ?? "1"
    if (!/^[1-9]\d{0,8}$/.test(page)) throw new UsageFault(`--page ${page} must be 1 or more.`)
    const filter = {
      state: state === undefined ? undefined : oneOf(states, state, "state"),
      event: textOf(invocation, "event"),
    }
    return withCore(invocation, async (symbolon) => {
      const { items } = await symbolon.webhooks.listDeliveries({
        ...namedWebhook(invocation),
        ...filter,
        page: { page: Number(page), pageSize, sortBy: "created_at", sortOrder: "desc" },
      })
      print(invocation, items.map(encodeDelivery), items.map(lineOf))
      return 0
    })
  },
}

const lineOf = (delivery: WebhookDelivery): string =>
  [
    delivery.uuid,
    delivery.createdAt.toISOString(),
    delivery.state.padEnd(8),
    `attempts ${delivery.attemptCount}`,
    [delivery.lastStatus, delivery.lastErrorCode].filter((part) => part !== undefined).join(" ") ||
      "-",
    delivery.event,
  ].join("  ")

/** `symbolon webhooks delivery` */
export const showDelivery: Command = {
  name: "webhooks delivery",
  summary: "Shows a delivery and its attempts.",
  examples: ["symbolon webhooks delivery 0199ffb0-... --org harbour-club"],
  positionals: ["DELIVERY_UUID"],
  flags: { org },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const details = await symbolon.webhooks.getDelivery(namedDelivery(invocation))
      print(invocation, encodeDeliveryDetails(details), linesOf(details))
      return 0
    }),
}

const linesOf = ({ delivery, attempts }: DeliveryDetails): readonly string[] => [
  lineOf(delivery),
  ...attempts.map(({ number, startedAt, durationMs, status, errorCode, responseSnippet }) =>
    [
      `${number}`,
      startedAt.toISOString(),
      `${durationMs} ms`,
      `${status ?? "-"}`,
      errorCode ?? "success",
      JSON.stringify(responseSnippet ?? ""),
    ].join("  "),
  ),
]

/** `symbolon webhooks redeliver` */
export const redeliver: Command = {
  name: "webhooks redeliver",
  summary: "Sends a delivery again, under a new id. A running server delivers it.",
  examples: ["symbolon webhooks redeliver 0199ffb0-... --org harbour-club"],
  positionals: ["DELIVERY_UUID"],
  flags: { org },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const { uuid } = await symbolon.webhooks.redeliver(namedDelivery(invocation))
      print(invocation, { delivery_uuid: uuid }, [`delivery_uuid  ${uuid}`])
      return 0
    }),
}

/** `symbolon webhooks redeliver-range` */
export const redeliverRange: Command = {
  name: "webhooks redeliver-range",
  summary: "Sends the deliveries of a time range again. A running server delivers them.",
  examples: [
    "symbolon webhooks redeliver-range 0199ffb0-... --org harbour-club --from 2026-11-21T00:00:00Z --to 2026-11-22T00:00:00Z",
  ],
  positionals: ["WEBHOOK_UUID"],
  flags: {
    org,
    from: { kind: "text", hint: "TIME", help: "created then or later, ISO 8601", isRequired: true },
    to: { kind: "text", hint: "TIME", help: "created before then, ISO 8601", isRequired: true },
    state: { kind: "text", hint: ended.join("|"), help: "only deliveries that ended so (failed)" },
  },
  settings: toolSettings,
  run: (invocation) => {
    const range = {
      from: timeOf(invocation, "from"),
      to: timeOf(invocation, "to"),
      state: oneOf(ended, textOf(invocation, "state") ?? "failed", "state"),
    }
    return withCore(invocation, async (symbolon) => {
      const { scheduled } = await symbolon.webhooks.redeliverRange({
        ...namedWebhook(invocation),
        ...range,
      })
      print(invocation, { scheduled }, [`Deliveries to send again: ${scheduled}`])
      return 0
    })
  },
}

const timeOf = (invocation: Invocation, flag: string): Date => {
  const text = requiredText(invocation, flag)
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageFault(
      `--${flag} ${text} must be a date and time in ISO 8601, such as 2026-11-21T10:00:00Z.`,
    )
  return time
}

const namedWebhook = (invocation: Invocation) => ({
  organization: requiredText(invocation, "org"),
  webhookUuid: invocation.positionals[0] ?? "",
})

const namedDelivery = (invocation: Invocation) => ({
  organization: requiredText(invocation, "org"),
  deliveryUuid: invocation.positionals[0] ?? "",
})
