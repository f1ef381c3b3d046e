import type { Checkout, OpenCheckouts, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club } from "../club.ts"
import { awayDesk, bank, checkout, desk, foundWithPayments } from "../payment-samples.ts"
import { at, uuid } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, gold, silver, foreign } = club

const open = (storage: Storage, ...all: readonly Checkout[]) =>
  write(storage, async (tx) => {
    const answers: boolean[] = []
    for (const one of all) answers.push(await tx.checkouts.add(one))
    return answers
  })
const find = (storage: Storage, n: number) => read(storage, (tx) => tx.checkouts.find(uuid(n)))
const change = (storage: Storage, one: Checkout) => write(storage, (tx) => tx.checkouts.change(one))
const annsGold = { userUuid: ann.uuid, purpose: "join", tierUuid: gold.uuid } as const

/**
 * Open ones of several people, tiers, purposes, connections and organizations, and one of Ann's
 * that is paid.
 */
const many: readonly Checkout[] = [
  checkout(100),
  checkout(101, { purpose: "renew" }),
  checkout(102, {
    tierUuid: silver.uuid,
    purpose: "change",
    connectionUuid: bank.uuid,
    backend: "bank",
  }),
  checkout(103, { userUuid: bob.uuid }),
  checkout(104, {
    organizationUuid: away.uuid,
    tierUuid: foreign.uuid,
    connectionUuid: awayDesk.uuid,
  }),
  checkout(105, { status: "paid" }),
]

const meant: readonly (readonly [string, OpenCheckouts, readonly number[]])[] = [
  ["an organization", { organizationUuid: home.uuid }, [100, 101, 102, 103]],
  ["a user", { userUuid: ann.uuid }, [100, 101, 102, 104]],
  [
    "a user in an organization",
    { userUuid: ann.uuid, organizationUuid: home.uuid },
    [100, 101, 102],
  ],
  [
    "two purposes of theirs",
    { userUuid: ann.uuid, organizationUuid: home.uuid, purposes: ["renew", "change"] },
    [101, 102],
  ],
  ["a tier", { tierUuid: gold.uuid }, [100, 101, 103]],
  ["a tier and a purpose", { tierUuid: gold.uuid, purposes: ["join"] }, [100, 103]],
  ["a connection", { connectionUuid: bank.uuid }, [102]],
  ["no purpose", { userUuid: ann.uuid, purposes: [] }, []],
  ["nobody known", { userUuid: uuid(999) }, []],
]

