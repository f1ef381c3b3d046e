import type { RosterEntry, Storage } from "@symbolon/core/storage"
import { rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { entryNumbers, presence, rosterEntry } from "../door-samples.ts"
import { address, at, numberOf, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { race, dinner, annsPurse } = club

const add = (storage: Storage, ...entries: readonly RosterEntry[]) =>
  write(storage, (tx) => tx.rosters.addEntries(entries))

/** The lines of a roster, as of each version. */
export const rosterEntries: readonly StorageCase[] = [
  storageCase("rosters: entries come back as they were, as of every version", async (storage) => {
    await found(storage)
    const rich = rosterEntry(101, {
      cardIdentifiers: ["A", "É"],
      frozenCardIdentifiers: ["Z"],
      hasTicket: true,
      endsAt: at(5),
    })
    await add(
      storage,
      rich,
      rosterEntry(102, { list: "admitted", sinceVersion: 2 }),
      rosterEntry(103, { sessionUuid: dinner.uuid }),
    )
    await add(
      storage,
      rosterEntry(105, { list: "gone", walletAddress: address(103), sinceVersion: 2 }),
    )
    const of = (version: number | undefined) =>
      read(storage, (tx) =>
        tx.rosters.entriesOf(race.uuid, [address(101), address(102), address(103)], version),
      )
    same(await of(1), [rich], "version 1")
    same(entryNumbers(await of(2)), [101, 102, 105], "version 2")
    await write(storage, (tx) => tx.rosters.closeEntries([rich.uuid], 3))
    await add(storage, rosterEntry(104, { walletAddress: address(101), sinceVersion: 3 }))
    same(entryNumbers(await of(2)), [101, 102, 105], "version 2, when 3 is another")
    same(entryNumbers(await of(3)), [102, 104, 105], "version 3")
    same(entryNumbers(await of(undefined)), [102, 104, 105], "what stands")
    same(
      await read(storage, (tx) => tx.rosters.entriesOf(race.uuid, [], undefined)),
      [],
      "of nobody",
    )
    same(
      entryNumbers(
        await read(storage, (tx) => tx.rosters.entriesOf(race.uuid, [address(102)], undefined)),
      ),
      [102],
      "of one",
    )
  }),
  storageCase(
    "rosters: a list comes in slices by wallet, as of a version or as it stands",
    async (storage) => {
      await found(storage)
      const entries = [105, 101, 104, 102, 103].map((n) => rosterEntry(n))
      await add(
        storage,
        ...entries,
        rosterEntry(106, { list: "admitted" }),
        rosterEntry(107, { sessionUuid: dinner.uuid }),
      )
      await write(storage, (tx) => tx.rosters.closeEntries([uuid(103)], 2))
      await add(storage, rosterEntry(108, { sinceVersion: 2 }))
      const slice = (
        version: number | undefined,
        after: number | undefined,
        limit: number,
        list: RosterEntry["list"] = "roster",
      ) =>
        read(storage, (tx) =>
          tx.rosters.entries(
            { sessionUuid: race.uuid, list, version },
            after === undefined ? undefined : address(after),
            limit,
          ),
        )
      const order = (numbers: readonly number[]) =>
        numbers
          .map(address)
          .toSorted()
          .map((one) => numbers.find((n) => address(n) === one))
      const inOrder = async (
        ...[version, after, limit]: readonly [number | undefined, number | undefined, number]
      ) => (await slice(version, after, limit)).map((entry) => numberOf(entry.uuid))
      same(await inOrder(1, undefined, 10), order([101, 102, 103, 104, 105]), "version 1")
      same(await inOrder(2, undefined, 10), order([101, 102, 104, 105, 108]), "version 2")
      same(await inOrder(undefined, undefined, 10), order([101, 102, 104, 105, 108]), "what stands")
      const [first, second] = order([101, 102, 104, 105, 108])
      same(await inOrder(undefined, undefined, 1), [first], "the first")
      same(await inOrder(undefined, first, 1), [second], "the one behind it")
      same(entryNumbers(await slice(undefined, undefined, 10, "admitted")), [106], "the other list")
      const lines = (version: number, after: number | undefined, limit: number) =>
        read(storage, (tx) =>
          tx.rosters.lines(
            { sessionUuid: race.uuid, list: "roster", version },
            after === undefined ? undefined : address(after),
            limit,
          ),
        )
      const said = (...numbers: readonly (number | undefined)[]) =>
        numbers.map((n) => ({
          walletAddress: address(n ?? 0),
          cardIdentifiers: [],
          hasTicket: false,
        }))
      same(
        await lines(1, undefined, 10),
        said(...order([101, 102, 103, 104, 105])),
        "what version 1 says",
      )
      same(await lines(2, undefined, 1), said(first), "what version 2 says first")
      same(await lines(2, first, 1), said(second), "what it says next")
    },
  ),
  storageCase(
    "rosters: entries that began or ended between two versions, each once",
    async (storage) => {
      await found(storage)
      await add(storage, ...[101, 102, 103].map((n) => rosterEntry(n)))
      await write(storage, (tx) => tx.rosters.closeEntries([uuid(101)], 2))
      await add(
        storage,
        rosterEntry(104, { sinceVersion: 3 }),
        rosterEntry(105, { sinceVersion: 5 }),
      )
      await write(storage, (tx) => tx.rosters.closeEntries([uuid(104)], 4))
      await write(storage, (tx) => tx.rosters.closeEntries([uuid(102)], 6))
      const between = async (behind: number, upTo: number, limit = 10) =>
        read(storage, (tx) => tx.rosters.changedBetween(race.uuid, behind, upTo, limit))
      same(entryNumbers(await between(1, 4)), [101, 104], "1 to 4")
      same(entryNumbers(await between(2, 4)), [104], "2 to 4")
      same(entryNumbers(await between(3, 6)), [102, 104, 105], "3 to 6")
      same(entryNumbers(await between(6, 9)), [], "nothing")
      same((await between(1, 6, 2)).length, 2, "at most two")
      same((await between(1, 6, 3)).length, 3, "at most three")
    },
  ),
  storageCase(
    "rosters: firstBehind is the first wallet with an entry on any list, closed or not",
    async (storage) => {
      await found(storage)
      const [one = "", two = "", three = "", four = ""] = [101, 102, 103, 104]
        .map(address)
        .toSorted()
      await add(
        storage,
        rosterEntry(101, { walletAddress: three, list: "awaited" }),
        rosterEntry(102, { walletAddress: two, list: "admitted" }),
        rosterEntry(103, { walletAddress: one, sessionUuid: dinner.uuid }),
        rosterEntry(104, { walletAddress: four, sessionUuid: dinner.uuid }),
      )
      await write(storage, (tx) => tx.rosters.closeEntries([uuid(102)], 2))
      const first = (after: string | undefined, sessionUuid = race.uuid) =>
        read(storage, (tx) => tx.rosters.firstBehind(sessionUuid, after))
      same(
        [await first(undefined), await first(one), await first(two), await first(three)],
        [two, two, three, undefined],
        "the first behind each",
      )
      same(
        [await first(undefined, dinner.uuid), await first(one, dinner.uuid)],
        [one, four],
        "of another session",
      )
      for (const list of ["roster", "gone"] as const) {
        await add(storage, rosterEntry(list === "roster" ? 110 : 111, { walletAddress: one, list }))
        same(await first(undefined), one, `on the list ${list}`)
        await write(storage, (tx) => tx.rosters.dropEntries([uuid(110), uuid(111)]))
      }
    },
  ),
  storageCase(
    "rosters: namedByCard is the wallet on whose line a card stands as of a version",
    async (storage) => {
      await found(storage)
      const anns = rosterEntry(101, { cardIdentifiers: ["04A1", 'É"_%'] })
      await add(
        storage,
        anns,
        rosterEntry(102, { list: "admitted", cardIdentifiers: ["04B2"], sinceVersion: 2 }),
      )
      await add(storage, rosterEntry(103, { sessionUuid: dinner.uuid, cardIdentifiers: ["04C3"] }))
      await write(storage, (tx) => tx.rosters.closeEntries([anns.uuid], 3))
      await add(
        storage,
        rosterEntry(104, {
          cardIdentifiers: ["04A1"],
          sinceVersion: 3,
          frozenCardIdentifiers: ["04F1"],
        }),
      )
      const named = (card: string, version: number) =>
        read(storage, (tx) => tx.rosters.namedByCard(race.uuid, card, version))
      same(
        [await named("04A1", 2), await named("04A1", 3)],
        [address(101), address(104)],
        "a card that changed hands",
      )
      same(
        [await named("04B2", 1), await named("04B2", 2)],
        [undefined, address(102)],
        "before and since it was admitted",
      )
      same(await named('É"_%', 1), address(101), "of characters that mean something elsewhere")
      same(
        [
          await named('É"__', 1),
          await named("04", 1),
          await named("04C3", 1),
          await named("04F1", 3),
        ],
        [undefined, undefined, undefined, undefined],
        "others",
      )
    },
  ),
  storageCase(
    "rosters: frozen cards of all who stand as of a version, ascending and once",
    async (storage) => {
      await found(storage)
      await add(
        storage,
        rosterEntry(101, { frozenCardIdentifiers: ["C", "A"] }),
        rosterEntry(102, { frozenCardIdentifiers: ["B"], list: "admitted" }),
        rosterEntry(103, {
          frozenCardIdentifiers: ["A"],
          list: "admitted",
          walletAddress: address(101),
        }),
        rosterEntry(104, { frozenCardIdentifiers: ["X"], sinceVersion: 2 }),
        rosterEntry(105),
      )
      const frozen = (version: number) =>
        read(storage, (tx) => tx.rosters.frozenCards(race.uuid, version))
      same(await frozen(1), ["A", "B", "C"], "version 1")
      await write(storage, (tx) => tx.rosters.closeEntries([uuid(102)], 2))
      same(await frozen(1), ["A", "B", "C"], "version 1, afterwards")
      same(await frozen(2), ["A", "C", "X"], "version 2")
    },
  ),
  storageCase(
    "rosters: reservedToWalkIns are the lines that keep a seat for people who came in without a ticket",
    async (storage) => {
      await found(storage)
      const purses = [annsPurse, club.bobsPurse, club.cidsPurse, club.dansPurse].map(
        ({ address: own }) => own,
      )
      const [anns = "", bobs = "", cids = "", dans = ""] = purses
      const line = (n: number, walletAddress: string, change: Partial<RosterEntry> = {}) =>
        rosterEntry(n, { walletAddress, hasTicket: true, ...change })
      await add(
        storage,
        line(101, anns),
        line(102, anns, { list: "admitted", sinceVersion: 2 }),
        line(103, bobs),
        line(104, cids),
      )
      await add(
        storage,
        line(105, dans, { hasTicket: false }),
        line(106, dans, { sessionUuid: dinner.uuid }),
        line(107, address(999)),
      )
      await write(storage, (tx) => tx.rosters.closeEntries([uuid(101)], 4))
      await write(storage, async (tx) => {
        await tx.presences.addAll([presence(100, { sessionUuid: race.uuid, walletAddress: anns })])
        await tx.presences.addAll([
          presence(108, { sessionUuid: race.uuid, walletAddress: bobs, seat: "ticket" }),
        ])
        const gone = presence(109, { sessionUuid: race.uuid, walletAddress: cids })
        await tx.presences.addAll([gone])
        await tx.presences.undo(gone, at(1), undefined)
        await tx.presences.addAll([presence(110, { sessionUuid: race.uuid, walletAddress: dans })])
      })
      await add(
        storage,
        line(111, dans, { sinceVersion: 2 }),
        line(112, dans, { list: "gone", hasTicket: false, sinceVersion: 3 }),
      )
      const reserved = (skip: number, limit: number, sessionUuid = race.uuid) =>
        read(storage, (tx) => tx.rosters.reservedToWalkIns(sessionUuid, skip, limit))
      const annsLine = { walletAddress: anns, firstAdmittedAt: at(100) }
      const lines = [
        { ...annsLine, sinceVersion: 1, untilVersion: 4 },
        { ...annsLine, sinceVersion: 2, untilVersion: undefined },
        { walletAddress: dans, firstAdmittedAt: at(110), sinceVersion: 2, untilVersion: undefined },
        { walletAddress: dans, firstAdmittedAt: at(110), sinceVersion: 3, untilVersion: undefined },
      ]
      same(
        await reserved(0, 10),
        lines,
        "Ann's, then Dan's, with the one of his account that is gone",
      )
      same(
        [await reserved(0, 1), await reserved(1, 1), await reserved(4, 1)],
        [lines.slice(0, 1), lines.slice(1, 2), []],
        "one at a time",
      )
      same(await reserved(0, 10, dinner.uuid), [], "of another session")
    },
  ),
  storageCase(
    "rosters: due are those that stand though their end has come, soonest first; ends are moved",
    async (storage) => {
      await found(storage)
      await add(
        storage,
        rosterEntry(101, { endsAt: at(20) }),
        rosterEntry(102, { endsAt: at(10) }),
        rosterEntry(103),
        rosterEntry(104, { endsAt: at(30) }),
        rosterEntry(105, { endsAt: at(5), sessionUuid: dinner.uuid }),
      )
      const due = async (moment: Date, limit = 10) =>
        (await read(storage, (tx) => tx.rosters.due(race.uuid, moment, limit))).map(
          (entry) => entry.uuid,
        )
      same(await due(at(20)), [uuid(102), uuid(101)], "at the moment of the second")
      same(await due(at(20), 1), [uuid(102)], "at most one")
      same(await due(at(9)), [], "before all")
      await write(storage, (tx) =>
        tx.rosters.moveEnds([
          { uuid: uuid(102), endsAt: at(40) },
          { uuid: uuid(101), endsAt: undefined },
        ]),
      )
      same(await due(at(30)), [uuid(104)], "after the others were moved")
      await write(storage, (tx) => tx.rosters.closeEntries([uuid(104)], 2))
      same(await due(at(30)), [], "what is closed is not due")
    },
  ),
  storageCase(
    "rosters: a line is written once for a version; one that was not said can be dropped",
    async (storage) => {
      await found(storage)
      await add(storage, rosterEntry(101))
      await rejects(
        add(storage, rosterEntry(102, { walletAddress: address(101) })),
        "the same line of the same version",
      )
      await write(storage, (tx) => tx.rosters.dropEntries([uuid(101), uuid(999)]))
      await add(storage, rosterEntry(102, { walletAddress: address(101) }))
      same(
        entryNumbers(
          await read(storage, (tx) => tx.rosters.entriesOf(race.uuid, [address(101)], 1)),
        ),
        [102],
        "the line",
      )
    },
  ),
]
