import { randomUUID } from "node:crypto"
import type {
  IdentifierRef,
  IssuedReward,
  RewardAudienceInput,
  RewardTemplateView,
} from "@symbolon/core"
import { encodeIssuedReward, encodeRedemption } from "../encode/issued-reward.ts"
import { encodePropagatedReward, encodeRewardBatch } from "../encode/reward-batch.ts"
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
      print(
        invocation,
        all.map(encodeRewardTemplate),
        all.length === 0 ? ["There are no drafts and no active rewards."] : all.map(templateLine),
      )
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

/** `symbolon rewards propagate` */
export const propagateReward: Command = {
  name: "rewards propagate",
  summary: "Issues a reward to an audience, each of it once. The running server does it.",
  examples: [
    "symbolon rewards propagate free-drink --to members --dry-run",
    "symbolon rewards propagate free-drink --to tier:gold --key spring",
    "symbolon rewards propagate free-drink --to session:regatta-day-1",
  ],
  positionals,
  flags: {
    to: {
      kind: "text",
      hint: "AUDIENCE",
      help: "members, tier:SLUG, session:SLUG, activity:SLUG, or tickets:SLUG of a reward",
      isRequired: true,
    },
    key: { kind: "text", hint: "KEY", help: "does it once however often it is run" },
    again: { kind: "switch", help: "also to those who have it already" },
    "dry-run": { kind: "switch", help: "says what would happen" },
  },
  settings: toolSettings,
  run: (invocation) => {
    const audience = audienceIn(requiredText(invocation, "to"))
    return withCore(invocation, async (symbolon) => {
      const told = encodePropagatedReward(
        await symbolon.rewards.propagate({
          reward: invocation.positionals[0] ?? "",
          audience,
          skipExisting: !(invocation.flags["again"] === true),
          dryRun: invocation.flags["dry-run"] === true,
          idempotencyKey: textOf(invocation, "key") ?? randomUUID(),
        }),
      )
      print(invocation, told, [
        `batch       ${told.batch_uuid ?? "none: a dry run"}`,
        `matched     ${told.matched}`,
        `scheduled   ${told.scheduled}`,
        ...skippedLines("skipped", told.skipped),
      ])
      return 0
    })
  },
}

/** `symbolon rewards batch` */
export const showRewardBatch: Command = {
  name: "rewards batch",
  summary: "Shows how far a reward is on its way to its audience.",
  examples: ["symbolon rewards batch 0197a3c2-7a1e-7c59-9d1c-5f3f2a1b4c5d --org harbour-club"],
  positionals: ["BATCH"],
  flags: { org: { kind: "text", hint: "ORG", help: "slug or uuid", isRequired: true } },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const told = encodeRewardBatch(
        await symbolon.rewards.getBatch({
          organization: requiredText(invocation, "org"),
          batchUuid: invocation.positionals[0] ?? "",
        }),
      )
      const why = told.stop_reason === null ? "" : `: ${told.stop_reason}`
      print(invocation, told, [
        `status      ${told.status}${why}`,
        `issued      ${told.issued} of ${told.scheduled}`,
        ...skippedLines("refused", told.refused),
      ])
      return 0
    }),
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

const audienceIn = (text: string): RewardAudienceInput => {
  const [type = "", ...rest] = text.split(":")
  const slug = rest.join(":")
  const audience = slug === "" ? undefined : audiences.get(type)?.(slug)
  if (text === "members") return { type: "members" }
  if (audience === undefined)
    throw new UsageFault(
      `--to ${text} must be members, tier:SLUG, session:SLUG, activity:SLUG or tickets:SLUG.`,
    )
  return audience
}

const audiences = new Map<string, (slug: string) => RewardAudienceInput>([
  ["tier", (membershipTierSlug) => ({ type: "tier", membershipTierSlug })],
  ["session", (sessionSlug) => ({ type: "session_attendees", sessionSlug })],
  ["activity", (activitySlug) => ({ type: "activity_attendees", activitySlug })],
  ["tickets", (rewardSlug) => ({ type: "ticket_holders", rewardSlug })],
])

const skippedLines = (
  title: string,
  skipped: readonly { readonly reason: string; readonly count: number }[],
): readonly string[] =>
  skipped.map(({ reason, count }) => `${title.padEnd(10)}  ${count} ${reason}`)

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
