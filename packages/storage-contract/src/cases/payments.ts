import type {
  ParkedOutcome,
  PaymentConnection,
  ReceivedPayment,
  Storage,
} from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import {
  awayDesk,
  bank,
  checkout,
  desk,
  foundWithPayments,
  paymentConnection,
  receivedPayment,
} from "../payment-samples.ts"
import { at, uuid } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann } = club

const connections =
  (organizationUuid: string): List<"created_at", PaymentConnection> =>
  (tx, page) =>
    tx.paymentConnections.list(organizationUuid, page)
const disable = (storage: Storage, n: number, ms: number) =>
  write(storage, (tx) => tx.paymentConnections.disable(uuid(n), at(ms)))

export const paymentConnections: readonly StorageCase[] = [
  storageCase(
    "paymentConnections: found by uuid with all fields, disabled ones too, and added once",
    async (storage) => {
      await foundWithPayments(storage)
      const closed = paymentConnection(100, { disabledAt: at(7) })
      await write(storage, (tx) => tx.paymentConnections.add(closed))
      await rejects(
        write(storage, (tx) => tx.paymentConnections.add({ ...closed, backend: "bank" })),
        "a uuid that is there",
      )
      await read(storage, async (tx) => {
        for (const one of [desk, bank, awayDesk, closed])
          same(await tx.paymentConnections.find(one.uuid), one, "by uuid")
        same(await tx.paymentConnections.find(uuid(999)), undefined, "an unknown uuid")
      })
    },
  ),
  storageCase(
    "paymentConnections: a list is of one organization, without disabled ones, sorted by creation, and paged",
    async (storage) => {
      await foundWithPayments(storage)
      const [early, late] = [
        paymentConnection(101, { createdAt: at(0) }),
        paymentConnection(90, { createdAt: at(92) }),
      ]
      await write(storage, async (tx) => {
        for (const one of [late, early, paymentConnection(102, { disabledAt: at(7) })])
          await tx.paymentConnections.add(one)
      })
      await sortsBy(storage, connections(home.uuid), "created_at", [early, desk, late, bank])
      await sortsBy(storage, connections(away.uuid), "created_at", [awayDesk])
      await sortsBy(storage, connections(uuid(999)), "created_at", [])
    },
  ),
  storageCase("paymentConnections: one is disabled once, and no other with it", async (storage) => {
    await foundWithPayments(storage)
    claim(await disable(storage, 91, 5), "the first time must answer true")
    claim(!(await disable(storage, 91, 6)), "the second must answer false")
    claim(!(await disable(storage, 999, 6)), "an unknown one must answer false")
    same(
      await read(storage, (tx) => tx.paymentConnections.find(desk.uuid)),
      { ...desk, disabledAt: at(5) },
      "the disabled one",
    )
    same(await read(storage, (tx) => tx.paymentConnections.find(bank.uuid)), bank, "the other")
  }),
]

const receive = (storage: Storage, ...all: readonly ReceivedPayment[]) =>
  write(storage, async (tx) => {
    const answers: boolean[] = []
    for (const one of all) answers.push(await tx.paymentInbox.add(one))
    return answers
  })
const find = (storage: Storage, n: number) => read(storage, (tx) => tx.paymentInbox.find(uuid(n)))
const parked =
  (
    outcome: ParkedOutcome | undefined,
    isSettled = false,
    organizationUuid = home.uuid,
  ): List<"created_at", ReceivedPayment> =>
  (tx, page) =>
    tx.paymentInbox.listParked({ organizationUuid, outcome, isSettled }, page)

