import { claimantOf } from "../../cards/consent.ts"
import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { BatchReceiver, RewardAudience, RewardBatch } from "../batches/reward-batch.ts"
import { namedAmong } from "../../identifiers/steps/receivers.ts"

/** The next ones of an audience, and how far it has been read; undefined at its end. */
export interface AudiencePage {
  readonly receivers: readonly BatchReceiver[]
  readonly reached: string | undefined
}

/** How many are read at a time. */
const pageMax = 500

/**
 * Reads an audience on from `reached`, each person or card once or, where they hold several wallets
 * or were at several sessions, more often.
 */
export const audiencePage = step(function* (
  { audience, organizationUuid, createdAt: at }: Asked,
  reached: string | undefined,
) {
  const tx = yield* Tx
  switch (audience.type) {
    case "members":
    case "tier": {
      const tierUuids = audience.type === "tier" ? [audience.tierUuid] : undefined
      const of = { organizationUuid, tierUuids, at, after: reached, limit: pageMax }
      const members = yield* tx.memberships.holders(of)
      const page: AudiencePage = {
        receivers: members.map(({ userUuid }) => personReceiver(userUuid)),
        reached: nextOf(members.map(({ walletAddress }) => walletAddress)),
      }
      return page
    }
    case "session_attendees":
      return yield* attendees(audience.sessionUuid, reached)
    case "activity_attendees":
      return yield* attendeesOfActivity(audience.activityUuid, reached)
    case "ticket_holders": {
      const template = audience.rewardTemplateUuid
      const holders = yield* tx.tickets.holders(template, reached, pageMax)
      const held = yield* tx.tickets.heldIn(template, holders)
      const good = held.filter(({ validUntil }) => validUntil === undefined || at < validUntil)
      const isGood = new Set(good.map(({ walletAddress }) => walletAddress))
      const page: AudiencePage = {
        receivers: yield* holdersAt(
          organizationUuid,
          holders.filter((address) => isGood.has(address)),
          at,
        ),
        reached: nextOf(holders),
      }
      return page
    }
    case "identifiers": {
      const page: AudiencePage = { receivers: [], reached: undefined }
      return page
    }
  }
})

/** What an audience is read by. */
type Asked = Pick<RewardBatch, "organizationUuid" | "createdAt"> & {
  readonly audience: RewardAudience
}

const attendees = step(function* (sessionUuid: string, after: string | undefined) {
  const tx = yield* Tx
  const present = yield* tx.presences.list(sessionUuid, after, pageMax)
  const addresses = present.map(({ walletAddress }) => walletAddress)
  const page: AudiencePage = {
    receivers: (yield* whoHold(addresses)).map(({ receiver }) => receiver),
    reached: nextOf(addresses),
  }
  return page
})

/** Session by session, in the order in which they were made: a new one comes last. */
const attendeesOfActivity = step(function* (activityUuid: string, reached: string | undefined) {
  const tx = yield* Tx
  const { number, after } = placeIn(reached)
  const { items, totalItems } = yield* tx.sessions.list(
    { activityUuid },
    { page: number, pageSize: 1, sortBy: "created_at", sortOrder: "asc" },
  )
  const [session] = items
  const inSession: AudiencePage =
    session === undefined ? nobody : yield* attendees(session.uuid, after)
  const isNext = number < totalItems
  const page: AudiencePage = {
    receivers: inSession.receivers,
    reached:
      inSession.reached === undefined
        ? isNext
          ? `${number + 1}|`
          : undefined
        : `${number}|${inSession.reached}`,
  }
  return page
})

const nobody: AudiencePage = { receivers: [], reached: undefined }

/** The session by its number from 1, and the last wallet read there. */
const placeIn = (reached = "1|") => {
  const [number = "1", after = ""] = reached.split("|")
  return { number: Number(number), after: after === "" ? undefined : after }
}

/** The last one read, unless it is the last of all. */
const nextOf = (addresses: readonly string[]): string | undefined =>
  addresses.length < pageMax ? undefined : addresses.at(-1)

/** A person, who receives in their wallet in the organization. */
const personReceiver = (userUuid: string): BatchReceiver => ({
  receiver: `user:${userUuid}`,
  walletAddress: undefined,
  userUuid,
})

/** A wallet, with the receiver who is behind it. */
interface Holding {
  readonly walletAddress: string
  readonly receiver: BatchReceiver
}

/**
 * Who holds tickets in wallets. Nothing else tells the organization of the holder of a ticket that
 * was handed on, so a wallet names its person only as it does to `redeem`; else the wallet receives.
 */
const holdersAt = step(function* (
  organizationUuid: string,
  addresses: readonly string[],
  at: Date,
) {
  const holdings = yield* whoHold(addresses)
  const people = [...new Set(holdings.flatMap(({ receiver }) => receiver.userUuid ?? []))]
  const named = yield* namedAmong(organizationUuid, people, at)
  return holdings.map(({ walletAddress, receiver }) =>
    receiver.userUuid === undefined || named.has(receiver.userUuid)
      ? receiver
      : walletReceiver(walletAddress),
  )
})

/**
 * Who is behind wallets: the user whose wallet it is, or who claimed the card whose wallet it is; a
 * card that nobody claimed is a receiver itself, until it is withdrawn.
 */
const whoHold = step(function* (addresses: readonly string[]) {
  const tx = yield* Tx
  const wallets = yield* tx.wallets.findAll(addresses)
  const ofCards = wallets.filter(({ kind }) => kind === "card").map(({ address }) => address)
  const cards = new Map(
    (yield* tx.cards.ofWallets(ofCards)).map((card) => [card.walletAddress, card]),
  )
  const byAddress = new Map(wallets.map((wallet) => [wallet.address, wallet]))
  return addresses.flatMap((walletAddress): readonly Holding[] => {
    const card = cards.get(walletAddress)
    const userUuid = byAddress.get(walletAddress)?.userUuid ?? (card && claimantOf(card))
    if (userUuid !== undefined) return [{ walletAddress, receiver: personReceiver(userUuid) }]
    if (card === undefined || card.withdrawnAt !== undefined) return []
    return [{ walletAddress, receiver: walletReceiver(walletAddress) }]
  })
})

/** A wallet that receives itself: nobody is named. */
const walletReceiver = (walletAddress: string): BatchReceiver => ({
  receiver: `wallet:${walletAddress}`,
  walletAddress,
  userUuid: undefined,
})
