import type { Storage } from "../../storage/storage.ts"
import { same } from "../claims.ts"
import { club } from "../club.ts"
import { at, presence, uuid } from "../samples.ts"
import { read, type StorageCase, storageCase, write } from "../storage-case.ts"
import { foundWithTickets, ticketTemplate } from "./rewards.ts"

const { race, dinner, annsPurse, bobsPurse, cidsPurse } = club
const inRace = (n: number, walletAddress: string) => presence(n, { sessionUuid: race.uuid, walletAddress })

/** Ann and Bob hold tickets, Cid none; Ann and Cid are in the race, Bob at the dinner alone. */
const foundWithPeople = async (storage: Storage) => {
  const tickets = await foundWithTickets(storage)
  await write(storage, async (tx) => {
    await tx.presences.add(inRace(100, annsPurse.address))
    await tx.presences.add(inRace(101, cidsPurse.address))
    await tx.presences.add(presence(102, { sessionUuid: dinner.uuid, walletAddress: bobsPurse.address }))
  })
  return tickets
}

/** What doors ask of people and their tickets together. */
export const ticketedPresences: readonly StorageCase[] = [
  storageCase("presences: ticketed counts wallets with a valid ticket, and those of them that are present", async (storage) => {
    await foundWithPeople(storage)
    const ticketed = (template = ticketTemplate.uuid) => read(storage, (tx) => tx.presences.ticketed(race.uuid, template))
    // Ann holds two.
    same(await ticketed(), { holders: 2, present: 1 }, "of the template")
    same(await ticketed(uuid(999)), { holders: 0, present: 0 }, "of another")
    await write(storage, (tx) => tx.presences.undo(inRace(100, annsPurse.address), at(1), undefined))
    same(await ticketed(), { holders: 2, present: 0 }, "after she was taken out")
  }),
  storageCase("tickets: lastVoid is the last of a template that was taken from a wallet", async (storage) => {
    const tickets = await foundWithPeople(storage)
    await read(storage, async (tx) => {
      same(await tx.tickets.lastVoid(ticketTemplate.uuid, annsPurse.address), tickets[3], "Ann's")
      same(await tx.tickets.lastVoid(ticketTemplate.uuid, bobsPurse.address), undefined, "Bob's")
      same(await tx.tickets.lastVoid(uuid(999), annsPurse.address), undefined, "of another template")
    })
  }),
]
