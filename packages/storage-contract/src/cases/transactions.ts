import { newRoster } from "@symbolon/core/storage"
import { claim, equal, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { manifest } from "../door-samples.ts"
import { at, claimOf, event, job, membership, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { writingVerbs } from "../writing-verbs.ts"

const ofHome = { organizationUuid: club.home.uuid }
const annsMembership = membership(100, {
  ...ofHome,
  userUuid: club.ann.uuid,
  tierUuid: club.gold.uuid,
})

export const transactions: readonly StorageCase[] = [
  storageCase("transactions: answers what the work answers, undefined too", async (storage) => {
    const answer = { any: "thing" }
    claim(
      (await read(storage, async () => answer)) === answer,
      "a read answers the very value its work answered",
    )
    claim(
      (await write(storage, async () => answer)) === answer,
      "a write answers the very value its work answered",
    )
    same(await write(storage, async () => undefined), undefined, "undefined")
  }),
  storageCase("transactions: a fresh store is empty", async (storage) => {
    await read(storage, async (tx) => {
      same(await tx.outbox.list(undefined, 10), [], "the outbox")
      same(await tx.jobs.nextDue("work"), undefined, "the next job")
      same(await tx.transactions.head(), { size: 0, frontier: [] }, "the ledger's head")
      const page = await tx.organizations.list(
        { at: at(0) },
        { page: 1, pageSize: 10, sortBy: "name", sortOrder: "asc" },
      )
      same(page, { items: [], totalItems: 0 }, "the organizations")
    })
  }),
  storageCase(
    "transactions: a write sees what it wrote, and later ones see it too",
    async (storage) => {
      await found(storage)
      const inside = await write(storage, async (tx) => {
        await tx.outbox.append([event(100, ofHome)])
        return tx.outbox.list(undefined, 10)
      })
      same(inside, [event(100, ofHome)], "inside the transaction")
      same(
        await read(storage, (tx) => tx.outbox.list(undefined, 10)),
        [event(100, ofHome)],
        "in a read",
      )
      same(
        await write(storage, (tx) => tx.outbox.list(undefined, 10)),
        [event(100, ofHome)],
        "in a later write",
      )
    },
  ),
  storageCase(
    "transactions: a work that throws leaves nothing behind, in any repository",
    async (storage) => {
      await found(storage)
      const attempt = write(storage, async (tx) => {
        await tx.names.claim("taken-back", { kind: "user", uuid: uuid(101) })
        await tx.memberships.add(annsMembership)
        await tx.jobs.schedule(job(100))
        await tx.rosters.note(club.home.uuid, ["taken-back"])
        await tx.rosters.add(newRoster(club.race.uuid))
        await tx.manifests.keep(manifest(club.race.uuid, 1))
        await tx.outbox.append([event(100, ofHome)])
        throw new Error("on purpose")
      })
      await rejects(attempt, "a work that throws")
      await write(storage, async (tx) => {
        same(
          await tx.memberships.findOpen(club.home.uuid, club.ann.uuid),
          undefined,
          "the membership",
        )
        same(await tx.jobs.nextDue("work"), undefined, "the next job")
        same(await tx.manifests.newest(club.race.uuid), undefined, "the newest manifest")
        same(await tx.rosters.find(club.race.uuid), undefined, "the roster")
        same(await tx.rosters.stamp(club.home.uuid), 0, "the roster changes")
        same(await tx.outbox.list(undefined, 10), [], "the outbox")
        claim(
          await tx.names.claim("taken-back", { kind: "user", uuid: uuid(101) }),
          "the name must be free again",
        )
      })
    },
  ),
  storageCase(
    "transactions: a work that throws takes back changed and removed rows",
    async (storage) => {
      await found(storage)
      await write(storage, async (tx) => {
        await tx.memberships.add(annsMembership)
        await tx.jobs.schedule(job(100))
      })
      const attempt = write(storage, async (tx) => {
        await tx.memberships.replace({ ...annsMembership, tierUuid: club.silver.uuid, revision: 2 })
        const [taken] = await tx.jobs.claim(claimOf(1000, { limit: 1 }))
        claim(
          taken !== undefined && (await tx.jobs.complete([taken])).has(taken.uuid),
          "the job must be claimed and completed",
        )
        throw new Error("on purpose")
      })
      await rejects(attempt, "a work that throws")
      same(
        await read(storage, (tx) => tx.memberships.findOpen(club.home.uuid, club.ann.uuid)),
        annsMembership,
        "the membership",
      )
      same(await read(storage, (tx) => tx.jobs.nextDue("work")), at(100), "the next job")
    },
  ),
  storageCase(
    "transactions: what a work throws arrives unchanged, whatever it is",
    async (storage) => {
      for (const mode of ["read", "write"] as const) {
        for (const thrown of [
          new TypeError("mine"),
          { _tag: "Refused" },
          Symbol("mine"),
          undefined,
        ]) {
          const reason = await rejects(
            storage.transact(mode, () => Promise.reject(thrown)),
            `a ${mode} whose work throws`,
          )
          claim(
            reason === thrown,
            `a ${mode} must reject with the very value its work threw, but rejected with ${String(reason)}`,
          )
        }
      }
    },
  ),
  storageCase(
    "transactions: a work that throws before its first await is no different",
    async (storage) => {
      const thrown = new Error("at once")
      const attempt = write(storage, () => {
        throw thrown
      })
      claim(
        (await rejects(attempt, "a work that throws at once")) === thrown,
        "must reject with what the work threw",
      )
      same(await read(storage, async () => 1), 1, "a read afterwards")
    },
  ),
  ...writingVerbs.map(({ name, call }) =>
    storageCase(`transactions: a read refuses ${name}`, async (storage) => {
      await found(storage)
      await rejects(read(storage, call), `${name} in a read`)
      await write(storage, async () => undefined)
    }),
  ),
  storageCase("transactions: what a read was refused is not written", async (storage) => {
    await found(storage)
    await rejects(
      read(storage, (tx) => tx.outbox.append([event(100, ofHome)])),
      "a read that writes",
    )
    await rejects(
      read(storage, (tx) => tx.memberships.add(annsMembership)),
      "a read that writes",
    )
    same(await read(storage, (tx) => tx.outbox.list(undefined, 10)), [], "the outbox")
    same(
      await read(storage, (tx) => tx.memberships.findOpen(club.home.uuid, club.ann.uuid)),
      undefined,
      "the membership",
    )
  }),
  storageCase(
    "transactions: a read sees one snapshot, and of every write all or nothing",
    async (storage) => {
      await found(storage)
      const pairs = Array.from(
        { length: 10 },
        (_, n) => [event(100 + 2 * n, ofHome), event(101 + 2 * n, ofHome)] as const,
      )
      const writes = pairs.map(([one, other]) =>
        write(storage, async (tx) => {
          await tx.outbox.append([one])
          await tx.outbox.append([other])
        }),
      )
      const reads = pairs.map(() =>
        read(storage, async (tx) => {
          const seen: (readonly unknown[])[] = []
          for (let n = 0; n < 5; n += 1) seen.push(await tx.outbox.list(undefined, 100))
          return seen
        }),
      )
      const [seen] = await Promise.all([Promise.all(reads), Promise.all(writes)])
      for (const [first = [], ...later] of seen) {
        claim(first.length % 2 === 0, `a read saw half of a write: ${first.length} events`)
        claim(
          later.every((list) => equal(list, first)),
          "a read saw the store change",
        )
      }
      same(
        (await read(storage, (tx) => tx.outbox.list(undefined, 100))).length,
        20,
        "events in the end",
      )
    },
  ),
  storageCase("transactions: nobody sees what is later undone", async (storage) => {
    await found(storage)
    const doomed = Array.from({ length: 5 }, (_, n) =>
      rejects(
        write(storage, async (tx) => {
          await tx.outbox.append([event(100 + n, ofHome)])
          for (let turn = 0; turn < 5; turn += 1) await tx.outbox.list(undefined, 10)
          throw new Error("on purpose")
        }),
        "a work that throws",
      ),
    )
    const reads = Array.from({ length: 10 }, () =>
      read(storage, (tx) => tx.outbox.list(undefined, 10)),
    )
    for (const seen of await Promise.all(reads)) same(seen, [], "the outbox while writes fail")
    await Promise.all(doomed)
  }),
  storageCase(
    "transactions: a write that fails does not take its neighbours along",
    async (storage) => {
      await found(storage)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, (_, n) =>
          write(storage, async (tx) => {
            await tx.outbox.append([event(100 + n, ofHome)])
            if (n % 4 === 1) throw new Error("on purpose")
            if (n % 4 === 3) await tx.outbox.append([event(100 + n, ofHome)])
          }),
        ),
      )
      const isEven = (_: unknown, n: number) => n % 2 === 0
      same(
        outcomes.map(({ status }) => status === "fulfilled"),
        outcomes.map(isEven),
        "who succeeded",
      )
      const stored = await read(storage, (tx) => tx.outbox.list(undefined, 100))
      same(
        stored.map((one) => one.uuid),
        outcomes.map((_, n) => uuid(100 + n)).filter(isEven),
        "what was kept",
      )
    },
  ),
  storageCase("transactions: 400 at once are all answered", async (storage) => {
    await found(storage)
    const events = Array.from({ length: 200 }, (_, n) => event(100 + n, ofHome))
    const writes = events.map((one) => write(storage, (tx) => tx.outbox.append([one])))
    const reads = events.map(() =>
      read(storage, async (tx) => (await tx.outbox.list(undefined, 1000)).length),
    )
    const counts = await Promise.all(reads)
    await Promise.all(writes)
    claim(
      counts.every((count) => count >= 0 && count <= events.length),
      "reads answer what is committed",
    )
    same(await read(storage, (tx) => tx.outbox.list(undefined, 1000)), events, "the events")
  }),
  storageCase(
    "transactions: after a verb rejected, the work is kept whole or not at all",
    async (storage) => {
      await found(storage)
      const isKept = await write(storage, async (tx) => {
        await tx.outbox.append([event(100, ofHome)])
        await tx.outbox.append([event(100, ofHome)]).catch(() => undefined)
        await tx.outbox.append([event(101, ofHome)])
      }).then(
        () => true,
        () => false,
      )
      const stored = await read(storage, (tx) => tx.outbox.list(undefined, 100))
      same(
        stored.map((one) => one.uuid),
        isKept ? [uuid(100), uuid(101)] : [],
        `a transaction that ${isKept ? "resolved" : "rejected"} has written`,
      )
    },
  ),
  {
    name: "transactions: close waits for the work that runs",
    run: async (open) => {
      const storage = await open()
      await found(storage)
      const running = write(storage, async (tx) => {
        await tx.outbox.append([event(100, ofHome)])
        return tx.outbox.list(undefined, 10)
      })
      const closing = storage.close()
      same(await running, [event(100, ofHome)], "the work that ran")
      await closing
    },
  },
  storageCase("transactions: 50 writers of one row lose no update", async (storage) => {
    await found(storage)
    await write(storage, (tx) => tx.memberships.add(annsMembership))
    const raise = () =>
      write(storage, async (tx) => {
        const current = await tx.memberships.findOpen(club.home.uuid, club.ann.uuid)
        claim(current !== undefined, "the membership must be found")
        return tx.memberships.replace({
          ...current,
          anchorTerms: current.anchorTerms + 1,
          revision: current.revision + 1,
        })
      })
    const isWritten = await Promise.all(Array.from({ length: 50 }, raise))
    claim(
      isWritten.every(Boolean),
      "findOpen must lock the row in a write, so that replace finds it unchanged",
    )
    const end = await read(storage, (tx) => tx.memberships.findOpen(club.home.uuid, club.ann.uuid))
    same(end, { ...annsMembership, anchorTerms: 50, revision: 51 }, "after 50 increments")
  }),
]
