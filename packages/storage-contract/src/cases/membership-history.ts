import type { KeptEntry, Membership, Storage } from "@symbolon/core/storage"
import { rejects, same } from "../claims.ts"
import { addPerson, club, found } from "../club.ts"
import { addRows, entry, row, term } from "../membership-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { bob, silver } = club

const annsRow = row(100)
const bobsRow = row(101, { userUuid: bob.uuid })
const later = (revision: number, change: Partial<Membership> = {}): Membership => ({
  ...annsRow,
  updatedAt: at(revision),
  revision,
  ...change,
})

const full: Membership = {
  ...annsRow,
  tierUuid: silver.uuid,
  customPriceCents: 0,
  customPaymentInterval: "one_time",
  validUntil: at(86_400_001),
  renewableUntil: at(172_800_002),
  cancelledAt: new Date("0099-01-01T00:00:00.001Z"),
  endedAt: at(4),
  endedBy: "closed",
  anchorAt: new Date("9999-12-31T23:59:59.999Z"),
  anchorTerms: 7,
  joinedAt: at(-6),
  createdAt: at(-7),
  updatedAt: at(6),
  revision: 41,
}

const oldTerm = term(1, { priceCents: 99_999_999_999, interval: "quarterly" })
const paidTerm = term(2, { endsAt: undefined, paymentRef: "pi_1", cause: "renew" })

/**
 * Entries of all kinds of contents: emptied and filled fields, terms that are the same before and
 * after, and none.
 */
const odd: readonly KeptEntry[] = [
  entry(300, full, {
    by: { kind: "service" },
    cause: "org_change",
    paymentRef: "pi_1",
    note: "Ünï \u{1F39F} 'quoted' \"double\" \\ \n",
    conversion: { priceCents: 1, currency: "KWD", interval: "weekly" },
    before: annsRow,
    termsBefore: [oldTerm, paidTerm],
    termsAfter: [paidTerm, term(3), oldTerm],
  }),
  entry(
    301,
    { ...annsRow, revision: 42 },
    {
      by: { kind: "payment", uuid: uuid(9) },
      cause: "reversal",
      paymentRef: "pi_1",
      before: full,
      termsBefore: [term(3)],
    },
  ),
  entry(
    302,
    { ...full, revision: 43 },
    {
      by: { kind: "clock" },
      before: { ...full, revision: 43 },
      note: "",
      termsBefore: [oldTerm],
      termsAfter: [oldTerm],
    },
  ),
  entry(303, { ...annsRow, revision: 44 }),
]

const join = async (storage: Storage): Promise<void> => {
  await found(storage)
  await addRows(storage, annsRow, bobsRow)
}
const append = (storage: Storage, ...entries: readonly KeptEntry[]) =>
  write(storage, (tx) => tx.membershipHistory.append(entries))
const all = (storage: Storage, n: number) =>
  read(storage, (tx) => tx.membershipHistory.all(uuid(n)))
const uuids = (entries: readonly KeptEntry[]): readonly string[] => entries.map((one) => one.uuid)

