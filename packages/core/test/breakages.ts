import { openMemory } from "../src/memory/index.ts"
import type { ClaimedJob, Page, PageRequest, Repositories, Storage } from "../src/storage/index.ts"

/** A storage with one deliberate mistake, and the name of a case that must notice it. */
export interface Breakage {
  readonly name: string
  readonly noticedBy: string
  readonly open: () => Promise<Storage>
}

type Change = (tx: Repositories) => Partial<Repositories>

/** A storage whose verbs are those of memory but for the ones that `change` replaces; `change` is made anew for each store. */
const verbs = (name: string, noticedBy: string, change: () => Change): Breakage => ({
  name,
  noticedBy,
  open: async () => {
    const storage = openMemory()
    const changed = change()
    return { ...storage, transact: (mode, work) => storage.transact(mode, (tx) => work({ ...tx, ...changed(tx) })) }
  },
})

/** A storage whose `transact` or `close` is another. */
const doors = (name: string, noticedBy: string, change: (storage: Storage) => Partial<Storage>): Breakage => ({
  name,
  noticedBy,
  open: async () => {
    const storage = openMemory()
    return { ...storage, ...change(storage) }
  },
})

/** A storage that changes every value that comes out of it. */
const values = (name: string, noticedBy: string, change: (value: unknown) => unknown): Breakage =>
  doors(name, noticedBy, (storage) => ({ transact: (mode, work) => storage.transact(mode, (tx) => work(answering(tx, change))) }))

const answering = (tx: Repositories, change: (value: unknown) => unknown): Repositories =>
  new Proxy(tx, {
    get: (nouns, noun) => {
      const repository: object = Reflect.get(nouns, noun)
      return new Proxy(repository, {
        get: (target, verb) => {
          const call: unknown = Reflect.get(target, verb)
          if (typeof call !== "function") return call
          return async (...input: unknown[]) => deep(await Reflect.apply(call, target, input), change)
        },
      })
    },
  })

const deep = (value: unknown, change: (value: unknown) => unknown): unknown => {
  const changed = change(value)
  if (changed !== value || typeof value !== "object" || value === null || value instanceof Date) return changed
  if (value instanceof Map) return new Map([...value].map(([key, member]) => [key, deep(member, change)]))
  if (Array.isArray(value)) return value.map((item) => deep(item, change))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, deep(member, change)]))
}

/** The same page of a list that sorts otherwise. */
const resorted = async <SortBy extends string, Row>(
  list: (page: PageRequest<SortBy>) => Promise<Page<Row>>,
  page: PageRequest<SortBy>,
  sort: (rows: readonly Row[]) => readonly Row[],
): Promise<Page<Row>> => {
  const { items, totalItems } = await list({ ...page, page: 1, pageSize: 1_000_000 })
  return { items: sort(items).slice((page.page - 1) * page.pageSize, page.page * page.pageSize), totalItems }
}

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

const transactional: readonly Breakage[] = [
  doors("a work that throws is kept", "transactions: a work that throws leaves nothing behind, in any repository", (storage) => ({
    transact: async (mode, work) => {
      const outcome = await storage.transact(mode, async (tx) => {
        try {
          return { answer: await work(tx) }
        } catch (reason) {
          return { reason }
        }
      })
      if ("reason" in outcome) throw outcome.reason
      return outcome.answer
    },
  })),
  doors("what a work throws arrives wrapped", "transactions: what a work throws arrives unchanged, whatever it is", (storage) => ({
    transact: (mode, work) =>
      storage.transact(mode, work).catch((reason: unknown) => Promise.reject(new Error("The transaction failed.", { cause: reason }))),
  })),
  doors("a read may write", "transactions: a read refuses outbox.append", (storage) => ({ transact: (_, work) => storage.transact("write", work) })),
  doors("what is not committed is seen", "transactions: nobody sees what is later undone", (storage) => {
    let writing: Repositories | undefined
    return {
      transact: (mode, work) => {
        if (mode === "read" && writing !== undefined) return work(writing)
        return storage.transact(mode, async (tx) => {
          writing = mode === "write" ? tx : undefined
          return work(tx)
        })
      },
    }
  }),
  doors("a failing write takes the next one along", "transactions: a write that fails does not take its neighbours along", (storage) => {
    let failed: { readonly reason: unknown } | undefined
    return {
      transact: (mode, work) =>
        storage.transact(mode, async (tx) => {
          const before = failed
          failed = undefined
          if (before !== undefined && mode === "write") throw before.reason
          try {
            return await work(tx)
          } catch (reason) {
            failed = { reason }
            throw reason
          }
        }),
    }
  }),
  doors("a rejected verb undoes everything in silence", "transactions: after a verb rejected, the work is kept whole or not at all", (storage) => ({
    transact: async (mode, work) => {
      let answer: { readonly value: Awaited<ReturnType<typeof work>> } | undefined
      try {
        return await storage.transact(mode, async (tx) => {
          answer = { value: await work(tx) }
          return answer.value
        })
      } catch (reason) {
        if (answer === undefined) throw reason
        return answer.value
      }
    },
  })),
  doors("close drops the work that runs", "transactions: close waits for the work that runs", (storage) => {
    const { promise: closed, reject } = Promise.withResolvers<never>()
    closed.catch(() => undefined)
    return {
      transact: (mode, work) => Promise.race([closed, storage.transact(mode, work)]),
      close: async () => reject(new Error("The storage is closed.")),
    }
  }),
]

