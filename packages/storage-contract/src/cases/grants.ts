import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { at, hash, oauthSession, uuid } from "../samples.ts"
import { consent, oauthCode, refreshToken } from "../sign-in-samples.ts"
import { exactlyOne, read, storageCase, type StorageCase, write } from "../storage-case.ts"
import { sweepCase } from "../sweeps.ts"

const { ann, bob, scanner, tablet } = club

/** Authorization codes. */
export const oauthCodes: readonly StorageCase[] = [
  storageCase(
    "oauthCodes: a code comes back as it was written, before its session is opened",
    async (storage) => {
      await found(storage)
      const full = oauthCode(100, {
        nonce: "n-0S6_WzA2Mj",
        scopes: ["b", "a"],
        amr: ["hwk", "user"],
        acr: "2",
        consumedAt: at(7),
      })
      const bare = oauthCode(101, { scopes: [], amr: [] })
      await write(storage, async (tx) => {
        for (const code of [full, bare]) await tx.oauthCodes.add(code)
      })
      await read(storage, async (tx) => {
        for (const code of [full, bare])
          same(await tx.oauthCodes.find(code.codeHash), code, "the code")
        same(await tx.oauthCodes.find(hash(999)), undefined, "an unknown code")
        same(await tx.oauthSessions.find(full.sid), undefined, "its session")
      })
      await rejects(
        write(storage, (tx) => tx.oauthCodes.add({ ...bare, sid: uuid(200) })),
        "a code that is there",
      )
    },
  ),
  storageCase("oauthCodes: a code is used once, and is still found", async (storage) => {
    await found(storage)
    const [one, other] = [oauthCode(100), oauthCode(101)]
    const consume = (codeHash: string, ms: number) =>
      write(storage, (tx) => tx.oauthCodes.consume(codeHash, at(ms)))
    await write(storage, async (tx) => {
      for (const code of [one, other]) await tx.oauthCodes.add(code)
    })
    claim(await consume(one.codeHash, 5), "the first use must answer true")
    claim(!(await consume(one.codeHash, 6)), "the second use must answer false")
    claim(!(await consume(hash(999), 5)), "the use of an unknown code must answer false")
    same(
      await read(storage, (tx) => tx.oauthCodes.find(one.codeHash)),
      { ...one, consumedAt: at(5) },
      "the used code",
    )
    same(await read(storage, (tx) => tx.oauthCodes.find(other.codeHash)), other, "the other code")
  }),
  storageCase("oauthCodes: consumeAll uses up what was not used of one user", async (storage) => {
    await found(storage)
    const codes = [
      oauthCode(100, { userUuid: ann.uuid }),
      oauthCode(101, { userUuid: ann.uuid, expiresAt: at(1) }),
      oauthCode(102, { userUuid: ann.uuid, consumedAt: at(3) }),
      oauthCode(103, { userUuid: bob.uuid }),
    ]
    await write(storage, async (tx) => {
      for (const code of codes) await tx.oauthCodes.add(code)
    })
    const consumeAll = (ms: number) =>
      write(storage, (tx) => tx.oauthCodes.consumeAll({ userUuid: ann.uuid }, at(ms)))
    same(await consumeAll(50), 2, "how many were used up")
    same(await consumeAll(60), 0, "how many, a second time")
    const uses = await read(storage, (tx) =>
      Promise.all(
        codes.map(async ({ codeHash }) => (await tx.oauthCodes.find(codeHash))?.consumedAt),
      ),
    )
    same(uses, [at(50), at(50), at(3), undefined], "when each was used")
  }),
  storageCase("oauthCodes: consumeAll uses up those for one client alone", async (storage) => {
    await found(storage)
    const { clientId } = oauthCode(100)
    const other = club.tablet
    const codes = [
      oauthCode(100, { userUuid: ann.uuid }),
      oauthCode(101, { userUuid: ann.uuid, clientId: other.clientId }),
      oauthCode(102, { userUuid: bob.uuid }),
    ]
    await write(storage, async (tx) => {
      for (const code of codes) await tx.oauthCodes.add(code)
    })
    const used = await write(storage, (tx) =>
      tx.oauthCodes.consumeAll({ userUuid: ann.uuid, clientId }, at(50)),
    )
    same(used, 1, "how many were used up")
    same(
      await write(storage, (tx) =>
        tx.oauthCodes.consumeAll({ userUuid: ann.uuid, clientId }, at(60)),
      ),
      0,
      "how many, while another client has one",
    )
    const uses = await read(storage, (tx) =>
      Promise.all(
        codes.map(async ({ codeHash }) => (await tx.oauthCodes.find(codeHash))?.consumedAt),
      ),
    )
    same(uses, [at(50), undefined, undefined], "when each was used")
  }),
  storageCase("oauthCodes: of concurrent uses exactly one is true", async (storage) => {
    await found(storage)
    await write(storage, (tx) => tx.oauthCodes.add(oauthCode(100)))
    const winner = await exactlyOne(storage, (tx, n) => tx.oauthCodes.consume(hash(100), at(n)))
    same(
      (await read(storage, (tx) => tx.oauthCodes.find(hash(100))))?.consumedAt,
      at(winner),
      "when it was used",
    )
  }),
  sweepCase({
    noun: "oauthCodes",
    when: "expired",
    add: (tx, n, ms) => tx.oauthCodes.add(oauthCode(n, { expiresAt: at(ms) })),
    find: (tx, n) => tx.oauthCodes.find(hash(n)),
    sweep: (tx, before, limit) => tx.oauthCodes.sweep(before, limit),
  }),
]