export const membershipHistory: readonly StorageCase[] = [
  storageCase(
    "membershipHistory: rowAsOf is what the last entry at or before a moment left, of all rows of the user there",
    async (storage) => {
      await join(storage)
      const ended = { ...later(2), endedAt: at(20), endedBy: "removed" } as const
      await write(storage, (tx) => tx.memberships.replace(ended))
      const next = row(102, { createdAt: at(120), joinedAt: at(120) })
      const elsewhere = row(103, { organizationUuid: club.away.uuid, tierUuid: club.foreign.uuid })
      await addRows(storage, next, elsewhere)
      await append(
        storage,
        entry(300, annsRow, { at: at(10) }),
        // Of one instant: what came after the other in one row, and the row that was made last.
        entry(309, later(2), { at: at(20) }),
        entry(301, { ...ended, revision: 3 }, { at: at(20) }),
        entry(302, next, { at: at(20) }),
        entry(303, { ...next, revision: 2, tierUuid: silver.uuid }, { at: at(30) }),
        entry(304, bobsRow, { at: at(25) }),
        entry(305, elsewhere, { at: at(26) }),
      )
      const asOf = (ms: number, organizationUuid = club.home.uuid, userUuid = annsRow.userUuid) =>
        read(storage, (tx) => tx.membershipHistory.rowAsOf(organizationUuid, userUuid, at(ms)))
      same(await asOf(9), undefined, "before the first entry")
      same([await asOf(10), await asOf(19)], [annsRow, annsRow], "from the first on")
      same(await asOf(20), next, "of several at one instant")
      same(await asOf(29), next, "until the next entry")
      same(await asOf(30), { ...next, revision: 2, tierUuid: silver.uuid }, "from it on")
      same(
        [await asOf(30, club.away.uuid), await asOf(25, club.home.uuid, bob.uuid)],
        [elsewhere, bobsRow],
        "elsewhere, and of another user",
      )
      same(await asOf(30, club.away.uuid, bob.uuid), undefined, "of a user without a row there")
    },
  ),
  storageCase(
    "membershipHistory: an entry comes back exactly as it was written, whatever is in it",
    async (storage) => {
      await join(storage)
      await append(storage, ...odd)
      same(await all(storage, 100), odd, "the entries")
      await rejects(append(storage, odd[0] ?? entry(300, full)), "the same entry again")
    },
  ),
  storageCase(
    "membershipHistory: one membership's, the oldest first, by revision, time and uuid",
    async (storage) => {
      await join(storage)
      const entries = [
        entry(309, later(1), { at: at(5) }),
        entry(303, later(2), { at: at(9) }),
        entry(308, later(3), { at: at(6) }),
        entry(304, later(3), { at: at(7) }),
        entry(305, later(3), { at: at(7) }),
        entry(302, later(10), { at: at(4) }),
      ]
      await append(storage, ...entries.toReversed(), entry(400, bobsRow))
      same(await all(storage, 100), entries, "Ann's")
      same(uuids(await all(storage, 101)), [uuid(400)], "Bob's")
      same(await all(storage, 999), [], "of an unknown membership")
      const newest = async (limit: number) =>
        uuids(await read(storage, (tx) => tx.membershipHistory.newest(uuid(100), limit)))
      same(await newest(3), [302, 305, 304].map(uuid), "the newest three")
      same(await newest(100), uuids(entries.toReversed()), "all, the newest first")
    },
  ),
  storageCase(
    "membershipHistory: a payment is applied to a membership once, and taken back once",
    async (storage) => {
      await join(storage)
      const applied = entry(300, later(2), { cause: "renew", paymentRef: "pi_1" })
      const reversed = entry(301, later(3), { cause: "reversal", paymentRef: "pi_1" })
      await append(storage, applied)
      await append(storage, reversed)
      for (const cause of ["renew", "join", "reversal"] as const)
        await rejects(
          append(
            storage,
            entry(310, later(4)),
            entry(311, later(5), { cause, paymentRef: "pi_1" }),
          ),
          `a second time, by ${cause}`,
        )
      same(await all(storage, 100), [applied, reversed], "what happened to it")
      await rejects(
        append(
          storage,
          entry(320, later(4), { paymentRef: "pi_2" }),
          entry(321, later(5), { paymentRef: "pi_2" }),
        ),
        "twice at once",
      )
      await append(
        storage,
        entry(330, later(4)),
        entry(331, later(5)),
        entry(332, later(6), { cause: "reversal" }),
        entry(333, later(7), { cause: "reversal" }),
      )
      await append(
        storage,
        entry(340, bobsRow, { paymentRef: "pi_1" }),
        entry(341, later(8), { paymentRef: "PI_1" }),
      )
      same((await all(storage, 100)).length, 7, "entries without a payment, or of another one")
    },
  ),
  storageCase(
    "membershipHistory: found by the payment that was applied, never by its reversal",
    async (storage) => {
      await join(storage)
      const applied = entry(302, later(2), { cause: "renew", paymentRef: "pi_1" })
      await append(
        storage,
        entry(301, later(3), { cause: "reversal", paymentRef: "pi_1" }),
        applied,
      )
      await append(
        storage,
        entry(303, later(4), { cause: "reversal", paymentRef: "pi_2" }),
        entry(304, later(5)),
      )
      const of = (paymentRef: string) =>
        read(storage, (tx) => tx.membershipHistory.ofPayment(paymentRef))
      same(await of("pi_1"), applied, "the entry of the payment")
      same(await of("pi_2"), undefined, "of one that was only taken back")
      same(await of("pi_3"), undefined, "of an unknown one")
      same(await of(""), undefined, "of none")
    },
  ),
  storageCase("membershipHistory: 1,000 entries at once", async (storage) => {
    await found(storage)
    const rows = await write(storage, async (tx) => {
      const joined: Membership[] = []
      for (let n = 1000; n < 2000; n += 1) {
        const one = row(n, { userUuid: await addPerson(tx, n) })
        await tx.memberships.add(one)
        joined.push(one)
      }
      await tx.membershipHistory.append(
        joined.map((one, n) => entry(3000 + n, one, { cause: "move", termsAfter: [term(n)] })),
      )
      return joined
    })
    for (const n of [0, 499, 999]) {
      const one = rows[n] ?? annsRow
      same(
        await read(storage, (tx) => tx.membershipHistory.all(one.uuid)),
        [entry(3000 + n, one, { cause: "move", termsAfter: [term(n)] })],
        one.uuid,
      )
    }
    await append(storage)
  }),
]
