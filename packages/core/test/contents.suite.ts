import { describe, expect, it } from "vitest"
import type { AuthoredContent, Storage, Symbolon } from "../src/index.ts"
import { verifyLedger } from "../src/ledger/index.ts"
import { tokenHash } from "../src/foundation/sealing/token-hash.ts"
import { createStaffedOrganization, page, userCaller } from "./fixtures/staffed-organization.ts"

const content: AuthoredContent = {
  name: "Sail ticket",
  description: "One day",
  data: { code: "XK-771203" },
  items: [{ type: "coupon", uid: "the author's" }],
}
const minuteMs = 60_000
const conflict = (reason: string) => expect.objectContaining({ _tag: "Conflict", reason })
const absent = (what: string) => expect.objectContaining({ _tag: "NotFound", what })
const unknownKey = expect.objectContaining({ _tag: "InvalidCredentials" })

/**
 * A storage whose rows read otherwise than they were written: what somebody with a hand on the disk
 * may do.
 */
const tampered = (storage: Storage) => {
  let change: ((tx: Parameters<Parameters<Storage["transact"]>[1]>[0]) => object) | undefined
  const opened: Storage = {
    ...storage,
    transact: (mode, work) =>
      storage.transact(mode, (tx) => work(change === undefined ? tx : { ...tx, ...change(tx) })),
    close: () => storage.close(),
  }
  return { opened, read: (how: typeof change) => (change = how) }
}

/** A club whose treasury has issued a content to Ada. */
export const openIssued = async (storage: Storage) => {
  const { opened, read } = tampered(storage)
  const club = await createStaffedOrganization({ storage: opened })
  const { symbolon, club: organization, make } = club
  await symbolon.points.mint({ organization, amount: 1000, idempotencyKey: "mint" })
  const [ada, bob] = [await make("ada-holder"), await make("bob-other")]
  const walletOf = async (userUuid: string) =>
    (await symbolon.wallets.list({ of: { userUuid }, page })).items[0]?.address ?? ""
  const [adas, bobs] = [await walletOf(ada.uuid), await walletOf(bob.uuid)]
  const treasury =
    (await symbolon.wallets.list({ of: { treasuryOf: club.clubUuid }, page })).items[0]?.address ??
    ""
  const issue = (
    key: string,
    more: Partial<Parameters<Symbolon["transactions"]["issueContent"]>[0]> = {},
  ) =>
    symbolon.transactions.issueContent({
      organization,
      to: { type: "wallet", value: adas },
      content,
      additionalData: { row: 7 },
      idempotencyKey: key,
      ...more,
    })
  const { transaction } = await issue("first")
  const id = transaction.body.id
  const as = (userUuid: string) => symbolon.as(userCaller(userUuid)).transactions
  const decrypt = () => as(ada.uuid).decrypt({ transaction: id, wallet: adas })
  const fetchBy = (accessKey: string | undefined, of = id) =>
    symbolon.transactions.readContent({ transaction: of, accessKey: accessKey ?? "" })
  return {
    ...club,
    organization,
    ada,
    bob,
    adas,
    bobs,
    treasury,
    issue,
    transaction,
    id,
    as,
    decrypt,
    fetchBy,
    read,
    storage: opened,
  }
}