export const checkouts: readonly StorageCase[] = [
  storageCase(
    "checkouts: found by uuid and many at once, with all fields and with none",
    async (storage) => {
      await foundWithPayments(storage)
      const full = checkout(100, {
        purpose: "change",
        amountCents: 99_999_999_999,
        creditCents: 1,
        paymentInterval: "yearly",
        checkoutUrl: "https://pay.example/ó?a=1",
        reference: "cs_1",
        paymentReference: "pi_1",
        status: "paid",
        isApplied: true,
        updatedAt: at(7),
      })
      const bare = checkout(101)
      await open(storage, full, bare)
      await read(storage, async (tx) => {
        for (const one of [full, bare]) {
          same(await tx.checkouts.find(one.uuid), one, "by uuid")
          same(await tx.checkouts.lock(one.uuid), one, "locked by uuid, in a read")
        }
        same(await tx.checkouts.find(uuid(999)), undefined, "an unknown uuid")
        same(await tx.checkouts.lock(uuid(999)), undefined, "an unknown one, locked")
        sameSet(
          await tx.checkouts.findAll([full.uuid, bare.uuid, full.uuid, uuid(999)]),
          [full, bare],
          "many at once",
        )
        same(await tx.checkouts.findAll([]), [], "none at once")
      })
      await rejects(open(storage, { ...full, status: "failed" }), "a uuid that is there")
    },
  ),
  storageCase("checkouts: a user has one open for a purpose and a tier", async (storage) => {
    await foundWithPayments(storage)
    same(
      await open(storage, ...many),
      [true, true, true, true, true, true],
      "different ones, and one that is paid",
    )
    same(
      await open(storage, checkout(110, { connectionUuid: bank.uuid, expiresAt: at(1) })),
      [false],
      "a second open one",
    )
    same(await find(storage, 110), undefined, "the refused one")
    claim(await change(storage, checkout(100, { status: "expired" })), "the open one can be closed")
    same(await open(storage, checkout(111)), [true], "another one then")
    await rejects(
      change(storage, checkout(105, { status: "open" })),
      "opening a paid one beside it",
    )
    same(await find(storage, 105), many[5], "the paid one")
  }),
  storageCase(
    "checkouts: of concurrent attempts to open one exactly one is true",
    async (storage) => {
      await foundWithPayments(storage)
      const winner = await exactlyOne(storage, (tx, n) => tx.checkouts.add(checkout(100 + n)))
      same(
        (await read(storage, (tx) => tx.checkouts.findOpen(annsGold)))?.uuid,
        uuid(100 + winner),
        "the open one",
      )
    },
  ),
  storageCase(
    "checkouts: the open one is found whatever its dates, in reads and in writes",
    async (storage) => {
      await foundWithPayments(storage)
      const old = checkout(110, { expiresAt: at(-1) })
      await open(storage, old, ...many.slice(1))
      for (const ask of [read, write]) {
        await ask(storage, async (tx) => {
          same(await tx.checkouts.findOpen(annsGold), old, "Ann's")
          same(
            await tx.checkouts.findOpen({ ...annsGold, purpose: "renew" }),
            many[1],
            "for another purpose",
          )
          same(
            await tx.checkouts.findOpen({ ...annsGold, purpose: "change" }),
            undefined,
            "for a purpose there is none for",
          )
          same(
            await tx.checkouts.findOpen({ ...annsGold, tierUuid: silver.uuid }),
            undefined,
            "for another tier",
          )
        })
      }
      await change(storage, { ...old, status: "expired" })
      same(
        await read(storage, (tx) => tx.checkouts.findOpen(annsGold)),
        undefined,
        "once it is closed",
      )
    },
  ),
  storageCase(
    "checkouts: found by what the backend calls the checkout or its payment, for one connection",
    async (storage) => {
      await foundWithPayments(storage)
      const [a, b, c] = [
        checkout(100, { reference: "cs_1", paymentReference: "pi_1", status: "paid" }),
        checkout(101, { reference: "cs_2", status: "expired" }),
        checkout(102, { reference: "cs_1", connectionUuid: bank.uuid }),
      ]
      await open(storage, a, b, c, checkout(103, { userUuid: bob.uuid }))
      const by = (connectionUuid: string, reference: string) =>
        read(storage, (tx) => tx.checkouts.findByReference(connectionUuid, reference))
      same(await by(desk.uuid, "cs_1"), a, "by the checkout's reference")
      same(await by(desk.uuid, "pi_1"), a, "by the payment's")
      same(await by(desk.uuid, "cs_2"), b, "one without a payment")
      same(await by(bank.uuid, "cs_1"), c, "the same reference elsewhere")
      same(await by(bank.uuid, "pi_1"), undefined, "a reference of elsewhere")
      same(await by(desk.uuid, "CS_1"), undefined, "another case")
    },
  ),
  storageCase(
    "checkouts: change overwrites one, and answers false for one that is not there",
    async (storage) => {
      await foundWithPayments(storage)
      await open(storage, ...many.slice(0, 2))
      const changed = checkout(100, {
        status: "paid",
        paymentReference: "pi_1",
        isApplied: true,
        updatedAt: at(9),
      })
      claim(await change(storage, changed), "one that is there must answer true")
      claim(
        !(await change(storage, checkout(999, { userUuid: bob.uuid }))),
        "an unknown one must answer false",
      )
      same(await find(storage, 100), changed, "the changed one")
      same(await find(storage, 101), many[1], "the other")
      same(await find(storage, 999), undefined, "the unknown one")
    },
  ),
  storageCase(
    "checkouts: of concurrent changes of a locked one each sees the one before",
    async (storage) => {
      await foundWithPayments(storage)
      await open(storage, checkout(100, { amountCents: 0 }))
      const raise = () =>
        write(storage, async (tx) => {
          const before = await tx.checkouts.lock(uuid(100))
          if (before !== undefined)
            await tx.checkouts.change({ ...before, amountCents: before.amountCents + 1 })
        })
      await Promise.all(Array.from({ length: 10 }, raise))
      same((await find(storage, 100))?.amountCents, 10, "after ten changes by one each")
    },
  ),
  ...meant.map(([whose, of, numbers]) =>
    storageCase(
      `checkouts: the open ones of ${whose} are counted and cancelled, and no others`,
      async (storage) => {
        await foundWithPayments(storage)
        await open(storage, ...many)
        same(
          await read(storage, (tx) => tx.checkouts.countOpen(of, at(0))),
          numbers.length,
          "how many are open",
        )
        same(
          await write(storage, (tx) => tx.checkouts.cancelOpen(of, at(50))),
          numbers.length,
          "how many were cancelled",
        )
        for (const one of many) {
          const isMeant = numbers.some((n) => uuid(n) === one.uuid)
          const expected = isMeant ? { ...one, status: "cancelled", updatedAt: at(50) } : one
          same(await read(storage, (tx) => tx.checkouts.find(one.uuid)), expected, one.uuid)
        }
        same(
          await write(storage, (tx) => tx.checkouts.cancelOpen(of, at(60))),
          0,
          "how many the second time",
        )
      },
    ),
  ),
  storageCase(
    "checkouts: one that has expired is not counted as open, yet cancelled",
    async (storage) => {
      await foundWithPayments(storage)
      await open(storage, checkout(100, { expiresAt: at(10) }))
      const count = (ms: number) =>
        read(storage, (tx) => tx.checkouts.countOpen({ userUuid: ann.uuid }, at(ms)))
      same(
        [await count(9), await count(10), await count(11)],
        [1, 0, 0],
        "a moment before, at the moment, and after",
      )
      same(
        await write(storage, (tx) => tx.checkouts.cancelOpen({ userUuid: ann.uuid }, at(20))),
        1,
        "how many were cancelled",
      )
    },
  ),
  storageCase(
    "checkouts: those of nobody in particular are neither cancelled nor counted",
    async (storage) => {
      await foundWithPayments(storage)
      await open(storage, ...many)
      for (const nobodys of [{}, { purposes: ["join"] }] satisfies readonly OpenCheckouts[]) {
        await rejects(
          write(storage, (tx) => tx.checkouts.cancelOpen(nobodys, at(50))),
          "cancelling everybody's",
        )
        await rejects(
          read(storage, (tx) => tx.checkouts.countOpen(nobodys, at(50))),
          "counting everybody's",
        )
      }
      same(await find(storage, 100), many[0], "one of them")
    },
  ),
]
