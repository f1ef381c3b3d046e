import { describe, expect, it } from "vitest"
import type { Session as StoredSession } from "../../src/foundation/storage/index.ts"
import type { Caller, Storage, Symbolon } from "../../src/index.ts"
import { openTestDoors, request } from "../fixtures/door-taps.ts"

/**
 * A store that counts its writes, loses a transaction that adds a presence of `poisoned`, and tells
 * for which requests jobs were scheduled.
 */
const watched = (storage: Storage) => {
  const seen = { writes: 0, poisoned: "", jobsFor: [] as (string | undefined)[] }
  const watching: Storage = {
    ...storage,
    transact: (mode, work) => {
      seen.writes += mode === "write" ? 1 : 0
      return storage.transact(mode, (tx) => {
        const check = (wallet: string) => {
          if (wallet === seen.poisoned) throw new Error("The disk is scratched here.")
        }
        return work({
          ...tx,
          jobs: {
            ...tx.jobs,
            scheduleAll: (jobs) => {
              seen.jobsFor.push(...jobs.map(({ requestId }) => requestId))
              return tx.jobs.scheduleAll(jobs)
            },
          },
          presences: {
            ...tx.presences,
            addAll: (rows) => {
              for (const { walletAddress } of rows) check(walletAddress)
              return tx.presences.addAll(rows)
            },
          },
        })
      })
    },
  }
  return { watching, seen }
}

const token = { clientId: "app", scopes: new Set<string>(), sid: "s", isFirstParty: false }
const doorOf = (session: { uuid: string; organizationUuid: string }, n: number): Caller => ({
  ...token,
  kind: "door",
  clientId: "doors",
  deviceUuid: `device-${n}`,
  organizationUuid: session.organizationUuid,
  sessionUuid: session.uuid,
})
const appOf = (organizationUuid: string): Caller => ({
  ...token,
  kind: "client",
  organizationUuid,
  serviceRole: "manager",
  scopes: new Set(["session:admit"]),
})
const personOf = (userUuid: string, ...scopes: readonly string[]): Caller => ({
  ...token,
  kind: "user",
  userUuid,
  isServiceStaff: false,
  scopes: new Set(scopes),
})

const deskOf = (organizationUuid: string, userUuid: string): Caller => ({
  ...token,
  kind: "organization",
  organizationUuid,
  userUuid,
  isServiceStaff: false,
  scopes: new Set(["session:admit"]),
})

/** What came of some calls: their answers, or the names of their refusals. */
const outcomesOf = async (calls: readonly Promise<{ readonly decision: string }>[]) =>
  (await Promise.allSettled(calls)).map((outcome) =>
    outcome.status === "fulfilled" ? outcome.value.decision : outcome.reason.name,
  )

const admitAs = (symbolon: Symbolon, caller: Caller, session: string, wallet: string) =>
  symbolon.as(caller).sessions.admit({ session, request: request(wallet) })

