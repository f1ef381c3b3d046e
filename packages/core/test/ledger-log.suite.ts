import { describe, expect, it } from "vitest"
import type { Storage } from "../src/index.ts"
import { openCheckpoint } from "../src/ledger-proof/signed-note.ts"
import { verifyLedger } from "../src/ledger/verify/verify-ledger.ts"
import { rootOf } from "../src/ledger/log/merkle.ts"
import { isConsistent, isIncluded } from "../src/ledger/log/merkle-proof.ts"
import { consistencyPlan, inclusionPlan } from "../src/ledger/log/proof-from-tiles.ts"
import { parseTile, tilePath, tilesOf, tileWidth } from "../src/ledger/log/tiles.ts"
import { consistencyPath, inclusionPath, rememberedRoot } from "./fixtures/merkle-oracle.ts"
import { createTestOrganization, openTestSymbolon } from "./fixtures/world.ts"
import { portsOf } from "../src/effect.ts"

const leavesLeast = 600

/**
 * What the log shows to the outside, whatever the engine: it must be what the definition of RFC
 * 9162 says of all its leaves.
 */
export const ledgerLogSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`the log outside, on ${name}`, () => {
    it(`proves each of ${leavesLeast} leaves and each growth, as the definition does`, {
      timeout: 120_000,
    }, async () => {
      const { symbolon } = await openTestSymbolon(await open(), {
        ledger: { walletSigningsPerHour: null, treasurySigningsPerHour: null },
      })
      const { club, people } = await createTestOrganization(symbolon, 2)
      const { storage, checkpoints, serviceKeys } = portsOf(symbolon)
      const origin = "127.0.0.1:8080/ledger"
      const keys = serviceKeys
        .all("ledger_checkpoint")
        .map(({ publicKey }) => Buffer.from(publicKey, "base64url"))
      const { treasury } = await mintInto(symbolon, club.slug)
      const sent = [treasury.id]
      const notes = [await symbolon.ledger.checkpoint({})]
      for (let size = 1; size < leavesLeast; ) {
        // In batches of every length, among them some that fill a tile and go on.
        const count = 1 + (size % 37)
        const made = await Promise.all(
          Array.from({ length: count }, (_, n) =>
            symbolon.wallets.transfer({
              wallet: treasury.to,
              to: { type: "wallet", value: people[n % 2]?.wallet ?? "" },
              amount: 1,
              idempotencyKey: `to-${size}-${n}`,
            }),
          ),
        )
        sent.push(...made.map(({ transaction }) => transaction.body.id))
        // A reversal leaves two leaves: the entry, and the other's new status.
        const undone = await symbolon.transactions.reverse({
          transaction: made[0]?.transaction.body.id ?? "",
          idempotencyKey: `back-${size}`,
        })
        sent.push(undone.transaction.body.id)
        notes.push(await symbolon.ledger.checkpoint({}))
        size = (await storage.transact("read", (tx) => tx.transactions.head())).size
      }
      const { leaves, head } = await storage.transact("read", async (tx) => ({
        leaves: (await tx.transactions.leaves(0, 10_000)).map(({ leafHash }) => leafHash),
        head: await tx.transactions.head(),
      }))
      expect(leaves.length).toBe(head.size)
      expect(leaves.length).toBeGreaterThan(leavesLeast)
      const root = rememberedRoot()

      // Each transaction, as its holder is answered.
      for (const id of sent) {
        const { transaction, checkpoint, inclusion, consistency } =
          await symbolon.transactions.proof({ transaction: id })
        expect(inclusion).toEqual(inclusionPath(leaves, transaction.logIndex, root))
        expect([checkpoint, consistency]).toEqual([checkpoints.of(origin, head), undefined])
      }
      // Each checkpoint that was seen on the way, to the newest.
      for (const note of notes) {
        const seen = openCheckpoint(note, { origin, keys })
        if (seen === null) throw new Error("A checkpoint is not signed by the log.")
        expect(seen).toEqual({ origin, size: seen.size, root: root(leaves.slice(0, seen.size)) })
        const { consistency } = await symbolon.transactions.proof({
          transaction: treasury.id,
          fromSize: seen.size,
        })
        expect(consistency).toEqual(consistencyPath(leaves, seen.size, root))
      }
      // Every size of the log: its last leaf, one before, and its growth from one size before.
      await storage.transact("read", async (tx) => {
        for (let size = 1; size <= leavesLeast; size += 1) {
          const all = leaves.slice(0, size)
          for (const index of new Set([size - 1, (size * 7) % (1 + Math.floor(size / 2))])) {
            const plan = inclusionPlan(index, size)
            const path = plan.path(await tx.transactions.hashes(plan.ranges))
            expect(path).toEqual(inclusionPath(all, index, root))
            expect(
              isIncluded({ index, size, leaf: leaves[index] ?? "", root: root(all), path }),
            ).toBe(true)
          }
          const earlierSize = 1 + ((size * 31) % size)
          const plan = consistencyPlan(earlierSize, size)
          const path = plan.path(await tx.transactions.hashes(plan.ranges))
          expect(path).toEqual(consistencyPath(all, earlierSize, root))
          const earlierRoot = root(leaves.slice(0, earlierSize))
          expect(isConsistent({ earlierSize, earlierRoot, size, root: root(all), path })).toBe(true)
        }
      })
      // Every tile, and nothing beyond.
      for (const tile of tilesOf(head.size)) {
        const { bytes, isFull } = await symbolon.ledger.tile({ path: tilePath(tile) })
        const span = tileWidth ** tile.level
        const expected = Array.from({ length: tile.width }, (_, at) => {
          const from = (tile.index * tileWidth + at) * span
          return root(leaves.slice(from, from + span))
        })
        expect(parseTile(bytes, tile.width)).toEqual(expected)
        expect(isFull).toBe(tile.width === tileWidth)
      }
      const beyond = [
        "tile/0/003",
        "tile/1/000.p/3",
        "tile/1/001.p/1",
        "tile/2/000.p/1",
        "tile/0/002.p/256",
        "tile/entries/000",
        "tile/0/0",
      ]
      for (const path of beyond)
        await expect(symbolon.ledger.tile({ path })).rejects.toMatchObject({ _tag: "NotFound" })
      await expect(
        symbolon.transactions.proof({ transaction: treasury.id, fromSize: head.size + 1 }),
      ).rejects.toMatchObject({
        _tag: "BadRequest",
        field: "from_size",
      })
      expect(rootOf(head)).toBe(root(leaves))
    })

    it("signs a head once, and an empty one too", async () => {
      const { symbolon } = await openTestSymbolon(await open())
      const { club } = await createTestOrganization(symbolon, 0)
      const empty = await symbolon.ledger.checkpoint({})
      expect(empty.split("\n").slice(0, 3)).toEqual([
        "127.0.0.1:8080/ledger",
        "0",
        "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
      ])
      expect(await symbolon.ledger.checkpoint({})).toBe(empty)
      await mintInto(symbolon, club.slug)
      const later = await symbolon.ledger.checkpoint({})
      expect(later.split("\n")[1]).toBe("1")
      expect(later).not.toBe(empty)
    })

    it("keeps its origin when the base URL moves, in checkpoints, proofs, keys and exports", async () => {
      const storage = await open()
      const { symbolon: before } = await openTestSymbolon(storage, {
        baseUrl: "http://127.0.0.1:8137",
      })
      const { club } = await createTestOrganization(before, 0)
      const { treasury } = await mintInto(before, club.slug)
      const earlier = await before.ledger.checkpoint({})
      const { symbolon: after } = await openTestSymbolon(storage, {
        baseUrl: "https://club.example",
      })
      await after.points.mint({ organization: club.slug, amount: 1, idempotencyKey: "later" })
      const { checkpoint } = await after.transactions.proof({ transaction: treasury.id })
      const lines: string[] = []
      for await (const line of after.exportLedger()) lines.push(line)
      const { origin } = await after.ledger.keys({})
      expect(
        [earlier, checkpoint, await after.ledger.checkpoint({})].map((note) => note.split("\n")[0]),
      ).toEqual(Array(3).fill(origin))
      expect([origin, JSON.parse(lines[0] ?? "").ledger.origin]).toEqual(
        Array(2).fill("127.0.0.1:8137/ledger"),
      )
      expect(await verifyLedger(lines, { checkpoints: [earlier, checkpoint] })).toMatchObject({
        verdict: "verified",
        leaves: 2,
      })
    })

    it("has one origin, when many start on it at once", async () => {
      const storage = await open()
      const ports = [8101, 8102, 8103, 8104, 8105, 8106]
      const worlds = await Promise.all(
        ports.map((port) => openTestSymbolon(storage, { baseUrl: `http://127.0.0.1:${port}` })),
      )
      const origins = await Promise.all(
        worlds.map(async ({ symbolon }) => (await symbolon.ledger.keys({})).origin),
      )
      const notes = await Promise.all(
        worlds.map(async ({ symbolon }) => (await symbolon.ledger.checkpoint({})).split("\n")[0]),
      )
      expect(new Set([...origins, ...notes]).size).toBe(1)
      expect(ports.map((port) => `127.0.0.1:${port}/ledger`)).toContain(origins[0])
    })

    it("is named by the base URL in force when it is first read, and keeps that name", async () => {
      const storage = await open()
      await openTestSymbolon(storage)
      const { symbolon } = await openTestSymbolon(storage, { baseUrl: "https://club.example" })
      expect((await symbolon.ledger.keys({})).origin).toBe("club.example/ledger")
      const { symbolon: tool } = await openTestSymbolon(storage)
      expect((await tool.ledger.checkpoint({})).split("\n")[0]).toBe("club.example/ledger")
    })
  })
}

const mintInto = async (
  symbolon: Awaited<ReturnType<typeof openTestSymbolon>>["symbolon"],
  organization: string,
) => {
  const { transaction } = await symbolon.points.mint({
    organization,
    amount: 1_000_000,
    idempotencyKey: "mint",
  })
  return { treasury: { id: transaction.body.id, to: transaction.body.to_address } }
}
