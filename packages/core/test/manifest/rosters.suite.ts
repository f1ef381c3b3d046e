import { deepEqual, equal, ok } from "node:assert/strict"
import { it } from "vitest"
import { createSymbolon, type Storage } from "../../src/index.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { chanceOf } from "../fixtures/chance.ts"
import { claimCard, setCardHolder, createTestCard } from "../fixtures/world.ts"
import {
  applyDelta,
  type Delta,
  type Lists,
  expectedLists,
  listsOf,
  openTestRosters,
  readPayload,
  type TestRosters,
} from "../fixtures/rosters.ts"

type Step = (world: TestRosters, pick: <T>(all: readonly T[]) => T, n: number) => Promise<unknown>

/** Something happens that may change a roster. Refusals are part of it. */
const steps: Readonly<Record<string, Step>> = {
  join: ({ symbolon, club, tiers, people }, pick) =>
    symbolon.memberships.add({
      organization: club.slug,
      member: { type: "user_id", value: pick(people).user.uuid },
      tierSlug: pick(tiers).slug,
    }),
  remove: ({ symbolon, club, people }, pick) =>
    symbolon.memberships.removeMember({
      organization: club.slug,
      userUuid: pick(people).user.uuid,
    }),
  card: ({ symbolon, club, people }, pick, n) =>
    createTestCard(symbolon, {
      organization: club.slug,
      identifier: `card ${n}`,
      holderUserUuid: n % 3 === 0 ? undefined : pick(people).user.uuid,
    }),
  claim: async ({ symbolon, storage, people, visitors }, pick, n) => {
    const cards = await storage.transact("read", (tx) =>
      tx.cards.heldBy(people.map(({ user }) => user.uuid)),
    )
    const all = [...cards, ...visitors]
    if (all.length > 0) await claimCard(symbolon, pick(all).uuid, pick(people).user.uuid)
    if (n % 2 === 0)
      await setCardHolder(symbolon, pick(all).uuid, {
        holderUserUuid: pick(people).user.uuid,
        claimedAt: undefined,
      })
  },
  changeCard: async ({ symbolon, storage, club, people }, pick, n) => {
    const cards = await storage.transact("read", (tx) =>
      tx.cards.heldBy(people.map(({ user }) => user.uuid)),
    )
    if (cards.length === 0) return
    const card = pick(cards)
    await symbolon.cards.updateState(
      n % 2 === 0
        ? { card: card.uuid, isFrozen: !card.isFrozen }
        : { card: card.uuid, holderUserUuid: pick(people).user.uuid },
    )
    return club
  },
  ticket: ({ symbolon, club, people, ticketTemplateUuid }, pick, n) =>
    symbolon.tickets.issue({
      organization: club.slug,
      of: { rewardTemplateUuid: ticketTemplateUuid },
      to: { type: "user_id", value: pick(people).user.uuid },
      idempotencyKey: `ticket ${n}`,
    }),
  takeBack: async ({ symbolon, storage, ticketTemplateUuid }, pick, n) => {
    const tickets = await storage.transact("read", (tx) =>
      tx.tickets.listValid({ rewardTemplateUuid: ticketTemplateUuid }, undefined, 50),
    )
    if (tickets.length > 0)
      await symbolon.transactions.reverse({
        transaction: pick(tickets).uid,
        reason: "taken back",
        idempotencyKey: `back ${n}`,
      })
  },
  admit: ({ symbolon, people, sessions }, pick, n) =>
    symbolon.sessions.admit({
      session: pick(Object.values(sessions)).slug,
      request: {
        identifier: { type: "user_id", value: pick(people).user.uuid },
        idempotencyKey: `tap ${n}`,
      },
    }),
  undo: async ({ symbolon, storage, sessions }, pick) => {
    const session = pick(Object.values(sessions))
    const present = await storage.transact("read", (tx) =>
      tx.presences.list(session.uuid, undefined, 50),
    )
    if (present.length > 0)
      await symbolon.sessions.undoAdmission({
        session: session.slug,
        attendance: pick(present).uuid,
      })
  },
  days: async ({ symbolon, clock }, _pick, n) =>
    symbolon.testClock?.moveTo(new Date(clock.now().getTime() + (n % 5) * 86_400_000)),
  minute: async ({ symbolon, clock }) =>
    symbolon.testClock?.moveTo(new Date(clock.now().getTime() + 40_000)),
}

const happen = async (
  world: TestRosters,
  step: Step,
  pick: <T>(all: readonly T[]) => T,
  n: number,
): Promise<void> => {
  try {
    await step(world, pick, n)
  } catch (reason) {
    if (
      typeof reason !== "object" ||
      reason === null ||
      !("_tag" in reason) ||
      reason._tag === "StorageFailed"
    )
      throw reason
  }
}

/** A random life of a club, with doors that follow it: called from the tests of every storage. */
export const rostersSuite = (
  name: string,
  open: () => Promise<Storage>,
  seeds: readonly number[],
  length: number,
): void => {
  it.each(seeds)(
    `manifests and deltas on ${name} say what the rows say, whatever happened before (seed %i)`,
    async (seed) => {
      const storage = await open()
      const world = await openTestRosters(storage)
      const random = chanceOf(seed)
      const pick = <T>(all: readonly T[]): T => all[random.below(all.length)] as T
      // A second process on the same store: its cache has to follow what the first one does.
      const other = await createSymbolon({
        storage,
        vault: memoryKeyVault(new Uint8Array(32).fill(7)),
        testClock: world.clock,
      })
      const doors = new Map<
        string,
        { readonly cursor: string; readonly lists: Lists; readonly version: number }
      >()
      const seen = new Map<string, number>()
      for (let n = 0; n < length; n += 1) {
        await happen(world, pick(Object.values(steps)), pick, n)
        const session = pick(Object.values(world.sessions))
        const { sessions } = pick([world.symbolon, other])
        const door = doors.get(session.uuid)
        if (door !== undefined && random.below(2) === 0) {
          const answer = await sessions
            .checkinManifestDelta({ session: session.slug, cursor: door.cursor })
            .catch((reason: unknown) => reason)
          if (answer instanceof Error) {
            equal("_tag" in answer ? answer._tag : answer.name, "ResyncRequired")
            doors.delete(session.uuid)
          } else {
            const signed = answer as Awaited<ReturnType<typeof sessions.checkinManifestDelta>>
            const delta = readPayload<Delta>(signed)
            equal(delta.base_manifest_version, door.version)
            const lists = applyDelta(door.lists, delta)
            deepEqual(lists, await expectedLists(storage, session, world.clock.now()))
            doors.set(session.uuid, {
              cursor: signed.deltaCursor ?? "",
              lists,
              version: delta.manifest_version,
            })
            ok(delta.manifest_version > (seen.get(session.uuid) ?? 0))
            seen.set(session.uuid, delta.manifest_version)
          }
        } else {
          const signed = await sessions.checkinManifest({ session: session.slug })
          const payload = readPayload(signed)
          const lists = listsOf(payload)
          deepEqual(lists, await expectedLists(storage, session, world.clock.now()))
          ok(payload.manifest_version >= (seen.get(session.uuid) ?? 0))
          seen.set(session.uuid, payload.manifest_version)
          if (signed.deltaCursor !== undefined)
            doors.set(session.uuid, {
              cursor: signed.deltaCursor,
              lists,
              version: payload.manifest_version,
            })
        }
      }
      await other.close()
    },
  )
}
