import type { RosterEntry } from "@symbolon/core/storage"
import { type Breakage, later, verbs } from "./breakage.ts"

const stamped = "rosters: stamp gives what was noted the next position, and nothing new none"
const ordered =
  "rosters: changes are listed by position, then subject, and a subject at its last change alone"
const between = "rosters: entries that began or ended between two versions, each once"
const asOf = "rosters: entries come back as they were, as of every version"
const reserving =
  "rosters: reservedToWalkIns are the lines that keep a seat for people who came in without a ticket"
const due =
  "rosters: due are those that stand though their end has come, soonest first; ends are moved"

export const ofRosters: readonly Breakage[] = [
  verbs("every stamp gives a new position", stamped, () => {
    let extra = 0
    return (tx) => ({
      rosters: {
        ...tx.rosters,
        stamp: async (uuid) => {
          extra += 1
          return (await tx.rosters.stamp(uuid)) + extra - 1
        },
      },
    })
  }),
  verbs("what has no position is listed at 0", stamped, () => {
    const noted: string[] = []
    return (tx) => ({
      rosters: {
        ...tx.rosters,
        note: async (uuid, subjects) => {
          noted.push(...subjects)
          await tx.rosters.note(uuid, subjects)
        },
        changes: async (uuid, after, limit) => {
          const listed = await tx.rosters.changes(uuid, after, limit)
          return [
            ...noted
              .filter((one) => !listed.some(({ subject }) => subject === one))
              .map((subject) => ({ subject, position: 0 })),
            ...listed,
          ]
        },
      },
    })
  }),
  verbs("changes behind a position leave out its other subjects", ordered, () => (tx) => ({
    rosters: {
      ...tx.rosters,
      changes: (uuid, after, limit) => tx.rosters.changes(uuid, { ...after, subject: "~" }, limit),
    },
  })),
  verbs("the first note of a subject stays", ordered, () => {
    const noted = new Set<string>()
    return (tx) => ({
      rosters: {
        ...tx.rosters,
        note: async (uuid, subjects) => {
          await tx.rosters.note(
            uuid,
            subjects.filter((subject) => !noted.has(`${uuid} ${subject}`)),
          )
          for (const subject of subjects) noted.add(`${uuid} ${subject}`)
        },
      },
    })
  }),
  verbs("a version is what stands", asOf, () => (tx) => ({
    rosters: {
      ...tx.rosters,
      entriesOf: (uuid, wallets) => tx.rosters.entriesOf(uuid, wallets, undefined),
    },
  })),
  verbs("who is gone keeps no seat", reserving, () => (tx) => ({
    rosters: {
      ...tx.rosters,
      reservedToWalkIns: async (uuid, skip, limit) => {
        const all = await tx.rosters.reservedToWalkIns(uuid, 0, 1000)
        const entries = await tx.rosters.entriesOf(
          uuid,
          all.map(({ walletAddress }) => walletAddress),
          undefined,
        )
        const gone = entries.filter(({ list }) => list === "gone")
        const isGone = (line: (typeof all)[number]) =>
          gone.some(
            ({ walletAddress, sinceVersion }) =>
              walletAddress === line.walletAddress && sinceVersion === line.sinceVersion,
          )
        return all.filter((line) => !isGone(line)).slice(skip, skip + limit)
      },
    },
  })),
  verbs(
    "a slice is of both lists",
    "rosters: a list comes in slices by wallet, as of a version or as it stands",
    () => (tx) => ({
      rosters: {
        ...tx.rosters,
        entries: async (of, after, limit) => {
          const both: RosterEntry[] = []
          for (const list of ["roster", "admitted"] as const)
            both.push(...(await tx.rosters.entries({ ...of, list }, after, limit)))
          return both.slice(0, limit)
        },
      },
    }),
  ),
  verbs(
    "lines are those of the roster as it stands",
    "rosters: a list comes in slices by wallet, as of a version or as it stands",
    () => (tx) => ({
      rosters: {
        ...tx.rosters,
        lines: async (of, after, limit) =>
          (await tx.rosters.entries({ ...of, version: undefined }, after, limit)).map(
            ({ walletAddress, cardIdentifiers, hasTicket }) => ({
              walletAddress,
              cardIdentifiers,
              hasTicket,
            }),
          ),
      },
    }),
  ),
  verbs(
    "closed entries have no wallet to begin with",
    "rosters: firstBehind is the first wallet with an entry on any list, closed or not",
    () => (tx) => ({
      rosters: {
        ...tx.rosters,
        firstBehind: async (uuid, after) => {
          const firsts: string[] = []
          for (const list of ["roster", "admitted", "gone", "awaited"] as const)
            for (const { walletAddress } of await tx.rosters.entries(
              { sessionUuid: uuid, list, version: undefined },
              after,
              1,
            ))
              firsts.push(walletAddress)
          return firsts.toSorted()[0]
        },
      },
    }),
  ),
  verbs("what ended between is left out", between, () => (tx) => ({
    rosters: {
      ...tx.rosters,
      changedBetween: async (uuid, behind, upTo, limit) =>
        (await tx.rosters.changedBetween(uuid, behind, upTo, limit)).filter(
          ({ sinceVersion }) => sinceVersion > behind,
        ),
    },
  })),
  verbs("what is closed is still due", due, () => {
    const closed: string[] = []
    return (tx) => ({
      rosters: {
        ...tx.rosters,
        closeEntries: async (uuids, version) => {
          closed.push(...uuids)
          await tx.rosters.closeEntries(uuids, version)
        },
        due: async (uuid, at, limit) => {
          const standing = await tx.rosters.due(uuid, at, limit)
          return closed.length === 0
            ? standing
            : [
                ...standing,
                ...(await tx.rosters.changedBetween(uuid, 0, 100, 100)).filter((entry) =>
                  closed.includes(entry.uuid),
                ),
              ]
        },
      },
    })
  }),
  verbs("due is only what ended before", due, () => (tx) => ({
    rosters: {
      ...tx.rosters,
      due: (uuid, at, limit) => tx.rosters.due(uuid, later(at, -1), limit),
    },
  })),
  verbs(
    "frozen cards are those of the roster alone",
    "rosters: frozen cards of all who stand as of a version, ascending and once",
    () => (tx) => ({
      rosters: {
        ...tx.rosters,
        frozenCards: async (uuid, version) => {
          const listed = await tx.rosters.entries(
            { sessionUuid: uuid, list: "roster", version },
            undefined,
            1000,
          )
          return [
            ...new Set(listed.flatMap(({ frozenCardIdentifiers }) => frozenCardIdentifiers)),
          ].sort()
        },
      },
    }),
  ),
  verbs(
    "a line is written over itself",
    "rosters: a line is written once for a version; one that was not said can be dropped",
    () => (tx) => ({
      rosters: {
        ...tx.rosters,
        addEntries: async (entries) => {
          for (const entry of entries) {
            const same = (
              await tx.rosters.entriesOf(
                entry.sessionUuid,
                [entry.walletAddress],
                entry.sinceVersion,
              )
            ).filter(
              ({ list, sinceVersion }) =>
                list === entry.list && sinceVersion === entry.sinceVersion,
            )
            await tx.rosters.dropEntries(same.map(({ uuid }) => uuid))
          }
          await tx.rosters.addEntries(entries)
        },
      },
    }),
  ),
  verbs(
    "a sweep has no limit",
    "rosters: sweep forgets closed entries that no kept manifest says, at most as many as asked for",
    () => (tx) => ({
      rosters: { ...tx.rosters, sweep: () => tx.rosters.sweep(1_000_000) },
    }),
  ),
  verbs(
    "every roster is idle",
    "rosters: idle are those with a basis and no manifest; their entries can be forgotten, a few at a time",
    () => {
      const known = new Set<string>()
      return (tx) => ({
        rosters: {
          ...tx.rosters,
          add: async (roster) => {
            known.add(roster.sessionUuid)
            return tx.rosters.add(roster)
          },
          idle: async (limit) => [...known].toSorted().slice(0, limit),
        },
      })
    },
  ),
  verbs(
    "a void ticket is held",
    "tickets: who holds a valid one of a template, each wallet once and in order",
    () => {
      const ever = new Set<string>()
      return (tx) => ({
        tickets: {
          ...tx.tickets,
          holders: async (uuid, after, limit) => {
            for (const one of await tx.tickets.holders(uuid, undefined, 1000))
              ever.add(`${uuid} ${one}`)
            const all = [...ever]
              .filter((each) => each.startsWith(uuid))
              .map((each) => each.slice(uuid.length + 1))
            return all
              .filter((one) => after === undefined || one > after)
              .toSorted()
              .slice(0, limit)
          },
        },
      })
    },
  ),
  verbs(
    "frozen cards begin anew with every slice",
    "cards: those that some people hold, those of some wallets, and the frozen ones of an organization",
    () => (tx) => ({
      cards: {
        ...tx.cards,
        frozenIn: (uuid, _after, limit) => tx.cards.frozenIn(uuid, undefined, limit),
      },
    }),
  ),
  verbs(
    "primary wallets are nobody's",
    "wallets: those of many people, in one organization or everywhere",
    () => (tx) => ({
      wallets: {
        ...tx.wallets,
        ofUsers: async (users, uuid) =>
          (await tx.wallets.ofUsers(users, uuid)).filter(({ isPrimary }) => !isPrimary),
      },
    }),
  ),
  verbs(
    "a membership is still live at its end",
    "memberships: those of some people in an organization that are live at a moment",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        liveOf: (uuid, users, at) => tx.memberships.liveOf(uuid, users, later(at, -1)),
      },
    }),
  ),
]
