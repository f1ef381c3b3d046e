import { Result } from "effect"
import {
  Conflict,
  type IdentifierUnresolved,
  InsufficientBalance,
} from "../foundation/errors/refusals.ts"
import type { JsonObject } from "../foundation/kernel/json.ts"
import type { Origin } from "../foundation/outbox/event.ts"
import { step } from "../foundation/step.ts"
import { Ports } from "../foundation/unit-of-work.ts"
import { withCredentials } from "../credentials/prepare.ts"
import { publicUrlOf } from "../files/file-rules.ts"
import {
  arrivingJudgementOf,
  type KeyedPosting,
  type Once,
  type RequestKey,
} from "../ledger/commit/posting-change.ts"
import { metaOf, postedEntry, submitted } from "../ledger/commit/submit-posting.ts"
import {
  contentUrl,
  hostedContent,
  issuedContent,
  storedContent,
} from "../ledger/content/content.ts"
import { type ContentKeys, sealContent } from "../ledger/content/seal-content.ts"
import type { View } from "../ledger/entries/change.ts"
import type { PostRefusal } from "../ledger/entries/post.ts"
import type { Issuance, IssuedBy } from "../ledger/supplies/issuance.ts"
import { consumedFor } from "../ledger/supplies/reservation.ts"
import { remainingOf, type Supply, taken } from "../ledger/supplies/supply.ts"
import type { TicketTerms } from "../ledger/tickets/ticket-terms.ts"
import type { TicketHolding } from "../ledger/tickets/ticket-holding.ts"
import { isActive } from "../memberships/membership.ts"
import type { WalletIdentity } from "../wallets/wallet.ts"
import { withFileUrls } from "./item-files.ts"
import { issuedItems } from "./item-uid.ts"
import {
  type IssuedRewardView,
  multipliedPoints,
  multiplierOf,
  redeemedEvent,
  rewardTags,
} from "./issued-reward.ts"
import { openRewardContent } from "./prepare.ts"
import { scheduleMirrors } from "./prepare-mirroring.ts"
import type { GeneratedAnswer } from "./deliveries/reward-delivery.ts"
import { doorTermsIn, type RewardContentTemplate, ticketTermsIn } from "./reward-content.ts"
import type { Issuing, Standing } from "./issuing.ts"

/** One reward to issue. */
export interface Issue extends Issuing, Standing {
  /** The wallet that it goes into. */
  readonly to: WalletIdentity
  readonly issuedBy: IssuedBy
  readonly origin: Origin
  readonly key: RequestKey
  /** What may happen once alone, under whatever key. */
  readonly once?: Once | undefined
  /** JSON of the caller's own, sealed beside the content. */
  readonly metadata?: JsonObject | undefined
  /** Default: the uuid of the template. */
  readonly referenceId?: string | undefined
  /** The template's content, where many are issued of it: the vault is asked once. */
  readonly opened?: RewardContentTemplate | undefined
  /** The keys of the wallets at both ends, where many are issued: they are read once. */
  readonly contentKeys?: ContentKeys | undefined
  /** Whether the caller has copied what items name at other hosts, for many rewards at once. */
  readonly mirrorsLater?: boolean
  /** What is issued instead of the template's content: what a webhook answered. */
  readonly generated?: GeneratedAnswer | undefined
  /** The delivery for which its place in the supply is set aside; it must be held to be issued. */
  readonly reservation?: string | undefined
  /**
   * Where the history of the card began whose wallet it goes into, when it was asked for: it is for
   * the holder of that time. Undefined issues it to whoever holds the card by now.
   */
  readonly forHolderSince?: { readonly cardHistoryFrom: number | undefined } | undefined
  /** Whether it counts towards the signings of the treasury in an hour. */
  readonly isCounted: boolean
}

/**
 * Issues a reward: a `reward` from the treasury, with its points, its sealed content, its ticket,
 * its place in the supply and its event, all in one commit. The same request under the same key
 * issues once.
 *
 * Refuses with `Conflict`: `external_reward` where a webhook makes the content, `archived`,
 * `supply_exhausted`, `delivery_ended` where its reservation is not held any more,
 * `receiver_changed` where the card went from the holder whom it is for, the refusal of `once`, and `treasury_exhausted` where the treasury has too few points.
 */
