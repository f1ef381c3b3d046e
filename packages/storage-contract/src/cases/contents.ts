import type { Repositories, Storage, WrappedKind } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { cachedContent, contentAccess, contentRead, decryptionKey } from "../content-samples.ts"
import { transactionId } from "../postings.ts"
import { paymentConnection } from "../payment-samples.ts"
import { credentialKey, rewardBatch, rewardDelivery, rewardTemplate } from "../reward-samples.ts"
import { at, hash, sealedKey, serviceKey, uuid, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { sweepCase } from "../sweeps.ts"
import { webhook } from "../webhook-samples.ts"

const { bobsPurse } = club

export const decryptionKeys: readonly StorageCase[] = [
  storageCase("decryptionKeys: every version is kept, and found by its kid", async (storage) => {
    await found(storage)
    const keys = [
      decryptionKey(1),
      decryptionKey(2),
      decryptionKey(1, { address: bobsPurse.address }),
    ]
    await write(storage, async (tx) => {
      for (const key of keys) await tx.decryptionKeys.add(key)
    })
    const findAll = (kids: readonly string[]) =>
      read(storage, (tx) => tx.decryptionKeys.findAll(kids))
    sameSet(await findAll(keys.map(({ kid }) => kid)), keys, "all of them")
    sameSet(
      await findAll([decryptionKey(2).kid, "nobody#1"]),
      [decryptionKey(2)],
      "one, beside an unknown one",
    )
    same(await findAll([]), [], "of none")
    await rejects(
      write(storage, (tx) => tx.decryptionKeys.add(decryptionKey(2, { sealed: sealedKey(9) }))),
      "a second key of a version",
    )
    same(await findAll([decryptionKey(2).kid]), [decryptionKey(2)], "the one that was there")
  }),
]

export const contents: readonly StorageCase[] = [
  storageCase("contents: an access key comes back as it was written", async (storage) => {
    await found(storage)
    await write(storage, (tx) => tx.contents.addAccess(contentAccess(1)))
    await read(storage, async (tx) => {
      same(await tx.contents.access(hash(1)), contentAccess(1), "the access key")
      same(await tx.contents.access(hash(2)), undefined, "an unknown one")
    })
    await rejects(
      write(storage, (tx) => tx.contents.addAccess(contentAccess(1, { transactionId: "t-2" }))),
      "the same access key again",
    )
  }),
  storageCase("contents: who read a transaction's content is listed by uuid", async (storage) => {
    await found(storage)
    const reads = [3, 1, 4, 2].map((n) => contentRead(100 + n))
    const byHost = contentRead(105, { readerKind: "host", readerId: undefined })
    await write(storage, async (tx) => {
      for (const one of [...reads, byHost, contentRead(110, { transactionId: "t-2" })])
        await tx.contents.addRead(one)
    })
    const readsOf = (after: string | undefined, limit: number) =>
      read(storage, (tx) => tx.contents.readsOf("t-1", after, limit))
    const inOrder = [...reads.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1)), byHost]
    same(await readsOf(undefined, 10), inOrder, "all reads")
    same(await readsOf(undefined, 2), inOrder.slice(0, 2), "the first two")
    same(await readsOf(uuid(102), 2), inOrder.slice(2, 4), "the two behind")
    same(
      await read(storage, (tx) => tx.contents.readsOf("t-3", undefined, 10)),
      [],
      "of another transaction",
    )
    for (const one of [byHost, contentRead(110, { transactionId: "t-2" })])
      same(await read(storage, (tx) => tx.contents.findRead(one.uuid)), one, "one by its uuid")
    same(await read(storage, (tx) => tx.contents.findRead(uuid(199))), undefined, "an unknown one")
  }),
  sweepCase({
    noun: "contents",
    when: "expired",
    add: (tx, n, ms) => tx.contents.addAccess(contentAccess(n, { expiresAt: at(ms) })),
    find: (tx, n) => tx.contents.access(hash(n)),
    sweep: (tx, before, limit) => tx.contents.sweepAccess(before, limit),
  }),
]

const [old, new_] = ["kek-1", "kek-2"]
const wrappedBy = (kekId: string, n: number) => ({ kekId, blob: String(n).padStart(54, "B") })
const under = (kekId: string, n: number) => ({ ...sealedKey(n), wrapped: wrappedBy(kekId, n) })

/**
 * Writes three rows of each kind, two under the old key and one under the new; answers the ids of
 * the two.
 */
