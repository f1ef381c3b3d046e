import type { Storage } from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { rewardDelivery } from "../reward-samples.ts"
import { at, hash, sealedKey, uuid } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob } = club
const first = rewardDelivery(1, { userUuid: ann.uuid })
const second = rewardDelivery(2, {
  userUuid: undefined,
  issuedBy: "redeem",
  origin: "admin",
  referenceId: "order-1",
  onceKey: undefined,
  sealed: undefined,
  status: "failed",
  failureReason: "bad_answer",
  answerErrors: { "content.items.0.title": "is required" },
  transactionId: hash(6),
  attempts: 7,
  completedAt: at(9),
})

const foundWithBoth = async (storage: Storage): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const one of [first, second])
      claim(await tx.rewardDeliveries.add(one), "a delivery of a new key must be added")
  })
}

const find = (storage: Storage, id: string) => read(storage, (tx) => tx.rewardDeliveries.find(id))

/** External rewards whose contents webhooks are asked for. */
export const rewardDeliveries: readonly StorageCase[] = [
  storageCase("rewardDeliveries: one of a request stays", async (storage) => {
    await foundWithBoth(storage)
    same(await find(storage, first.uuid), first, "the first")
    same(await find(storage, second.uuid), second, "the second")
    same(await find(storage, uuid(999)), undefined, "an unknown one")
    const byKey = (key: string) => read(storage, (tx) => tx.rewardDeliveries.findByKey(key))
    same(await byKey(second.outcomeKey), second, "by its key")
    same(await byKey("unknown"), undefined, "by an unknown key")
    const again = rewardDelivery(3, { outcomeKey: first.outcomeKey })
    claim(!(await write(storage, (tx) => tx.rewardDeliveries.add(again))), "its key is taken")
    same(await find(storage, again.uuid), undefined, "what was not added")
    await exactlyOne(storage, (tx, n) =>
      tx.rewardDeliveries.add(rewardDelivery(10 + n, { outcomeKey: "same" })),
    )
  }),
  storageCase("rewardDeliveries: a change is made from the status it names", async (storage) => {
    await foundWithBoth(storage)
    const done = {
      ...first,
      status: "completed",
      sealed: undefined,
      transactionId: hash(5),
      attempts: 2,
      completedAt: at(7),
    } as const
    const change = (from: "pending" | "processing") =>
      write(storage, (tx) => tx.rewardDeliveries.change(done, from))
    claim(!(await change("processing")), "it is pending")
    same(await find(storage, first.uuid), first, "unchanged")
    claim(await change("pending"), "it was pending")
    same(await find(storage, first.uuid), done, "changed")
    same(await find(storage, second.uuid), second, "the other")
    claim(!(await change("pending")), "it is pending no more")
    const full = { ...first, ...second, uuid: first.uuid, outcomeKey: first.outcomeKey }
    const all = { ...full, onceKey: "once", sealed: sealedKey(8) } as const
    claim(
      await write(storage, (tx) => tx.rewardDeliveries.change(all, "completed")),
      "it was completed",
    )
    same(await find(storage, first.uuid), all, "every field")
    const unknown = rewardDelivery(9)
    claim(
      !(await write(storage, (tx) => tx.rewardDeliveries.change(unknown, "pending"))),
      "there is none",
    )
  }),
  storageCase("rewardDeliveries: those that are open, by uuid", async (storage) => {
    await found(storage)
    const pending = rewardDelivery(1, { createdAt: at(5) })
    const processing = rewardDelivery(2, { status: "processing", createdAt: at(4) })
    const late = rewardDelivery(3, { createdAt: at(6) })
    const ended = (["completed", "failed"] as const).map((status, n) =>
      rewardDelivery(4 + n, { status, createdAt: at(1) }),
    )
    await write(storage, async (tx) => {
      for (const one of [late, ...ended, processing, pending]) await tx.rewardDeliveries.add(one)
    })
    const open = (before: Date, after?: string, limit = 10) =>
      read(storage, (tx) => tx.rewardDeliveries.open(before, after, limit))
    same(await open(at(6)), [pending, processing], "those before the moment")
    same(await open(at(7)), [pending, processing, late], "all")
    same(await open(at(7), pending.uuid), [processing, late], "behind the first")
    same(await open(at(7), undefined, 1), [pending], "one")
    same(await open(at(4)), [], "none so early")
  }),
  storageCase("rewardDeliveries: many are found by their keys, and who waits", async (storage) => {
    await foundWithBoth(storage)
    const third = rewardDelivery(3, { userUuid: bob.uuid, status: "processing" })
    const other = rewardDelivery(4, { userUuid: bob.uuid, rewardTemplateUuid: uuid(301) })
    const nameless = rewardDelivery(7, { userUuid: undefined })
    await write(storage, async (tx) => {
      const others = [
        rewardDelivery(5, { userUuid: club.cid.uuid }),
        rewardDelivery(6, { userUuid: undefined }),
      ]
      for (const one of [third, other, nameless, ...others]) await tx.rewardDeliveries.add(one)
    })
    const byKeys = (keys: readonly string[]) =>
      read(storage, (tx) => tx.rewardDeliveries.findByKeys(keys))
    sameSet(await byKeys([first.outcomeKey, "x", third.outcomeKey]), [first, third], "by keys")
    same(await byKeys([]), [], "by none")
    const among = (userUuids: readonly string[], walletAddresses: readonly string[]) =>
      read(storage, (tx) =>
        tx.rewardDeliveries.openAmong(first.rewardTemplateUuid, { userUuids, walletAddresses }),
      )
    const anns = { userUuid: ann.uuid, walletAddress: first.walletAddress }
    const bobs = { userUuid: bob.uuid, walletAddress: third.walletAddress }
    const nobodys = { userUuid: undefined, walletAddress: nameless.walletAddress }
    sameSet(await among([ann.uuid, bob.uuid], []), [anns, bobs], "by user")
    sameSet(
      await among([], [second.walletAddress, third.walletAddress, nameless.walletAddress]),
      [bobs, nobodys],
      "by wallet, whether or not a user is named",
    )
    sameSet(await among([ann.uuid], [nameless.walletAddress]), [anns, nobodys], "by both")
    same(await among([], []), [], "by nothing")
    await write(storage, (tx) =>
      tx.rewardDeliveries.change({ ...first, status: "failed" }, "pending"),
    )
    same(await among([ann.uuid], []), [], "once it has failed")
  }),
  storageCase("rewardDeliveries: a claim is open until it ends", async (storage) => {
    await foundWithBoth(storage)
    const isOpen = (template = first.rewardTemplateUuid, user = ann.uuid) =>
      read(storage, (tx) => tx.rewardDeliveries.hasOpenClaim(template, user))
    same(await isOpen(), true, "while it is pending")
    same(await isOpen(uuid(999)), false, "of another template")
    same(await isOpen(undefined, bob.uuid), false, "of another person")
    const change = (status: "processing" | "completed", from: "pending" | "processing") =>
      write(storage, (tx) => tx.rewardDeliveries.change({ ...first, status }, from))
    await change("processing", "pending")
    same(await isOpen(), true, "while it is processed")
    await change("completed", "processing")
    same(await isOpen(), false, "when it is completed")
    const redeemed = rewardDelivery(4, { userUuid: ann.uuid, issuedBy: "redeem" })
    await write(storage, (tx) => tx.rewardDeliveries.add(redeemed))
    same(await isOpen(), false, "of what the organization issues")
  }),
]
