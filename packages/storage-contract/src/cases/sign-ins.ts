import type { AuthorizationRequest } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { at, hash } from "../samples.ts"
import { login, oauthChallenge } from "../sign-in-samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { sweepCase } from "../sweeps.ts"

const { ann, bob } = club

const request: AuthorizationRequest = {
  clientId: "client-51",
  redirectUri: "https://app.example/cb?a=1&b=%20",
  scopes: ["openid", "profile:read"],
  state: 'Zoë 世界 "\\\n',
  nonce: "n-0S6_WzA2Mj",
  codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  responseMode: "form_post",
  prompt: ["login", "consent"],
  maxAgeSeconds: 0,
  hintedUserUuid: ann.uuid,
  loginHint: "ann@club.example",
  uiLocales: ["nb", "en"],
}

/** Requests that wait for their user. */
export const oauthChallenges: readonly StorageCase[] = [
  storageCase(
    "oauthChallenges: a challenge comes back as it was written, with all of its request and with little",
    async (storage) => {
      const full = oauthChallenge(100, {
        request,
        isAccountChosen: true,
        isSignedInAnew: true,
        consumedAt: at(9),
      })
      const bare = oauthChallenge(101)
      await write(storage, async (tx) => {
        for (const challenge of [full, bare]) await tx.oauthChallenges.add(challenge)
      })
      await read(storage, async (tx) => {
        for (const challenge of [full, bare])
          same(await tx.oauthChallenges.find(challenge.challengeHash), challenge, "the challenge")
        same(await tx.oauthChallenges.find(hash(999)), undefined, "an unknown challenge")
      })
      await rejects(
        write(storage, (tx) => tx.oauthChallenges.add(bare)),
        "a challenge that is there",
      )
    },
  ),
  storageCase(
    "oauthChallenges: how far a challenge has come is noted until it is used, and nothing else of it",
    async (storage) => {
      const [one, other] = [oauthChallenge(100), oauthChallenge(101)]
      const to = {
        browserHash: hash(1),
        csrfHash: hash(2),
        isAccountChosen: true,
        isSignedInAnew: true,
      }
      const back = {
        browserHash: hash(3),
        csrfHash: hash(4),
        isAccountChosen: false,
        isSignedInAnew: false,
      }
      const find = (challengeHash: string) =>
        read(storage, (tx) => tx.oauthChallenges.find(challengeHash))
      const advance = (challengeHash: string, next: typeof to) =>
        write(storage, (tx) => tx.oauthChallenges.advance(challengeHash, next))
      await write(storage, async (tx) => {
        for (const challenge of [one, other]) await tx.oauthChallenges.add(challenge)
      })
      claim(await advance(one.challengeHash, to), "a challenge that waits must be advanced")
      same(await find(one.challengeHash), { ...one, ...to }, "the challenge")
      const more = { ...other, ...back, request, expiresAt: at(1), consumedAt: at(2) }
      claim(await advance(one.challengeHash, more), "a challenge must be set back")
      same(
        await find(one.challengeHash),
        { ...one, ...back },
        "the challenge, when more than that was handed in",
      )
      same(await find(other.challengeHash), other, "the other challenge")
      claim(!(await advance(hash(999), to)), "an unknown challenge must answer false")
      await write(storage, (tx) => tx.oauthChallenges.consume(one.challengeHash, at(5)))
      claim(!(await advance(one.challengeHash, to)), "a used challenge must answer false")
      same(
        await find(one.challengeHash),
        { ...one, ...back, consumedAt: at(5) },
        "the used challenge",
      )
    },
  ),
  storageCase("oauthChallenges: a challenge is used once, and is still found", async (storage) => {
    const [one, other] = [oauthChallenge(100), oauthChallenge(101)]
    const consume = (challengeHash: string, ms: number) =>
      write(storage, (tx) => tx.oauthChallenges.consume(challengeHash, at(ms)))
    await write(storage, async (tx) => {
      for (const challenge of [one, other]) await tx.oauthChallenges.add(challenge)
    })
    claim(await consume(one.challengeHash, 5), "the first use must answer true")
    claim(!(await consume(one.challengeHash, 6)), "the second use must answer false")
    claim(!(await consume(hash(999), 5)), "the use of an unknown challenge must answer false")
    same(
      await read(storage, (tx) => tx.oauthChallenges.find(one.challengeHash)),
      { ...one, consumedAt: at(5) },
      "the used challenge",
    )
    same(
      await read(storage, (tx) => tx.oauthChallenges.find(other.challengeHash)),
      other,
      "the other challenge",
    )
  }),
  storageCase("oauthChallenges: of concurrent uses exactly one is true", async (storage) => {
    await write(storage, (tx) => tx.oauthChallenges.add(oauthChallenge(100)))
    const winner = await exactlyOne(storage, (tx, n) =>
      tx.oauthChallenges.consume(hash(100), at(n)),
    )
    same(
      (await read(storage, (tx) => tx.oauthChallenges.find(hash(100))))?.consumedAt,
      at(winner),
      "when it was used",
    )
  }),
  sweepCase({
    noun: "oauthChallenges",
    when: "expired",
    add: (tx, n, ms) => tx.oauthChallenges.add(oauthChallenge(n, { expiresAt: at(ms) })),
    find: (tx, n) => tx.oauthChallenges.find(hash(n)),
    sweep: (tx, before, limit) => tx.oauthChallenges.sweep(before, limit),
  }),
]

