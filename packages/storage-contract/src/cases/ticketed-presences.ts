import { noWrites, type Presence, type Repositories, type Storage } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club } from "../club.ts"
import { head } from "../postings.ts"
import { card, ticketHolding } from "../reward-samples.ts"
import { presence } from "../door-samples.ts"
import { address, at, sealedKey, session, uuid, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { foundWithTickets, ticketTemplate } from "./rewards.ts"

const { race, dinner, annsPurse, bobsPurse, cidsPurse } = club
const always = { opensAt: undefined, closesAt: undefined }
const atRace = { sessionUuid: race.uuid, ...always }
const inRace = (n: number, walletAddress: string) =>
  presence(n, { sessionUuid: race.uuid, walletAddress })

/** Ann and Bob hold tickets, Cid none; Ann and Cid are in the race, Bob at the dinner alone. */
const foundWithPeople = async (storage: Storage) => {
  const tickets = await foundWithTickets(storage)
  await write(storage, async (tx) => {
    await tx.presences.addAll([inRace(100, annsPurse.address)])
    await tx.presences.addAll([inRace(101, cidsPurse.address)])
    await tx.presences.addAll([
      presence(102, { sessionUuid: dinner.uuid, walletAddress: bobsPurse.address }),
    ])
  })
  return tickets
}

/** What doors ask of people and their tickets together. */
export const ticketedPresences: readonly StorageCase[] = [
  storageCase(
    "presences: ticketed counts wallets with a valid ticket, and those of them that are present",
    async (storage) => {
      await foundWithPeople(storage)
      const ticketed = (template = ticketTemplate.uuid) =>
        read(storage, (tx) => tx.presences.ticketed(template, atRace))
      // Ann holds two.
      same(await ticketed(), { holders: 2, present: 1 }, "of the template")
      same(await ticketed(uuid(999)), { holders: 0, present: 0 }, "of another")
      await write(storage, (tx) =>
        tx.presences.undo(inRace(100, annsPurse.address), at(1), undefined),
      )
      same(await ticketed(), { holders: 2, present: 0 }, "after she was taken out")
    },
  ),
  storageCase(
    "tickets: a holder is a person, by their wallets and the cards they claimed; counted once, present or not",
    async (storage) => {
      await foundWithTickets(storage)
      const { ann, bob, cid } = club
      const cards = [
        card(500, { holderUserUuid: ann.uuid, claimedAt: at(1) }),
        card(501, { holderUserUuid: bob.uuid }),
        card(502),
      ]
      const row = (n: number, walletAddress: string, userUuid: string | undefined) =>
        presence(n, { sessionUuid: race.uuid, walletAddress, userUuid })
      await write(storage, async (tx) => {
        for (const one of cards) {
          await tx.wallets.add(
            wallet(Number(one.identifier.slice(5)), { kind: "card" }),
            sealedKey(1),
          )
          await tx.cards.add(one)
        }
        await tx.wallets.add(wallet(503, { userUuid: cid.uuid, isPrimary: true }), sealedKey(1))
        // Ann's ticket lies in her claimed card, Cid's in another wallet than the one by which
        // doors know him; Bob has not claimed his card.
        await tx.ledger.write({
          ...noWrites,
          movedTickets: [
            ticketHolding(0, { walletAddress: address(500) }),
            ticketHolding(1, { walletAddress: address(503), userUuid: cid.uuid }),
            ticketHolding(4, { walletAddress: address(501) }),
          ],
          ledger: head(5),
        })
        await tx.presences.addAll([row(101, annsPurse.address, ann.uuid)])
        await tx.presences.addAll([row(102, bobsPurse.address, bob.uuid)])
        await tx.presences.addAll([row(103, cidsPurse.address, cid.uuid)])
      })
      const template = ticketTemplate.uuid
      await read(storage, async (tx) => {
        same(
          await tx.tickets.countHolders(template, atRace),
          3,
          "Ann, Cid, and the card that nobody claimed",
        )
        same(
          await tx.presences.ticketed(template, atRace),
          { holders: 3, present: 2 },
          "Ann and Cid are there",
        )
      })
    },
  ),
  storageCase(
    "tickets: countHolders and presences.ticketed leave out who has no seat at a door",
    async (storage) => {
      // Ann's are for the dinner, and from the sixth hour on; Bob's is until the fourth.
      await foundWithTickets(storage, [
        { sessionUuids: [dinner.uuid], maxAdmissions: 2 },
        { validUntil: at(4), sessionUuids: [race.uuid, dinner.uuid] },
        {},
        {},
        { validFrom: at(6), sessionUuids: [race.uuid] },
      ])
      await write(storage, (tx) => tx.presences.addAll([inRace(100, annsPurse.address)]))
      const seats = (sessionUuid: string, opensAt?: Date, closesAt?: Date) =>
        read(storage, async (tx) => {
          const door = { sessionUuid, opensAt, closesAt }
          const counted = await tx.presences.ticketed(ticketTemplate.uuid, door)
          const holders = await tx.tickets.countHolders(ticketTemplate.uuid, door)
          same(counted.holders, holders, "both count the same people")
          return counted
        })
      same(await seats(race.uuid), { holders: 2, present: 1 }, "at any time")
      same(await seats(race.uuid, at(4)), { holders: 1, present: 1 }, "from Bob's end on")
      same(await seats(race.uuid, at(3)), { holders: 2, present: 1 }, "from just before it")
      same(
        await seats(race.uuid, undefined, at(6)),
        { holders: 1, present: 0 },
        "until Ann's begin",
      )
      same(await seats(race.uuid, at(3), at(7)), { holders: 2, present: 1 }, "over both")
      same(await seats(race.uuid, at(4), at(6)), { holders: 0, present: 0 }, "between them")
      same(
        await seats(dinner.uuid, at(4)),
        { holders: 1, present: 0 },
        "at the dinner, Ann's other",
      )
      same(await seats(uuid(999)), { holders: 0, present: 0 }, "at a session of none")
    },
  ),
  storageCase(
    "tickets: heldIn are the valid ones of a template in some wallets",
    async (storage) => {
      const tickets = await foundWithTickets(storage)
      const heldIn =
        (...wallets: readonly string[]) =>
        (tx: Repositories) =>
          tx.tickets.heldIn(ticketTemplate.uuid, wallets)
      sameSet(
        await read(storage, heldIn(annsPurse.address, cidsPurse.address)),
        [tickets[0], tickets[4]],
        "Ann's, without a void one",
      )
      sameSet(
        await write(storage, heldIn(annsPurse.address, bobsPurse.address)),
        [tickets[0], tickets[1], tickets[4]],
        "in a write",
      )
      same(await read(storage, heldIn()), [], "in none")
    },
  ),
  storageCase(
    "presences: onTicket are the sessions of a template, and where a wallet came in on a ticket",
    async (storage) => {
      await foundWithTickets(storage)
      const ofTemplate = {
        ticketTemplateUuid: ticketTemplate.uuid,
        organizationUuid: club.home.uuid,
        activityUuid: club.regatta.uuid,
      }
      const rooms = [45, 46, 47, 48].map((n) =>
        session(n, { ...ofTemplate, endTime: at(1000 + n) }),
      )
      const on = (n: number, sessionUuid: string, seat: Presence["seat"]) =>
        presence(n, { sessionUuid, walletAddress: annsPurse.address, seat })
      await write(storage, async (tx) => {
        for (const room of rooms) claim(await tx.sessions.add(room), "a session can be added")
        await tx.presences.addAll([on(100, uuid(45), "ticket")])
        await tx.presences.addAll([on(101, uuid(46), "walk_in")])
        await tx.presences.addAll([on(102, uuid(47), "ticket")])
        await tx.presences.undo(on(102, uuid(47), "ticket"), at(5), undefined)
        await tx.presences.addAll([on(103, race.uuid, "ticket")])
      })
      const all = (isInside: boolean) =>
        rooms.map(({ endTime, uuid: sessionUuid }) => ({
          sessionUuid,
          endTime,
          isInside: isInside && sessionUuid === uuid(45),
        }))
      await read(storage, async (tx) => {
        sameSet(
          await tx.presences.onTicket(ticketTemplate.uuid, annsPurse.address),
          all(true),
          "Ann's",
        )
        sameSet(
          await tx.presences.onTicket(ticketTemplate.uuid, bobsPurse.address),
          all(false),
          "Bob's",
        )
        same(await tx.presences.onTicket(uuid(999), annsPurse.address), [], "of another template")
      })
    },
  ),
  storageCase(
    "tickets: lastVoid is the last of a template that was taken from a wallet",
    async (storage) => {
      const tickets = await foundWithPeople(storage)
      await read(storage, async (tx) => {
        same(await tx.tickets.lastVoid(ticketTemplate.uuid, annsPurse.address), tickets[3], "Ann's")
        same(await tx.tickets.lastVoid(ticketTemplate.uuid, bobsPurse.address), undefined, "Bob's")
        same(
          await tx.tickets.lastVoid(uuid(999), annsPurse.address),
          undefined,
          "of another template",
        )
      })
    },
  ),
]
