import { equal, ok } from "node:assert/strict"
import { generateKeyPairSync } from "node:crypto"
import { join } from "node:path"
import { type ContentSealer, contentSealer, systemClock, systemIds } from "@symbolon/core"
import { openSqlite } from "@symbolon/storage-sqlite"
import { sealByJose } from "../../packages/http-server/test/content/by-jose.ts"
import { openPayingClub, payee, type PayingClub } from "../fixtures/paying-club.ts"
import { openTurns } from "../fixtures/rows.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Suite } from "../harness/bench.ts"
import { waiting } from "../harness/sides.ts"

/**
 * Rewards that carry a content, through the facade: sealed by ours, and sealed by jose. The port of
 * sealers does not wait, so jose seals before the call, and the sealer of that side hands over what
 * it made: both sides store the same.
 */
export const contentIssued: Suite = {
  name: "content-issued",
  open: async () => {
    const { dir, remove } = await openScratch()
    const ours = await openPayingClub(openSqlite({ file: join(dir, "ours.db") }))
    const made: string[] = []
    const theirs = await openPayingClub(openSqlite({ file: join(dir, "jose.db") }), {
      contentSealer: handingOver(made),
    })
    const byJose = async (turn: number) => {
      made.push(await sealByJose(content, ends, wireBound))
      return issue(theirs, turn)
    }
    const [ourTurn, theirTurn] = [openTurns(), openTurns()]
    return {
      benches: [1, 64].map((callers) => ({
        name: `SQLite ledger, rewards with a content, ${callers} callers`,
        a: waiting("sealed by ours", () => issue(ours, ourTurn()), { callers }),
        b: waiting("sealed by jose", () => byJose(theirTurn()), { callers }),
        unit: "/s",
        agree: async () => {
          for (const { transaction } of [await issue(ours, ourTurn()), await byJose(theirTurn())]) {
            equal(transaction.status, "confirmed")
            ok(transaction.encryptedData.length > 2000)
          }
        },
      })),
      close: async () => {
        await ours.symbolon.close()
        await theirs.symbolon.close()
        await remove()
      },
    }
  },
}

const handingOver = (made: string[]): ContentSealer => ({
  ...contentSealer(systemIds(systemClock)),
  seal: () => ({ sealed: made.shift() ?? "" }),
})

const content = {
  name: "Season tickets",
  items: Array.from({ length: 14 }, (_, n) => ({
    ticket_number: `A-${n}`,
    title: "A seat".padEnd(60, "."),
    type: "ticket",
  })),
}
const issue = (club: PayingClub, turn: number) =>
  club.symbolon.transactions.issueContent({
    organization: "harbour-club",
    to: { type: "wallet", value: payee(club, turn) },
    content,
    idempotencyKey: `bench-${turn}`,
  })

const ends = ["sy1qfrom#1", "sy1qto#1"].map((kid) => ({
  kid,
  publicKey: generateKeyPairSync("x25519").publicKey,
}))
const wireBound = {
  network: "main",
  id: "tz4a98xxat96iws9zmbrgj3a",
  from_address: "sy1qfrom",
  to_address: "sy1qto",
}
