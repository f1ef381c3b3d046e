import type { JsonObject } from "../foundation/kernel/json.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { JsonFault } from "../foundation/sealing/plain-json.ts"
import { type DoorTerms, noDoorTerms } from "../ledger/tickets/door-terms.ts"
import type { TicketTerms } from "../ledger/tickets/ticket-terms.ts"

/** What a template issues, in the API's words (a BaseRewardContent). Plain JSON throughout. */
export interface RewardContentTemplate extends JsonObject {
  /** JSON of the author's own. */
  readonly data: JsonObject
  /** Each of a `type` of the API; they get their uids when they are issued. */
  readonly items: readonly JsonObject[]
  /** The author's own name of this version. */
  readonly content_version: string
  readonly generated_at: string | null
}

/** A content as its author writes it. */
export interface AuthoredRewardContent {
  readonly data: JsonObject
  readonly items?: readonly JsonObject[] | undefined
  readonly content_version: string
  readonly generated_at?: string | null | undefined
}

/** What is wrong with a content that cannot be kept, in words that follow the name of its field. */
export const contentFaults: Readonly<Record<JsonFault, string>> = {
  not_plain: "is not plain JSON, or nested too deep",
  too_large: `is longer than ${limits.contentBytesMax} bytes as JSON`,
}

/**
 * A content as it is stored: whole, without the uids that an author sent, and with times in UTC.
 */
export const storedContentOf = (authored: AuthoredRewardContent): RewardContentTemplate => ({
  data: authored.data,
  items: (authored.items ?? []).map(({ uid: _, ...item }) => inUtc(item)),
  content_version: authored.content_version,
  generated_at: authored.generated_at ? utcOf(authored.generated_at) : null,
})

/** The members of items that are times. */
const times = ["valid_from", "valid_until", "expires_at", "transfer_until"] as const

const inUtc = (item: JsonObject): JsonObject => {
  const changed = times.flatMap((name) => {
    const time = item[name]
    return typeof time === "string" ? [[name, utcOf(time)] as const] : []
  })
  return { ...item, ...Object.fromEntries(changed) }
}

/** What is no time is refused elsewhere. */
const utcOf = (time: string): string => {
  const at = new Date(time)
  return Number.isNaN(at.getTime()) ? time : at.toISOString()
}

/** The terms of the ticket in a content; `null` for a content without one. */
export const ticketTermsIn = (content: RewardContentTemplate | undefined): TicketTerms | null => {
  const item = ticketIn(content)
  if (item === undefined) return null
  const { activity_uuid: activityUuid, transferable, transfer_limit: limit } = item
  const { transfer_until: until } = item
  return {
    activityUuid: typeof activityUuid === "string" ? activityUuid : null,
    isTransferable: transferable !== false,
    transferLimit: typeof limit === "number" ? limit : null,
    transferUntil: typeof until === "string" ? until : null,
  }
}

/** What the ticket in a content says to doors. */
export const doorTermsIn = (content: RewardContentTemplate | undefined): DoorTerms => {
  const item = ticketIn(content)
  if (item === undefined) return noDoorTerms
  const { valid_from: from, valid_until: until, max_admissions: most } = item
  const { session_uuids: sessions } = item
  return {
    validFrom: typeof from === "string" ? new Date(from) : undefined,
    validUntil: typeof until === "string" ? new Date(until) : undefined,
    sessionUuids: Array.isArray(sessions) ? sessions.filter(isText) : undefined,
    maxAdmissions: typeof most === "number" ? most : undefined,
  }
}

const isText = (one: unknown): one is string => typeof one === "string"

const ticketIn = (content: RewardContentTemplate | undefined) =>
  content?.items.find(({ type }) => type === "ticket")

/** What the sealed content of a template is bound to, so that contents cannot change places. */
export const rewardContentBinding = (rewardTemplateUuid: string): string =>
  `reward|${rewardTemplateUuid}`