/** What sealed contents are to those at both ends and to nobody else, whatever the engine. */
export const contentsSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`a sealed content on ${engine}`, () => {
    it("is refused beside the name by which the service tells what moved a ticket on", async () => {
      const { issue } = await openIssued(await open())
      await expect(
        issue("second", { additionalData: { superseded_by: "fake" } }),
      ).rejects.toMatchObject({
        _tag: "Invalid",
        errors: { "additional_data.superseded_by": expect.stringContaining("reserved name") },
      })
    })

    it("is opened by both ends, and by nobody else", async () => {
      const { ada, bob, adas, bobs, treasury, id, as, forClub, fetchBy, transaction, symbolon } =
        await openIssued(await open())
      expect(transaction).toMatchObject({
        body: { transaction_type: "reward", amount: 0, from_address: treasury, to_address: adas },
      })
      expect(transaction.encryptedData).not.toContain("XK-771203")
      const byAda = await as(ada.uuid).decrypt({ transaction: id, wallet: adas })
      expect(byAda).toMatchObject({
        accessKeyType: "bearer",
        additionalData: { row: 7 },
        manifestUrl: `http://127.0.0.1:8080/content/${id}`,
      })
      const byStaff = await forClub("staff").transactions.decrypt({
        transaction: id,
        wallet: treasury,
      })
      expect(byStaff.accessKey).not.toBe(byAda.accessKey)
      expect(byStaff.contentHash).toBe(byAda.contentHash)
      const seen = await fetchBy(byAda.accessKey)
      expect(seen).toMatchObject({
        name: "Sail ticket",
        data: { code: "XK-771203" },
        items: [{ type: "coupon", uid: `${id}-0` }],
        issuer: { slug: "harbour-club" },
        content_version: "1",
      })
      expect(await fetchBy(byStaff.accessKey)).toEqual(seen)

      const by = (userUuid: string, wallet: string) =>
        as(userUuid).decrypt({ transaction: id, wallet })
      await expect(by(bob.uuid, adas)).rejects.toEqual(absent("wallet"))
      await expect(by(bob.uuid, treasury)).rejects.toEqual(absent("wallet"))
      await expect(by(bob.uuid, bobs)).rejects.toEqual(absent("transaction"))
      await expect(by(ada.uuid, treasury)).rejects.toEqual(absent("wallet"))
      const forbidden = expect.objectContaining({ _tag: "Forbidden" })
      await expect(
        forClub("door").transactions.decrypt({ transaction: id, wallet: treasury }),
      ).rejects.toEqual(forbidden)
      await expect(
        forClub("staff").transactions.decrypt({ transaction: id, wallet: adas }),
      ).rejects.toEqual(absent("wallet"))
      await expect(
        symbolon
          .as(userCaller(ada.uuid))
          .transactions.readContent({ transaction: id, accessKey: "x" }),
      ).rejects.toEqual(forbidden)
      await expect(
        as(ada.uuid).decrypt({ transaction: "a".repeat(24), wallet: adas }),
      ).rejects.toEqual(absent("transaction"))
    })

    it("is not read any more with the key that a treasury's staff got, once they left the team", async () => {
      const { symbolon, id, treasury, forClub, team, organization, fetchBy } = await openIssued(
        await open(),
      )
      const byService = async () =>
        (await symbolon.transactions.decrypt({ transaction: id, wallet: treasury })).accessKey ?? ""
      const asked = async (role: "staff" | "manager") =>
        (await forClub(role).transactions.decrypt({ transaction: id, wallet: treasury }))
          .accessKey ?? ""
      const [byStaff, byManager] = [await asked("staff"), await asked("manager")]
      const byHost = await byService()
      const ended = expect.objectContaining({ _tag: "InvalidCredentials" })
      await symbolon.staff.remove({ organization, userUuid: team.staff.uuid })
      await expect(fetchBy(byStaff)).rejects.toEqual(ended)
      // Nobody puts another record into their key.
      const forged = `${byStaff.split(".")[0]}.${byHost.split(".")[1]}`
      await expect(fetchBy(forged)).rejects.toEqual(ended)
      await expect(fetchBy(byStaff.split(".")[0])).rejects.toEqual(ended)
      for (const key of [byManager, byHost]) expect(await fetchBy(key)).toHaveProperty("items")
      await symbolon.users.disable({ userUuid: team.manager.uuid })
      await expect(fetchBy(byManager)).rejects.toEqual(ended)
      await symbolon.users.enable({ userUuid: team.manager.uuid })
      expect(await fetchBy(byManager)).toHaveProperty("items")
      await symbolon.organizations.delete({ organization, confirm: organization })
      await expect(fetchBy(byManager)).rejects.toEqual(ended)
    })

    it("that there is none, or that it was reversed, is said", async () => {
      const { symbolon, ada, adas, treasury, as, id, decrypt, fetchBy } = await openIssued(
        await open(),
      )
      const accessKey = (await decrypt()).accessKey
      await symbolon.transactions.reverse({ transaction: id, idempotencyKey: "back" })
      await expect(decrypt()).rejects.toEqual(conflict("reversed"))
      await expect(fetchBy(accessKey)).rejects.toEqual(conflict("reversed"))
      const to = { type: "wallet", value: adas } as const
      const plain = (
        await symbolon.wallets.transfer({
          wallet: treasury,
          to,
          amount: 1,
          idempotencyKey: "plain",
        })
      ).transaction.body.id
      await expect(as(ada.uuid).decrypt({ transaction: plain, wallet: adas })).rejects.toEqual(
        absent("content"),
      )
    })

    it("is opened after rotations, old ones by old keys and new ones by new keys", async () => {
      const { symbolon, adas, issue, decrypt, transaction, storage, as, ada } = await openIssued(
        await open(),
      )
      await symbolon.wallets.rotateKey({ wallet: adas, idempotencyKey: "r1" })
      await symbolon.wallets.rotateKey({ wallet: adas, idempotencyKey: "r2" })
      const { transaction: newer } = await issue("second")
      const kidsOf = (text: string): readonly string[] =>
        JSON.parse(text).recipients.map(
          ({ header }: { readonly header: { readonly kid: string } }) => header.kid,
        )
      expect(kidsOf(transaction.encryptedData)).toContain(`${adas}#1`)
      expect(kidsOf(newer.encryptedData)).toContain(`${adas}#3`)
      expect(
        (await storage.transact("read", (tx) => tx.wallets.find(adas)))?.decryptionKeyVersion,
      ).toBe(3)
      const [old, young] = [
        await decrypt(),
        await as(ada.uuid).decrypt({ transaction: newer.body.id, wallet: adas }),
      ]
      expect([old.contentHash, young.contentHash]).not.toContain(undefined)
      expect((await verifyLedger(symbolon.exportLedger())).firstError).toBeUndefined()
    })

    it("of two rotations at once one is refused, and the wallet signs and opens on", async () => {
      const { symbolon, adas, issue, treasury, decrypt } = await openIssued(await open())
      const ended = await Promise.allSettled(
        ["a", "b", "c"].map((key) =>
          symbolon.wallets.rotateKey({ wallet: adas, idempotencyKey: key }),
        ),
      )
      const refusals = ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
      for (const refusal of refusals) expect(refusal).toEqual(conflict("key_changed"))
      expect(refusals.length).toBeLessThan(3)
      await issue("points", { amount: 5 })
      const to = { type: "wallet", value: treasury } as const
      await symbolon.wallets.transfer({ wallet: adas, to, amount: 5, idempotencyKey: "t" })
      expect((await decrypt()).accessKeyType).toBe("bearer")
    })

    it("is not opened where it was changed at rest, or its key was erased; each says so", async () => {
      const { decrypt, fetchBy, read } = await openIssued(await open())
      const { accessKey } = await decrypt()
      read((tx) => ({
        transactions: {
          ...tx.transactions,
          find: async (id: string) => {
            const found = await tx.transactions.find(id)
            return (
              found && {
                ...found,
                encryptedData: found.encryptedData.replace(/"tag":"./, '"tag":"~'),
              }
            )
          },
        },
      }))
      for (const attempt of [decrypt, () => fetchBy(accessKey)])
        await expect(attempt()).rejects.toEqual(conflict("content_invalid"))
      read((tx) => ({
        decryptionKeys: { ...tx.decryptionKeys, findAll: () => Promise.resolve([]) },
      }))
      for (const attempt of [decrypt, () => fetchBy(accessKey)])
        await expect(attempt()).rejects.toEqual(conflict("key_unavailable"))
      read(undefined)
      expect(await fetchBy(accessKey)).toMatchObject({ name: "Sail ticket" })
    })

    it("is gone once it was erased, with all that was written beside it, and the ledger verifies as before", async () => {
      const { symbolon, issue, adas, as, ada, fetchBy, decrypt, id } = await openIssued(
        await open(),
      )
      const { transaction } = await issue("noted", {
        description: "for Ada Lovelace",
        tags: ["ada"],
      })
      const requested = { transaction: transaction.body.id, wallet: adas }
      await symbolon.transactions.reverse({
        transaction: requested.transaction,
        reason: "she asked",
        idempotencyKey: "undo",
      })
      const { accessKey } = await decrypt()
      await symbolon.transactions.erase({ transaction: requested.transaction })
      await symbolon.transactions.erase({ transaction: id })
      const erased = await symbolon.transactions.get({ transaction: requested.transaction })
      expect(erased).toMatchObject({
        meta: undefined,
        encryptedData: "",
        reversalReason: "",
        status: "reversed",
        text: transaction.text,
      })
      for (const each of [requested.transaction, id])
        await expect(
          as(ada.uuid).decrypt({ ...requested, transaction: each }),
        ).rejects.toBeDefined()
      await expect(fetchBy(accessKey)).rejects.toBeDefined()
      const { verdict } = await verifyLedger(symbolon.exportLedger())
      expect(verdict).toBe("verified")
      await expect(symbolon.transactions.erase({ transaction: "nothing" })).rejects.toEqual(
        absent("transaction"),
      )
      await expect(as(ada.uuid).erase({ transaction: id })).rejects.toMatchObject({
        _tag: "Forbidden",
      })
    })

    it("an access key is good for one transaction and a quarter of an hour, and is kept as a hash", async () => {
      const { decrypt, fetchBy, issue, advance, storage, clock } = await openIssued(await open())
      const { transaction: other } = await issue("other")
      const { accessKey = "", expiresAt } = await decrypt()
      expect(accessKey).toMatch(/^sy_ak_[\w-]{43}$/)
      expect(expiresAt).toEqual(new Date(clock.now().getTime() + 15 * minuteMs))
      const stored = await storage.transact("read", (tx) =>
        tx.contents.access(tokenHash(accessKey)),
      )
      expect(JSON.stringify(stored)).not.toContain(accessKey)
      await expect(fetchBy(accessKey, other.body.id)).rejects.toEqual(unknownKey)
      await expect(fetchBy(accessKey, "unknown")).rejects.toEqual(unknownKey)
      await expect(fetchBy("sy_ak_unknown")).rejects.toEqual(unknownKey)
      await advance(15 * minuteMs - 1)
      expect(await fetchBy(accessKey)).toMatchObject({ name: "Sail ticket" })
      await advance(1)
      await expect(fetchBy(accessKey)).rejects.toEqual(unknownKey)
      await advance(3 * 24 * 60 * minuteMs)
      expect(
        await storage.transact("read", (tx) => tx.contents.access(tokenHash(accessKey))),
      ).toBeUndefined()
    })

    it("records each reader who decrypts it; a refused caller is not recorded and gets no key", async () => {
      const { decrypt, ada, bob, as, adas, treasury, id, forClub, storage, symbolon, team } =
        await openIssued(await open())
      await decrypt()
      await forClub("manager").transactions.decrypt({ transaction: id, wallet: treasury })
      await symbolon.transactions.decrypt({ transaction: id, wallet: treasury })
      await expect(as(bob.uuid).decrypt({ transaction: id, wallet: adas })).rejects.toBeDefined()
      const reads = await storage.transact("read", (tx) => tx.contents.readsOf(id, undefined, 10))
      expect(
        reads.map(({ readerKind, readerId, walletAddress }) => [
          readerKind,
          readerId,
          walletAddress,
        ]),
      ).toEqual([
        ["user", ada.uuid, adas],
        ["organization", team.manager.uuid, treasury],
        ["host", undefined, treasury],
      ])
    })

    it("is issued once for its key, and what cannot be sealed leaves no trace", async () => {
      const { issue, transaction, symbolon, ada, storage } = await openIssued(await open())
      expect(await issue("first")).toEqual({ transaction, replayed: true })
      await expect(
        issue("first", { content: { ...content, name: "Another" } }),
      ).rejects.toMatchObject({ _tag: "IdempotencyConflict" })
      const size = async () => (await storage.transact("read", (tx) => tx.transactions.head())).size
      const before = await size()
      const bad = [
        { ...content, data: { made: new Date(0) as unknown as string } },
        { ...content, name: "\ud800" },
        { ...content, data: { long: "x".repeat(270_000) } },
      ]
      for (const each of bad)
        await expect(issue("bad", { content: each })).rejects.toMatchObject({
          _tag: "BadRequest",
          field: "content",
        })
      for (const amount of [-1, 0.5, 2 ** 53, Number.NaN])
        await expect(issue("bad", { amount })).rejects.toMatchObject({
          _tag: "Invalid",
          errors: { amount: expect.any(String) },
        })
      await expect(issue("bad", { amount: 5000 })).rejects.toMatchObject({
        _tag: "InsufficientBalance",
      })
      expect(await size()).toBe(before)
      const asAda = symbolon.as(userCaller(ada.uuid)).transactions
      await expect(
        asAda.issueContent({
          organization: "harbour-club",
          to: { type: "user_id", value: ada.uuid },
          content,
          idempotencyKey: "x",
        }),
      ).rejects.toEqual(expect.objectContaining({ _tag: "Forbidden" }))
    })
  })
}
