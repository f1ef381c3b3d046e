import {
  createSymbolon,
  type Facade,
  type OutboxEvent,
  type Storage,
  type Symbolon,
  type Tier,
  type User,
} from "../../../src/index.ts"
import { scopes } from "../../../src/contract/index.ts"
import { memoryKeyVault, testClock } from "../../../src/testing/index.ts"
import { now as start, type TierName, tiers } from "../club.ts"
import { countedIds } from "./counted-ids.ts"

/** Its user has just signed in, whenever it is asked. */
const token = {
  authTime: new Date("9999-01-01T00:00:00.000Z"),
  clientId: "app",
  sid: "s",
  scopes: new Set<string>(Object.keys(scopes)),
  isFirstParty: true,
  isServiceStaff: false,
}

/** How a house is opened. */
export interface HouseOptions {
  /** Where the organization is. */
  readonly zone?: string
  readonly at?: Date
  /** Of the organization; another one for each house on a storage. */
  readonly name?: string
}

/** Those of {@link tiers} that an organization can have: not the one of another organization. */
const offered = Object.values(tiers).filter(({ slug }) => slug !== "foreign")

const settingsOf = ({
  slug,
  priceCents,
  currency,
  paymentInterval,
  visibility,
  entitlements,
}: Tier) => ({
  name: slug,
  priceCents,
  currency,
  paymentInterval,
  visibility,
  entitlements,
})

const openCore = async (storage: Storage, at: Date) => {
  const clock = testClock(at)
  const vault = memoryKeyVault(new Uint8Array(32).fill(7))
  const { ids, first } = countedIds(clock)
  return {
    symbolon: await createSymbolon({ storage, vault, ids, testClock: clock, migrate: true }),
    clock,
    first,
  }
}

/** Who asks, on a core. */
const doorsOf = (
  symbolon: Symbolon,
  {
    clubUuid,
    owner,
    olga,
  }: { readonly clubUuid: string; readonly owner: User; readonly olga: User },
) => {
  const forClub = (userUuid: string, isServiceStaff = false): Facade =>
    symbolon.as({
      kind: "organization",
      userUuid,
      organizationUuid: clubUuid,
      ...token,
      isServiceStaff,
    })
  return {
    /** Somebody with a token of their own. */
    person: (userUuid: string): Facade => symbolon.as({ kind: "user", userUuid, ...token }),
    /** Staff with a token that acts for the organization. */
    desk: forClub(olga.uuid),
    /** The owner, with the same. */
    head: forClub(owner.uuid),
    /** The platform's own staff, with a token that acts for the organization. */
    platform: forClub(owner.uuid, true),
  }
}

let houses = 0

/**
 * A Symbolon with an organization on it that offers the tiers of the pure tests' club, takes
 * payments, and has staff.
 */
export const openHouse = async (
  storage: Storage,
  { zone = "UTC", at = start, name = `House ${++houses}` }: HouseOptions = {},
) => {
  const { symbolon, clock, first } = await openCore(storage, at)
  const make = async (firstName: string) =>
    (await symbolon.accounts.createUser({ username: usernameFor(name, firstName), firstName })).user
  const [owner, olga] = [await make("owner"), await make("olga")]
  const club = await symbolon.organizations.create({ name, ownerUuid: owner.uuid })
  const organization = club.slug
  await symbolon.organizations.change({ organization, timezone: zone })
  await symbolon.staff.add({ organization, userUuid: olga.uuid, role: "manager" })
  const byUuid = new Map<string, TierName>()
  const tierUuids: Partial<Record<string, string>> = {}
  for (const tier of offered) {
    const { uuid } = await symbolon.tiers.create({ organization, ...settingsOf(tier) })
    byUuid.set(uuid, tier.slug as TierName)
    tierUuids[tier.slug] = uuid
    if (tier.deletedAt !== undefined) await symbolon.tiers.remove({ organization, tierUuid: uuid })
  }
  const other = await symbolon.organizations.create({
    name: `${name} elsewhere`,
    ownerUuid: owner.uuid,
  })
  await symbolon.tiers.create({ organization: other.slug, ...settingsOf(tiers.foreign) })
  const { connection, secret = "" } = await symbolon.payments.connect({
    organization,
    backend: "fake",
  })
  let heard = first

  return {
    symbolon,
    clock,
    zone,
    organization,
    clubUuid: club.uuid,
    owner,
    olga,
    make,
    connectionUuid: connection.uuid,
    tierUuid: (tier: Pick<Tier, "slug">): string => tierUuids[tier.slug] ?? "no such tier",
    /** Changes what a tier costs from now on. */
    setPrice: (tier: Pick<Tier, "slug">, priceCents: number) =>
      symbolon.tiers.change({ organization, tierUuid: tierUuids[tier.slug] ?? "", priceCents }),
    deleteTier: (tier: Pick<Tier, "slug">) =>
      symbolon.tiers.remove({ organization, tierUuid: tierUuids[tier.slug] ?? "" }),
    /** The names of the tiers by uuid. */
    tiers: byUuid as ReadonlyMap<string, TierName>,
    /** Before everything that was made here. */
    first,
    ...doorsOf(symbolon, { clubUuid: club.uuid, owner, olga }),
    /** What was put into the outbox since it was asked last. */
    newEvents: async (): Promise<readonly OutboxEvent[]> => {
      const events = await storage.transact("read", (tx) => tx.outbox.list(heard, 200))
      const own = events.filter(({ organizationUuid }) => organizationUuid === club.uuid)
      heard = own.at(-1)?.uuid ?? heard
      return own
    },
    /** Tells of a payment as the backend does. */
    tell: (events: readonly Readonly<Record<string, unknown>>[]) =>
      symbolon.payments.receive({
        backend: "fake",
        connectionUuid: connection.uuid,
        headers: { "x-fake-secret": secret },
        rawBody: Buffer.from(JSON.stringify({ events })),
      }),
  }
}

export type House = Awaited<ReturnType<typeof openHouse>>

/**
 * The same house as another process has it: a core of its own, on a connection of its own to the
 * same store.
 */
export const openAgain = async (house: House, storage: Storage): Promise<House> => {
  const { symbolon, clock } = await openCore(storage, house.clock.now())
  return { ...house, symbolon, clock, ...doorsOf(symbolon, house) }
}

const usernameFor = (house: string, firstName: string): string =>
  `${firstName}-of-${house.toLowerCase().replaceAll(" ", "-")}`

/** Runs what waits in the background, until nothing that is due is left. */
export const runJobs = async ({ symbolon }: { readonly symbolon: Symbolon }): Promise<void> => {
  for (
    let due = await symbolon.work.nextDue();
    due !== undefined && due <= symbolon.clock.now();
    due = await symbolon.work.nextDue()
  )
    await symbolon.work.runDue()
}
