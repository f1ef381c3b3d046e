import type { OauthSession, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { at, oauthSession, serviceKey, uuid } from "../samples.ts"
import { refreshToken } from "../sign-in-samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { sweepCase } from "../sweeps.ts"

const { ann, bob, scanner, tablet } = club
const ofScanner = { clientId: scanner.clientId }
const ofTablet = { clientId: tablet.clientId }

const open = (storage: Storage, ...sessions: readonly OauthSession[]) =>
  write(storage, async (tx) => {
    for (const session of sessions) await tx.oauthSessions.open(session)
  })
const find = (storage: Storage, sid: string) => read(storage, (tx) => tx.oauthSessions.find(sid))
const end = (storage: Storage, sid: string, ms: number) =>
  write(storage, (tx) => tx.oauthSessions.end(sid, at(ms), "signed out"))
const prolong = (storage: Storage, sid: string, ms: number) =>
  write(storage, (tx) => tx.oauthSessions.prolong(sid, at(ms)))

/** When each of the sessions ended: 0 if it has not. */
const endsOf = async (storage: Storage, ns: readonly number[]): Promise<readonly number[]> => {
  const ends: number[] = []
  for (const n of ns)
    ends.push((await find(storage, uuid(n)))?.session.revokedAt?.getTime() ?? at(0).getTime())
  return ends.map((ms) => ms - at(0).getTime())
}

/** Sessions behind tokens. */
export const oauthSessions: readonly StorageCase[] = [
  storageCase(
    "oauthSessions: find answers the session with its client and its user",
    async (storage) => {
      await found(storage)
      const full = oauthSession(100, {
        ...ofScanner,
        userUuid: ann.uuid,
        grantType: "authorization_code",
        scopes: ["z", "a"],
        authTime: at(1),
        acr: "2",
        amr: ["hwk", "user"],
        revokedAt: at(5),
      })
      const bare = oauthSession(101, { ...ofTablet, scopes: [] })
      const off = {
        ...ann,
        email: "Ann@Club.Example",
        emailVerifiedAt: at(2),
        updatedAt: at(3),
        disabledAt: at(4),
      }
      const barred = { ...scanner, scopes: ["c"], updatedAt: at(6), disabledAt: at(7) }
      await open(storage, full, bare)
      same(
        await find(storage, full.sid),
        { session: full, client: scanner, user: ann },
        "with all fields",
      )
      same(await find(storage, bare.sid), { session: bare, client: tablet }, "without a user")
      same(await find(storage, uuid(999)), undefined, "an unknown session")
      await write(storage, async (tx) => {
        await tx.users.change(off)
        await tx.oauthClients.change(barred)
      })
      same(
        await find(storage, full.sid),
        { session: full, client: barred, user: off },
        "with all fields of user and client",
      )
    },
  ),
  storageCase(
    "oauthSessions: findAll answers each of the sessions as find does, and no other",
    async (storage) => {
      await found(storage)
      const ofUser = { userUuid: ann.uuid, grantType: "authorization_code" } as const
      await open(
        storage,
        oauthSession(100, { ...ofScanner, ...ofUser, revokedAt: at(5) }),
        oauthSession(101, ofTablet),
        oauthSession(102, ofTablet),
      )
      const [key, changedAt] = [serviceKey(100, { purpose: "tokens", changedAt: at(3) }), at(3)]
      await write(storage, (tx) => tx.serviceKeys.add(key))
      const all = (...ns: readonly number[]) =>
        read(storage, (tx) => tx.oauthSessions.findAll(ns.map(uuid)))
      const asked = await all(101, 999, 100, 101)
      same(
        asked.toSorted((one, other) => (one.session.sid < other.session.sid ? -1 : 1)),
        [await find(storage, uuid(100)), await find(storage, uuid(101))],
        "the two that are there",
      )
      same(
        asked.map(({ keysChangedAt }) => keysChangedAt),
        [changedAt, changedAt],
        "when the keys changed",
      )
      same(await all(999), [], "an unknown one")
      same(await all(), [], "none")
    },
  ),
  storageCase(
    "oauthSessions: find tells when the keys that sign tokens last changed",
    async (storage) => {
      await found(storage)
      await open(storage, oauthSession(100, ofScanner))
      const changedAt = async () => (await find(storage, uuid(100)))?.keysChangedAt
      same(await changedAt(), undefined, "without keys")
      const [old, current, next] = [
        serviceKey(100, { purpose: "tokens", status: "gone", changedAt: at(3) }),
        serviceKey(101, { purpose: "tokens", status: "active", changedAt: at(2) }),
        serviceKey(102, { purpose: "tokens", status: "next", changedAt: at(1) }),
      ]
      await write(storage, async (tx) => {
        for (const key of [old, current, next, serviceKey(103, { changedAt: at(99) })])
          await tx.serviceKeys.add(key)
      })
      same(await changedAt(), at(3), "the latest of those for tokens, gone ones too")
      await write(storage, (tx) =>
        tx.serviceKeys.move(current.keyId, { from: "active", to: "retiring", at: at(7) }),
      )
      same(await changedAt(), at(7), "when one has been moved")
    },
  ),
  storageCase("oauthSessions: the same sid cannot be opened again", async (storage) => {
    await found(storage)
    await open(storage, oauthSession(100, ofScanner))
    await rejects(open(storage, oauthSession(100, ofTablet)), "a sid that is there")
    same((await find(storage, uuid(100)))?.client, scanner, "its client")
  }),
  storageCase(
    "oauthSessions: a session is prolonged until it ends, also when it has expired",
    async (storage) => {
      await found(storage)
      const one = oauthSession(100, { ...ofScanner, expiresAt: at(10) })
      const other = oauthSession(101, ofScanner)
      await open(storage, one, other)
      for (const ms of [20, 5]) {
        claim(await prolong(storage, one.sid, ms), "a session that has not ended must be prolonged")
        same((await find(storage, one.sid))?.session, { ...one, expiresAt: at(ms) }, "the session")
      }
      claim(!(await prolong(storage, uuid(999), 30)), "an unknown session must answer false")
      await end(storage, one.sid, 6)
      claim(!(await prolong(storage, one.sid, 30)), "a session that has ended must answer false")
      same(
        (await find(storage, one.sid))?.session,
        { ...one, expiresAt: at(5), revokedAt: at(6) },
        "the session that ended",
      )
      same((await find(storage, other.sid))?.session, other, "the other session")
    },
  ),
  storageCase("oauthSessions: a session ends once, and is still found", async (storage) => {
    await found(storage)
    const [one, other] = [oauthSession(100, ofScanner), oauthSession(101, ofScanner)]
    await open(storage, one, other)
    claim(await end(storage, one.sid, 50), "the first end must answer true")
    claim(!(await end(storage, one.sid, 60)), "the second end must answer false")
    claim(!(await end(storage, uuid(999), 50)), "the end of an unknown session must answer false")
    same(
      (await find(storage, one.sid))?.session,
      { ...one, revokedAt: at(50) },
      "the session that ended",
    )
    same((await find(storage, other.sid))?.session, other, "the other session")
  }),
  storageCase("oauthSessions: of concurrent ends exactly one is true", async (storage) => {
    await found(storage)
    await open(storage, oauthSession(100, ofScanner))
    const winner = await exactlyOne(storage, (tx, n) =>
      tx.oauthSessions.end(uuid(100), at(n), "signed out"),
    )
    same((await find(storage, uuid(100)))?.session.revokedAt, at(winner), "when it ended")
  }),
  storageCase(
    "oauthSessions: liveOf answers those of one user that have neither ended nor expired",
    async (storage) => {
      await found(storage)
      const anns = { userUuid: ann.uuid }
      const [one, other] = [
        oauthSession(100, { ...ofScanner, ...anns, expiresAt: at(51) }),
        oauthSession(101, { ...ofTablet, ...anns, expiresAt: at(90) }),
      ]
      await open(
        storage,
        one,
        other,
        oauthSession(102, { ...ofScanner, ...anns, expiresAt: at(50) }),
        oauthSession(103, { ...ofScanner, ...anns, expiresAt: at(90), revokedAt: at(3) }),
        oauthSession(104, { ...ofScanner, userUuid: bob.uuid, expiresAt: at(90) }),
        oauthSession(105, { ...ofScanner, expiresAt: at(90) }),
      )
      const live = await read(storage, (tx) => tx.oauthSessions.liveOf(ann.uuid, at(50)))
      sameSet(live, [one, other], "of the user, not ended, not expired")
    },
  ),
  storageCase(
    "oauthSessions: endAll ends what has not ended of one user, of one client, or of one at the other",
    async (storage) => {
      await found(storage)
      const [anns, bobs] = [{ userUuid: ann.uuid }, { userUuid: bob.uuid }]
      await open(
        storage,
        oauthSession(100, { ...ofScanner, ...anns }),
        oauthSession(101, { ...ofTablet, ...anns, expiresAt: at(1) }),
        oauthSession(102, { ...ofScanner, ...anns, revokedAt: at(3) }),
        oauthSession(103, { ...ofScanner, ...bobs }),
        oauthSession(104, { ...ofTablet, ...bobs }),
        oauthSession(105, ofScanner),
      )
      const endAll = (
        of: { userUuid: string; clientId?: string } | { clientId: string },
        ms: number,
      ) => write(storage, (tx) => tx.oauthSessions.endAll(of, at(ms), "password changed"))
      const ends = () => endsOf(storage, [100, 101, 102, 103, 104, 105])
      same(await endAll(anns, 50), 2, "how many of a user's were ended")
      same(await ends(), [50, 50, 3, 0, 0, 0], "when each ended, after the user's")
      same(await endAll(anns, 60), 0, "how many of a user's, a second time")
      same(await endAll(ofScanner, 70), 2, "how many of a client's were ended")
      same(await ends(), [50, 50, 3, 70, 0, 70], "when each ended, after the client's")
      same(await endAll({ clientId: "unknown" }, 80), 0, "how many of an unknown client's")
      await open(
        storage,
        oauthSession(106, { ...ofScanner, ...bobs }),
        oauthSession(107, { ...ofScanner, ...anns }),
      )
      same(
        await endAll({ ...bobs, clientId: scanner.clientId }, 90),
        1,
        "how many of a user at a client",
      )
      same(
        await endsOf(storage, [104, 106, 107]),
        [0, 90, 0],
        "when those ended, of the user at another client, of both, of another user",
      )
    },
  ),
  storageCase(
    "oauthSessions: endAll of a user spares the one session that is named",
    async (storage) => {
      await found(storage)
      const anns = { userUuid: ann.uuid }
      await open(
        storage,
        oauthSession(100, { ...ofScanner, ...anns }),
        oauthSession(101, { ...ofScanner, ...anns }),
        oauthSession(102, { ...ofTablet, ...anns }),
        oauthSession(103, { ...ofScanner, userUuid: bob.uuid }),
      )
      const spare = (exceptSid: string, ms: number) =>
        write(storage, (tx) =>
          tx.oauthSessions.endAll({ ...anns, exceptSid }, at(ms), "new password"),
        )
      same(await spare(uuid(101), 50), 2, "how many were ended beside the one that was spared")
      same(await endsOf(storage, [100, 101, 102, 103]), [50, 0, 50, 0], "when each ended")
      same(
        await spare(uuid(101), 55),
        0,
        "how many were ended when only the one that is spared was left",
      )
      same(await endsOf(storage, [101]), [0], "when that one ended")
      same(
        await spare(uuid(103), 60),
        1,
        "how many were ended when another user's session was named",
      )
      same(
        await endsOf(storage, [100, 101, 102, 103]),
        [50, 60, 50, 0],
        "when each ended in the end",
      )
    },
  ),
  storageCase(
    "oauthSessions: concurrent endings of one and of many end each session once",
    async (storage) => {
      await found(storage)
      const ns = Array.from({ length: 30 }, (_, n) => 100 + n)
      // Opened out of order, so that a storage that locks what it comes upon first does so in
      // another order each time.
      const sessions = ns.map((n) =>
        oauthSession(n, {
          ...(n % 3 === 0 ? ofScanner : ofTablet),
          userUuid: (n % 2 === 0 ? ann : bob).uuid,
        }),
      )
      await open(
        storage,
        ...sessions.toSorted((a, b) => (a.sid.at(-1) ?? "").localeCompare(b.sid.at(-1) ?? "")),
      )
      const all = [{ userUuid: ann.uuid }, { userUuid: bob.uuid }, ofScanner, ofTablet]
      const ended = await Promise.all([
        ...[...all, ...all].map((of) =>
          write(storage, (tx) => tx.oauthSessions.endAll(of, at(1), "all")),
        ),
        ...ns.map(async (n) => Number(await end(storage, uuid(n), 1))),
      ])
      same(
        ended.reduce((sum, n) => sum + n, 0),
        ns.length,
        "how many endings there were",
      )
      same(new Set(await endsOf(storage, ns)), new Set([1]), "when they ended")
    },
  ),
  sweepCase({
    noun: "oauthSessions",
    when: "expired",
    add: (tx, n, ms) => tx.oauthSessions.open(oauthSession(n, { ...ofScanner, expiresAt: at(ms) })),
    find: (tx, n) => tx.oauthSessions.find(uuid(n)),
    sweep: (tx, before, limit) => tx.oauthSessions.sweep(before, limit),
  }),
  storageCase(
    "oauthSessions: sweep passes over a session that still has a refresh token",
    async (storage) => {
      await found(storage)
      await open(
        storage,
        ...[1, 2, 3].map((n) => oauthSession(100 + n, { ...ofScanner, expiresAt: at(n) })),
      )
      await write(storage, (tx) =>
        tx.refreshTokens.add(refreshToken(100, { sid: uuid(101), expiresAt: at(10) })),
      )
      const sweep = () => write(storage, (tx) => tx.oauthSessions.sweep(at(9), 2))
      same(await sweep(), 2, "how many go besides")
      claim(
        (await find(storage, uuid(101))) !== undefined,
        "a session with a refresh token must stay",
      )
      same(await sweep(), 0, "how many go while it has one")
      same(await write(storage, (tx) => tx.refreshTokens.sweep(at(11), 2)), 1, "how many tokens go")
      same(await sweep(), 1, "how many go after that")
      same(await find(storage, uuid(101)), undefined, "the session in the end")
    },
  ),
]
