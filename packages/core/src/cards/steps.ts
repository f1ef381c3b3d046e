import { isLive, liveUntil } from "../memberships/membership.ts"
import { noteRosterChanges } from "../manifest/rosters/steps.ts"
import { step } from "../foundation/step.ts"
import { Tx } from "../foundation/unit-of-work.ts"
import type { Card } from "./card.ts"
import { assigneeOf, type CardAtDoor, cardAtDoors, claimantOf } from "./consent.ts"

/** Whether a user has a membership in an organization that is not over at `now`. */
export const isLiveMember = step(function* (organizationUuid: string, userUuid: string, now: Date) {
  const tx = yield* Tx
  const membership = yield* tx.memberships.newest(organizationUuid, userUuid)
  return membership !== undefined && isLive(membership, now)
})

/**
 * For whom a card counts at a door, and from when on it counts for them no more; undefined never.
 */
export type CardAtDoorUntil = CardAtDoor & { readonly until: Date | undefined }

/**
 * For whom each of some cards counts, or last counted, at the doors of an organization, by the uuid
 * of the card; those that open none of them are left out.
 */
export const cardsAtDoorsOf = step(function* (cards: readonly Card[], organizationUuid: string) {
  const tx = yield* Tx
  const assignees = new Set(
    cards.flatMap((card) =>
      card.organizationUuid === organizationUuid ? (assigneeOf(card) ?? []) : [],
    ),
  )
  // Not locked, so that no other transaction waits for a door.
  const newest =
    assignees.size === 0 ? [] : yield* tx.memberships.newestOf(organizationUuid, [...assignees])
  const memberships = new Map(newest.map((membership) => [membership.userUuid, membership]))
  return new Map<string, CardAtDoorUntil>(
    cards.flatMap((card) => {
      const counted = cardAtDoors(card, organizationUuid, (user) => memberships.has(user))
      if (counted === undefined) return []
      const membership = memberships.get(assigneeOf(card) ?? "")
      return [[card.uuid, { ...counted, until: membership && liveUntil(membership) }]]
    }),
  )
})

/**
 * Those of some cards that count at the doors of an organization at `now`, for a person or for
 * themselves.
 */
export const cardsThatCount = step(function* (
  cards: readonly Card[],
  organizationUuid: string,
  now: Date,
) {
  const tx = yield* Tx
  const assignees = [...new Set(cards.flatMap((card) => assigneeOf(card) ?? []))]
  const live =
    assignees.length === 0 ? [] : yield* tx.memberships.liveOf(organizationUuid, assignees, now)
  const users = new Set(live.map(({ userUuid }) => userUuid))
  return cards.filter(
    (card) => cardAtDoors(card, organizationUuid, (userUuid) => users.has(userUuid)) !== undefined,
  )
})

/**
 * Notes whom changes of cards concern: give each card as it was and as it is. A claimed card counts
 * wherever its holder has a wallet.
 */
export const noteCardChanges = step(function* (cards: readonly Card[]) {
  const tx = yield* Tx
  const claimants = [...new Set(cards.flatMap((card) => claimantOf(card) ?? []))]
  const wallets = claimants.length === 0 ? [] : yield* tx.wallets.ofUsers(claimants, undefined)
  yield* noteRosterChanges([
    ...wallets.flatMap(({ organizationUuid, address }) =>
      organizationUuid === undefined ? [] : [{ organizationUuid, subject: address }],
    ),
    ...cards.flatMap((card) => {
      const { organizationUuid, walletAddress } = card
      if (organizationUuid === undefined) return []
      return [walletAddress, assigneeOf(card) ?? walletAddress].map((subject) => ({
        organizationUuid,
        subject,
      }))
    }),
  ])
})
