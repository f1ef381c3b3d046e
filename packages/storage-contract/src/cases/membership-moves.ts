import type { MembershipMove, Storage } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { move } from "../membership-samples.ts"
import { at, tier, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, gold, foreign } = club

const full = move(100, {
  term: "convert",
  customPricing: "clear",
  by: { kind: "service", uuid: ann.uuid },
  isByServiceStaff: true,
  reachedUuid: uuid(7),
  movedCount: 9_000_000_000,
  skippedCount: 3,
  finishedAt: at(9),
})

const add = (storage: Storage, ...moves: readonly MembershipMove[]) =>
  write(storage, async (tx) => {
    for (const one of moves) await tx.membershipMoves.add(one)
  })
const find = (storage: Storage, n: number) =>
  read(storage, (tx) => tx.membershipMoves.find(uuid(n)))
const change = (storage: Storage, one: MembershipMove) =>
  write(storage, (tx) => tx.membershipMoves.change(one))

export const membershipMoves: readonly StorageCase[] = [
  storageCase(
    "membershipMoves: found and locked by uuid, with all fields and with none, and added once",
    async (storage) => {
      await found(storage)
      const bare = move(101)
      await add(storage, full, bare)
      for (const ask of [read, write]) {
        for (const one of [full, bare]) {
          same(await ask(storage, (tx) => tx.membershipMoves.find(one.uuid)), one, "found")
          same(await ask(storage, (tx) => tx.membershipMoves.lock(one.uuid)), one, "locked")
        }
        same(
          await ask(storage, (tx) => tx.membershipMoves.find(uuid(999))),
          undefined,
          "an unknown one",
        )
        same(
          await ask(storage, (tx) => tx.membershipMoves.lock(uuid(999))),
          undefined,
          "an unknown one, locked",
        )
      }
      await rejects(add(storage, { ...full, movedCount: 0 }), "a uuid that is there")
      same(await find(storage, 100), full, "the one that is there")
    },
  ),
  storageCase(
    "membershipMoves: change overwrites one, and answers false for one that is not there",
    async (storage) => {
      await found(storage)
      await add(storage, move(100), move(101))
      claim(await change(storage, full), "one that is there must answer true")
      claim(!(await change(storage, move(999))), "an unknown one must answer false")
      same(await find(storage, 100), full, "the changed one")
      same(await find(storage, 101), move(101), "the other")
      same(await find(storage, 999), undefined, "the unknown one")
      claim(await change(storage, move(100)), "it must be changed back")
      same(await find(storage, 100), move(100), "with every field cleared")
    },
  ),
  storageCase(
    "membershipMoves: those of an organization that run are listed in order of uuid",
    async (storage) => {
      await found(storage)
      const other = tier(120, { organizationUuid: away.uuid })
      await write(storage, (tx) => tx.tiers.add(other))
      const elsewhere = move(103, {
        organizationUuid: away.uuid,
        fromTierUuid: foreign.uuid,
        toTierUuid: other.uuid,
      })
      await add(
        storage,
        move(104, { asOf: at(0) }),
        move(102),
        move(101, { finishedAt: at(1) }),
        elsewhere,
      )
      const running = async (organizationUuid: string) =>
        read(storage, (tx) => tx.membershipMoves.running(organizationUuid))
      same(await running(home.uuid), [move(102), move(104, { asOf: at(0) })], "at home")
      same(await running(away.uuid), [elsewhere], "away")
      same(await running(uuid(999)), [], "of an unknown organization")
      claim(await change(storage, move(102, { finishedAt: at(5) })), "one can finish")
      same(
        (await running(home.uuid)).map((one) => one.uuid),
        [uuid(104)],
        "when one has finished",
      )
    },
  ),
  storageCase(
    "membershipMoves: of concurrent writers that lock one none loses another's change",
    async (storage) => {
      await found(storage)
      await add(storage, move(100, { fromTierUuid: gold.uuid }))
      const raise = () =>
        write(storage, async (tx) => {
          const there = await tx.membershipMoves.lock(uuid(100))
          claim(there !== undefined, "the move is there")
          await tx.membershipMoves.change({ ...there, movedCount: there.movedCount + 1 })
        })
      await Promise.all(Array.from({ length: 10 }, raise))
      same((await find(storage, 100))?.movedCount, 10, "after ten changes by one each")
    },
  ),
]