export const paymentInbox: readonly StorageCase[] = [
  storageCase(
    "paymentInbox: an event is taken in once for its connection, with all fields and with none",
    async (storage) => {
      await foundWithPayments(storage)
      const about = checkout(110)
      await write(storage, (tx) => tx.checkouts.add(about))
      const full = receivedPayment(100, {
        type: "reversed",
        checkoutUuid: about.uuid,
        reference: "pi_Ó",
        outcome: "unapplied",
        reason: "already_member",
        settledAt: at(7),
        settledByUserUuid: ann.uuid,
        note: "given back",
      })
      const bare = receivedPayment(101, { outcome: undefined, amountCents: 99_999_999_999 })
      same(await receive(storage, full, bare), [true, true], "new events")
      const again = [
        receivedPayment(102, { eventId: full.eventId, type: "paid", amountCents: 1 }),
        receivedPayment(103, { eventId: full.eventId, connectionUuid: bank.uuid, backend: "bank" }),
        receivedPayment(104, {
          eventId: full.eventId,
          connectionUuid: awayDesk.uuid,
          organizationUuid: away.uuid,
        }),
      ]
      same(
        await receive(storage, ...again),
        [false, true, true],
        "an event that is there, and the same id of others",
      )
      same(await find(storage, 100), full, "the one with all fields")
      same(await find(storage, 101), bare, "the one with none")
      same(await find(storage, 102), undefined, "the refused one")
      same(await find(storage, 103), again[1], "the other connection's")
    },
  ),
  storageCase(
    "paymentInbox: of concurrent arrivals of one event exactly one is taken in",
    async (storage) => {
      await foundWithPayments(storage)
      const winner = await exactlyOne(storage, (tx, n) =>
        tx.paymentInbox.add(receivedPayment(100 + n, { eventId: "the one" })),
      )
      for (let n = 0; n < 10; n += 1)
        same(
          (await find(storage, 100 + n)) !== undefined,
          n === winner,
          `whether number ${n} is there`,
        )
    },
  ),
  storageCase("paymentInbox: what became of an event is written over it", async (storage) => {
    await foundWithPayments(storage)
    await receive(
      storage,
      receivedPayment(100, { outcome: undefined }),
      receivedPayment(101, { outcome: undefined }),
    )
    await write(storage, async (tx) => {
      claim(
        await tx.paymentInbox.conclude(uuid(100), "mismatched", "amount"),
        "one that is there must answer true",
      )
      claim(await tx.paymentInbox.conclude(uuid(101), "applied", undefined), "so must another")
      claim(
        !(await tx.paymentInbox.conclude(uuid(999), "applied", undefined)),
        "an unknown one must answer false",
      )
    })
    same(
      await find(storage, 100),
      receivedPayment(100, { outcome: "mismatched", reason: "amount" }),
      "the mismatched one",
    )
    same(await find(storage, 101), receivedPayment(101), "the applied one")
  }),
  storageCase(
    "paymentInbox: a list shows what is parked of one organization, sorted by arrival, and paged",
    async (storage) => {
      await foundWithPayments(storage)
      const [a, b, c, d] = [
        receivedPayment(104, { outcome: "mismatched", reason: "amount", createdAt: at(1) }),
        receivedPayment(103, { outcome: "unapplied", reason: "already_member", createdAt: at(2) }),
        receivedPayment(102, { outcome: "mismatched", reason: "currency", createdAt: at(1) }),
        receivedPayment(101, {
          outcome: "mismatched",
          reason: "amount",
          createdAt: at(3),
          settledAt: at(4),
        }),
      ]
      const elsewhere = receivedPayment(105, {
        organizationUuid: away.uuid,
        connectionUuid: awayDesk.uuid,
        outcome: "unapplied",
      })
      await receive(
        storage,
        a,
        b,
        c,
        d,
        elsewhere,
        receivedPayment(106),
        receivedPayment(107, { outcome: "ignored" }),
      )
      await sortsBy(storage, parked(undefined), "created_at", [c, a, b])
      await sortsBy(storage, parked("mismatched"), "created_at", [c, a])
      await sortsBy(storage, parked("unapplied"), "created_at", [b])
      await sortsBy(storage, parked(undefined, true), "created_at", [d])
      await sortsBy(storage, parked("unapplied", true), "created_at", [])
      await sortsBy(storage, parked(undefined, false, away.uuid), "created_at", [elsewhere])
    },
  ),
  storageCase(
    "paymentInbox: a parked event is settled once, and no other kind is",
    async (storage) => {
      await foundWithPayments(storage)
      const waits = receivedPayment(100, { outcome: "unapplied", reason: "already_member" })
      await receive(
        storage,
        waits,
        receivedPayment(101, { outcome: "mismatched" }),
        receivedPayment(102),
        receivedPayment(103, { outcome: "ignored" }),
      )
      const settle = (n: number, ms: number, note?: string) =>
        write(storage, (tx) =>
          tx.paymentInbox.settle(uuid(n), {
            at: at(ms),
            byUserUuid: n === 100 ? ann.uuid : undefined,
            note,
          }),
        )
      claim(await settle(100, 50, "given back"), "a parked one must answer true")
      claim(await settle(101, 51), "so must the other kind")
      for (const n of [100, 101, 102, 103, 999])
        claim(!(await settle(n, 60, "again")), `number ${n} must answer false`)
      same(
        await find(storage, 100),
        { ...waits, settledAt: at(50), settledByUserUuid: ann.uuid, note: "given back" },
        "with a note",
      )
      same(
        await find(storage, 101),
        receivedPayment(101, { outcome: "mismatched", settledAt: at(51) }),
        "without",
      )
      same(await find(storage, 102), receivedPayment(102), "an applied one")
    },
  ),
  storageCase("paymentInbox: of concurrent settlements exactly one is true", async (storage) => {
    await foundWithPayments(storage)
    await receive(storage, receivedPayment(100, { outcome: "unapplied" }))
    const winner = await exactlyOne(storage, (tx, n) =>
      tx.paymentInbox.settle(uuid(100), { at: at(n), byUserUuid: undefined, note: `by ${n}` }),
    )
    same((await find(storage, 100))?.note, `by ${winner}`, "whose note is kept")
  }),
]
