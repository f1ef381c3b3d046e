import type { OauthSession } from "../../oauth/client.ts"
import { keyPurposes } from "../../service-keys/service-key.ts"
import type { Storage } from "../../storage/storage.ts"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { at, event, hash, oauthClient, oauthSession, sealedKey, serviceKey, uuid } from "../samples.ts"
import { read, type StorageCase, storageCase, write } from "../storage-case.ts"

const { home, away, ann, scanner, tablet } = club
const ofHome = { organizationUuid: home.uuid }
const ofScanner = { clientId: scanner.clientId }

export const oauthClients: readonly StorageCase[] = [
  storageCase("oauthClients: a client comes back as it was written, with all fields and with none", async (storage) => {
    await found(storage)
    const full = oauthClient(100, {
      ...ofHome,
      clientType: "public",
      secretHashes: [hash(1), hash(2)],
      grantTypes: ["authorization_code", "refresh_token"],
      scopes: ["b", "a"],
      redirectUris: ["https://example.org/cb?x=1", "app:/cb"],
      serviceRole: "manager",
      isFirstParty: true,
      disabledAt: at(3),
    })
    const bare = oauthClient(101, { secretHashes: [], scopes: [], grantTypes: [] })
    await write(storage, async (tx) => {
      await tx.oauthClients.add(full)
      await tx.oauthClients.add(bare)
    })
    await read(storage, async (tx) => {
      same(await tx.oauthClients.find(full.clientId), full, "with all fields")
      same(await tx.oauthClients.find(bare.clientId), bare, "the platform's own")
      same(await tx.oauthClients.find("unknown"), undefined, "an unknown one")
    })
  }),
  storageCase("oauthClients: all of an organization's, disabled ones too", async (storage) => {
    await found(storage)
    const off = oauthClient(100, { ...ofHome, disabledAt: at(0) })
    await write(storage, async (tx) => {
      await tx.oauthClients.add(off)
      await tx.oauthClients.add(oauthClient(101))
    })
    sameSet(await read(storage, (tx) => tx.oauthClients.all(home.uuid)), [scanner, tablet, off], "the organization's")
    same(await read(storage, (tx) => tx.oauthClients.all(away.uuid)), [], "another's")
  }),
  storageCase("oauthClients: the same client id cannot be added again", async (storage) => {
    await found(storage)
    await rejects(
      write(storage, (tx) => tx.oauthClients.add({ ...scanner, name: "another" })),
      "a client id that is there",
    )
    same(await read(storage, (tx) => tx.oauthClients.find(scanner.clientId)), scanner, "the client")
  }),
]

const open = (storage: Storage, ...sessions: readonly OauthSession[]) =>
  write(storage, async (tx) => {
    for (const session of sessions) await tx.oauthSessions.open(session)
  })
const find = (storage: Storage, sid: string) => read(storage, (tx) => tx.oauthSessions.find(sid))
const sweep = (storage: Storage, before: Date, limit: number) => write(storage, (tx) => tx.oauthSessions.sweep(before, limit))

export const oauthSessions: readonly StorageCase[] = [
  storageCase("oauthSessions: find answers the session with its client", async (storage) => {
    await found(storage)
    const full = oauthSession(100, { ...ofScanner, ...ofHome, userUuid: ann.uuid, scopes: ["z", "a"], revokedAt: at(5) })
    const bare = oauthSession(101, { clientId: tablet.clientId, scopes: [] })
    await open(storage, full, bare)
    same(await find(storage, full.sid), { session: full, client: scanner }, "with all fields")
    same(await find(storage, bare.sid), { session: bare, client: tablet }, "with few")
    same(await find(storage, uuid(999)), undefined, "an unknown session")
  }),
  storageCase("oauthSessions: the same sid cannot be opened again", async (storage) => {
    await found(storage)
    await open(storage, oauthSession(100, ofScanner))
    await rejects(open(storage, oauthSession(100, { clientId: tablet.clientId })), "a sid that is there")
    same((await find(storage, uuid(100)))?.client, scanner, "its client")
  }),
  storageCase("oauthSessions: a session ends once, and is still found", async (storage) => {
    await found(storage)
    const [one, other] = [oauthSession(100, ofScanner), oauthSession(101, ofScanner)]
    await open(storage, one, other)
    const end = (sid: string, ms: number) => write(storage, (tx) => tx.oauthSessions.end(sid, at(ms), "signed out"))
    claim(await end(one.sid, 50), "the first end must answer true")
    claim(!(await end(one.sid, 60)), "the second end must answer false")
    claim(!(await end(uuid(999), 50)), "the end of an unknown session must answer false")
    same((await find(storage, one.sid))?.session, { ...one, revokedAt: at(50) }, "the session that ended")
    same((await find(storage, other.sid))?.session, other, "the other session")
  }),
  storageCase("oauthSessions: of concurrent ends exactly one is true", async (storage) => {
    await found(storage)
    await open(storage, oauthSession(100, ofScanner))
    const ends = Array.from({ length: 10 }, (_, n) => write(storage, (tx) => tx.oauthSessions.end(uuid(100), at(n), "signed out")))
    same((await Promise.all(ends)).filter(Boolean).length, 1, "how many ended it")
  }),
  storageCase("oauthSessions: sweep forgets those that expired before a moment, at most as many as asked for", async (storage) => {
    await found(storage)
    await open(storage, ...[1, 2, 3, 4].map((n) => oauthSession(100 + n, { ...ofScanner, expiresAt: at(n) })))
    same(await sweep(storage, at(1), 10), 0, "when none lies before")
    same(await sweep(storage, at(4), 2), 2, "when three do and two are asked for")
    same(await sweep(storage, at(4), 2), 1, "the third")
    same(await sweep(storage, at(4), 2), 0, "when all are gone")
    same(await find(storage, uuid(101)), undefined, "a swept session")
    same((await find(storage, uuid(104)))?.session.sid, uuid(104), "what is left")
  }),
]