export const issueReward = step(function* (issue: Issue) {
  const { clock, ids } = yield* Ports
  const { template, treasury, to } = issue
  const isExternal = template.content?.storageType === "external"
  if (isExternal && issue.generated === undefined) return yield* external
  const multiplier = multiplierOf(issue, clock.now())
  const points = multipliedPoints(template.points, multiplier)
  const id = ids.cuid()
  const content = yield* contentOf(issue)
  const { sealed, statusIndex } = yield* sealedFor(issue, content, id)
  const posting = postedEntry({
    id,
    ...sealed,
    transactionType: "reward",
    from: treasury.address,
    to: to.address,
    amount: points,
    referenceId: issue.referenceId ?? template.uuid,
    meta: yield* metaOf(template.name, rewardTags(template, multiplier)),
  })
  const judgement = arrivingJudgementOf(posting)
  const eventUuid = ids.uuid()
  const keyed: KeyedPosting<IdentifierUnresolved | PostRefusal> = {
    ...issue.key,
    once: issue.once,
    id,
    needs: {
      ...judgement.needs,
      supplies: [template.uuid],
      reservations: issue.reservation === undefined ? [] : [issue.reservation],
    },
    cards: issue.forHolderSince === undefined ? [] : [to.address],
    decide: (view, signing) => {
      const supply = supplyAfter(view, issue)
      if (Result.isFailure(supply)) return Result.fail(supply.failure)
      return Result.mapError(judgement.decide(view, signing), (refusal) =>
        refusal instanceof InsufficientBalance ? treasuryExhausted : refusal,
      )
    },
    alongside: (view, { transaction }) => {
      const { createdAt } = transaction
      const supply = supplyAfter(view, issue)
      const issuance = issuanceOf(issue, { id, points, createdAt, statusIndex })
      return {
        supplies: Result.isSuccess(supply) ? [supply.success] : [],
        reservations: consumedBy(issue, issuance),
        issuances: [issuance],
        tickets: termsOf(issue) === null ? [] : [ticketOf(issue, content, issuance)],
        events: eventsOf(issue, issuance, eventUuid),
      }
    },
  }
  const posted = yield* submitted({ from: treasury, keyed, isCounted: issue.isCounted })
  const { transaction, alongside, replayed } = posted
  if (!replayed && issue.mirrorsLater !== true)
    yield* scheduleMirrors(template, content?.items ?? [], transaction.body.id)
  const view: IssuedRewardView = {
    transactionId: transaction.body.id,
    status: transaction.status,
    deliveryUuid: undefined,
    walletAddress: transaction.body.to_address,
    rewardTemplateUuid: template.uuid,
    points: transaction.body.amount,
    supplyRemaining: remainingOf(alongside.supplies?.[0] ?? template),
    replayed,
  }
  return view
})

const external = new Conflict({
  reason: "external_reward",
  message: "The content of this reward comes from a webhook. Ask for it with claim or redeem.",
})

const treasuryExhausted = new Conflict({
  reason: "treasury_exhausted",
  message:
    "The treasury of the organization has too few points for this reward. Ask the organization.",
})

const consumedBy = (
  { reservation: uuid }: Pick<Issue, "reservation">,
  { transactionId, createdAt: consumedAt }: Issuance,
) => (uuid === undefined ? [] : [{ uuid, transactionId, consumedAt }])

/** Whether the holder whom a reward is for has let the card go since it was asked for. */
const hasNewHolder = (
  { cardHistories }: Pick<View, "cardHistories">,
  { to, forHolderSince }: Pick<Issue, "to" | "forHolderSince">,
): boolean =>
  forHolderSince !== undefined && cardHistories?.get(to.address) !== forHolderSince.cardHistoryFrom

// What was made for the one must not reach the other.
const receiverChanged = new Conflict({
  reason: "receiver_changed",
  message:
    "The card has another holder than the one for whom this reward was asked. Ask for the reward again.",
})

const supplyAfter = (
  view: Pick<View, "supplies" | "reservations" | "cardHistories">,
  issue: Pick<Issue, "template" | "reservation" | "to" | "forHolderSince">,
): Result.Result<Supply, Conflict> => {
  const { supplies, reservations } = view
  const { template, reservation } = issue
  if (hasNewHolder(view, issue)) return Result.fail(receiverChanged)
  const supply = supplies.get(template.uuid)
  if (supply === undefined) return Result.fail(removed)
  if (reservation === undefined) return taken(supply)
  return consumedFor(reservations.get(reservation), supply)
}

const removed = new Conflict({ reason: "archived", message: "The reward is not issued any more." })

