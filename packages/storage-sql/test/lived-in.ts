import { createSymbolon, type Symbolon } from "../../core/src/index.ts"
import { memoryKeyVault, testClock } from "../../core/src/testing/index.ts"
import { createTestOrganization, start } from "../../core/test/fixtures/world.ts"
import type { PortableStorage } from "../src/index.ts"

/** The core on a store, with the key that wraps the keys of {@link fill}. */
export const openOn = (storage: PortableStorage): Promise<Symbolon> =>
  createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: testClock(start),
    migrate: true,
  })

/** A club with members, points that moved, and a session that requires one made after it. */
export const fill = async (symbolon: Symbolon): Promise<void> => {
  const { club, people } = await createTestOrganization(symbolon, 20)
  await symbolon.points.mint({ organization: club.slug, amount: 1000, idempotencyKey: "mint" })
  const page = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const
  const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: club.uuid }, page })).items
  for (const [n, { wallet }] of people.entries())
    await symbolon.wallets.transfer({
      wallet: treasury?.address ?? "",
      to: { type: "wallet", value: wallet },
      amount: n + 1,
      description: "A zürich naïve 🎟 text",
      idempotencyKey: `pay-${n}`,
    })
  const activity = await symbolon.activities.create({ organization: club.slug, name: "Regatta" })
  const at = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000)
  const final = await symbolon.sessions.create({
    activity: activity.slug,
    name: "Final",
    startTime: at(5),
    endTime: at(6),
  })
  const heat = await symbolon.sessions.create({
    activity: activity.slug,
    name: "Heat",
    startTime: at(1),
    endTime: at(2),
  })
  await symbolon.sessions.update({ session: final.slug, requiredPriorSessionUuid: heat.uuid })
}
