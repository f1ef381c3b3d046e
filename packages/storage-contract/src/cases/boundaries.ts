import { claim, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { rosterEntry } from "../door-samples.ts"
import { addRows, row } from "../membership-samples.ts"
import { allOf } from "../paging.ts"
import { bank, checkout, desk, foundWithPayments, receivedPayment } from "../payment-samples.ts"
import { card, rewardTemplate } from "../reward-samples.ts"
import {
  address,
  at,
  claimOf,
  job,
  sealedKey,
  session,
  sessionSeries,
  staffMember,
  uuid,
  wallet,
} from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { foundWithTickets, ticketTemplate } from "./rewards.ts"

const { home, away, ann, bob, regatta, gala, race, dinner } = club

// What belongs to another organization, person, session or list is neither answered nor touched.

const ofPeople: readonly StorageCase[] = [
  storageCase("staff: a place on one team is no place on another", async (storage) => {
    await found(storage)
    await read(storage, async (tx) => {
      same(
        await tx.staff.find(away.uuid, ann.uuid),
        undefined,
        "the owner of one organization, on the team of another",
      )
      const owner = staffMember(16, {
        organizationUuid: away.uuid,
        userUuid: bob.uuid,
        role: "owner",
      })
      same(await tx.staff.owners([away.uuid]), [owner], "the owners of one of two organizations")
    })
  }),
  storageCase(
    "memberships: a member of one organization is no member of another",
    async (storage) => {
      await found(storage)
      const there = row(100)
      await addRows(storage, there)
      await read(storage, async (tx) => {
        same(
          await tx.memberships.findOpen(away.uuid, ann.uuid),
          undefined,
          "her open membership elsewhere",
        )
        const holders = (organizationUuid: string) =>
          tx.memberships.holders({
            organizationUuid,
            tierUuids: undefined,
            at: at(1),
            after: undefined,
            limit: 10,
          })
        same(await holders(away.uuid), [], "who holds a membership elsewhere")
        same(
          (await holders(home.uuid)).map(({ userUuid }) => userUuid),
          [ann.uuid],
          "who holds one there",
        )
      })
      const ended = { ...there, endedAt: at(5), endedBy: "removed", revision: 2 } as const
      claim(
        await write(storage, (tx) => tx.memberships.replace(ended)),
        "the next revision must be written",
      )
      same(
        await read(storage, (tx) => tx.memberships.find(there.uuid)),
        ended,
        "the membership with how it ended",
      )
    },
  ),
]

const ofPayments: readonly StorageCase[] = [
  storageCase(
    "checkouts: many at once are those asked for; change writes every field",
    async (storage) => {
      await foundWithPayments(storage)
      const [one, other] = [checkout(100), checkout(101, { userUuid: bob.uuid })]
      const changed = checkout(100, {
        purpose: "renew",
        connectionUuid: bank.uuid,
        backend: "bank",
        amountCents: 1,
        creditCents: 2,
        paymentInterval: "yearly",
        checkoutUrl: "https://pay.example/1",
        reference: "cs_1",
        paymentReference: "pi_1",
        status: "paid",
        isApplied: true,
        updatedAt: at(9),
      })
      await write(storage, async (tx) => {
        for (const each of [one, other])
          claim(await tx.checkouts.add(each), "a checkout must be added")
        same(await tx.checkouts.findAll([other.uuid]), [other], "one of two")
        claim(await tx.checkouts.change(changed), "one that is there must be changed")
        same(await tx.checkouts.find(one.uuid), changed, "with every field")
        claim(await tx.checkouts.change(one), "it must be changed back")
        same(await tx.checkouts.find(one.uuid), one, "with few")
      })
    },
  ),
  storageCase(
    "paymentInbox: settling one that is unknown leaves the others as they are",
    async (storage) => {
      await foundWithPayments(storage)
      const waits = receivedPayment(100, { connectionUuid: desk.uuid, outcome: "unapplied" })
      await write(storage, (tx) => tx.paymentInbox.add(waits))
      const settlement = { at: at(5), byUserUuid: ann.uuid, note: undefined }
      claim(
        !(await write(storage, (tx) => tx.paymentInbox.settle(uuid(999), settlement))),
        "an unknown one must answer false",
      )
      same(await read(storage, (tx) => tx.paymentInbox.find(waits.uuid)), waits, "one that waits")
    },
  ),
]

const ofRewards: readonly StorageCase[] = [
  storageCase("cards: lock answers the card asked for, or none", async (storage) => {
    await found(storage)
    const one = card(101)
    await write(storage, async (tx) => {
      await tx.wallets.add(wallet(101, { kind: "card", organizationUuid: home.uuid }), sealedKey(1))
      claim(await tx.cards.add(one), "a card must be added")
      same(await tx.cards.lock(one.uuid), one, "the card")
      same(await tx.cards.lock(uuid(999)), undefined, "an unknown one")
    })
  }),
  storageCase(
    "rewardTemplates: a name is looked for in one organization alone",
    async (storage) => {
      await found(storage)
      await write(storage, (tx) => tx.rewardTemplates.add(rewardTemplate(100, { name: "Ticket" })))
      same(
        await read(storage, (tx) => tx.rewardTemplates.findByName(away.uuid, undefined, "Ticket")),
        undefined,
        "elsewhere",
      )
    },
  ),
  storageCase(
    "tickets: those of another activity or template are not among those asked for",
    async (storage) => {
      const all = await foundWithTickets(storage)
      const other = all[2]?.rewardTemplateUuid ?? ""
      claim(other !== ticketTemplate.uuid, "the third ticket is of another template")
      await read(storage, async (tx) => {
        same(
          await tx.tickets.listValid({ activityUuid: gala.uuid }, undefined, 10),
          [],
          "of an activity without tickets",
        )
        const both = [club.annsPurse.address, club.bobsPurse.address]
        same(await tx.tickets.amongWallets(other, both), [all[2]], "of the other template")
      })
    },
  ),
]

const ofSessions: readonly StorageCase[] = [
  storageCase(
    "sessions: addAll writes every field, and a list of one series has no other's",
    async (storage) => {
      await found(storage)
      const [ours, others] = [
        sessionSeries(100, { activityUuid: regatta.uuid }),
        sessionSeries(101, { activityUuid: regatta.uuid }),
      ]
      const inRegatta = { organizationUuid: home.uuid, activityUuid: regatta.uuid }
      const full = session(110, {
        ...inRegatta,
        description: "é",
        isCheckinOpen: false,
        cancelledAt: at(1),
        cancellationReason: "Storm",
        requiredPriorSessionUuid: race.uuid,
        seriesUuid: ours.uuid,
        sequenceNumber: 7,
        requiresTicket: true,
        ticketTemplateUuid: uuid(900),
        requiredEntitlement: "member",
        maxAttendees: 3,
        enforcesCheckinWindow: false,
        allowReentry: true,
        admitsFrozenCards: true,
        updatedAt: at(10),
      })
      const other = session(111, { ...inRegatta, seriesUuid: others.uuid })
      await write(storage, async (tx) => {
        for (const each of [ours, others]) await tx.sessionSeries.add(each)
        await tx.sessions.addAll([full, other])
        same(await tx.sessions.find(full.uuid), full, "the session with all fields")
      })
      const inSeries = (seriesUuid: string) =>
        allOf(
          storage,
          (tx, request) => tx.sessions.list({ activityUuid: regatta.uuid, seriesUuid }, request),
          "start_time",
        )
      same(await inSeries(ours.uuid), [full], "of one series")
      same(await inSeries(others.uuid), [other], "of the other")
    },
  ),
]

const ofRosters: readonly StorageCase[] = [
  storageCase(
    "rosters: what is asked of one session is answered of no other; a line is dropped alone, and moved to its moment",
    async (storage) => {
      await found(storage)
      const [one, other] = [
        rosterEntry(101, { frozenCardIdentifiers: ["A"], endsAt: at(10) }),
        rosterEntry(102),
      ]
      const closed = rosterEntry(103, { untilVersion: 2 })
      await write(storage, (tx) => tx.rosters.addEntries([one, other, closed]))
      await read(storage, async (tx) => {
        same(
          await tx.rosters.changedBetween(dinner.uuid, 0, 9, 10),
          [],
          "what changed at another session",
        )
        same(
          await tx.rosters.frozenCards(dinner.uuid, 1),
          [],
          "the frozen cards of another session",
        )
        const found = await tx.rosters.entriesOf(race.uuid, [101, 102, 103].map(address), undefined)
        sameSet(found, [one, other], "who stands, but for one that was closed when it was added")
      })
      await write(storage, async (tx) => {
        await tx.rosters.moveEnds([{ uuid: one.uuid, endsAt: at(40) }])
        same(
          await tx.rosters.due(race.uuid, at(39), 10),
          [],
          "a moment before the end it was moved to",
        )
        same(
          await tx.rosters.due(race.uuid, at(40), 10),
          [{ ...one, endsAt: at(40) }],
          "at that end",
        )
        await tx.rosters.dropEntries([one.uuid])
        same(
          await tx.rosters.entriesOf(race.uuid, [101, 102].map(address), 1),
          [other],
          "what was not dropped",
        )
      })
    },
  ),
]

const ofWork: readonly StorageCase[] = [
  storageCase(
    "jobs: what is done with an unknown job leaves one of the same token as it is",
    async (storage) => {
      const answers = await write(storage, async (tx) => {
        claim(await tx.jobs.schedule(job(100)), "a job must be scheduled")
        const [taken] = await tx.jobs.claim(claimOf(100, { limit: 1 }))
        const token = taken?.token ?? 0
        return [
          [...(await tx.jobs.complete([{ uuid: uuid(999), token }]))],
          [
            ...(await tx.jobs.reschedule([
              {
                uuid: uuid(999),
                token,
                queue: "work",
                dueAt: at(500),
                attempts: 1,
                reason: "failed",
              },
            ])),
          ],
          await tx.jobs.bury({ uuid: uuid(999), token }, "failed"),
        ]
      })
      same(answers, [[], [], false], "the answers")
      same(
        await read(storage, (tx) => tx.jobs.nextDue("work")),
        at(200),
        "the job that is there: its lease stands",
      )
    },
  ),
]

/** What belongs to others stays out of every answer, and stays as it is. */
export const boundaries: readonly StorageCase[] = [
  ...ofPeople,
  ...ofPayments,
  ...ofRewards,
  ...ofSessions,
  ...ofRosters,
  ...ofWork,
]
