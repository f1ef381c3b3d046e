import type { Storage, StoredTerm } from "@symbolon/core/storage"
import { rejects, same, sameSet } from "../claims.ts"
import { addPerson, club, found } from "../club.ts"
import { addRows, row, storedTerm } from "../membership-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { bob, cid } = club

const full = storedTerm(uuid(100), 1, {
  priceCents: 99_999_999_999,
  currency: "JPY",
  interval: "yearly",
  cause: "org_change",
  paymentRef: "pi_1",
})
const endless = storedTerm(uuid(100), 2, {
  startsAt: at(-1),
  endsAt: undefined,
  priceCents: 0,
  interval: "one_time",
})
const anns: readonly StoredTerm[] = [storedTerm(uuid(100), 0), full, endless]
const bobs = storedTerm(uuid(101), 0)

const add = (storage: Storage, ...terms: readonly StoredTerm[]) =>
  write(storage, (tx) => tx.membershipTerms.add(terms))
const of = (storage: Storage, ...numbers: readonly number[]) =>
  read(storage, (tx) => tx.membershipTerms.of(numbers.map(uuid)))

/** Ann's membership, Bob's and Cid's, whose numbers are 100, 101 and 102. */
const join = async (storage: Storage): Promise<void> => {
  await found(storage)
  await addRows(
    storage,
    row(100),
    row(101, { userUuid: bob.uuid }),
    row(102, { userUuid: cid.uuid }),
  )
}

export const membershipTerms: readonly StorageCase[] = [
  storageCase(
    "membershipTerms: those of many memberships at once, each one's in order, with all fields and with none",
    async (storage) => {
      await join(storage)
      await add(storage, endless, bobs, anns[0] ?? full)
      await add(storage, full)
      same(await of(storage, 100), anns, "Ann's")
      sameSet(await of(storage, 101, 100, 999, 101), [...anns, bobs], "hers and Bob's")
      same(
        (await of(storage, 101, 100)).filter((one) => one.membershipUuid === uuid(100)),
        anns,
        "hers among others, in order",
      )
      same(await of(storage, 102), [], "of a membership without any")
      same(await of(storage), [], "of no membership")
      await add(storage)
      same(await of(storage, 101), [bobs], "after none was added")
    },
  ),
  storageCase("membershipTerms: a membership has one of each ordinal", async (storage) => {
    await join(storage)
    await add(storage, ...anns)
    await rejects(
      add(storage, storedTerm(uuid(101), 5), storedTerm(uuid(100), 1)),
      "an ordinal that is there",
    )
    same(await of(storage, 101), [], "what was to be added with it")
    await add(storage, storedTerm(uuid(101), 1))
    same(await of(storage, 100), anns, "Ann's")
  }),
  storageCase(
    "membershipTerms: those of some memberships are forgotten, and no others",
    async (storage) => {
      await join(storage)
      await add(storage, ...anns, bobs, storedTerm(uuid(102), 0))
      const removeOf = (...numbers: readonly number[]) =>
        write(storage, (tx) => tx.membershipTerms.removeOf(numbers.map(uuid)))
      await removeOf()
      same((await of(storage, 100, 101, 102)).length, 5, "after those of none were forgotten")
      await removeOf(100, 102, 999)
      same(await of(storage, 100, 101, 102), [bobs], "what is left")
      await write(storage, async (tx) => {
        await tx.membershipTerms.removeOf([uuid(101)])
        await tx.membershipTerms.add([{ ...bobs, priceCents: 1 }])
      })
      same(await of(storage, 101), [{ ...bobs, priceCents: 1 }], "written anew")
    },
  ),
  storageCase("membershipTerms: 1,000 memberships' at once", async (storage) => {
    await found(storage)
    const numbers = Array.from({ length: 1000 }, (_, n) => 1000 + n)
    await write(storage, async (tx) => {
      for (const n of numbers)
        await tx.memberships.add(row(n, { userUuid: await addPerson(tx, n) }))
      await tx.membershipTerms.add(
        numbers.flatMap((n) => [storedTerm(uuid(n), 1), storedTerm(uuid(n), 0)]),
      )
    })
    const expected = numbers.flatMap((n) => [storedTerm(uuid(n), 0), storedTerm(uuid(n), 1)])
    same(
      Map.groupBy(await of(storage, ...numbers), (one) => one.membershipUuid),
      Map.groupBy(expected, (one) => one.membershipUuid),
      "all",
    )
    await write(storage, (tx) => tx.membershipTerms.removeOf(numbers.map(uuid)))
    same(await of(storage, ...numbers), [], "when all are forgotten")
  }),
]
