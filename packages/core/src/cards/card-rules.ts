import { Result } from "effect"
import { Conflict, Forbidden, NotFound } from "../foundation/errors/refusals.ts"
import type { Card, FrozenBy } from "./card.ts"

/**
 * Where a card is in its life:
 *
 * - `manufactured`: made, and in no organization's inventory;
 * - `inventory`: an organization has it, and it has no holder;
 * - `assigned`: its organization named a holder, who has not claimed it;
 * - `claimed`: its holder consented to it;
 * - `withdrawn`: its organization took it out of use.
 *
 * Frozen, offered and primary are facts beside the state.
 */
export type CardState = "manufactured" | "inventory" | "assigned" | "claimed" | "withdrawn"

/** The state of a card. */
export const cardState = (card: Card): CardState => {
  if (card.withdrawnAt !== undefined) return "withdrawn"
  if (card.claimedAt !== undefined && card.holderUserUuid !== undefined) return "claimed"
  if (card.holderUserUuid !== undefined) return "assigned"
  return card.organizationUuid === undefined ? "manufactured" : "inventory"
}

/** How long an offer stands. */
export const offerDays = 7
const dayMs = 86_400_000

/** When the offer of a card lapses; undefined when there is none at `now`. */
export const offeredUntil = (card: Card, now: Date): Date | undefined => {
  if (card.offeredToUserUuid === undefined || card.offeredAt === undefined) return undefined
  const until = new Date(card.offeredAt.getTime() + offerDays * dayMs)
  return now < until ? until : undefined
}

/** Who froze a card; undefined for one that is not frozen. */
export const frozenBy = ({
  isFrozen,
  frozenBy: by,
}: Pick<Card, "isFrozen" | "frozenBy">): FrozenBy | undefined =>
  isFrozen ? (by ?? "organization") : undefined

/**
 * A card that nobody holds and nobody is offered. A freeze by its holder ends with the holder, and
 * so does what the holder made of it: its name, page and image.
 */
const released = (card: Card): Card => ({
  ...card,
  ...plain,
  ...frozen(without(frozenBy(card), "holder")),
  holderUserUuid: undefined,
  claimedAt: undefined,
  primarySince: undefined,
  ...noOffer,
})

const plain = {
  holderName: undefined,
  profilePageUuid: undefined,
  customFrontImageFileUuid: undefined,
} as const
const noOffer = { offeredToUserUuid: undefined, offeredAt: undefined } as const

const frozen = (by: FrozenBy | undefined): Pick<Card, "isFrozen" | "frozenBy"> => ({
  isFrozen: by !== undefined,
  frozenBy: by,
})

type Freezer = Exclude<FrozenBy, "both">

const together = (by: FrozenBy | undefined, other: Freezer): FrozenBy =>
  by === undefined || by === other ? other : "both"

const without = (by: FrozenBy | undefined, other: Freezer): FrozenBy | undefined => {
  if (by === "both") return other === "holder" ? "organization" : "holder"
  return by === other ? undefined : by
}

/** An organization takes a manufactured card into its inventory. */
const take = (
  card: Card,
  ask: Pick<Card, "organizationUuid" | "name" | "cardModelUuid" | "membershipTierUuid">,
  now: Date,
): Result.Result<Card, Conflict> => {
  if (cardState(card) === "manufactured") return Result.succeed({ ...card, ...ask, updatedAt: now })
  return card.organizationUuid === ask.organizationUuid
    ? leftOut("in_inventory", "This card is already in the organization's inventory.")
    : leftOut("taken", "Another organization has this card.")
}

/** Input of `assign`. */
interface Assign {
  /** A member of the organization; undefined takes the card from whom it is assigned to. */
  readonly userUuid: string | undefined
  /** Whether the account of the holder who claimed the card is deleted. */
  readonly isHolderGone: boolean
}

/** An organization names the holder of its card, or takes the card from whom it named. */
const assign = (
  card: Card,
  { userUuid, isHolderGone }: Assign,
  now: Date,
): Result.Result<Card, Conflict> => {
  if (userUuid === card.holderUserUuid) return Result.succeed(card)
  const state = cardState(card)
  if (state === "withdrawn") return withdrawn
  if (state === "manufactured") return unowned
  if (state === "claimed" && !isHolderGone)
    return refused(
      "card_claimed",
      "The holder has claimed this card, so you cannot assign it to another person. You can freeze or withdraw it.",
    )
  return Result.succeed({ ...released(card), holderUserUuid: userUuid, updatedAt: now })
}

