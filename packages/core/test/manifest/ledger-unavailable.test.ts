import { expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import type { Repositories, Storage } from "../../src/foundation/storage/index.ts"
import { createTestOrganization, createTestSession, openTestSymbolon } from "../fixtures/world.ts"

/** A storage whose ledger does not say who holds tickets while it is told to fail. */
const withFailingLedger = () => {
  const storage = openMemory({ strict: true })
  const state = { isFailing: false }
  const fails = () => Promise.reject(new Error("the ledger is somewhere else"))
  const failing = (tx: Repositories): Repositories =>
    state.isFailing
      ? {
          ...tx,
          tickets: { ...tx.tickets, holders: fails, amongWallets: fails, countHolders: fails },
        }
      : tx
  const wrapped: Storage = {
    ...storage,
    transact: (mode, work) => storage.transact(mode, (tx) => work(failing(tx))),
  }
  return { storage: wrapped, state }
}

it("a manifest whose ticket holders cannot be listed is refused as the ledger's failure, and costs no version", async () => {
  const { storage, state } = withFailingLedger()
  const { symbolon } = await openTestSymbolon(storage)
  const { club, people } = await createTestOrganization(symbolon, 2)
  const { transaction } = await symbolon.tickets.issue({
    organization: club.slug,
    of: { name: "Regatta" },
    to: { type: "user_id", value: people[0]?.user.uuid ?? "" },
    idempotencyKey: "ticket",
  })
  const { session } = await createTestSession(symbolon, club.slug, {
    requiresTicket: true,
    ticketTemplateUuid: transaction.body.reference_id,
  })
  state.isFailing = true
  await expect(symbolon.sessions.checkinManifest({ session: session.slug })).rejects.toMatchObject({
    _tag: "LedgerUnavailable",
  })
  state.isFailing = false
  const issued = await symbolon.sessions.checkinManifest({ session: session.slug })
  expect(issued.manifestVersion).toBe(1)
  expect(Object.keys(JSON.parse(Buffer.from(issued.bytes).toString()).roster)).toEqual([
    people[0]?.wallet,
  ])
})
