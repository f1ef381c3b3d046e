import type { CredentialKey, Storage } from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { credentialKey } from "../reward-samples.ts"
import { at, sealedKey } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away } = club
const ofHome = (n: number, change: Partial<CredentialKey> = {}) =>
  credentialKey(n, { organizationUuid: home.uuid, ...change })
const ofAway = (n: number) => credentialKey(n, { organizationUuid: away.uuid })

const add = (storage: Storage, key: CredentialKey) =>
  write(storage, (tx) => tx.credentialKeys.add(key))
const active = (storage: Storage, organizationUuid: string) =>
  read(storage, (tx) => tx.credentialKeys.active(organizationUuid))
const list = (storage: Storage, organizationUuid: string) =>
  read(storage, (tx) => tx.credentialKeys.list(organizationUuid))
const retire = (storage: Storage, keyId: string, ms: number) =>
  write(storage, (tx) => tx.credentialKeys.retire(keyId, at(ms)))
const reserve = (storage: Storage, organizationUuid: string, count: number) =>
  write(storage, (tx) => tx.credentialKeys.reserveIndexes(organizationUuid, count))
const count = (storage: Storage, organizationUuid: string) =>
  read(storage, (tx) => tx.credentialKeys.countIndexes(organizationUuid))

export const credentialKeys: readonly StorageCase[] = [
  storageCase(
    "credentialKeys: those of an organization, whole, the oldest first, and the one that signs",
    async (storage) => {
      await found(storage)
      const [first, second, signs, other] = [
        ofHome(3, { createdAt: at(1), retiredAt: at(2), sealed: sealedKey(7) }),
        ofHome(4, { createdAt: at(1), retiredAt: at(3) }),
        ofHome(1, { createdAt: at(9) }),
        ofAway(2),
      ]
      for (const key of [signs, second, first, other])
        claim(await add(storage, key), "a key must be added")
      same(await list(storage, home.uuid), [first, second, signs], "the keys of the one")
      same(await list(storage, away.uuid), [other], "the keys of the other")
      same(await active(storage, home.uuid), signs, "the key that signs for the one")
      same(await active(storage, away.uuid), other, "the key that signs for the other")
    },
  ),
  storageCase(
    "credentialKeys: an organization has one key that signs, also of two that are added at once",
    async (storage) => {
      await found(storage)
      same(await active(storage, home.uuid), undefined, "no key yet")
      await exactlyOne(storage, (tx, n) => tx.credentialKeys.add(ofHome(n)))
      claim(!(await add(storage, ofHome(9))), "a second key that signs must be refused")
      same((await list(storage, home.uuid)).length, 1, "how many keys there are")
      claim(await add(storage, ofAway(18)), "another organization has a key of its own")
    },
  ),
  storageCase(
    "credentialKeys: a key is retired once, and makes room for another",
    async (storage) => {
      await found(storage)
      await add(storage, ofHome(1))
      await add(storage, ofAway(2))
      claim(!(await retire(storage, "credential-key-9", 5)), "an unknown key is not retired")
      claim(await retire(storage, "credential-key-1", 5), "the key must be retired")
      claim(!(await retire(storage, "credential-key-1", 6)), "a retired key is not retired again")
      same(await list(storage, home.uuid), [ofHome(1, { retiredAt: at(5) })], "the retired key")
      same(await active(storage, home.uuid), undefined, "no key signs")
      same(await active(storage, away.uuid), ofAway(2), "the other organization's key")
      claim(await add(storage, ofHome(3)), "the next key must be added")
    },
  ),
  storageCase(
    "credentialKeys: indexes count from 0 for each organization, and none is given twice",
    async (storage) => {
      await found(storage)
      same(await count(storage, home.uuid), 0, "none at first")
      same(await reserve(storage, home.uuid, 4), 0, "the first of four")
      same(await reserve(storage, home.uuid, 2), 4, "the first of two more")
      same(await reserve(storage, away.uuid, 3), 0, "the first of another organization")
      same(await count(storage, home.uuid), 6, "how many are reserved")
      same(await count(storage, away.uuid), 3, "how many another organization has")
      const firsts = await Promise.all([5, 5, 5].map((n) => reserve(storage, home.uuid, n)))
      same(
        firsts.toSorted((a, b) => a - b),
        [6, 11, 16],
        "the first of each of three at once",
      )
    },
  ),
]
