import { type KeyPurpose, keyPurposes, type ServiceKey, type Storage } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { at, event, sealedKey, serviceKey, uuid } from "../samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away } = club
const ofHome = { organizationUuid: home.uuid }

type Status = ServiceKey["status"]

const add = (storage: Storage, key: ServiceKey) => write(storage, (tx) => tx.serviceKeys.add(key))
const list = (storage: Storage, purpose: KeyPurpose) =>
  read(storage, (tx) => tx.serviceKeys.list(purpose))

export const serviceKeys: readonly StorageCase[] = [
  storageCase(
    "serviceKeys: keys come back as they were written, under their purpose, the oldest first",
    async (storage) => {
      const full = serviceKey(100, {
        purpose: "tokens",
        algorithm: "RS256",
        publicKey: `{"kty":"RSA","n":"AQAB"}`,
        notAfter: at(9),
        changedAt: at(8),
        sealed: sealedKey(3),
        createdAt: at(5),
      })
      const bare = serviceKey(101, { purpose: "ledger_status" })
      const others = [
        serviceKey(104, { purpose: "tokens", status: "gone", createdAt: at(1) }),
        serviceKey(103, { purpose: "tokens", status: "retiring", createdAt: at(2) }),
        serviceKey(102, { purpose: "tokens", status: "retiring", createdAt: at(2) }),
        serviceKey(99, { purpose: "tokens", status: "next", createdAt: at(6) }),
      ]
      for (const key of [full, bare, ...others])
        claim(await add(storage, key), "a key must be added")
      const [gone, second, first, next] = others
      for (const purpose of keyPurposes) {
        const expected =
          purpose === "tokens"
            ? [gone, first, second, full, next]
            : [bare].filter((key) => key.purpose === purpose)
        same(await list(storage, purpose), expected, `the keys for ${purpose}`)
      }
    },
  ),
  storageCase(
    "serviceKeys: add answers false, and writes nothing, when the purpose has an active, or next, key",
    async (storage) => {
      const [active, next] = [serviceKey(100), serviceKey(101, { status: "next" })]
      claim(await add(storage, active), "the first active key must be added")
      claim(await add(storage, next), "the first next key must be added")
      for (const status of ["active", "next"] as const)
        claim(
          !(await add(storage, serviceKey(102, { status }))),
          `a second ${status} key must be refused`,
        )
      same(await list(storage, active.purpose), [active, next], "the keys")
    },
  ),
  storageCase(
    "serviceKeys: of two processes that start at once one adds the key",
    async (storage) => {
      const isAdded = await Promise.all([100, 101].map((n) => add(storage, serviceKey(n))))
      same(isAdded.filter(Boolean).length, 1, "how many were added")
      const keys = await list(storage, "checkin_manifest")
      same(
        keys.map(({ keyId }) => keyId),
        [isAdded[0] === true ? "key-100" : "key-101"],
        "the key that was added",
      )
    },
  ),
  storageCase(
    "serviceKeys: a key is moved from the status it has, and from no other",
    async (storage) => {
      const [key, other] = [
        serviceKey(100, { status: "next" }),
        serviceKey(101, { purpose: "tokens" }),
      ]
      for (const one of [key, other]) await add(storage, one)
      const move = (keyId: string, from: Status, to: Status, ms: number) =>
        write(storage, (tx) => tx.serviceKeys.move(keyId, { from, to, at: at(ms) }))
      claim(
        await move(key.keyId, "next", "active", 50),
        "a key must be moved from the status it has",
      )
      claim(
        !(await move(key.keyId, "next", "retiring", 60)),
        "a key must not be moved from a status it has no more",
      )
      claim(!(await move("unknown", "next", "active", 60)), "an unknown key must answer false")
      same(
        await list(storage, key.purpose),
        [{ ...key, status: "active", changedAt: at(50) }],
        "the key",
      )
      same(await list(storage, other.purpose), [other], "another key")
      claim(await move(key.keyId, "active", "retiring", 70), "an active key must be retired")
      claim(await move(key.keyId, "retiring", "gone", 80), "a retiring key must be let go")
      same(
        await list(storage, key.purpose),
        [{ ...key, status: "gone", changedAt: at(80) }],
        "the key in the end",
      )
    },
  ),
  storageCase(
    "serviceKeys: a purpose never has two active keys, whoever moves them",
    async (storage) => {
      const [old, next] = [serviceKey(100), serviceKey(101, { status: "next" })]
      for (const key of [old, next]) await add(storage, key)
      await rejects(
        write(storage, (tx) =>
          tx.serviceKeys.move(next.keyId, { from: "next", to: "active", at: at(1) }),
        ),
        "a second active key",
      )
      same(await list(storage, old.purpose), [old, next], "the keys")
      const winner = await exactlyOne(storage, async (tx, n) => {
        if (!(await tx.serviceKeys.move(old.keyId, { from: "active", to: "retiring", at: at(n) })))
          return false
        return tx.serviceKeys.move(next.keyId, { from: "next", to: "active", at: at(n) })
      })
      const changedAt = at(winner)
      same(
        await list(storage, old.purpose),
        [
          { ...old, status: "retiring", changedAt },
          { ...next, status: "active", changedAt },
        ],
        "the keys",
      )
    },
  ),
]

