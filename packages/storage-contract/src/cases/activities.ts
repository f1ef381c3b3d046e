import {
  type ActivitiesOf,
  type Activity,
  noWrites,
  type Storage,
  type TicketHolding,
} from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, type List, sortsBy } from "../paging.ts"
import { head, moved, transaction } from "../postings.ts"
import { rewardTemplate, ticketHolding } from "../reward-samples.ts"
import { presence } from "../door-samples.ts"
import { activity, at, organization, session, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, regatta, gala, race, dinner, ann, bob, annsPurse, bobsPurse, treasury } = club
const ofHome = { organizationUuid: home.uuid }

const listOf =
  (of: ActivitiesOf): List<"created_at" | "name" | "start_time", Activity> =>
  (tx, page) =>
    tx.activities.list(of, page)

const namesOf = async (storage: Storage, of: ActivitiesOf) =>
  (await allOf(storage, listOf(of), "name")).map(({ name }) => name)

const addAll = (storage: Storage, rows: readonly Activity[]) =>
  write(storage, async (tx) => {
    for (const row of rows) claim(await tx.activities.add(row), "an activity must be added")
  })

/** Adds activities of two organizations, each with its times, and one of a deleted organization. */
const addDated = async (storage: Storage) => {
  const closed = organization(3, { deletedAt: at(1) })
  await write(storage, async (tx) => {
    claim(
      await tx.names.claim(closed.slug, { kind: "organization", uuid: closed.uuid }),
      "a free name can be claimed",
    )
    await tx.organizations.add(closed)
  })
  const ofAway = { organizationUuid: away.uuid }
  const a = activity(101, {
    ...ofAway,
    name: "a",
    createdAt: at(9),
    startTime: at(10),
    endTime: at(20),
  })
  const b = activity(102, {
    ...ofHome,
    name: "b",
    createdAt: at(8),
    startTime: at(20),
    endTime: at(30),
  })
  const c = activity(103, {
    ...ofAway,
    name: "c",
    createdAt: at(9),
    startTime: at(15),
    endTime: undefined,
  })
  const d = activity(104, {
    ...ofHome,
    name: "d",
    createdAt: at(7),
    startTime: undefined,
    endTime: at(12),
  })
  await addAll(storage, [a, b, c, d, activity(105, { organizationUuid: closed.uuid, name: "e" })])
  return { closed, a, b, c, d }
}

/** Writes tickets as the ledger does, each issued by a transaction of its own. */
const issue = (storage: Storage, tickets: readonly TicketHolding[]) =>
  write(storage, async (tx) => {
    let [from, to] = [treasury, annsPurse]
    const transactions = tickets.map((_, logIndex) => {
      const transfer = { from, to, amount: 0, logIndex }
      ;[from, to] = moved(transfer)
      return transaction(transfer)
    })
    await tx.ledger.write({
      ...noWrites,
      transactions,
      tickets,
      wallets: [from, to],
      ledger: head(tickets.length),
    })
  })