/** The content of the reward with its credentials, sealed for the treasury and its receiver. */
const sealedFor = step(function* (
  issue: Issue,
  content: RewardContentTemplate | undefined,
  id: string,
) {
  const { clock, settings } = yield* Ports
  const { template, treasury, to, organization, activity } = issue
  const { logoImageFileUuid: logo } = organization
  const logoUrl = logo === undefined ? undefined : publicUrlOf(settings.baseUrl, logo)
  const now = clock.now()
  const { items, statusIndex } = yield* withCredentials({
    items: issuedItems(content?.items ?? [], id).map((item) =>
      item["type"] === "asset"
        ? withFileUrls(item, (uuid) => publicUrlOf(settings.baseUrl, uuid))
        : item,
    ),
    organizationUuid: organization.uuid,
    issuer: { name: organization.name, website: organization.website, logoUrl },
    template,
    walletAddress: to.address,
    now,
  })
  const issued = issuedContent(
    {
      name: template.name,
      description: template.description,
      data: content?.data ?? {},
      items,
      contentVersion: content?.content_version ?? "1",
      generatedAt: content?.generated_at ?? undefined,
      templateSlug: template.slug,
      templateVersion: template.version,
    },
    { ...organization, logoUrl },
    now,
    activity && {
      ...activity,
      imageUrl: activity.imageFileUuid && publicUrlOf(settings.baseUrl, activity.imageFileUuid),
    },
  )
  const sealed = yield* sealContent({
    bound: { id, from: treasury.address, to: to.address },
    content: sealable(issue, issued, contentUrl(settings.baseUrl, id)),
    keys: issue.contentKeys,
  })
  return { sealed, statusIndex }
})

/** What goes into the envelope: the content, or where another host has it. */
const sealable = (
  { template, generated, metadata = {} }: Issue,
  issued: JsonObject,
  url: string,
): JsonObject => {
  const stored = storedContent(issued, metadata, url)
  if (generated === undefined) return stored
  if (generated.kind === "inline") return { ...stored, source_type: "inline" }
  const { data: _data, items: _items, ...reward } = issued
  const cache = {
    strategy: template.content?.cacheStrategy ?? "on_demand",
    ttlSeconds: template.content?.cacheTtlSeconds ?? null,
  }
  return hostedContent({ ...generated, cache, reward }, metadata)
}

/** What the template issues, or what was answered; undefined for what the service does not have. */
const contentOf = step(function* ({ generated, opened, content }: Issue) {
  if (generated !== undefined) return generated.kind === "inline" ? generated.content : undefined
  if (opened !== undefined || content === undefined) return opened
  return yield* openRewardContent(content)
})

interface IssuanceParts extends Pick<Issuance, "points" | "createdAt"> {
  readonly id: string
  readonly statusIndex: number | undefined
}

const issuanceOf = (
  { template, to, user, issuedBy }: Issue,
  { id, points, createdAt, statusIndex }: IssuanceParts,
): Issuance => ({
  transactionId: id,
  rewardTemplateUuid: template.uuid,
  walletAddress: to.address,
  userUuid: user?.uuid,
  points,
  issuedBy,
  createdAt,
  credentialIssuerUuid: statusIndex === undefined ? undefined : template.organizationUuid,
  credentialIndex: statusIndex,
})

/** The terms of the ticket that is issued; null for none, undefined for one by a name alone. */
const termsOf = ({ template, generated }: Issue): TicketTerms | null | undefined => {
  if (generated === undefined) return template.content?.ticket
  return generated.kind === "inline" ? ticketTermsIn(generated.content) : null
}

const ticketOf = (
  issue: Issue,
  content: RewardContentTemplate | undefined,
  { transactionId, createdAt }: Issuance,
): TicketHolding => ({
  uid: transactionId,
  organizationUuid: issue.template.organizationUuid,
  rewardTemplateUuid: issue.template.uuid,
  activityUuid: issue.ticketTo,
  walletAddress: issue.to.address,
  userUuid: issue.to.userUuid,
  transactionId,
  state: "valid",
  createdAt,
  updatedAt: undefined,
  terms: termsOf(issue) ?? undefined,
  ...doorTermsIn(content),
  transfers: 0,
})

/** What is told of a reward that came into the wallet of a user, named or not. */
const eventsOf = (
  { organization, origin, user, membership, issuedBy, to }: Issue,
  issuance: Issuance,
  uuid: string,
) =>
  user === undefined && to.userUuid === undefined
    ? []
    : [
        redeemedEvent({
          uuid,
          issuance,
          organizationUuid: organization.uuid,
          origin,
          user,
          isNamed:
            issuedBy === "claim" ||
            (membership !== undefined && isActive(membership, issuance.createdAt)),
        }),
      ]
