import type { OauthCode, Repositories } from "@symbolon/core/storage"
import { type Breakage, later, verbs } from "./breakage.ts"

const swept = (noun: string, when = "expired") =>
  `${noun}: sweep forgets those that ${when} before a moment, the oldest first, at most as many as asked for`

/**
 * A noun whose sweep is asked for a moment later, so that it takes what stands at the moment
 * itself.
 */
const sweptLate = (
  noun: "oauthSessions" | "oauthCodes" | "refreshTokens" | "oauthChallenges" | "logins",
  when?: string,
): Breakage =>
  verbs(`${noun} are swept at the very moment`, swept(noun, when), () => (tx) => ({
    [noun]: {
      ...tx[noun],
      sweep: (before: Date, limit: number) => tx[noun].sweep(later(before, 1), limit),
    },
  }))

/**
 * What is found is what was found first in a transaction: two that come at once both see it unused.
 */
const stale = <Row>(find: (tx: Repositories, key: string) => Promise<Row | undefined>) => {
  const seen = new Map<string, Row | undefined>()
  return async (tx: Repositories, key: string): Promise<Row | undefined> => {
    if (!seen.has(key)) seen.set(key, await find(tx, key))
    return seen.get(key)
  }
}

export const ofSignIns: readonly Breakage[] = [
  sweptLate("oauthSessions"),
  sweptLate("oauthCodes"),
  sweptLate("refreshTokens"),
  sweptLate("oauthChallenges"),
  sweptLate("logins", "were created"),
  verbs("codes are swept without end", swept("oauthCodes"), () => (tx) => ({
    oauthCodes: { ...tx.oauthCodes, sweep: (before) => tx.oauthCodes.sweep(before, 1000) },
  })),
  verbs("a code is read, then used", "oauthCodes: of concurrent uses exactly one is true", () => {
    const find = stale((tx, codeHash) => tx.oauthCodes.find(codeHash))
    return (tx) => ({
      oauthCodes: {
        ...tx.oauthCodes,
        consume: async (codeHash, at) => {
          const code = await find(tx, codeHash)
          await tx.oauthCodes.consume(codeHash, at)
          return code !== undefined && code.consumedAt === undefined
        },
      },
    })
  }),
  verbs(
    "every code is used up, whosever it is",
    "oauthCodes: consumeAll uses up what was not used of one user",
    () => {
      const added: OauthCode[] = []
      return (tx) => ({
        oauthCodes: {
          ...tx.oauthCodes,
          add: async (code) => {
            added.push(code)
            await tx.oauthCodes.add(code)
          },
          consumeAll: async (of, at) => {
            const used = await tx.oauthCodes.consumeAll(of, at)
            for (const { codeHash } of added) await tx.oauthCodes.consume(codeHash, at)
            return used
          },
        },
      })
    },
  ),
  verbs(
    "a code that was used is used up again",
    "oauthCodes: consumeAll uses up what was not used of one user",
    () => (tx) => ({
      oauthCodes: {
        ...tx.oauthCodes,
        consumeAll: async (of, at) => (await tx.oauthCodes.consumeAll(of, at)) + 1,
      },
    }),
  ),
  verbs(
    "a used code is gone",
    "oauthCodes: a code is used once, and is still found",
    () => (tx) => ({
      oauthCodes: {
        ...tx.oauthCodes,
        find: async (codeHash) => {
          const code = await tx.oauthCodes.find(codeHash)
          return code?.consumedAt === undefined ? code : undefined
        },
      },
    }),
  ),
  verbs(
    "a code waits for its session",
    "oauthCodes: a code comes back as it was written, before its session is opened",
    () => (tx) => ({
      oauthCodes: {
        ...tx.oauthCodes,
        add: async (code) => {
          if ((await tx.oauthSessions.find(code.sid)) === undefined)
            throw new Error("No such session.")
          await tx.oauthCodes.add(code)
        },
      },
    }),
  ),
  verbs(
    "a refresh token is read, then used",
    "refreshTokens: of concurrent uses exactly one is true, and its answer is kept",
    () => {
      const find = stale((tx, tokenHash) => tx.refreshTokens.find(tokenHash))
      return (tx) => ({
        refreshTokens: {
          ...tx.refreshTokens,
          consume: async (tokenHash, at, answer) => {
            const token = await find(tx, tokenHash)
            await tx.refreshTokens.consume(tokenHash, at, answer)
            return token !== undefined && token.consumedAt === undefined
          },
        },
      })
    },
  ),
  verbs(
    "the answer to a used token is the last one",
    "refreshTokens: a token is used once, with the answer of that use or without, and is still found",
    () => {
      const answers = new Map<string, string | undefined>()
      return (tx) => ({
        refreshTokens: {
          ...tx.refreshTokens,
          consume: (tokenHash, at, answer) => {
            answers.set(tokenHash, answer)
            return tx.refreshTokens.consume(tokenHash, at, answer)
          },
          find: async (tokenHash) => {
            const token = await tx.refreshTokens.find(tokenHash)
            return token && { ...token, sealedAnswer: answers.get(tokenHash) }
          },
        },
      })
    },
  ),
  verbs(
    "a used challenge goes on",
    "oauthChallenges: how far a challenge has come is noted until it is used, and nothing else of it",
    () => (tx) => ({
      oauthChallenges: {
        ...tx.oauthChallenges,
        advance: async (mine, to) => (await tx.oauthChallenges.advance(mine, to)) || true,
      },
    }),
  ),
  verbs(
    "a challenge is used twice",
    "oauthChallenges: a challenge is used once, and is still found",
    () => (tx) => ({
      oauthChallenges: {
        ...tx.oauthChallenges,
        consume: async (challengeHash, at) => {
          await tx.oauthChallenges.consume(challengeHash, at)
          return (await tx.oauthChallenges.find(challengeHash)) !== undefined
        },
      },
    }),
  ),
  verbs(
    "a request forgets that an age of nothing was asked for",
    "oauthChallenges: a challenge comes back as it was written, with all of its request and with little",
    () => (tx) => ({
      oauthChallenges: {
        ...tx.oauthChallenges,
        find: async (challengeHash) => {
          const row = await tx.oauthChallenges.find(challengeHash)
          return (
            row && {
              ...row,
              request: { ...row.request, maxAgeSeconds: row.request.maxAgeSeconds || undefined },
            }
          )
        },
      },
    }),
  ),
  verbs(
    "a consent that is widened begins anew",
    "consents: what a user allowed an app is kept, over what was before, and told by app",
    () => (tx) => ({
      consents: {
        ...tx.consents,
        keep: async (given) => {
          await tx.consents.withdraw(given.userUuid, given.clientId)
          await tx.consents.keep(given)
        },
      },
    }),
  ),
  verbs(
    "a consent withdrawn twice is withdrawn",
    "consents: a consent is withdrawn once, and may be given anew",
    () => (tx) => ({
      consents: {
        ...tx.consents,
        withdraw: async (...of) => (await tx.consents.withdraw(...of)) || true,
      },
    }),
  ),
  verbs(
    "a login that ended is seen again",
    "logins: a login is seen until it ends, and ends once",
    () => (tx) => ({
      logins: {
        ...tx.logins,
        touch: async (mine, at) =>
          (await tx.logins.touch(mine, at)) || (await tx.logins.find(mine)) !== undefined,
      },
    }),
  ),
  verbs(
    "every login is ended, whosever it is",
    "logins: endAll ends what has not ended of one user",
    () => {
      const known = new Set<string>()
      return (tx) => ({
        logins: {
          ...tx.logins,
          add: async (login) => {
            known.add(login.tokenHash)
            await tx.logins.add(login)
          },
          endAll: async (userUuid, at) => {
            const ended = await tx.logins.endAll(userUuid, at)
            for (const tokenHash of known) await tx.logins.end(tokenHash, at)
            return ended
          },
        },
      })
    },
  ),
]