export const outbox: readonly StorageCase[] = [
  storageCase(
    "outbox: events come back as they were written, in order of uuid",
    async (storage) => {
      await found(storage)
      const data = {
        origin: "admin",
        schema_version: 1,
        text: 'Zoë 世界 🎟️ "\\\n',
        list: [1, [2, { three: null }], 4.5, -1e21],
        none: null,
        yes: true,
        record: {},
      }
      const [a, b, c] = [
        event(102, { ...ofHome, data }),
        event(100, { organizationUuid: away.uuid, type: "reward.redeemed" }),
        event(101, ofHome),
      ]
      await write(storage, async (tx) => {
        await tx.outbox.append([a, b])
        await tx.outbox.append([])
        await tx.outbox.append([c])
      })
      same(await read(storage, (tx) => tx.outbox.list(undefined, 10)), [b, c, a], "the events")
    },
  ),
  storageCase(
    "outbox: list goes on after a uuid, at most as many as asked for",
    async (storage) => {
      await found(storage)
      const events = Array.from({ length: 300 }, (_, n) => event(100 + n, ofHome))
      await write(storage, (tx) => tx.outbox.append(events.toReversed()))
      const list = (after: string | undefined, limit: number) =>
        read(storage, (tx) => tx.outbox.list(after, limit))
      same(await list(undefined, 2), events.slice(0, 2), "the first two")
      same(await list(uuid(101), 2), events.slice(2, 4), "after the second")
      same(await list(uuid(350), 1000), events.slice(251), "after one in the middle")
      same(await list(uuid(399), 10), [], "after the last")
    },
  ),
  storageCase(
    "outbox: those that name a user are found and changed; nothing else of them changes",
    async (storage) => {
      await found(storage)
      const [ann, ben] = [uuid(1), uuid(2)]
      const named = [103, 101, 102].map((n) => event(n, { ...ofHome, namedUserUuid: ann }))
      const [other, nobody] = [event(104, { ...ofHome, namedUserUuid: ben }), event(105, ofHome)]
      await write(storage, (tx) => tx.outbox.append([...named, other, nobody]))
      const [third, first, second] = named
      const naming = (userUuid: string, limit: number) =>
        read(storage, (tx) => tx.outbox.naming(userUuid, limit))
      same(await naming(ann, 2), [first, second], "the first two")
      same(await naming(ann, 10), [first, second, third], "all")
      same(await naming(uuid(999), 10), [], "of nobody")
      const data = { name: null }
      await write(storage, (tx) =>
        tx.outbox.changeAll([
          event(102, {
            organizationUuid: away.uuid,
            type: "reward.redeemed",
            data,
            createdAt: at(7),
          }),
          event(999, ofHome),
        ]),
      )
      await write(storage, (tx) => tx.outbox.changeAll([]))
      same(
        await read(storage, (tx) => tx.outbox.list(undefined, 10)),
        [first, { ...second, data, namedUserUuid: undefined }, third, other, nobody],
        "the events",
      )
      same(await naming(ann, 10), [first, third], "those that are left")
      same(await naming(ben, 10), [other], "of somebody else")
      const renamed = event(101, { ...ofHome, namedUserUuid: ben })
      await write(storage, (tx) => tx.outbox.changeAll([renamed]))
      same(await naming(ben, 10), [renamed, other], "after one names somebody else")
      same(await naming(ann, 10), [third], "and no longer the one before")
    },
  ),
  storageCase(
    "outbox: the same event cannot be appended again, and none of its batch is",
    async (storage) => {
      await found(storage)
      await write(storage, (tx) => tx.outbox.append([event(100, ofHome)]))
      await rejects(
        write(storage, (tx) => tx.outbox.append([event(101, ofHome), event(100, ofHome)])),
        "an event that is there",
      )
      same(
        await read(storage, (tx) => tx.outbox.list(undefined, 10)),
        [event(100, ofHome)],
        "the events",
      )
    },
  ),
]
