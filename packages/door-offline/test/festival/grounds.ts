import { createSymbolon, type Storage, type Symbolon } from "../../../core/src/index.ts"
import { card } from "../../../storage-contract/src/reward-samples.ts"
import {
  address,
  membership,
  sealedKey,
  user,
  uuid,
  wallet,
} from "../../../storage-contract/src/samples.ts"
import { memoryKeyVault, type TestClock, testClock } from "../../../core/src/testing/index.ts"

/** Somebody with a festival card. */
export interface Guest {
  readonly n: number
  readonly userUuid: string
  readonly wallet: string
  readonly card: string
  readonly cardUuid: string
}

/** The festival's service, with guests who are members and have a card each. */
export interface Festival {
  readonly symbolon: Symbolon
  readonly clock: TestClock
  readonly storage: Storage
  readonly organization: string
  readonly guests: readonly Guest[]
  /** The gate of a day, open from nine to nineteen hours. */
  readonly gateOf: (day: number) => Promise<{ readonly uuid: string; readonly slug: string }>
}

/** Monday morning, six o'clock. */
const start = Date.UTC(2026, 5, 1, 6)
export const dayMs = 86_400_000
export const hourMs = 3_600_000
const first = 1000
const cardWallets = 10_000_000
const chunk = 500

export const createFestival = async (storage: Storage, size: number): Promise<Festival> => {
  const clock = testClock(new Date(start).toISOString())
  const symbolon = await createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: clock,
    migrate: true,
  })
  const { user: owner } = await symbolon.users.create({
    username: "olga-owner",
    firstName: "Olga",
  })
  const club = await symbolon.organizations.create({
    name: "Sound of the Harbour",
    ownerUuid: owner.uuid,
  })
  const tier = await symbolon.tiers.create({
    organization: club.slug,
    name: "Week pass",
    paymentInterval: "yearly",
  })
  const organizationUuid = club.uuid
  const guests = Array.from({ length: size }, (_, n): Guest => {
    const at = first + n
    return { n, userUuid: uuid(at), wallet: address(at), card: `CARD-${at}`, cardUuid: uuid(at) }
  })
  for (let from = 0; from < size; from += chunk)
    await storage.transact("write", async (tx) => {
      for (const { n, userUuid, wallet: own } of guests.slice(from, from + chunk)) {
        const at = first + n
        await tx.users.add(user(at), undefined)
        await tx.wallets.add(wallet(at, { userUuid, organizationUuid }), sealedKey(at))
        await tx.wallets.add(
          wallet(at + cardWallets, { kind: "card", organizationUuid }),
          sealedKey(at),
        )
        // Claimed, so that they name their holder though the pass is taken back.
        const held = { holderUserUuid: userUuid, claimedAt: new Date(start) }
        await tx.cards.add(
          card(at, { organizationUuid, ...held, walletAddress: address(at + cardWallets) }),
        )
        await tx.memberships.add(
          membership(at, { organizationUuid, userUuid, tierUuid: tier.uuid }),
        )
        if (own !== address(at)) throw new Error("A guest has the wallet of their number.")
      }
    })
  const activity = await symbolon.activities.create({
    organization: club.slug,
    name: "Festival week",
  })
  const gateOf = async (day: number) => {
    const opens = start + day * dayMs + 3 * hourMs
    const { uuid: session, slug } = await symbolon.sessions.create({
      activity: activity.slug,
      name: `Gate, day ${day + 1}`,
      settings: { requiredEntitlement: "member" },
      startTime: new Date(opens),
      endTime: new Date(opens + 10 * hourMs),
    })
    return { uuid: session, slug }
  }
  return { symbolon, clock, storage, organization: club.slug, guests, gateOf }
}
