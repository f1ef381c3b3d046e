import type { Card, DoorCard } from "./card.ts"

/**
 * The holder who consented to a card by claiming it; undefined while it is only assigned, or has no
 * holder.
 */
export const claimantOf = ({
  holderUserUuid,
  claimedAt,
}: Pick<Card, "holderUserUuid" | "claimedAt">): string | undefined =>
  claimedAt === undefined ? undefined : holderUserUuid

/** The holder whom the organization named and who has not claimed the card. */
export const assigneeOf = ({
  holderUserUuid,
  claimedAt,
}: Pick<Card, "holderUserUuid" | "claimedAt">): string | undefined =>
  claimedAt === undefined ? holderUserUuid : undefined

/**
 * Whether a change of a card takes it from its holder, who claimed it or whom its organization
 * named. A card that nobody held is taken from nobody.
 */
export const leavesHolder = (
  { holderUserUuid: before }: Pick<Card, "holderUserUuid">,
  { holderUserUuid: after }: Pick<Card, "holderUserUuid">,
): boolean => before !== undefined && before !== after

/** For whom a card counts at a door: its holder, or the card itself, which stands for no person. */
export type CardAtDoor =
  | { readonly kind: "holder"; readonly userUuid: string }
  | { readonly kind: "card" }

/**
 * For whom a card counts at the doors of an organization; undefined when it opens none of them.
 *
 * A claimed card counts for its holder at every door. An unclaimed card counts at the doors of its
 * own organization alone: for the person it is assigned to while that person is a live member
 * there, and for itself while it is not assigned. A withdrawn card counts for nobody.
 */
export const cardAtDoors = (
  card: DoorCard,
  organizationUuid: string,
  isLiveMember: (userUuid: string) => boolean,
): CardAtDoor | undefined => {
  if (card.withdrawnAt !== undefined) return undefined
  const claimant = claimantOf(card)
  if (claimant !== undefined) return { kind: "holder", userUuid: claimant }
  if (card.organizationUuid !== organizationUuid) return undefined
  const assignee = assigneeOf(card)
  if (assignee === undefined) return { kind: "card" }
  return isLiveMember(assignee) ? { kind: "holder", userUuid: assignee } : undefined
}