export const serviceKeys: readonly StorageCase[] = [
  storageCase("serviceKeys: a key comes back as it was written, under its purpose", async (storage) => {
    const full = serviceKey(100, {
      purpose: "tokens",
      algorithm: "RS256",
      publicKey: `{"kty":"RSA","n":"AQAB"}`,
      notAfter: at(9),
      sealed: sealedKey(3),
    })
    const bare = serviceKey(101, { purpose: "ledger_status" })
    for (const key of [full, bare]) claim(await write(storage, (tx) => tx.serviceKeys.addActive(key)), "a first key must be added")
    for (const purpose of keyPurposes) {
      const expected = [full, bare].filter((key) => key.purpose === purpose)
      same(await read(storage, (tx) => tx.serviceKeys.list(purpose)), expected, `the keys for ${purpose}`)
    }
  }),
  storageCase("serviceKeys: addActive answers false, and writes nothing, when the purpose has an active key", async (storage) => {
    const key = serviceKey(100)
    claim(await write(storage, (tx) => tx.serviceKeys.addActive(key)), "the first key must be added")
    claim(!(await write(storage, (tx) => tx.serviceKeys.addActive(serviceKey(101)))), "a second active key must be refused")
    same(await read(storage, (tx) => tx.serviceKeys.list(key.purpose)), [key], "the keys")
  }),
  storageCase("serviceKeys: of two processes that start at once one adds the key", async (storage) => {
    const isAdded = await Promise.all([100, 101].map((n) => write(storage, (tx) => tx.serviceKeys.addActive(serviceKey(n)))))
    same(isAdded.filter(Boolean).length, 1, "how many were added")
    const keys = await read(storage, (tx) => tx.serviceKeys.list("checkin_manifest"))
    same(
      keys.map(({ keyId }) => keyId),
      [isAdded[0] === true ? "key-100" : "key-101"],
      "the key that was added",
    )
  }),
]

export const outbox: readonly StorageCase[] = [
  storageCase("outbox: events come back as they were written, in order of uuid", async (storage) => {
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
  }),
  storageCase("outbox: list goes on after a uuid, at most as many as asked for", async (storage) => {
    await found(storage)
    const events = Array.from({ length: 300 }, (_, n) => event(100 + n, ofHome))
    await write(storage, (tx) => tx.outbox.append(events.toReversed()))
    const list = (after: string | undefined, limit: number) => read(storage, (tx) => tx.outbox.list(after, limit))
    same(await list(undefined, 2), events.slice(0, 2), "the first two")
    same(await list(uuid(101), 2), events.slice(2, 4), "after the second")
    same(await list(uuid(350), 1000), events.slice(251), "after one in the middle")
    same(await list(uuid(399), 10), [], "after the last")
  }),
  storageCase("outbox: the same event cannot be appended again, and none of its batch is", async (storage) => {
    await found(storage)
    await write(storage, (tx) => tx.outbox.append([event(100, ofHome)]))
    await rejects(
      write(storage, (tx) => tx.outbox.append([event(101, ofHome), event(100, ofHome)])),
      "an event that is there",
    )
    same(await read(storage, (tx) => tx.outbox.list(undefined, 10)), [event(100, ofHome)], "the events")
  }),
]