/** Browsers in which somebody is signed in. */
export const logins: readonly StorageCase[] = [
  storageCase(
    "logins: a login comes back as it was written, with all fields and with few",
    async (storage) => {
      await found(storage)
      const full = login(100, {
        amr: ["hwk", "user"],
        authTime: at(1),
        seenAt: at(9),
        endedAt: at(10),
      })
      const bare = login(101, { amr: [] })
      await write(storage, async (tx) => {
        for (const one of [full, bare]) await tx.logins.add(one)
      })
      await read(storage, async (tx) => {
        for (const one of [full, bare]) same(await tx.logins.find(one.tokenHash), one, "the login")
        same(await tx.logins.find(hash(999)), undefined, "an unknown login")
      })
      await rejects(
        write(storage, (tx) => tx.logins.add(bare)),
        "a login that is there",
      )
    },
  ),
  storageCase("logins: a login is seen until it ends, and ends once", async (storage) => {
    await found(storage)
    const [one, other] = [login(100), login(101)]
    const find = (tokenHash: string) => read(storage, (tx) => tx.logins.find(tokenHash))
    const touch = (tokenHash: string, ms: number) =>
      write(storage, (tx) => tx.logins.touch(tokenHash, at(ms)))
    const end = (tokenHash: string, ms: number) =>
      write(storage, (tx) => tx.logins.end(tokenHash, at(ms)))
    await write(storage, async (tx) => {
      for (const each of [one, other]) await tx.logins.add(each)
    })
    claim(await touch(one.tokenHash, 500), "a login that has not ended must be seen")
    same(await find(one.tokenHash), { ...one, seenAt: at(500) }, "the login")
    claim(await end(one.tokenHash, 600), "the first end must answer true")
    claim(!(await end(one.tokenHash, 700)), "the second end must answer false")
    claim(!(await touch(one.tokenHash, 800)), "a login that has ended must not be seen")
    for (const attempt of [touch, end])
      claim(!(await attempt(hash(999), 500)), "an unknown login must answer false")
    same(
      await find(one.tokenHash),
      { ...one, seenAt: at(500), endedAt: at(600) },
      "the login that ended",
    )
    same(await find(other.tokenHash), other, "the other login")
  }),
  storageCase("logins: endAll ends what has not ended of one user", async (storage) => {
    await found(storage)
    await write(storage, async (tx) => {
      for (const one of [
        login(100),
        login(101),
        login(102, { endedAt: at(3) }),
        login(103, { userUuid: bob.uuid }),
      ])
        await tx.logins.add(one)
    })
    const endAll = (ms: number) => write(storage, (tx) => tx.logins.endAll(ann.uuid, at(ms)))
    same(await endAll(50), 2, "how many were ended")
    same(await endAll(60), 0, "how many, a second time")
    const ends: (Date | undefined)[] = []
    for (const n of [100, 101, 102, 103])
      ends.push((await read(storage, (tx) => tx.logins.find(hash(n))))?.endedAt)
    same(ends, [at(50), at(50), at(3), undefined], "when each ended")
  }),
  storageCase(
    "logins: concurrent endings of one and of all end each login once",
    async (storage) => {
      await found(storage)
      const ns = Array.from({ length: 10 }, (_, n) => 100 + n)
      await write(storage, async (tx) => {
        for (const n of ns.toReversed()) await tx.logins.add(login(n))
      })
      const ended = await Promise.all([
        ...[1, 2, 3].map(() => write(storage, (tx) => tx.logins.endAll(ann.uuid, at(1)))),
        ...ns.map((n) => write(storage, async (tx) => Number(await tx.logins.end(hash(n), at(1))))),
      ])
      same(
        ended.reduce((sum, n) => sum + n, 0),
        ns.length,
        "how many endings there were",
      )
    },
  ),
  sweepCase({
    noun: "logins",
    when: "were created",
    add: (tx, n, ms) => tx.logins.add(login(n, { createdAt: at(ms) })),
    find: (tx, n) => tx.logins.find(hash(n)),
    sweep: (tx, before, limit) => tx.logins.sweep(before, limit),
  }),
]