/** Input of `claim`. */
export interface ClaimAsk {
  readonly userUuid: string
  /** As the card keeps it; undefined when the user sent none. */
  readonly claimCodeHash: string | undefined
  /** Whether the organization of the card is there. */
  readonly isOrganizationThere: boolean
  /** The tier that the card grants, itself or by its model. */
  readonly tierUuid: string | undefined
}

/** What became of a claim. */
export interface Claimed {
  readonly card: Card
  /** Whether the claim now has its effect on the membership: once per card. */
  readonly grantsTier: boolean
}

/**
 * A user claims a card: their consent to be its holder. A card of nobody, a card that is assigned
 * to the user, or one that its holder offers to the user. Every other card is refused in the same
 * way, so that a claim tells nothing about a card. A claim of one's own card changes nothing.
 */
const claim = (card: Card, ask: ClaimAsk, now: Date): Result.Result<Claimed, NotFound> => {
  const state = cardState(card)
  if (state === "claimed" && card.holderUserUuid === ask.userUuid)
    return Result.succeed({ card, grantsTier: false })
  if (card.isFrozen || !isFor(card, ask, now)) return Result.fail(noCard())
  if (card.claimCodeHash !== undefined && card.claimCodeHash !== ask.claimCodeHash)
    return Result.fail(noCard())
  const grantsTier =
    state !== "claimed" && ask.tierUuid !== undefined && card.tierGrantedAt === undefined
  return Result.succeed({
    card: {
      ...released(card),
      holderUserUuid: ask.userUuid,
      claimedAt: now,
      tierGrantedAt: grantsTier ? now : card.tierGrantedAt,
      updatedAt: now,
    },
    grantsTier,
  })
}

const isFor = (card: Card, ask: ClaimAsk, now: Date): boolean => {
  switch (cardState(card)) {
    case "inventory":
      return ask.isOrganizationThere
    case "assigned":
      return ask.isOrganizationThere && card.holderUserUuid === ask.userUuid
    case "claimed":
      return card.offeredToUserUuid === ask.userUuid && offeredUntil(card, now) !== undefined
    default:
      return false
  }
}

/** The refusal of every claim that does not hold, and of every card that is not the caller's. */
export const noCard = (): NotFound => new NotFound({ what: "card" })

/** The holder offers their card to another user, who then claims it; undefined ends the offer. */
const offer = (
  card: Card,
  { userUuid }: { readonly userUuid: string | undefined },
  now: Date,
): Result.Result<Card, Conflict> => {
  if (cardState(card) !== "claimed") return notClaimed
  if (userUuid === undefined)
    return Result.succeed(
      card.offeredToUserUuid === undefined ? card : { ...card, ...noOffer, updatedAt: now },
    )
  if (card.isFrozen) return refused("card_frozen", "A frozen card cannot be offered.")
  return Result.succeed({ ...card, offeredToUserUuid: userUuid, offeredAt: now, updatedAt: now })
}

/** The holder or the organization freezes the card. An offer ends. */
const freeze = (
  card: Card,
  { by }: { readonly by: Freezer },
  now: Date,
): Result.Result<Card, Conflict> => {
  const state = cardState(card)
  if (state === "withdrawn") return withdrawn
  if (by === "holder" && state !== "claimed") return notClaimed
  if (state === "manufactured") return unowned
  const before = frozenBy(card)
  const after = together(before, by)
  return Result.succeed(
    after === before ? card : { ...card, ...frozen(after), ...noOffer, updatedAt: now },
  )
}

/**
 * The holder or the organization unfreezes the card. Each ends only its own freeze; a card that
 * both froze stays frozen by the other.
 */