/** Taps at one session that come at the same time share a transaction, and nothing else. */
export const gatheredTapsSuite = (
  storage: string,
  open: () => Promise<Storage> | Storage,
): void => {
  describe(`taps that come together on ${storage}`, () => {
    it("let the door go first: who checks in themself has the seat that it leaves", async () => {
      const { symbolon, people, wallets, createDoor } = await openTestDoors(await open(), 2)
      const { session } = await createDoor({ maxAttendees: 1 })
      const outcomes = await outcomesOf([
        symbolon
          .as(personOf(people[0]?.user.uuid ?? "", "session:check_in"))
          .sessions.checkIn({ session: session.slug, idempotencyKey: "self" }),
        admitAs(symbolon, doorOf(session, 1), session.slug, wallets[1] ?? ""),
      ])
      expect(outcomes).toEqual(["blocked", "admitted"])
    })

    it("are judged by what is read when the session's row is held, and by what that says then", async () => {
      const storage = await open()
      const asked: string[] = []
      let change: Partial<StoredSession> | undefined
      const noting = <Repository extends object>(noun: string, repository: Repository) =>
        new Proxy(repository, {
          get: (verbs, verb, receiver) => {
            asked.push(`${noun}.${String(verb)}`)
            return Reflect.get(verbs, verb, receiver)
          },
        })
      const changing: Storage = {
        ...storage,
        transact: (mode, work) =>
          storage.transact(mode, (tx) => {
            const lock = async (uuid: string) => {
              const before = await tx.sessions.lock(uuid)
              if (before === undefined || change === undefined) return before
              // As if somebody else had changed it who held the row before.
              await tx.sessions.changeAll([{ ...before, ...change }])
              change = undefined
              return tx.sessions.lock(uuid)
            }
            return work({
              ...tx,
              sessions: noting("sessions", { ...tx.sessions, lock }),
              presences: noting("presences", tx.presences),
              memberships: noting("memberships", tx.memberships),
            })
          }),
      }
      const { symbolon, club, wallets, createDoor } = await openTestDoors(changing, 4)
      const { session } = await createDoor({ requiredEntitlement: "member" })
      const tap = async (n: number) => {
        asked.length = 0
        const answer = await symbolon.sessions.admit({
          session: session.slug,
          request: request(wallets[n] ?? ""),
        })
        return answer.decision === "blocked" ? answer.blockedReason : answer.decision
      }
      expect(await tap(0)).toBe("admitted")
      const verbs = ["presences.tally", "presences.findAdmissions", "memberships.newestWithTiersOf"]
      for (const verb of verbs)
        expect(asked.indexOf(verb), verb).toBeGreaterThan(asked.indexOf("sessions.lock"))
      change = { requiredEntitlement: "sauna" }
      expect(await tap(1)).toBe("entitlement_required")
      change = { requiredEntitlement: undefined }
      expect(await tap(1)).toBe("admitted")
      change = { requiredEntitlement: "member" }
      expect(await tap(2)).toBe("admitted")
      const closed = await symbolon.activities.create({
        organization: club.slug,
        name: "Closed week",
        isSessionCheckinOpen: false,
      })
      change = { activityUuid: closed.uuid }
      expect(await tap(3)).toBe("checkin_closed")
      expect(change).toBeUndefined()
    })

    it("are of whoever: each caller is permitted or refused by themself", async () => {
      const { watching, seen } = watched(await open())
      const { symbolon, club, people, wallets, owner, createDoor } = await openTestDoors(
        watching,
        8,
      )
      const { session } = await createDoor()
      const { session: elsewhere } = await createDoor()
      const { user: stranger } = await symbolon.users.create({ username: "eve", firstName: "Eve" })
      const away = await symbolon.organizations.create({ name: "Away", ownerUuid: stranger.uuid })
      const admit = (caller: Caller, n: number) =>
        admitAs(symbolon, caller, session.slug, wallets[n] ?? "")
      const checkIn = (n: number, ...scopes: readonly string[]) => {
        const userUuid = people[n]?.user.uuid ?? ""
        return symbolon
          .as(personOf(userUuid, ...scopes))
          .sessions.checkIn({ session: session.slug, idempotencyKey: `self-${n}` })
      }
      const before = seen.writes
      const outcomes = await outcomesOf([
        admit(doorOf(elsewhere, 1), 0),
        admit(doorOf(session, 2), 1),
        admit(appOf(away.uuid), 2),
        admit(appOf(club.uuid), 3),
        admit(personOf(stranger.uuid, "session:admit"), 4),
        admit(deskOf(club.uuid, owner.uuid), 5),
        checkIn(6),
        checkIn(7, "session:check_in"),
        admit(doorOf(session, 3), 1),
      ])
      expect(outcomes).toEqual([
        "Forbidden",
        "admitted",
        "NotFound",
        "admitted",
        "Forbidden",
        "admitted",
        "Forbidden",
        "admitted",
        "blocked",
      ])
      expect(seen.writes - before).toBeLessThanOrEqual(2)
      const there = await symbolon.sessions.listAttendees({
        session: session.slug,
        page: { page: 1, pageSize: 20, sortBy: "first_admitted_at", sortOrder: "asc" },
      })
      expect(there.items.map(({ presence }) => presence.walletAddress).toSorted()).toEqual(
        [1, 3, 5, 7].map((n) => wallets[n] ?? "").toSorted(),
      )
    })

    it("are not lost with one that the store cannot write", async () => {
      const { watching, seen } = watched(await open())
      const { symbolon, wallets, createDoor } = await openTestDoors(watching, 5)
      const { session } = await createDoor()
      const admit = (n: number, wallet: string) =>
        admitAs(symbolon, doorOf(session, n), session.slug, wallet)
      seen.poisoned = wallets[2] ?? ""
      const outcomes = await outcomesOf(wallets.map((wallet, n) => admit(n, wallet)))
      expect(outcomes).toEqual(["admitted", "admitted", "StorageFailed", "admitted", "admitted"])
      seen.poisoned = ""
      expect(await outcomesOf(wallets.map((wallet) => admit(9, wallet)))).toEqual([
        "blocked",
        "blocked",
        "admitted",
        "blocked",
        "blocked",
      ])
    })

    it("use up their own keys: two clients may say the same one", async () => {
      const { symbolon, wallets, createDoor } = await openTestDoors(await open(), 3)
      const { session } = await createDoor({ allowReentry: true })
      const admit = (n: number, value: string) =>
        symbolon.as(doorOf(session, n)).sessions.admit({
          session: session.slug,
          request: { identifier: { type: "wallet", value }, idempotencyKey: "the key" },
        })
      const [ann = "", bob = ""] = wallets
      const answers = await Promise.allSettled([
        admit(1, ann),
        admit(2, bob),
        admit(1, ann),
        admit(2, ann),
        admit(3, ann),
      ])
      expect(
        answers.map((answer) =>
          answer.status === "fulfilled"
            ? [answer.value.walletAddress, answer.value.isReplayed, answer.value.isReentry]
            : answer.reason.name,
        ),
      ).toEqual([
        [ann, false, false],
        [bob, false, false],
        [ann, true, false],
        "IdempotencyConflict",
        [ann, false, true],
      ])
    })

    it("lead to background work on behalf of the request that each came with", async () => {
      const { watching, seen } = watched(await open())
      const { symbolon, club, wallets, createDoor } = await openTestDoors(watching, 2)
      const { session } = await createDoor()
      const { uuid: rewardTemplateUuid } = await symbolon.rewards.create({
        organization: club.slug,
        organizationUuid: club.uuid,
        name: "A drink",
        contentConfig: {
          storageType: "internal",
          contentTemplate: { data: {}, items: [], content_version: "1" },
        },
      })
      await symbolon.rewardTriggers.create({
        organization: club.slug,
        name: "Who comes often",
        rewardTemplateUuid,
        triggerScopes: ["session.checked_in:count:9"],
      })
      seen.jobsFor.length = 0
      await Promise.all(
        wallets.map((wallet, n) =>
          symbolon
            .as(doorOf(session, n), { requestId: `request-${n}` })
            .sessions.admit({ session: session.slug, request: request(wallet) }),
        ),
      )
      expect(new Set(seen.jobsFor)).toEqual(new Set(["request-0", "request-1"]))
    })
  })
}
