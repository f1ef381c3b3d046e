import { describe, expect, it } from "vitest"
import { createSymbolon, type KeyVault, type Logger, type Storage } from "../src/index.ts"
import { verifyLedger } from "../src/ledger/index.ts"
import { rewrapKeys } from "../src/foundation/jobs/key-rewrap.ts"
import { wrappedKinds } from "../src/foundation/sealing/wrapped-row.ts"
import { memoryKeyVault, testClock } from "../src/testing/index.ts"
import { unseal } from "../src/foundation/sealing/sealed-box.ts"
import { secretDigest } from "../src/webhooks/signature.ts"
import { webhookBinding } from "../src/webhooks/webhook.ts"
import { openIssued } from "./contents.suite.ts"
import { openExternalRewards } from "./fixtures/external-rewards.ts"
import { userCaller } from "./fixtures/staffed-organization.ts"
import { addWebhook } from "./fixtures/webhooks.ts"
import { start } from "./fixtures/world.ts"

const dayMs = 86_400_000

/** What a new key of the vault must leave behind, whatever the engine. */
export const vaultRenewalSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`a new key of the vault on ${engine}`, () => {
    const [old, fresh] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)]
    const reopen = (storage: Storage, vault: KeyVault, logger?: Logger) =>
      createSymbolon({
        storage,
        vault,
        testClock: testClock(start),
        migrate: true,
        ...(logger === undefined ? {} : { logger }),
      })

    it("wraps everything that the old one wrapped, while points move and keys are rotated", async () => {
      const issued = await openIssued(await open())
      const { storage, adas, id, organization, treasury } = issued
      const webhook = await addWebhook(issued.symbolon, issued.clubUuid)
      const symbolon = await reopen(storage, memoryKeyVault(fresh, old))
      const to = { type: "wallet", value: adas } as const
      const busy = Array.from({ length: 12 }, (_, n) =>
        n % 4 === 3
          ? symbolon.wallets
              .rotateKey({ wallet: n === 3 ? adas : treasury, idempotencyKey: `rotate-${n}` })
              .catch(ignoreConflict)
          : symbolon.wallets.transfer({
              wallet: treasury,
              to,
              amount: 1,
              idempotencyKey: `while-${n}`,
            }),
      )
      const walks = [symbolon.rewrapKeys(), symbolon.rewrapKeys()]
      await Promise.all([...busy, ...walks])
      const last = await symbolon.rewrapKeys()
      expect(last.failed).toEqual([])
      expect(
        (await Promise.all(walks)).reduce((sum, { rewrapped }) => sum + rewrapped, last.rewrapped),
      ).toBeGreaterThan(10)
      expect(await symbolon.rewrapKeys()).toEqual({ rewrapped: 0, failed: [], hasMore: false })

      // Without the old key: all that was sealed under it is opened by the new one alone.
      const after = await reopen(storage, memoryKeyVault(fresh))
      expect(
        (await after.transactions.decrypt({ transaction: id, wallet: adas })).accessKeyType,
      ).toBe("bearer")
      await after.wallets.transfer({ wallet: treasury, to, amount: 1, idempotencyKey: "after" })
      await after.points.mint({ organization, amount: 1, idempotencyKey: "after-mint" })
      expect((await verifyLedger(after.exportLedger())).firstError).toBeUndefined()
      const [stored] = await storage.transact("read", (tx) => tx.webhooks.findAll([webhook.uuid]))
      if (stored === undefined) throw new Error("The webhook is there.")
      expect(stored.sealed.box).toBe(webhook.sealed.box)
      const digest = await unseal(
        memoryKeyVault(fresh),
        stored.sealed,
        webhookBinding(webhook.uuid),
      )
      expect(Buffer.from(digest).toString()).toBe(secretDigest("whsec_example"))
    })

    it("opens what external rewards under way hold, once they were wrapped anew", async () => {
      const club = await openExternalRewards(await open())
      const { storage, symbolon: before, template, row, clock, outgoingHttp } = club
      const metadata = { note: "kept secret" }
      const people = [await club.person("ada"), await club.person("bob")]
      const asked = []
      for (const { as } of people) {
        asked.push((await as.rewards.claim({ reward: template.slug, metadata })).deliveryUuid ?? "")
        // The answer to the first has come when the second is asked for.
        if (asked.length === 1) await before.work.runDue()
      }
      expect(await Promise.all(asked.map(async (uuid) => (await row(uuid))?.status))).toEqual([
        "processing",
        "pending",
      ])
      const both = await reopen(storage, memoryKeyVault(fresh, old))
      expect((await both.rewrapKeys()).failed).toEqual([])
      const after = await createSymbolon({
        storage,
        vault: memoryKeyVault(fresh),
        testClock: clock,
        outgoingHttp,
      })
      while ((await after.work.runDue()) > 0) continue
      for (const [n, uuid] of asked.entries()) {
        const { status, transactionId = "", walletAddress = "" } = (await row(uuid)) ?? {}
        expect(status).toBe("completed")
        const as = after.as(userCaller(people[n]?.user.uuid ?? ""))
        const { additionalData } = await as.transactions.decrypt({
          transaction: transactionId,
          wallet: walletAddress,
        })
        expect(additionalData).toMatchObject(metadata)
      }
    })

    it("does not write over a key that was rotated while it was wrapped", async () => {
      const { storage, adas, treasury, issue, symbolon: before } = await openIssued(await open())
      await issue("points", { amount: 5 })
      const real = memoryKeyVault(fresh, old)
      let rotating: Promise<unknown> | undefined
      const vault: KeyVault = {
        ...real,
        unwrap: async (wrapped, aad) => {
          // Between reading and writing: another process, with the old key still, rotates.
          if (aad === `${adas}|1`)
            await (rotating ??= before.wallets.rotateKey({
              wallet: adas,
              idempotencyKey: "rotate",
            }))
          return real.unwrap(wrapped, aad)
        },
      }
      const symbolon = await reopen(storage, vault)
      await symbolon.rewrapKeys()
      expect(rotating).toBeDefined()
      await symbolon.rewrapKeys()
      const after = await reopen(storage, memoryKeyVault(fresh))
      const to = { type: "wallet", value: treasury } as const
      await after.wallets.transfer({ wallet: adas, to, amount: 5, idempotencyKey: "after" })
    })

    it("is wrapped by in walks that may break off anywhere and begin again", async () => {
      const { storage, symbolon, clubUuid } = await openIssued(await open())
      await addWebhook(symbolon, clubUuid)
      const vault = memoryKeyVault(fresh, old)
      const [, older = ""] = await vault.kekIds()
      const walks: number[] = []
      for (let hasMore = true; hasMore && walks.length < 10; ) {
        const walk = await rewrapKeys({ storage, vault }, 1)
        hasMore = walk.hasMore
        walks.push(walk.rewrapped)
      }
      // One for each kind that has something sealed, and one that finds nothing: lines to payment
      // backends there are none.
      expect(walks.filter((rewrapped) => rewrapped > 0)).toHaveLength(4)
      expect(walks.at(-1)).toBe(0)
      for (const kind of wrappedKinds)
        expect(
          await storage.transact("read", (tx) =>
            tx.wrappedKeys.wrappedBy(kind, older, undefined, 1),
          ),
        ).toEqual([])
    })

    it("is taken up by the daily work; what does not open stays, and is told by its id alone", async () => {
      const { storage, adas } = await openIssued(await open())
      const reported: unknown[] = []
      const logger: Logger = {
        info: () => undefined,
        warn: () => undefined,
        error: (fields, message) => reported.push([fields, message]),
      }
      const real = memoryKeyVault(fresh, old)
      const vault: KeyVault = {
        ...real,
        unwrap: (wrapped, aad) =>
          aad === `${adas}|1`
            ? Promise.reject(new Error("secret detail"))
            : real.unwrap(wrapped, aad),
      }
      const symbolon = await reopen(storage, vault, logger)
      await symbolon.testClock?.moveTo(new Date(Date.parse(start) + 3 * dayMs))
      const [newest = "", older = ""] = await real.kekIds()
      const remaining = await storage.transact("read", (tx) =>
        tx.wrappedKeys.wrappedBy("wallet", older, undefined, 100),
      )
      expect(remaining.map(({ id }) => id)).toEqual([adas])
      expect(
        await storage.transact("read", (tx) =>
          tx.wrappedKeys.wrappedBy("decryption", older, undefined, 100),
        ),
      ).toEqual([])
      expect(
        (
          await storage.transact("read", (tx) =>
            tx.wrappedKeys.wrappedBy("service", newest, undefined, 100),
          )
        ).length,
      ).toBeGreaterThan(2)
      expect(reported.length).toBeGreaterThan(0)
      expect(JSON.stringify(reported)).toContain(adas)
      expect(JSON.stringify(reported)).not.toContain("secret detail")
    })
  })
}

const ignoreConflict = (reason: unknown): void => {
  if (
    !(
      typeof reason === "object" &&
      reason !== null &&
      "_tag" in reason &&
      reason._tag === "Conflict"
    )
  )
    throw reason
}