const unfreeze = (
  card: Card,
  { by }: { readonly by: Freezer },
  now: Date,
): Result.Result<Card, Conflict | Forbidden> => {
  if (cardState(card) === "withdrawn") return withdrawn
  if (by === "holder" && cardState(card) !== "claimed") return notClaimed
  const before = frozenBy(card)
  if (before === undefined) return Result.succeed(card)
  if (before !== by && before !== "both")
    return Result.fail(
      new Forbidden({
        reason:
          before === "organization"
            ? "The organization froze this card. Only the organization can unfreeze it."
            : "The holder froze this card. Only the holder can unfreeze it.",
      }),
    )
  return Result.succeed({ ...card, ...frozen(without(before, by)), updatedAt: now })
}

/**
 * The account of the holder is deleted. The card stays theirs until its organization assigns it to
 * another; what they made of it and an offer of it end with the account.
 */
export const withoutAccount = (card: Card, now: Date): Card =>
  card.claimedAt === undefined
    ? card
    : { ...card, ...plain, primarySince: undefined, ...noOffer, updatedAt: now }

/**
 * The organization of the card is deleted. A claimed card stays its holder's, and a freeze by the
 * organization ends: nobody could end it later. A card that nobody claimed is withdrawn.
 */
export const withoutOrganization = (card: Card, now: Date): Card => {
  const state = cardState(card)
  if (state === "inventory" || state === "assigned")
    return { ...released(card), withdrawnAt: now, updatedAt: now }
  const before = frozenBy(card)
  const after = without(before, "organization")
  return state !== "claimed" || after === before
    ? card
    : { ...card, ...frozen(after), updatedAt: now }
}

/** The holder names the card, for themself alone; without a name it has its organization's. */
const rename = (
  card: Card,
  { holderName }: Pick<Card, "holderName">,
  now: Date,
): Result.Result<Card, Conflict> => {
  if (cardState(card) !== "claimed") return notClaimed
  return Result.succeed(
    holderName === card.holderName ? card : { ...card, holderName, updatedAt: now },
  )
}

/** The holder says which page of theirs the card names, and which image of theirs it shows. */
const decorate = (
  card: Card,
  ask: Pick<Card, "profilePageUuid" | "customFrontImageFileUuid">,
  now: Date,
): Result.Result<Card, Conflict> => {
  if (cardState(card) !== "claimed") return notClaimed
  const isSame =
    ask.profilePageUuid === card.profilePageUuid &&
    ask.customFrontImageFileUuid === card.customFrontImageFileUuid
  return Result.succeed(isSame ? card : { ...card, ...ask, updatedAt: now })
}

/** The holder makes the card their primary one. The caller clears the one before. */
const makePrimary = (
  card: Card,
  _ask: Record<never, never>,
  now: Date,
): Result.Result<Card, Conflict> => {
  if (cardState(card) !== "claimed") return notClaimed
  return Result.succeed(
    card.primarySince === undefined ? { ...card, primarySince: now, updatedAt: now } : card,
  )
}

/** The organization takes its card out of use, whoever holds it. */
const withdraw = (
  card: Card,
  _ask: Record<never, never>,
  now: Date,
): Result.Result<Card, Conflict> => {
  const state = cardState(card)
  if (state === "withdrawn") return Result.succeed(card)
  if (state === "manufactured") return unowned
  return Result.succeed({ ...released(card), withdrawnAt: now, updatedAt: now })
}

/** The organization returns a withdrawn card to its inventory. */
const putBack = (
  card: Card,
  _ask: Record<never, never>,
  now: Date,
): Result.Result<Card, Conflict> =>
  Result.succeed(
    card.withdrawnAt === undefined ? card : { ...card, withdrawnAt: undefined, updatedAt: now },
  )

const refused = (reason: string, message: string): Result.Result<never, Conflict> =>
  Result.fail(new Conflict({ reason, message }))

/** Why a card of a list is left out, which is no refusal of the call. */
const leftOut = refused

const withdrawn = refused(
  "card_withdrawn",
  "The card is withdrawn. Return it to the inventory first.",
)
const unowned = refused("not_in_inventory", "The card is in no organization's inventory.")
const notClaimed = refused("card_not_claimed", "Claim the card first.")

/**
 * The machine of cards: one pure function for each trigger. Each returns the card as it is
 * afterwards, or why not; the same card when nothing changes.
 */
export const cardRules = {
  // the organization
  take,
  assign,
  withdraw,
  putBack,
  // the user
  claim,
  rename,
  decorate,
  offer,
  makePrimary,
  // either of them
  freeze,
  unfreeze,
} as const