const session = oauthSession(100, { clientId: scanner.clientId, userUuid: ann.uuid })
const ofSession = { sid: session.sid }

/** Refresh tokens. */
export const refreshTokens: readonly StorageCase[] = [
  storageCase(
    "refreshTokens: a token comes back as it was written, with all fields and with few",
    async (storage) => {
      await found(storage)
      const full = refreshToken(100, { ...ofSession, consumedAt: at(7), sealedAnswer: "sealed" })
      const bare = refreshToken(101, ofSession)
      await write(storage, async (tx) => {
        await tx.oauthSessions.open(session)
        for (const token of [full, bare]) await tx.refreshTokens.add(token)
      })
      await read(storage, async (tx) => {
        for (const token of [full, bare])
          same(await tx.refreshTokens.find(token.tokenHash), token, "the token")
        same(await tx.refreshTokens.find(hash(999)), undefined, "an unknown token")
      })
      await rejects(
        write(storage, (tx) => tx.refreshTokens.add(bare)),
        "a token that is there",
      )
    },
  ),
  storageCase(
    "refreshTokens: a token is used once, with the answer of that use or without, and is still found",
    async (storage) => {
      await found(storage)
      const [one, other] = [refreshToken(100, ofSession), refreshToken(101, ofSession)]
      const consume = (tokenHash: string, ms: number, sealedAnswer: string | undefined) =>
        write(storage, (tx) => tx.refreshTokens.consume(tokenHash, at(ms), sealedAnswer))
      const find = (tokenHash: string) => read(storage, (tx) => tx.refreshTokens.find(tokenHash))
      await write(storage, async (tx) => {
        await tx.oauthSessions.open(session)
        for (const token of [one, other]) await tx.refreshTokens.add(token)
      })
      claim(await consume(one.tokenHash, 5, "first"), "the first use must answer true")
      claim(!(await consume(one.tokenHash, 6, "second")), "the second use must answer false")
      claim(
        !(await consume(hash(999), 5, "third")),
        "the use of an unknown token must answer false",
      )
      same(
        await find(one.tokenHash),
        { ...one, consumedAt: at(5), sealedAnswer: "first" },
        "the used token",
      )
      same(await find(other.tokenHash), other, "the other token")
      claim(
        await consume(other.tokenHash, 7, undefined),
        "a use without an answer must answer true",
      )
      same(
        await find(other.tokenHash),
        { ...other, consumedAt: at(7) },
        "the token that was used without an answer",
      )
    },
  ),
  storageCase(
    "refreshTokens: of concurrent uses exactly one is true, and its answer is kept",
    async (storage) => {
      await found(storage)
      await write(storage, async (tx) => {
        await tx.oauthSessions.open(session)
        await tx.refreshTokens.add(refreshToken(100, ofSession))
      })
      const winner = await exactlyOne(storage, (tx, n) =>
        tx.refreshTokens.consume(hash(100), at(n), `answer ${n}`),
      )
      const token = await read(storage, (tx) => tx.refreshTokens.find(hash(100)))
      same(
        [token?.consumedAt, token?.sealedAnswer],
        [at(winner), `answer ${winner}`],
        "the use that is kept",
      )
    },
  ),
  sweepCase({
    noun: "refreshTokens",
    when: "expired",
    add: async (tx, n, ms) => {
      await tx.oauthSessions.open(oauthSession(n, { clientId: scanner.clientId }))
      await tx.refreshTokens.add(refreshToken(n, { sid: uuid(n), expiresAt: at(ms) }))
    },
    find: (tx, n) => tx.refreshTokens.find(hash(n)),
    sweep: (tx, before, limit) => tx.refreshTokens.sweep(before, limit),
  }),
]

