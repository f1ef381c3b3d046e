import {
  type Issuance,
  noNeeds,
  noWrites,
  type Storage,
  type Supply,
  type TransactionStatus,
  type Wallet,
} from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { sortsBy } from "../paging.ts"
import { head, moved, transaction } from "../postings.ts"
import { issuance, rewardDelivery, rewardTemplate } from "../reward-samples.ts"
import { address, at, hash, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob, treasury, annsPurse } = club
const template = rewardTemplate(300, { supplyTotal: 9, supplyReserved: 2 })
const other = rewardTemplate(301, { status: "archived" })

/** The club with two templates, and a transaction for each issuance, as it stands. */
const foundWith = async (
  storage: Storage,
  issued: readonly (readonly [Issuance, TransactionStatus])[],
): Promise<void> => {
  await found(storage)
  await write(storage, async (tx) => {
    for (const one of [template, other])
      claim(await tx.rewardTemplates.add(one), "a template must be added")
    let ends: readonly [Wallet, Wallet] = [treasury, annsPurse]
    const transactions = issued.map(([, status], logIndex) => {
      const transfer = { from: ends[0], to: ends[1], amount: 0, logIndex }
      ends = moved(transfer)
      return transaction(transfer, { status })
    })
    await tx.ledger.write({
      ...noWrites,
      transactions,
      issuances: issued.map(([one]) => one),
      wallets: issued.length === 0 ? [] : ends,
      ledger: head(issued.length),
    })
  })
}

const ofOther = { rewardTemplateUuid: other.uuid }
const byAnn = { userUuid: ann.uuid, issuedBy: "claim" } as const
const supplyOf = ({
  uuid: one,
  status,
  supplyTotal,
  supplyRedeemed,
  supplyReserved,
}: typeof template): Supply => ({ uuid: one, status, supplyTotal, supplyRedeemed, supplyReserved })
const load = (storage: Storage, supplies: readonly string[]) =>
  write(storage, async (tx) => [...(await tx.ledger.load({ ...noNeeds, supplies })).supplies])