export const activityChanges: readonly StorageCase[] = [
  storageCase("activities: change writes all fields, of one that is there", async (storage) => {
    await found(storage)
    const changed: Activity = {
      ...regatta,
      name: "Régate",
      description: "",
      imageFileUuid: uuid(700),
      websiteUrl: "https://example.org",
      additionalData: { boats: [1, null] },
      startTime: at(1),
      endTime: at(2),
      isSessionCheckinOpen: false,
      cancelledAt: at(3),
      cancellationReason: "storm",
      timezone: "Asia/Manila",
      requiresTicket: true,
      ticketTemplateUuid: uuid(900),
      requiredEntitlement: "lounge",
      maxAttendees: 7,
      enforcesCheckinWindow: false,
      allowReentry: true,
      admitsFrozenCards: true,
      updatedAt: at(4),
    }
    claim(
      await write(storage, (tx) => tx.activities.change(changed)),
      "one that is there must be changed",
    )
    same(
      await read(storage, (tx) => tx.activities.find(regatta.slug)),
      changed,
      "the changed activity",
    )
    same(await read(storage, (tx) => tx.activities.find(gala.uuid)), gala, "the other one")
    claim(
      await write(storage, (tx) => tx.activities.change(regatta)),
      "what was set must be cleared",
    )
    same(
      await read(storage, (tx) => tx.activities.find(regatta.uuid)),
      regatta,
      "the cleared activity",
    )
    claim(
      !(await write(storage, (tx) => tx.activities.change(activity(100, ofHome)))),
      "an unknown one cannot be changed",
    )
  }),
  storageCase(
    "activities: a deleted one is answered by no verb, and keeps its slug",
    async (storage) => {
      await found(storage)
      claim(
        await write(storage, (tx) => tx.activities.change({ ...regatta, deletedAt: at(5) })),
        "one that is there can be deleted",
      )
      for (const ask of [read, write])
        await ask(storage, async (tx) => {
          same(await tx.activities.find(regatta.slug), undefined, "by slug")
          same(await tx.activities.find(regatta.uuid), undefined, "by uuid")
          same(await tx.activities.lock(regatta.uuid), undefined, "locked")
          same(await tx.activities.lock(gala.uuid), gala, "another one, locked")
          same(await tx.activities.lock(gala.slug), undefined, "locked by its slug")
        })
      same(await namesOf(storage, ofHome), [gala.name], "in the list of its organization")
      same(await namesOf(storage, {}), [gala.name], "in the list of all")
      claim(!(await write(storage, (tx) => tx.activities.change(regatta))), "it cannot come back")
      claim(
        !(await write(storage, (tx) =>
          tx.activities.add(activity(100, { ...ofHome, slug: regatta.slug })),
        )),
        "its slug stays taken",
      )
    },
  ),
  storageCase("activities: who holds the lock changes alone", async (storage) => {
    await found(storage)
    const cheer = () =>
      write(storage, async (tx) => {
        const before = await tx.activities.lock(regatta.uuid)
        claim(before !== undefined, "the activity must be found")
        return tx.activities.change({ ...before, name: `${before.name}!` })
      })
    await Promise.all(Array.from({ length: 8 }, cheer))
    same(
      (await read(storage, (tx) => tx.activities.find(regatta.uuid)))?.name,
      `${regatta.name}!!!!!!!!`,
      "all changes",
    )
  }),
  storageCase(
    "activities: listed over all organizations but deleted ones, by what time they take place",
    async (storage) => {
      await found(storage)
      const { closed, a, b, c, d } = await addDated(storage)
      await sortsBy(storage, listOf({}), "created_at", [d, b, a, c, regatta, gala])
      await sortsBy(storage, listOf({}), "name", [regatta, gala, a, b, c, d])
      await sortsBy(storage, listOf({}), "start_time", [a, c, b, regatta, gala, d])
      same(
        await namesOf(storage, { organizationUuid: closed.uuid }),
        [],
        "of a deleted organization",
      )
      same(
        await namesOf(storage, { organizationUuid: away.uuid }),
        ["a", "c"],
        "of one organization",
      )
      same(await namesOf(storage, { from: at(12) }), ["a", "b", "c"], "that end after a moment")
      same(
        await namesOf(storage, { from: at(11) }),
        ["a", "b", "c", "d"],
        "that end just after a moment",
      )
      same(await namesOf(storage, { to: at(15) }), ["a", "d"], "that start before a moment")
      same(
        await namesOf(storage, { to: at(16) }),
        ["a", "c", "d"],
        "that start just before a moment",
      )
      same(
        await namesOf(storage, { from: at(20), to: at(25) }),
        ["b", "c"],
        "that take place between",
      )
      same(
        await namesOf(storage, { organizationUuid: home.uuid, from: at(0), to: at(100) }),
        ["b", "d"],
        "all at once",
      )
    },
  ),
  storageCase(
    "activities: a user's are those they are present at, or have a valid ticket to",
    async (storage) => {
      await found(storage)
      const [byTemplate, bySession, other] = [
        rewardTemplate(300),
        rewardTemplate(301),
        rewardTemplate(302),
      ]
      const rows = ["named", "templated", "sessional", "voided", "strange"].map((name, n) =>
        activity(100 + n, {
          ...ofHome,
          name,
          ...(name === "templated" ? { ticketTemplateUuid: byTemplate.uuid } : {}),
        }),
      )
      const [named, , sessional, voided, strange] = rows.map((row) => row.uuid)
      await addAll(storage, rows)
      await write(storage, async (tx) => {
        for (const template of [byTemplate, bySession, other])
          await tx.rewardTemplates.add(template)
        const door = { ...ofHome, activityUuid: sessional, ticketTemplateUuid: bySession.uuid }
        for (const row of [
          session(110, door),
          session(111, { ...ofHome, activityUuid: undefined, ticketTemplateUuid: bySession.uuid }),
        ])
          claim(await tx.sessions.add(row), "a session must be added")
        await tx.presences.addAll([
          presence(120, { sessionUuid: race.uuid, walletAddress: annsPurse.address }),
        ])
        await tx.presences.addAll([
          presence(121, { sessionUuid: dinner.uuid, walletAddress: bobsPurse.address }),
        ])
      })
      await issue(storage, [
        ticketHolding(0, { rewardTemplateUuid: other.uuid, activityUuid: named }),
        ticketHolding(1, { rewardTemplateUuid: byTemplate.uuid }),
        ticketHolding(2, { rewardTemplateUuid: bySession.uuid }),
        ticketHolding(3, { rewardTemplateUuid: other.uuid, activityUuid: voided, state: "void" }),
        ticketHolding(4, {
          rewardTemplateUuid: other.uuid,
          activityUuid: strange,
          walletAddress: bobsPurse.address,
        }),
      ])
      same(
        await namesOf(storage, { userUuid: ann.uuid }),
        [regatta.name, "named", "sessional", "templated"],
        "Ann's",
      )
      same(await namesOf(storage, { userUuid: bob.uuid }), [gala.name, "strange"], "Bob's")
      same(await namesOf(storage, { userUuid: club.cid.uuid }), [], "of one who has none")
      same(
        await namesOf(storage, { userUuid: ann.uuid, organizationUuid: away.uuid }),
        [],
        "Ann's in another organization",
      )
    },
  ),
  storageCase(
    "sessions: the unfinished ones of an activity by uuid, locked, and changed all at once or not at all",
    async (storage) => {
      await found(storage)
      const inGala = { ...ofHome, activityUuid: gala.uuid }
      const [over, late, soon] = [
        session(102, { ...inGala, endTime: at(100) }),
        session(101, { ...inGala, endTime: at(101) }),
        session(100, { ...inGala, endTime: at(500) }),
      ]
      await write(storage, async (tx) => {
        for (const row of [over, late, soon]) await tx.sessions.add(row)
      })
      for (const ask of [read, write])
        await ask(storage, async (tx) => {
          same(
            await tx.sessions.lockUnfinished(gala.uuid, at(100)),
            [dinner, soon, late],
            "those that end later",
          )
          same(await tx.sessions.lockUnfinished(uuid(999), at(0)), [], "of an unknown activity")
        })
      const opened = [late, soon].map((row) => ({
        ...row,
        allowReentry: true,
        maxAttendees: 5,
        updatedAt: at(9),
      }))
      await write(storage, (tx) => tx.sessions.changeAll(opened))
      await write(storage, (tx) => tx.sessions.changeAll([]))
      await rejects(
        write(storage, (tx) =>
          tx.sessions.changeAll([{ ...over, allowReentry: true }, session(900, inGala)]),
        ),
        "one that is not there",
      )
      await read(storage, async (tx) => {
        for (const row of [...opened, over, dinner])
          same(await tx.sessions.find(row.uuid), row, "each of them afterwards")
      })
    },
  ),
  storageCase(
    "tickets: the valid ones of templates and of an activity are counted by template, each once",
    async (storage) => {
      await found(storage)
      const [first, second, third] = [rewardTemplate(300), rewardTemplate(301), rewardTemplate(302)]
      await write(storage, async (tx) => {
        for (const template of [first, second, third]) await tx.rewardTemplates.add(template)
      })
      await issue(storage, [
        ticketHolding(0, { rewardTemplateUuid: first.uuid }),
        ticketHolding(1, {
          rewardTemplateUuid: first.uuid,
          activityUuid: regatta.uuid,
          walletAddress: bobsPurse.address,
        }),
        ticketHolding(2, { rewardTemplateUuid: first.uuid, state: "void" }),
        ticketHolding(3, { rewardTemplateUuid: second.uuid, activityUuid: regatta.uuid }),
        ticketHolding(4, { rewardTemplateUuid: third.uuid, activityUuid: gala.uuid }),
      ])
      const counted = (of: {
        readonly rewardTemplateUuids: readonly string[]
        readonly activityUuid?: string
      }) =>
        read(storage, async (tx) =>
          (await tx.tickets.countValid(of)).map(({ rewardTemplateUuid, total }) => [
            rewardTemplateUuid,
            total,
          ]),
        )
      same(
        await counted({ rewardTemplateUuids: [first.uuid] }),
        [[first.uuid, 2]],
        "of one template",
      )
      const many = await counted({
        rewardTemplateUuids: [first.uuid, third.uuid, first.uuid, uuid(999)],
      })
      sameSet(
        many,
        [
          [first.uuid, 2],
          [third.uuid, 1],
        ],
        "of many",
      )
      same(await counted({ rewardTemplateUuids: [] }), [], "of none")
      const toRegatta = await counted({
        rewardTemplateUuids: [first.uuid],
        activityUuid: regatta.uuid,
      })
      sameSet(
        toRegatta,
        [
          [first.uuid, 2],
          [second.uuid, 1],
        ],
        "of a template or to an activity",
      )
      same(
        await counted({ rewardTemplateUuids: [], activityUuid: gala.uuid }),
        [[third.uuid, 1]],
        "to an activity alone",
      )
    },
  ),
]