const three = async (
  storage: Storage,
): Promise<Readonly<Record<WrappedKind, readonly string[]>>> => {
  await found(storage)
  const cards = [201, 202, 203].map((n) => wallet(n, { kind: "card", keyVersion: 4 }))
  const keks = [old, old, new_]
  return write(storage, async (tx) => {
    for (const [i, card] of cards.entries()) {
      const sealed = under(keks[i] ?? "", 200 + i)
      await tx.wallets.add(card, sealed)
      await tx.decryptionKeys.add(decryptionKey(7, { address: card.address, sealed }))
      await tx.serviceKeys.add(serviceKey(200 + i, { status: "retiring", sealed }))
      await tx.paymentConnections.add(paymentConnection(200 + i, { sealed }))
      await tx.webhooks.add(webhook(200 + i, { sealed }))
      await tx.rewardTemplates.add(rewardTemplate(200 + i, { organizationUuid: club.home.uuid }))
      await tx.rewardTemplates.putContent({ rewardTemplateUuid: uuid(200 + i), sealed })
      await tx.cachedContents.add(cachedContent(200 + i, { sealed }))
      await tx.rewardDeliveries.add(rewardDelivery(200 + i, { sealed }))
      await tx.credentialKeys.add(
        credentialKey(200 + i, {
          organizationUuid: club.home.uuid,
          sealed,
          retiredAt: at(300 + i),
        }),
      )
      await tx.rewardBatches.add(rewardBatch(200 + i, { sealed }))
    }
    return {
      wallet: cards.slice(0, 2).map(({ address }) => address),
      decryption: cards.slice(0, 2).map(({ address }) => `${address}#7`),
      service: ["key-200", "key-201"],
      payment: [uuid(200), uuid(201)],
      webhook: [uuid(200), uuid(201)],
      reward: [uuid(200), uuid(201)],
      cached: [transactionId(200), transactionId(201)],
      delivery: [200, 201].map((n) => rewardDelivery(n).uuid),
      credential: ["credential-key-200", "credential-key-201"],
      batch: [uuid(200), uuid(201)],
    }
  })
}
const versions: Readonly<Record<WrappedKind, number>> = {
  wallet: 4,
  decryption: 7,
  service: 0,
  payment: 0,
  webhook: 0,
  reward: 0,
  cached: 0,
  delivery: 0,
  credential: 0,
  batch: 0,
}
/** The club's own wallets are wrapped by this key too. */
const ofCards = (rows: Awaited<ReturnType<Repositories["wrappedKeys"]["wrappedBy"]>>) =>
  rows.filter(({ wrapped }) => wrapped.blob.startsWith("B"))

export const wrappedKeys: readonly StorageCase[] = (
  [
    "wallet",
    "decryption",
    "service",
    "payment",
    "webhook",
    "reward",
    "cached",
    "delivery",
    "credential",
  ] as const
).flatMap((kind) => [
  storageCase(
    `wrappedKeys: ${kind}: those that one key wraps, by id, with the version they are bound to`,
    async (storage) => {
      const ids = (await three(storage))[kind]
      const all = (kekId: string, after?: string, limit = 100) =>
        read(storage, (tx) => tx.wrappedKeys.wrappedBy(kind, kekId, after, limit))
      const expected = ids.map((id, i) => ({
        id,
        version: versions[kind],
        wrapped: wrappedBy(old, 200 + i),
      }))
      same(ofCards(await all(old)), expected, "all under the old key")
      same(ofCards(await all(old, ids[0])), expected.slice(1), "behind the first")
      same((await all(old, undefined, 1)).length, 1, "one")
      same((await all(new_)).length, 1, "under the new key")
      same(await all("kek-3"), [], "under another")
    },
  ),
  storageCase(
    `wrappedKeys: ${kind}: rewrap writes a row that is as it was read, and passes over one that is not`,
    async (storage) => {
      const [first = "", second = ""] = (await three(storage))[kind]
      const done = await write(storage, (tx) =>
        tx.wrappedKeys.rewrap(kind, [
          { id: first, before: wrappedBy(old, 200), after: wrappedBy(new_, 300) },
          { id: second, before: wrappedBy(old, 999), after: wrappedBy(new_, 301) },
          { id: "nobody", before: wrappedBy(old, 200), after: wrappedBy(new_, 302) },
        ]),
      )
      same(done, 1, "how many were written")
      same(await write(storage, (tx) => tx.wrappedKeys.rewrap(kind, [])), 0, "of none")
      const otherKind = kind === "wallet" ? "service" : "wallet"
      const misplaced = { id: second, before: wrappedBy(old, 201), after: wrappedBy(new_, 303) }
      same(
        await write(storage, (tx) => tx.wrappedKeys.rewrap(otherKind, [misplaced])),
        0,
        "among another kind",
      )
      await read(storage, async (tx) => {
        const left = ofCards(await tx.wrappedKeys.wrappedBy(kind, old, undefined, 100))
        same(
          left,
          [{ id: second, version: versions[kind], wrapped: wrappedBy(old, 201) }],
          "what the old key still wraps",
        )
        const now = await tx.wrappedKeys.wrappedBy(kind, new_, undefined, 100)
        claim(
          now.some(({ id, wrapped }) => id === first && wrapped.blob === wrappedBy(new_, 300).blob),
          "the first is wrapped anew",
        )
        if (kind === "wallet")
          same(
            (await tx.wallets.sealedKey(first))?.box,
            sealedKey(200).box,
            "what is sealed, which stays as it was",
          )
        if (kind === "delivery")
          same(
            (await tx.rewardDeliveries.find(first))?.sealed,
            { ...sealedKey(200), wrapped: wrappedBy(new_, 300) },
            "what is sealed, with its key wrapped anew",
          )
      })
    },
  ),
])
