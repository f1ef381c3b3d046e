import type { Symbolon, WebhookView, WebhookWithSecret } from "@symbolon/core"
import { encodeCreatedWebhook, encodeWebhook } from "../encode/webhook.ts"
import {
  type Command,
  type Flag,
  type Invocation,
  listOf,
  print,
  requiredText,
  textOf,
  UsageFault,
} from "./command.ts"
import { confirm, yes } from "./confirm.ts"
import { toolSettings, withCore } from "./open.ts"

const org: Flag = { kind: "text", hint: "ORG", help: "slug or uuid", isRequired: true }
const positionals = ["WEBHOOK_UUID"]
/** A new address is judged as the server judges it. */
const urlSettings = [...toolSettings, "webhooksAllowedNetworks", "webhooksHttpsOnly"] as const

const pageSize = 100

/** `symbolon webhooks list` */
export const listWebhooks: Command = {
  name: "webhooks list",
  summary: "Lists an organization's webhooks, one a line.",
  examples: ["symbolon webhooks list --org harbour-club"],
  flags: { org },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const organization = requiredText(invocation, "org")
      const all: WebhookView[] = []
      for (let page = 1; ; page += 1) {
        const { items } = await symbolon.webhooks.list({
          organization,
          page: { page, pageSize, sortBy: "created_at", sortOrder: "asc" },
        })
        all.push(...items)
        if (items.length < pageSize) break
      }
      print(invocation, all.map(encodeWebhook), all.map(lineOf))
      return 0
    }),
}

/** `symbolon webhooks create` */
export const createWebhook: Command = {
  name: "webhooks create",
  summary: "Creates a webhook. Its secret is shown once.",
  examples: [
    "symbolon webhooks create https://club.example/hooks --org harbour-club",
    "symbolon webhooks create https://club.example/hooks --org harbour-club --event membership.joined --event membership.left",
  ],
  positionals: ["URL"],
  flags: {
    org,
    event: { kind: "list", hint: "EVENT", help: "repeatable (default: *, all events)" },
    description: { kind: "text", hint: "TEXT", help: "" },
    disabled: { kind: "switch", help: "send nothing to it until it is enabled" },
  },
  settings: urlSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const events = listOf(invocation, "event")
      const created = await symbolon.webhooks.create({
        organization: requiredText(invocation, "org"),
        url: invocation.positionals[0] ?? "",
        description: textOf(invocation, "description"),
        events: events.length === 0 ? ["*"] : events,
        isEnabled: invocation.flags["disabled"] !== true,
      })
      print(invocation, encodeCreatedWebhook(created), secretLines(created))
      return 0
    }),
}

const secretLines = ({ webhook, secret }: WebhookWithSecret): readonly string[] => [
  `webhook_uuid  ${webhook.uuid}`,
  `secret        ${secret}`,
]

/** `symbolon webhooks show` */
export const showWebhook: Command = {
  name: "webhooks show",
  summary: "Shows a webhook. Its secret is not stored and cannot be shown.",
  examples: ["symbolon webhooks show 0199ffb0-... --org harbour-club"],
  positionals,
  flags: { org },
  settings: toolSettings,
  run: (invocation) => one(invocation, (symbolon, of) => symbolon.webhooks.get(of)),
}

/** `symbolon webhooks update` */
export const updateWebhook: Command = {
  name: "webhooks update",
  summary: "Changes what is given of a webhook.",
  examples: [
    "symbolon webhooks update 0199ffb0-... --org harbour-club --disable",
    "symbolon webhooks update 0199ffb0-... --org harbour-club --url https://club.example/new",
  ],
  positionals,
  flags: {
    org,
    url: { kind: "text", hint: "URL", help: "the new address" },
    event: { kind: "list", hint: "EVENT", help: "repeatable; replaces all its events" },
    description: { kind: "text", hint: "TEXT", help: "an empty one clears it" },
    enable: { kind: "switch", help: "send events to it again" },
    disable: { kind: "switch", help: "send nothing to it" },
  },
  settings: urlSettings,
  run: (invocation) => {
    const changes = changesOf(invocation)
    return one(invocation, (symbolon, of) => symbolon.webhooks.update({ ...of, ...changes }))
  },
}

const changesOf = (invocation: Invocation) => {
  const { enable, disable } = invocation.flags
  if (enable === true && disable === true)
    throw new UsageFault("--enable and --disable exclude each other.")
  const events = listOf(invocation, "event")
  const description = textOf(invocation, "description")
  return {
    url: textOf(invocation, "url"),
    events: events.length === 0 ? undefined : events,
    description: description === "" ? null : description,
    isEnabled: enable === true ? true : disable === true ? false : undefined,
  }
}

/** `symbolon webhooks delete` */
export const deleteWebhook: Command = {
  name: "webhooks delete",
  summary: "Removes a webhook. Its waiting deliveries fail.",
  examples: ["symbolon webhooks delete 0199ffb0-... --org harbour-club"],
  positionals,
  flags: { org, yes },
  settings: toolSettings,
  run: (invocation) =>
    one(invocation, async (symbolon, of) => {
      const { url } = await symbolon.webhooks.get(of)
      await confirm(invocation, `Delete the webhook to ${url}?`)
      return symbolon.webhooks.delete(of)
    }),
}

/** `symbolon webhooks secret` */
export const rotateWebhookSecret: Command = {
  name: "webhooks secret",
  summary: "Replaces the secret of a webhook and shows the new one once.",
  examples: ["symbolon webhooks secret 0199ffb0-... --org harbour-club"],
  positionals,
  flags: { org },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const rotated = await symbolon.webhooks.rotateSecret(named(invocation))
      const { webhook, secret } = rotated
      print(invocation, { webhook_uuid: webhook.uuid, secret }, [
        ...secretLines(rotated),
        "The former secret signs nothing any more, deliveries that wait neither.",
      ])
      return 0
    }),
}

/** `symbolon webhooks test` */
export const testWebhook: Command = {
  name: "webhooks test",
  summary: "Sends webhook.test to a webhook. A running server delivers it.",
  examples: ["symbolon webhooks test 0199ffb0-... --org harbour-club"],
  positionals,
  flags: { org },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const { uuid } = await symbolon.webhooks.test(named(invocation))
      print(invocation, { delivery_uuid: uuid }, [`delivery_uuid  ${uuid}`])
      return 0
    }),
}

type WebhookNamed = ReturnType<typeof named>

const named = (invocation: Invocation) => ({
  organization: requiredText(invocation, "org"),
  webhookUuid: invocation.positionals[0] ?? "",
})

const one = (
  invocation: Invocation,
  ask: (symbolon: Symbolon, of: WebhookNamed) => Promise<WebhookView>,
): Promise<number> =>
  withCore(invocation, async (symbolon) => {
    const details = encodeWebhook(await ask(symbolon, named(invocation)))
    print(
      invocation,
      details,
      Object.entries(details).map(([name, value]) =>
        `${name.padEnd(17)}  ${Array.isArray(value) ? value.join(" ") : (value ?? "")}`.trimEnd(),
      ),
    )
    return 0
  })

const lineOf = ({ uuid, isEnabled, url, events }: WebhookView): string =>
  [uuid, isEnabled ? "enabled " : "disabled", url, events.join(" ")].join("  ")