/** What users allowed apps. */
export const consents: readonly StorageCase[] = [
  storageCase(
    "consents: what a user allowed an app is kept, over what was before, and told by app",
    async (storage) => {
      await found(storage)
      const [first, second] = [
        consent(100, { scopes: ["b", "a"] }),
        consent(101, { clientId: tablet.clientId, scopes: [] }),
      ]
      const again = { ...first, scopes: ["c"], createdAt: at(500), updatedAt: at(600) }
      const merged = { ...again, createdAt: first.createdAt }
      const keep = (...given: readonly (typeof first)[]) =>
        write(storage, async (tx) => {
          for (const one of given) await tx.consents.keep(one)
        })
      const all = (userUuid: string) => read(storage, (tx) => tx.consents.ofUser(userUuid))
      await keep(second, first, consent(102, { userUuid: bob.uuid }))
      same(await all(ann.uuid), [first, second], "a user's consents, by client id")
      await keep(again)
      same(await all(ann.uuid), [merged, second], "a user's consents, when one was widened")
      same(await all(bob.uuid), [consent(102, { userUuid: bob.uuid })], "another's")
      same(await all(club.cid.uuid), [], "of somebody who allowed nothing")
      await read(storage, async (tx) => {
        same(await tx.consents.find(ann.uuid, scanner.clientId), merged, "one consent")
        same(
          await tx.consents.find(bob.uuid, tablet.clientId),
          undefined,
          "one that was never given",
        )
      })
    },
  ),
  storageCase("consents: a consent is withdrawn once, and may be given anew", async (storage) => {
    await found(storage)
    const withdraw = (userUuid: string, clientId: string) =>
      write(storage, (tx) => tx.consents.withdraw(userUuid, clientId))
    await write(storage, (tx) => tx.consents.keep(consent(100)))
    claim(!(await withdraw(bob.uuid, scanner.clientId)), "another user's must answer false")
    claim(!(await withdraw(ann.uuid, tablet.clientId)), "another app's must answer false")
    claim(await withdraw(ann.uuid, scanner.clientId), "the first time must answer true")
    claim(!(await withdraw(ann.uuid, scanner.clientId)), "the second time must answer false")
    same(await read(storage, (tx) => tx.consents.ofUser(ann.uuid)), [], "what is left")
    await write(storage, (tx) => tx.consents.keep(consent(200)))
    same(
      await read(storage, (tx) => tx.consents.find(ann.uuid, scanner.clientId)),
      consent(200),
      "the new one, with its own beginning",
    )
  }),
  storageCase("consents: concurrent keeps of one consent leave one, whole", async (storage) => {
    await found(storage)
    const given = Array.from({ length: 10 }, (_, n) => consent(100 + n, { scopes: [`scope-${n}`] }))
    await Promise.all(given.map((one) => write(storage, (tx) => tx.consents.keep(one))))
    const [kept, ...more] = await read(storage, (tx) => tx.consents.ofUser(ann.uuid))
    same(more, [], "more than one")
    const last = given.find(({ updatedAt }) => updatedAt.getTime() === kept?.updatedAt.getTime())
    same(kept?.scopes, last?.scopes, "the scopes of who wrote last")
  }),
]