export const issuances: readonly StorageCase[] = [
  storageCase("issuances: found by their transaction, whole", async (storage) => {
    const bare = issuance(0)
    const full = issuance(1, {
      ...ofOther,
      userUuid: bob.uuid,
      walletAddress: address(72),
      points: 12,
      issuedBy: "propagate",
    })
    await foundWith(storage, [
      [bare, "confirmed"],
      [full, "confirmed"],
    ])
    const find = (one: Issuance) => read(storage, (tx) => tx.issuances.find(one.transactionId))
    same(await find(bare), bare, "one without a user")
    same(await find(full), full, "one with all fields")
    same(await find(issuance(9)), undefined, "an unknown one")
  }),
  storageCase("issuances: a transaction issues one reward", async (storage) => {
    await foundWith(storage, [[issuance(0), "confirmed"]])
    await rejects(
      write(storage, (tx) =>
        tx.ledger.write({ ...noWrites, issuances: [issuance(0, ofOther)], ledger: head(1) }),
      ),
      "a second issuance of a transaction",
    )
  }),
  storageCase(
    "issuances: a list has those of one template, sorted by creation, with the status of each transaction",
    async (storage) => {
      const late = issuance(0, { createdAt: at(90) })
      const early = issuance(1, { createdAt: at(10) })
      await foundWith(storage, [
        [late, "reversed"],
        [early, "confirmed"],
        [issuance(2, ofOther), "confirmed"],
      ])
      await sortsBy(
        storage,
        (tx, page) => tx.issuances.list({ rewardTemplateUuid: template.uuid, at: at(0) }, page),
        "created_at",
        [
          { ...early, status: "confirmed" as const },
          { ...late, status: "reversed" as const },
        ],
      )
      await sortsBy(
        storage,
        (tx, page) => tx.issuances.list({ rewardTemplateUuid: uuid(999), at: at(0) }, page),
        "created_at",
        [],
      )
    },
  ),
  storageCase(
    "issuances: reversed claims are counted by template and user, and nothing else",
    async (storage) => {
      await foundWith(storage, [
        [issuance(0, byAnn), "reversed"],
        [issuance(1, byAnn), "reversed"],
        [issuance(2, byAnn), "confirmed"],
        [issuance(3, { ...byAnn, issuedBy: "redeem" }), "reversed"],
        [issuance(4, { ...byAnn, ...ofOther }), "reversed"],
        [issuance(5, { ...byAnn, userUuid: bob.uuid }), "reversed"],
      ])
      const count = (of: string, user: string) =>
        read(storage, (tx) => tx.issuances.countReversedClaims(of, user))
      same(await count(template.uuid, ann.uuid), 2, "Ann's of the template")
      same(await count(other.uuid, ann.uuid), 1, "Ann's of the other")
      same(await count(template.uuid, bob.uuid), 1, "Bob's of the template")
      same(await count(other.uuid, bob.uuid), 0, "Bob's of the other")
    },
  ),
  storageCase(
    "issuances: reversed credentials are told by their index, of one treasury and one range",
    async (storage) => {
      const credential = (n: number, index: number) =>
        issuance(n, { credentialIssuerUuid: club.home.uuid, credentialIndex: index })
      await foundWith(storage, [
        [credential(0, 12), "reversed"],
        [credential(1, 11), "confirmed"],
        [credential(2, 10), "reversed"],
        [credential(3, 13), "reversed"],
        [credential(4, 9), "reversed"],
        [issuance(5), "reversed"],
      ])
      const reversed = (from: string, first: number, count: number) =>
        read(storage, (tx) => tx.issuances.reversedCredentials(from, { first, count }))
      same(await reversed(treasury.address, 10, 3), [10, 12], "of the range, ascending")
      same(await reversed(treasury.address, 0, 100), [9, 10, 12, 13], "of all")
      same(await reversed(annsPurse.address, 0, 100), [], "of another wallet")
    },
  ),
  storageCase(
    "issuances: an index of an organization's credentials is taken once",
    async (storage) => {
      const place = { credentialIssuerUuid: club.home.uuid, credentialIndex: 4 }
      await rejects(
        foundWith(storage, [
          [issuance(0, place), "confirmed"],
          [issuance(1, place), "confirmed"],
        ]),
        "an index for two",
      )
    },
  ),
  storageCase(
    "issuances: who received one and still has it, by user or wallet",
    async (storage) => {
      const wallet = address(72)
      await foundWith(storage, [
        [issuance(0, { userUuid: ann.uuid, walletAddress: address(70) }), "confirmed"],
        [issuance(1, { userUuid: bob.uuid, walletAddress: address(71) }), "reversed"],
        [issuance(2, { userUuid: undefined, walletAddress: wallet }), "confirmed"],
        [issuance(3, { userUuid: undefined, walletAddress: address(73) }), "reversed"],
        [issuance(4, { userUuid: bob.uuid, walletAddress: wallet }), "confirmed"],
        [
          issuance(5, { ...ofOther, userUuid: club.cid.uuid, walletAddress: address(74) }),
          "confirmed",
        ],
      ])
      const among = (userUuids: readonly string[], walletAddresses: readonly string[]) =>
        read(storage, (tx) =>
          tx.issuances.receivedAmong(template.uuid, { userUuids, walletAddresses }),
        )
      const anns = { userUuid: ann.uuid, walletAddress: address(70) }
      const bobs = { userUuid: bob.uuid, walletAddress: wallet }
      const nobodys = { userUuid: undefined, walletAddress: wallet }
      sameSet(await among([ann.uuid, club.cid.uuid], []), [anns], "by user")
      sameSet(await among([bob.uuid], []), [bobs], "by user, once the first is taken back")
      sameSet(await among([], [wallet, address(73)]), [nobodys, bobs], "by wallet")
      sameSet(await among([], [address(70)]), [anns], "by a wallet with a user")
      sameSet(await among([], [address(74)]), [], "by a wallet that has another")
      sameSet(await among([ann.uuid], [wallet]), [anns, nobodys, bobs], "by both")
      sameSet(await among([], []), [], "by nothing")
    },
  ),
  storageCase("ledger: supplies are read and written with a batch", async (storage) => {
    await foundWith(storage, [])
    same(
      await load(storage, [template.uuid, other.uuid, uuid(999)]),
      [
        [template.uuid, supplyOf(template)],
        [other.uuid, supplyOf(other)],
      ],
      "what is there",
    )
    same(await load(storage, [other.uuid]), [[other.uuid, supplyOf(other)]], "what was asked for")
    const after = { ...supplyOf(template), supplyRedeemed: 5, supplyReserved: 1 }
    await write(storage, (tx) =>
      tx.ledger.write({ ...noWrites, supplies: [after], ledger: head(0) }),
    )
    same(
      await read(storage, (tx) => tx.rewardTemplates.find(template.uuid)),
      { ...template, supplyRedeemed: 5, supplyReserved: 1 },
      "the template of the supply",
    )
    same(
      await read(storage, (tx) => tx.rewardTemplates.find(other.uuid)),
      other,
      "the other template",
    )
    await rejects(
      write(storage, (tx) =>
        tx.ledger.write({
          ...noWrites,
          supplies: [{ ...after, uuid: uuid(999) }],
          ledger: head(0),
        }),
      ),
      "a supply of no template",
    )
  }),
  storageCase("ledger: a supply is neither below zero nor exceeded", async (storage) => {
    await foundWith(storage, [])
    const supply = supplyOf(template)
    const wrong = [
      { supplyRedeemed: 0, supplyReserved: -1 },
      { supplyRedeemed: -1, supplyReserved: 0 },
      { supplyRedeemed: 8, supplyReserved: 2 },
    ]
    for (const counts of wrong) {
      const what = JSON.stringify(counts)
      await rejects(
        write(storage, (tx) =>
          tx.ledger.write({ ...noWrites, supplies: [{ ...supply, ...counts }], ledger: head(0) }),
        ),
        `a supply with ${what}`,
      )
      await rejects(
        write(storage, (tx) => tx.rewardTemplates.change({ ...template, ...counts })),
        `a template with ${what}`,
      )
      await rejects(
        write(storage, (tx) =>
          tx.rewardTemplates.add(rewardTemplate(302, { supplyTotal: 9, ...counts })),
        ),
        `a new template with ${what}`,
      )
    }
    const full = { ...supply, supplyRedeemed: 7, supplyReserved: 2 }
    await write(storage, (tx) =>
      tx.ledger.write({ ...noWrites, supplies: [full], ledger: head(0) }),
    )
    same(await load(storage, [template.uuid]), [[template.uuid, full]], "all of it")
    const endless = rewardTemplate(303, { supplyTotal: undefined, supplyRedeemed: 1_000 })
    claim(await write(storage, (tx) => tx.rewardTemplates.add(endless)), "one without a total")
  }),
  storageCase("ledger: a reservation is consumed once, with its delivery", async (storage) => {
    await foundWith(storage, [])
    const statuses = ["pending", "processing", "completed", "failed"] as const
    const deliveries = statuses.map((status, n) => rewardDelivery(n + 1, { status }))
    const [pending, processing, completed, failed] = deliveries.map(({ uuid: one }) => one)
    const asked = [pending, processing, completed, failed, uuid(999)].map((one) => one ?? "")
    await write(storage, async (tx) => {
      for (const one of deliveries) await tx.rewardDeliveries.add(one)
    })
    const held = (mode: typeof write, reservations: readonly string[]) =>
      mode(storage, async (tx) => {
        const found = (await tx.ledger.load({ ...noNeeds, reservations })).reservations
        claim(
          [...found].every(([key, one]) => key === one.uuid),
          "each stands under its uuid",
        )
        return [...found.values()]
      })
    const expected = deliveries.map(({ uuid: one, status }) => ({
      uuid: one,
      isHeld: status === "pending" || status === "processing",
    }))
    for (const mode of [write, read]) {
      sameSet(await held(mode, asked), expected, "those that were asked for")
      sameSet(await held(mode, [asked[1] ?? ""]), expected.slice(1, 2), "one of them")
    }
    const consume = (one = "") =>
      write(storage, (tx) =>
        tx.ledger.write({
          ...noWrites,
          reservations: [{ uuid: one, transactionId: hash(8), consumedAt: at(9) }],
          ledger: head(0),
        }),
      )
    await consume(processing)
    const find = (one = "") => read(storage, (tx) => tx.rewardDeliveries.find(one))
    same(
      await find(processing),
      {
        ...deliveries[1],
        status: "completed",
        sealed: undefined,
        transactionId: hash(8),
        completedAt: at(9),
      },
      "the delivery of the reservation",
    )
    for (const one of [processing, completed, failed, uuid(999)])
      await rejects(consume(one), "a reservation that is not held")
    for (const n of [0, 2, 3]) same(await find(asked[n]), deliveries[n], "another delivery")
    await consume(pending)
    same((await find(pending))?.status, "completed", "one that was not answered yet")
  }),
]
