import type { IdentifierRef, IssuedReward, RewardTemplateView } from "@symbolon/core"
import { encodeIssuedReward, encodeRedemption } from "../encode/issued-reward.ts"
import { encodeRewardTemplate } from "../encode/reward.ts"
import { type Command, oneOf, print, requiredText, textOf, UsageFault } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

const positionals = ["REWARD"]
const pageSize = 100

/** `symbolon rewards list` */
export const listRewards: Command = {
  name: "rewards list",
  summary: "Lists the drafts and active rewards of an organization, one a line.",
  examples: ["symbolon rewards list --org harbour-club"],
  flags: { org: { kind: "text", hint: "ORG", help: "slug or uuid", isRequired: true } },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const organization = requiredText(invocation, "org")
      const all = await everyPage((page) =>
        symbolon.rewards.listForOrganization({ organization, page }),
      )
      print(invocation, all.map(encodeRewardTemplate), all.map(templateLine))
      return 0
    }),
}

/** `symbolon rewards issue` */
export const issueReward: Command = {
  name: "rewards issue",
  summary: "Issues a reward to somebody. With --key, the same command again issues it once.",
  examples: [
    "symbolon rewards issue free-drink --to username:ada",
    "symbolon rewards issue free-drink --to card:CARD-17 --key order-1017",
  ],
  positionals,
  flags: {
    to: {
      kind: "text",
      hint: "TYPE:VALUE",
      help: "username, user_id, card, wallet or link, and its value",
      isRequired: true,
    },
    key: { kind: "text", hint: "KEY", help: "issues once however often it is run" },
  },
  settings: toolSettings,
  run: (invocation) => {
    const identifier = identifierIn(requiredText(invocation, "to"))
    return withCore(invocation, async (symbolon) => {
      const issued = await symbolon.rewards.redeem({
        reward: invocation.positionals[0] ?? "",
        identifier,
        idempotencyKey: textOf(invocation, "key"),
      })
      const told = encodeIssuedReward(issued)
      print(
        invocation,
        told,
        Object.entries(told).map(([name, value]) => `${name.padEnd(20)}  ${value ?? ""}`.trimEnd()),
      )
      return 0
    })
  },
}

/** `symbolon rewards issued` */
export const listIssuedRewards: Command = {
  name: "rewards issued",
  summary: "Lists what was issued of a reward, the oldest first, one a line.",
  examples: ["symbolon rewards issued free-drink"],
  positionals,
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const reward = invocation.positionals[0] ?? ""
      const all = await everyPage((page) => symbolon.rewards.listRedemptions({ reward, page }))
      print(invocation, all.map(encodeRedemption), all.map(issuedLine))
      return 0
    }),
}

const types = ["username", "user_id", "card", "wallet", "link"] as const

const identifierIn = (text: string): IdentifierRef => {
  const [type = "", ...value] = text.split(":")
  if (value.length === 0)
    throw new UsageFault(`--to ${text} must be a type and a value, such as username:ada.`)
  return { type: oneOf(types, type, "to"), value: value.join(":") }
}

interface PageOfAll {
  readonly page: number
  readonly pageSize: number
  readonly sortBy: "created_at"
  readonly sortOrder: "asc"
}

const everyPage = async <Item>(
  read: (page: PageOfAll) => Promise<{ readonly items: readonly Item[] }>,
): Promise<readonly Item[]> => {
  const all: Item[] = []
  for (let page = 1; ; page += 1) {
    const { items } = await read({ page, pageSize, sortBy: "created_at", sortOrder: "asc" })
    all.push(...items)
    if (items.length < pageSize) return all
  }
}

const templateLine = ({ slug, status, supplyRedeemed, supplyTotal, name }: RewardTemplateView) =>
  [slug, status, `${supplyRedeemed} of ${supplyTotal ?? "any number"}`, name].join("  ")

const issuedLine = ({ createdAt, transactionId, status, issuedBy, walletAddress }: IssuedReward) =>
  [createdAt.toISOString(), transactionId, status, issuedBy, walletAddress].join("  ")
