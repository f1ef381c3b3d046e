import { createSymbolon, type Symbolon } from "@symbolon/core"
import type { MigratedStorage } from "@symbolon/core/storage"
import { memoryKeyVault, type TestClock, testClock } from "@symbolon/core/testing"

/** Where the clock stands. */
export const start = new Date("2026-11-21T10:00:00.000Z")

/** What the store is filled from: one of each, made by the service itself. */
export interface Seed {
  readonly organizationUuid: string
  readonly organizationSlug: string
  readonly treasury: string
  /** The member. */
  readonly userUuid: string
  readonly activitySlug: string
  readonly sessionUuid: string
  readonly sessionSlug: string
}

/** Opens the service on a store, as any process would. */
export const openService = (
  storage: MigratedStorage,
): Promise<{ readonly symbolon: Symbolon; readonly clock: TestClock }> => {
  const clock = testClock(start)
  return createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    migrate: true,
    testClock: clock,
    ledger: { walletSigningsPerHour: null, treasurySigningsPerHour: null },
  }).then((symbolon) => ({ symbolon, clock }))
}

/** Makes an organization with a member who received points and went through a door. */
export const plantSeed = async (symbolon: Symbolon): Promise<Seed> => {
  const { user: owner } = await symbolon.users.create({ username: "olga-owner", firstName: "Olga" })
  const club = await symbolon.organizations.create({ name: "Large Club", ownerUuid: owner.uuid })
  await symbolon.tiers.create({ organization: club.slug, name: "Friend" })
  const { user } = await symbolon.users.create({
    username: "ada-seed",
    firstName: "Ada",
    lastName: "Berg",
  })
  await symbolon.memberships.join({
    organization: club.slug,
    userUuid: user.uuid,
    tierSlug: "friend",
  })
  await symbolon.points.mint({
    organization: club.slug,
    amount: 1_000_000_000_000,
    idempotencyKey: "seed",
  })
  const page = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const
  const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: club.uuid }, page })).items
  if (treasury === undefined) throw new Error("A club has a treasury.")
  await symbolon.wallets.transfer({
    wallet: treasury.address,
    to: { type: "username", value: user.username },
    amount: 1,
    idempotencyKey: "seed",
  })
  const activity = await symbolon.activities.create({ organization: club.slug, name: "Evenings" })
  const session = await symbolon.sessions.create({
    activity: activity.slug,
    name: "Evening",
    settings: { requiredEntitlement: "member" },
    startTime: start,
    endTime: new Date(start.getTime() + 86_400_000),
  })
  await symbolon.sessions.admit({
    session: session.slug,
    request: {
      identifier: { type: "username", value: user.username },
      idempotencyKey: "seed",
    },
  })
  return {
    organizationUuid: club.uuid,
    organizationSlug: club.slug,
    treasury: treasury.address,
    userUuid: user.uuid,
    activitySlug: activity.slug,
    sessionUuid: session.uuid,
    sessionSlug: session.slug,
  }
}
