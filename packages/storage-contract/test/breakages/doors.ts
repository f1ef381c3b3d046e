import type { Admission } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

const walkIns =
  "presences: walkIns are those who came in without a ticket, by arrival, ties by wallet, without those passed over"
const tally =
  "presences: tally says how many are present, until when seats were judged, and who of some is there"
const personsTickets =
  "tickets: a holder is a person, by their wallets and the cards they claimed; counted once, present or not"

export const ofDoors: readonly Breakage[] = [
  verbs(
    "an undone presence is still counted",
    "presences: it is known how many are present",
    () => {
      const undone = new Map<string, number>()
      return (tx) => ({
        presences: {
          ...tx.presences,
          undo: async (presence, at, by) => {
            const isUndone = await tx.presences.undo(presence, at, by)
            undone.set(
              presence.sessionUuid,
              (undone.get(presence.sessionUuid) ?? 0) + Number(isUndone),
            )
            return isUndone
          },
          tally: async (uuid, wallets) => {
            const tally = await tx.presences.tally(uuid, wallets)
            return { ...tally, present: tally.present + (undone.get(uuid) ?? 0) }
          },
        },
      })
    },
  ),
  verbs(
    "whoever was taken out stays out",
    "presences: one that is undone stays and is not present; the person may be added again",
    () => {
      const undone = new Set<string>()
      return (tx) => ({
        presences: {
          ...tx.presences,
          undo: async (presence, at, by) => {
            undone.add(`${presence.sessionUuid} ${presence.walletAddress}`)
            return tx.presences.undo(presence, at, by)
          },
          addAll: (rows) =>
            tx.presences.addAll(
              rows.filter((row) => !undone.has(`${row.sessionUuid} ${row.walletAddress}`)),
            ),
        },
      })
    },
  ),
  verbs(
    "a change forgets that a dispute ended",
    "presences: changeAll writes what follows from admissions, and nothing else",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        changeAll: async (changes) => {
          for (const facts of changes) {
            const before = await tx.presences.byUuid(facts.uuid)
            const { disputedReason = before?.disputedReason } = facts
            await tx.presences.changeAll([{ ...facts, disputedReason }])
          }
        },
      },
    }),
  ),
  verbs(
    "a holder of two tickets takes two seats",
    "presences: ticketed counts wallets with a valid ticket, and those of them that are present",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        ticketed: async (template, door) => ({
          ...(await tx.presences.ticketed(template, door)),
          holders: (await tx.tickets.listValid({ rewardTemplateUuid: template }, undefined, 100))
            .length,
        }),
      },
    }),
  ),
  verbs("a card's ticket is the card's, whoever claimed it", personsTickets, () => (tx) => ({
    cards: { ...tx.cards, add: (card) => tx.cards.add({ ...card, claimedAt: undefined }) },
  })),
  verbs("a ticket in another wallet is nobody's", personsTickets, () => (tx) => ({
    ledger: {
      ...tx.ledger,
      write: (writes) =>
        tx.ledger.write({
          ...writes,
          movedTickets: writes.movedTickets.map((ticket) => ({ ...ticket, userUuid: undefined })),
        }),
    },
  })),
  verbs("an assigned card is claimed", personsTickets, () => (tx) => ({
    cards: {
      ...tx.cards,
      add: (card) => tx.cards.add({ ...card, claimedAt: card.claimedAt ?? card.createdAt }),
    },
  })),
  verbs(
    "tickets of any template are held",
    "tickets: heldIn are the valid ones of a template in some wallets",
    () => (tx) => ({
      tickets: {
        ...tx.tickets,
        heldIn: async (_, addresses) =>
          (
            await Promise.all(
              addresses.map((walletAddress) =>
                tx.tickets.listValid({ walletAddress }, undefined, 100),
              ),
            )
          ).flat(),
      },
    }),
  ),
  verbs(
    "who came in without a ticket used one",
    "presences: onTicket are the sessions of a template, and where a wallet came in on a ticket",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        addAll: (rows) => tx.presences.addAll(rows.map((row) => ({ ...row, seat: "ticket" }))),
      },
    }),
  ),
  verbs(
    "a void ticket is whoever's",
    "tickets: lastVoid is the last of a template that was taken from a wallet",
    () => (tx) => ({
      tickets: {
        ...tx.tickets,
        lastVoid: async (template, wallet) =>
          (await tx.tickets.listValid({ walletAddress: wallet }, undefined, 1))[0],
      },
    }),
  ),
  verbs("walk-ins stand the last to come first", walkIns, () => (tx) => ({
    presences: {
      ...tx.presences,
      walkIns: async (...of) => (await tx.presences.walkIns(...of)).toReversed(),
    },
  })),
  verbs("who came at the same moment came before", walkIns, () => (tx) => ({
    presences: {
      ...tx.presences,
      walkInsBefore: (uuid, place) =>
        tx.presences.walkInsBefore(uuid, { ...place, walletAddress: "~" }),
    },
  })),
  verbs("ticket holders are walk-ins too", walkIns, () => (tx) => ({
    presences: {
      ...tx.presences,
      walkInsBefore: async (uuid, { firstAdmittedAt, walletAddress }) =>
        (await tx.presences.list(uuid, undefined, 100)).filter(
          (row) =>
            row.firstAdmittedAt < firstAdmittedAt ||
            (row.firstAdmittedAt.getTime() === firstAdmittedAt.getTime() &&
              row.walletAddress < walletAddress),
        ).length,
    },
  })),
  verbs("seats are judged until the last who came, whoever it was", tally, () => (tx) => ({
    presences: {
      ...tx.presences,
      tally: async (uuid, wallets) => {
        const all = await tx.presences.list(uuid, undefined, 100)
        const last = Math.max(...all.map(({ firstAdmittedAt }) => firstAdmittedAt.getTime()))
        const seatsJudgedUntil = all.length === 0 ? undefined : new Date(last)
        return { ...(await tx.presences.tally(uuid, wallets)), seatsJudgedUntil }
      },
    },
  })),
  verbs("nothing is counted where nobody of some is there", tally, () => (tx) => ({
    presences: {
      ...tx.presences,
      tally: async (uuid, wallets) => {
        const tally = await tx.presences.tally(uuid, wallets)
        return tally.presences.length === 0 ? { ...tally, present: 0 } : tally
      },
    },
  })),
  verbs(
    "seats of those who were taken out count",
    "presences: judgedSeats is the least that is left to any of those present, and whether no manifest says it",
    () => {
      const least = new Map<string, number>()
      return (tx) => ({
        presences: {
          ...tx.presences,
          judgedSeats: async (uuid) => {
            const judged = await tx.presences.judgedSeats(uuid)
            if (judged === undefined) return undefined
            least.set(uuid, Math.min(judged.least, least.get(uuid) ?? judged.least))
            return { ...judged, least: least.get(uuid) ?? judged.least }
          },
        },
      })
    },
  ),
  verbs(
    "who came at a moment came behind it",
    "presences: arrivedAfter are those present who came in behind a moment",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        arrivedAfter: (uuid, at) => tx.presences.arrivedAfter(uuid, new Date(at.getTime() - 1)),
      },
    }),
  ),
  verbs(
    "a page shows everybody",
    "presences: a page shows those that stand or those undone, disputed or not, in its order",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        page: (of, page) => tx.presences.page({ ...of, isDisputed: undefined }, page),
      },
    }),
  ),
  verbs(
    "a person of an activity stands once for each session",
    "presences: the people of an activity stand once each, with how often and from when to when",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        ofActivity: async (of, page) => {
          const { items, totalItems } = await tx.presences.ofActivity(of, page)
          return {
            items: items.map((row) => ({ ...row, sessionsAttended: 1 })),
            totalItems: totalItems + 1,
          }
        },
      },
    }),
  ),
  verbs(
    "an admission's key is any client's",
    "presences: addAdmissions leaves out whose client used the key for that session",
    () => {
      const used = new Set<string>()
      return (tx) => ({
        presences: {
          ...tx.presences,
          addAdmissions: async (all) => {
            const keyOf = (row: Admission) => `${row.sessionUuid} ${row.idempotencyKey}`
            const fresh = all.filter((row) => !used.has(keyOf(row)))
            for (const row of fresh) used.add(keyOf(row))
            return tx.presences.addAdmissions(fresh)
          },
        },
      })
    },
  ),
  verbs(
    "a dispute stays",
    "presences: settle writes what one admission is taken for",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        settle: async (uuid, as) =>
          as.disputedReason === undefined ? undefined : tx.presences.settle(uuid, as),
      },
    }),
  ),
  verbs(
    "admissions of one moment stand by their uuids",
    "presences: the admissions of some presences are by time, then as they were recorded",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        admissionsOf: async (uuids) =>
          (await tx.presences.admissionsOf(uuids)).toSorted(
            (a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.uuid < b.uuid ? -1 : 1),
          ),
      },
    }),
  ),
  verbs(
    "admissions are those of the first presence",
    "presences: the admissions of some presences are by time, then as they were recorded",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        admissionsOf: (uuids) => tx.presences.admissionsOf(uuids.slice(0, 1)),
      },
    }),
  ),
  verbs(
    "an admission's key is looked for with one client",
    "presences: an admission comes back as it was written, with all fields and with few",
    () => (tx) => ({
      presences: {
        ...tx.presences,
        findAdmissions: (session, clients, keys) =>
          tx.presences.findAdmissions(session, clients.slice(0, 1), keys),
      },
    }),
  ),
  verbs("a version kept again is ignored", "manifests: a version is kept once", () => (tx) => ({
    manifests: {
      ...tx.manifests,
      keep: async (issued) => {
        if ((await tx.manifests.find(issued.sessionUuid, issued.manifestVersion)) === undefined)
          await tx.manifests.keep(issued)
      },
    },
  })),
  verbs(
    "a sweep has no limit",
    "manifests: sweep forgets those that ended before a moment, at most as many as asked for",
    () => (tx) => ({
      manifests: { ...tx.manifests, sweep: (before) => tx.manifests.sweep(before, 1_000_000) },
    }),
  ),
]
