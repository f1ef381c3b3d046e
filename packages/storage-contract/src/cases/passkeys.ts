import type { Passkey, Storage } from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { at, passkey } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob } = club
const anns = { userUuid: ann.uuid }

const add = (storage: Storage, ...all: readonly Passkey[]) =>
  write(storage, async (tx) => {
    const answers: boolean[] = []
    for (const one of all) answers.push(await tx.passkeys.add(one))
    return answers
  })
const find = (storage: Storage, { credentialId }: Passkey) =>
  read(storage, (tx) => tx.passkeys.find(credentialId))
const ofUser = (storage: Storage, { uuid }: { readonly uuid: string }) =>
  read(storage, (tx) => tx.passkeys.ofUser(uuid))
const used = (storage: Storage, { credentialId }: Passkey, counter: number, ms: number) =>
  write(storage, (tx) => tx.passkeys.used(credentialId, counter, at(ms)))

export const passkeys: readonly StorageCase[] = [
  storageCase(
    "passkeys: a passkey comes back as it was written, with all fields and with none",
    async (storage) => {
      await found(storage)
      const full = passkey(100, {
        ...anns,
        counter: 4_294_967_295,
        transports: ["internal", "hybrid"],
        isBackedUp: true,
        name: "Ann’s 📱",
        usedAt: at(3),
      })
      const bare = passkey(101, { ...anns, transports: [] })
      same(await add(storage, full, bare), [true, true], "what adding answered")
      same(await find(storage, full), full, "with all fields")
      same(await find(storage, bare), bare, "with none")
      same(await find(storage, passkey(999, anns)), undefined, "an unknown one")
    },
  ),
  storageCase("passkeys: a credential is added once, whoever brings it", async (storage) => {
    await found(storage)
    const mine = passkey(100, anns)
    await add(storage, mine)
    same(
      await add(storage, { ...mine, name: "again" }, { ...mine, userUuid: bob.uuid }),
      [false, false],
      "what adding it again answered",
    )
    same(await find(storage, mine), mine, "the passkey")
    same(await ofUser(storage, bob), [], "those of the other")
  }),
  storageCase("passkeys: those of a user, the oldest first", async (storage) => {
    await found(storage)
    const [one, two, three] = [
      passkey(103, { ...anns, createdAt: at(1) }),
      passkey(101, { ...anns, createdAt: at(2) }),
      passkey(102, { ...anns, createdAt: at(2) }),
    ]
    await add(storage, three, passkey(104, { userUuid: bob.uuid }), two, one)
    same(await ofUser(storage, ann), [one, two, three], "Ann's")
    same(await ofUser(storage, club.dan), [], "those of somebody who has none")
  }),
  storageCase(
    "passkeys: a use is noted when the counter has grown, or when there is none",
    async (storage) => {
      await found(storage)
      const [counting, still] = [
        passkey(100, { ...anns, counter: 5 }),
        passkey(101, { ...anns, counter: 0 }),
      ]
      await add(storage, counting, still)
      for (const counter of [5, 4, 0])
        claim(!(await used(storage, counting, counter, 9)), `${counter} after 5 must answer false`)
      same(await find(storage, counting), counting, "the passkey, after uses that were refused")
      claim(await used(storage, counting, 6, 10), "6 after 5 must answer true")
      claim(!(await used(storage, counting, 6, 11)), "6 after 6 must answer false")
      same(
        await find(storage, counting),
        { ...counting, counter: 6, usedAt: at(10) },
        "the passkey, after a use",
      )
      claim(await used(storage, still, 0, 12), "0 after 0 must answer true")
      claim(await used(storage, still, 0, 13), "and again")
      same(await find(storage, still), { ...still, usedAt: at(13) }, "the one that does not count")
      claim(await used(storage, still, 1, 14), "1 after 0 must answer true")
      claim(!(await used(storage, still, 0, 15)), "0 after 1 must answer false")
      claim(!(await used(storage, passkey(999, anns), 1, 16)), "an unknown one must answer false")
    },
  ),
  storageCase(
    "passkeys: of concurrent uses with the same counter exactly one is true",
    async (storage) => {
      await found(storage)
      const mine = passkey(100, { ...anns, counter: 1 })
      await add(storage, mine)
      const all = await Promise.all(Array.from({ length: 10 }, (_, n) => used(storage, mine, 2, n)))
      same(all.filter(Boolean).length, 1, "how many were noted")
    },
  ),
  storageCase(
    "passkeys: one is removed by its owner, all with their owner, and nobody else's",
    async (storage) => {
      await found(storage)
      const [one, two, three] = [100, 101, 102].map((n) => passkey(n, anns)) as [
        Passkey,
        Passkey,
        Passkey,
      ]
      const bobs = passkey(103, { userUuid: bob.uuid })
      await add(storage, one, two, three, bobs)
      const remove = (userUuid: string, { credentialId }: Passkey) =>
        write(storage, (tx) => tx.passkeys.remove(userUuid, credentialId))
      claim(!(await remove(bob.uuid, one)), "another's must answer false")
      claim(await remove(ann.uuid, one), "the first time must answer true")
      claim(!(await remove(ann.uuid, one)), "the second must answer false")
      same(await ofUser(storage, ann), [two, three], "what is left")
      same(
        await write(storage, (tx) => tx.passkeys.removeAll(ann.uuid)),
        2,
        "how many were removed",
      )
      same(await write(storage, (tx) => tx.passkeys.removeAll(ann.uuid)), 0, "when there is none")
      same(await ofUser(storage, ann), [], "Ann's in the end")
      same(await ofUser(storage, bob), [bobs], "Bob's")
    },
  ),
]