const valued: readonly Breakage[] = [
  values("dates are cut to seconds", "values: instants keep their milliseconds, long ago and far ahead", (value) =>
    value instanceof Date ? new Date(Math.floor(value.getTime() / 1000) * 1000) : value,
  ),
  values("dates come back as text", "values: instants keep their milliseconds, long ago and far ahead", (value) =>
    value instanceof Date ? value.toISOString() : value,
  ),
  values("undefined comes back as null", "memberships: a row comes back as it was written, with all its fields and with none", (value) =>
    value === undefined ? null : value,
  ),
  values("integers have 32 bits", "ledger: balances up to 2^53-1, and below zero for an issuance wallet", (value) =>
    Number.isInteger(value) ? Number(value) | 0 : value,
  ),
  values("texts are put in another normal form", "values: texts come back as they were, whatever their letters", (value) =>
    typeof value === "string" ? value.normalize("NFC") : value,
  ),
  values("texts are trimmed", "values: texts come back as they were, whatever their letters", (value) =>
    typeof value === "string" ? value.trim() : value,
  ),
  values("empty texts come back as undefined", "ledger: a transaction comes back with all its fields, its text verbatim", (value) =>
    value === "" ? undefined : value,
  ),
  values("numbers come back as text", "transactions: a fresh store is empty", (value) => (Number.isInteger(value) ? String(value) : value)),
  values("JSON in JSON is read", "values: JSON comes back as JSON, nested, empty, and with odd names", (value) =>
    typeof value === "string" && /^[{[]/.test(value) && value.length < 100 ? JSON.parse(value) : value,
  ),
  doors("rows are shared with the caller", "values: nobody changes what is stored by changing what was handed in or out", (storage) => {
    const shared = new Map<string, unknown>()
    const shareOne = (tx: Repositories): Repositories => ({
      ...tx,
      outbox: {
        append: async (events) => {
          await tx.outbox.append(events)
          for (const one of events) shared.set(one.uuid, one)
        },
        list: async (after, limit) =>
          (await tx.outbox.list(after, limit)).map((one) => {
            const known = shared.get(one.uuid)
            return typeof known === "object" ? Object.assign(one, known) : one
          }),
      },
    })
    return { transact: (mode, work) => storage.transact(mode, (tx) => work(shareOne(tx))) }
  }),
]

const ofMembers: readonly Breakage[] = [
  verbs("a name may be claimed again by its holder", "names: who claims a name first has it for good, organization or user", () => {
    const holders = new Map<string, string>()
    return (tx) => ({
      names: { claim: async (name, { kind, uuid }) => {
        const isFree = await tx.names.claim(name, { kind, uuid })
        if (isFree) holders.set(name, uuid)
        return isFree || holders.get(name) === uuid
      } },
    })
  }),
  verbs("a refused membership is answered true", "memberships: add answers false, and writes nothing, while the user has a row there that has not ended", () => (tx) => ({
    memberships: { ...tx.memberships, add: async (row) => (await tx.memberships.add(row)) || true },
  })),
  verbs("a refused membership overwrites", "memberships: add answers false, and writes nothing, while the user has a row there that has not ended", () => (tx) => ({
    memberships: { ...tx.memberships, add: async (row) => {
      const open = await tx.memberships.findOpen(row.organizationUuid, row.userUuid)
      if (open === undefined || row.endedAt !== undefined) return tx.memberships.add(row)
      await tx.memberships.replace({ ...open, endedAt: row.createdAt, endedBy: "removed", revision: open.revision + 1 })
      await tx.memberships.add(row)
      return false
    } },
  })),
  verbs("replace ignores the revision", "memberships: replace answers false, and writes nothing, at any other revision", () => (tx) => ({
    memberships: { ...tx.memberships, replace: async (row) => {
      const open = await tx.memberships.findOpen(row.organizationUuid, row.userUuid)
      return tx.memberships.replace({ ...row, revision: (open?.revision ?? row.revision - 1) + 1 })
    } },
  })),
  verbs("replace takes any newer revision", "memberships: replace answers false, and writes nothing, at any other revision", () => (tx) => ({
    memberships: { ...tx.memberships, replace: async (row) => {
      const open = await tx.memberships.findOpen(row.organizationUuid, row.userUuid)
      const isNewer = open !== undefined && row.revision > open.revision
      return tx.memberships.replace(isNewer ? { ...row, revision: open.revision + 1 } : row)
    } },
  })),
  verbs("a row is found by what was read before", "transactions: 50 writers of one row lose no update", () => {
    const seen = new Map<string, Awaited<ReturnType<Repositories["memberships"]["findOpen"]>>>()
    return (tx) => ({
      memberships: { ...tx.memberships, findOpen: async (organizationUuid, userUuid) => {
        const key = organizationUuid + userUuid
        if (seen.get(key) === undefined) seen.set(key, await tx.memberships.findOpen(organizationUuid, userUuid))
        return seen.get(key)
      } },
    })
  }),
  verbs("terms end a moment late", "memberships: a list shows who stands as asked at the moment asked", () => (tx) => ({
    memberships: { ...tx.memberships, list: (of, page) => tx.memberships.list({ ...of, at: later(of.at, -1) }, page) },
  })),
  verbs("ties are in the other direction", "memberships: a list is sorted by each field, never-ending terms after all others, ties by uuid", () => (tx) => ({
    memberships: { ...tx.memberships, list: (of, page) =>
      resorted((all) => tx.memberships.list(of, all), page, (rows) => {
        const keyOf = { created_at: "createdAt", joined_at: "joinedAt", valid_until: "validUntil" } as const
        const groups = Map.groupBy(rows, (row) => row[keyOf[page.sortBy]]?.getTime())
        return [...groups.values()].flatMap((group) => group.toReversed())
      }) },
  })),
  verbs("what never ends is sorted first", "memberships: a list is sorted by each field, never-ending terms after all others, ties by uuid", () => (tx) => ({
    memberships: { ...tx.memberships, list: (of, page) =>
      resorted((all) => tx.memberships.list(of, all), page, (rows) =>
        page.sortBy === "valid_until" ? rows.toSorted((a, b) => Number(a.validUntil !== undefined) - Number(b.validUntil !== undefined)) : rows,
      ) },
  })),
  verbs("holders are those who lapsed too", "memberships: holders are who is active then, on those tiers, by wallet address", () => (tx) => ({
    memberships: { ...tx.memberships, holders: (of) => tx.memberships.holders({ ...of, at: later(of.at, -50) }) },
  })),
  verbs("no tiers are any tier", "memberships: holders are who is active then, on those tiers, by wallet address", () => (tx) => ({
    memberships: { ...tx.memberships, holders: (of) =>
      tx.memberships.holders({ ...of, tierUuids: of.tierUuids?.length === 0 ? undefined : of.tierUuids }) },
  })),
  verbs("names sort as in a dictionary", "organizations: sorted by creation and by name, by code point, ties by uuid", () => (tx) => ({
    organizations: { ...tx.organizations, list: (of, page) =>
      resorted((all) => tx.organizations.list(of, all), page, (rows) => (page.sortBy === "name" ? rows.toSorted((a, b) => a.name.localeCompare(b.name)) : rows)) },
  })),
  verbs("a page knows only its own rows", "organizations: sorted by creation and by name, by code point, ties by uuid", () => (tx) => ({
    organizations: { ...tx.organizations, list: async (of, page) => {
      const { items } = await tx.organizations.list(of, page)
      return { items, totalItems: items.length }
    } },
  })),
  verbs("an organization is not found by its uuid", "organizations: found by slug and by uuid, with all its fields and with none", () => (tx) => ({
    organizations: { ...tx.organizations, find: async (slug) => {
      const row = await tx.organizations.find(slug)
      return row?.slug === slug ? row : undefined
    } },
  })),
  verbs("many at once are asked for one by one", "users: many at once: none, some twice, 1,000, unknown ones left out", () => (tx) => ({
    users: { ...tx.users, findAll: async (uuids) => {
      const rows = []
      for (const uuid of uuids) rows.push(...(await tx.users.findAll([uuid])))
      return rows
    } },
  })),
  verbs("at most 999 keys can be asked for", "wallets: many at once: none, some twice, 1,000, unknown ones left out", () => (tx) => ({
    wallets: { ...tx.wallets, findAll: (addresses) => {
      if (addresses.length > 999) return Promise.reject(new Error("too many SQL variables"))
      return tx.wallets.findAll(addresses)
    } },
  })),
  verbs("deleted tiers are gone", "tiers: deleted ones are found by uuid alone", () => (tx) => ({
    tiers: { ...tx.tiers, find: async (uuid) => {
      const row = await tx.tiers.find(uuid)
      return row?.deletedAt === undefined ? row : undefined
    } },
  })),
  verbs("a card is a wallet of its user", "wallets: cards have as many wallets as they like, and are nobody's", () => (tx) => ({
    wallets: { ...tx.wallets, add: (row, key) => tx.wallets.add(row.kind === "card" && row.userUuid !== undefined ? { ...row, kind: "user" } : row, key) },
  })),
]

const ofLedger: readonly Breakage[] = [
  verbs("half of the batch is written", "ledger: write keeps transactions, outcomes, events, wallets and the head", () => (tx) => ({
    ledger: { ...tx.ledger, write: (writes) =>
      tx.ledger.write({ ...writes, transactions: writes.transactions.slice(0, Math.ceil(writes.transactions.length / 2)) }) },
  })),
  verbs("events of a batch are forgotten", "ledger: write keeps transactions, outcomes, events, wallets and the head", () => (tx) => ({
    ledger: { ...tx.ledger, write: (writes) => tx.ledger.write({ ...writes, events: [] }) },
  })),
  verbs("a used log index moves on", "ledger: a log index cannot be used again", () => (tx) => ({
    ledger: { ...tx.ledger, write: async (writes) => {
      const { size } = await tx.transactions.head()
      const transactions = writes.transactions.map((one, n) => ({ ...one, logIndex: Math.max(one.logIndex, size + n) }))
      await tx.ledger.write({ ...writes, transactions })
    } },
  })),
  verbs("a used outcome is skipped", "ledger: an outcome's key cannot be used again", () => (tx) => ({
    ledger: { ...tx.ledger, write: async (writes) => {
      const { keys } = await tx.ledger.load({ keys: writes.outcomes.map(({ key }) => key), wallets: [] })
      await tx.ledger.write({ ...writes, outcomes: writes.outcomes.filter(({ key }) => !keys.has(key)) })
    } },
  })),
  verbs("a balance below zero is zero", "ledger: no balance but an issuance wallet's goes below zero", () => (tx) => ({
    ledger: { ...tx.ledger, write: (writes) =>
      tx.ledger.write({ ...writes, wallets: writes.wallets.map((one) => ({ ...one, balance: one.kind === "issuance" ? one.balance : Math.max(one.balance, 0) })) }) },
  })),
  verbs("a rotated key is not written", "ledger: a wallet is written in its last form, its rotated key too", () => (tx) => ({
    ledger: { ...tx.ledger, write: async (writes) => {
      const { wallets } = await tx.ledger.load({ keys: [], wallets: writes.wallets.map(({ address }) => address) })
      const kept = writes.wallets.map((one) => ({ ...one, publicKey: wallets.get(one.address)?.publicKey ?? "", keyVersion: wallets.get(one.address)?.keyVersion ?? 1 }))
      await tx.ledger.write({ ...writes, wallets: kept })
    } },
  })),
  verbs("a view is what it was before", "ledger: concurrent load and write of 50 changes lose no point, no leaf and no link", () => {
    let seen: Awaited<ReturnType<Repositories["ledger"]["load"]>> | undefined
    return (tx) => ({ ledger: { ...tx.ledger, load: async (needs) => (seen = seen?.ledger.size === 0 ? seen : await tx.ledger.load(needs)) } })
  }),
  verbs("leaves begin after the one asked for", "ledger: leaves come in log order, from one on, at most as many as asked for", () => (tx) => ({
    transactions: { ...tx.transactions, leaves: (from, limit) => tx.transactions.leaves(from === 0 ? 0 : from + 1, limit) },
  })),
  verbs("a wallet's list is what it sent", "ledger: listOf shows what the wallet sent and received, by time, ties by log index", () => (tx) => ({
    transactions: { ...tx.transactions, listOf: async (address, page) => {
      const { items } = await tx.transactions.listOf(address, page)
      const sent = items.filter(({ body }) => body.from_address === address)
      return { items: sent, totalItems: sent.length }
    } },
  })),
]

const ofDoors: readonly Breakage[] = [
  verbs("presences are moved later", "presences: moveEarlier moves to an earlier moment alone", () => {
    const moved = new Map<string, Date>()
    return (tx) => ({
      presences: {
        ...tx.presences,
        moveEarlier: async (uuid, moment) => {
          await tx.presences.moveEarlier(uuid, moment)
          moved.set(uuid, moment)
        },
        find: async (sessionUuid, walletAddress) => {
          const row = await tx.presences.find(sessionUuid, walletAddress)
          return row === undefined ? undefined : { ...row, firstAdmittedAt: moved.get(row.uuid) ?? row.firstAdmittedAt }
        },
      },
    })
  }),
  verbs("a count includes its moment", "presences: count tells walk-ins from ticket holders, before a moment when asked", () => (tx) => ({
    presences: { ...tx.presences, count: (uuid, before) => tx.presences.count(uuid, before === undefined ? undefined : later(before, 1)) },
  })),
  verbs("an admission's key is any client's", "presences: addAdmission answers false, and writes nothing, when that client used the key for that session", () => {
    const used = new Set<string>()
    return (tx) => ({
      presences: { ...tx.presences, addAdmission: async (row) => {
        const key = `${row.sessionUuid} ${row.idempotencyKey}`
        if (used.has(key)) return false
        used.add(key)
        return tx.presences.addAdmission(row)
      } },
    })
  }),
  verbs("a dispute stays", "presences: dispute sets and clears the reason of one admission", () => (tx) => ({
    presences: { ...tx.presences, dispute: async (uuid, reason) => (reason === undefined ? undefined : tx.presences.dispute(uuid, reason)) },
  })),
  verbs("the next version is one more than the newest kept", "manifests: a swept version is not used again", () => (tx) => ({
    manifests: { ...tx.manifests, nextVersion: async (uuid) => ((await tx.manifests.newest(uuid))?.manifestVersion ?? 0) + 1 },
  })),
  verbs("a version kept again is ignored", "manifests: a version is kept once", () => (tx) => ({
    manifests: { ...tx.manifests, keep: async (issued) => {
      if ((await tx.manifests.find(issued.sessionUuid, issued.manifestVersion)) === undefined) await tx.manifests.keep(issued)
    } },
  })),
  verbs("a sweep has no limit", "manifests: sweep forgets those that ended before a moment, at most as many as asked for", () => (tx) => ({
    manifests: { ...tx.manifests, sweep: (before) => tx.manifests.sweep(before, 1_000_000) },
  })),
]

const ofWork: readonly Breakage[] = [
  verbs("claim ignores leases", "jobs: a leased job is nobody else's until its lease has run out", () => {
    let held: readonly ClaimedJob[] = []
    return (tx) => ({
      jobs: { ...tx.jobs, claim: async (at) => {
        for (const { uuid, token, dueAt } of held) await tx.jobs.retry(uuid, token, dueAt, "taken away")
        held = await tx.jobs.claim(at)
        return held
      } },
    })
  }),
  verbs("complete ignores the token", "jobs: whoever lost the lease can neither complete, retry nor bury", () => {
    const newest = new Map<string, number>()
    return (tx) => ({
      jobs: {
        ...tx.jobs,
        claim: async (at) => {
          const claimed = await tx.jobs.claim(at)
          for (const { uuid, token } of claimed) newest.set(uuid, token)
          return claimed
        },
        complete: (uuid, token) => tx.jobs.complete(uuid, newest.get(uuid) ?? token),
      },
    })
  }),
  verbs("a lease that ran out is lost at once", "jobs: a lease that ran out is not lost until somebody else claims", () => (tx) => ({
    jobs: { ...tx.jobs, complete: async (uuid, token) => {
      const next = await tx.jobs.nextDue()
      return next !== undefined && next.getTime() % 1000 === 200 ? false : tx.jobs.complete(uuid, token)
    } },
  })),
  verbs("jobs are claimed in any order", "jobs: only due jobs are claimed, the longest due first, ties by uuid, at most as many as asked for", () => (tx) => ({
    jobs: { ...tx.jobs, claim: async (at) => (await tx.jobs.claim(at)).toReversed() },
  })),
  verbs("a claim does not count", "jobs: a claimed job is the one that was scheduled, with its lease, attempts and token raised by one", () => (tx) => ({
    jobs: { ...tx.jobs, claim: async (at) => (await tx.jobs.claim(at)).map((one) => ({ ...one, attempts: one.attempts - 1 })) },
  })),
  verbs("a key is never free again", "jobs: a key is free again when its job was completed or buried", () => {
    const used = new Set<string>()
    return (tx) => ({
      jobs: { ...tx.jobs, schedule: async (job) => {
        if (job.key === undefined) return tx.jobs.schedule(job)
        if (used.has(job.key)) return false
        used.add(job.key)
        return tx.jobs.schedule(job)
      } },
    })
  }),
  verbs("nextDue does not know of leases", "jobs: nextDue is the earliest of due times and ends of leases", () => {
    const held = new Map<string, ClaimedJob>()
    return (tx) => ({
      jobs: {
        ...tx.jobs,
        claim: async (at) => {
          const claimed = await tx.jobs.claim(at)
          for (const one of claimed) held.set(one.uuid, one)
          return claimed
        },
        nextDue: async () => {
          const times = [await tx.jobs.nextDue(), ...[...held.values()].map(({ dueAt }) => dueAt)].flatMap((one) => one?.getTime() ?? [])
          return times.length === 0 ? undefined : new Date(Math.min(...times))
        },
      },
    })
  }),
  verbs("a session ends twice", "oauthSessions: a session ends once, and is still found", () => (tx) => ({
    oauthSessions: { ...tx.oauthSessions, end: async (sid, at, reason) => {
      await tx.oauthSessions.end(sid, at, reason)
      return (await tx.oauthSessions.find(sid)) !== undefined
    } },
  })),
  verbs("an ended session is not found", "oauthSessions: a session ends once, and is still found", () => (tx) => ({
    oauthSessions: { ...tx.oauthSessions, find: async (sid) => {
      const found = await tx.oauthSessions.find(sid)
      return found?.session.revokedAt === undefined ? found : undefined
    } },
  })),
  verbs("two processes add a key each", "serviceKeys: of two processes that start at once one adds the key", () => (tx) => ({
    serviceKeys: { ...tx.serviceKeys, addActive: async (key) => (await tx.serviceKeys.addActive(key)) || true },
  })),
  verbs("events come in the order of writing", "outbox: events come back as they were written, in order of uuid", () => {
    const order: string[] = []
    return (tx) => ({
      outbox: {
        append: async (events) => {
          await tx.outbox.append(events)
          order.push(...events.map(({ uuid }) => uuid))
        },
        list: async (after, limit) => (await tx.outbox.list(after, limit)).toSorted((a, b) => order.indexOf(a.uuid) - order.indexOf(b.uuid)),
      },
    })
  }),
  verbs("an event that is there is ignored", "outbox: the same event cannot be appended again, and none of its batch is", () => (tx) => ({
    outbox: { ...tx.outbox, append: async (events) => {
      const known = new Set((await tx.outbox.list(undefined, 1_000_000)).map(({ uuid }) => uuid))
      await tx.outbox.append(events.filter(({ uuid }) => !known.has(uuid)))
    } },
  })),
]

/** Every mistake that the contract must notice. */
export const breakages: readonly Breakage[] = [...transactional, ...valued, ...ofMembers, ...ofLedger, ...ofDoors, ...ofWork]
