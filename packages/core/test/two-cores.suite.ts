import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { createSymbolon, type Storage, type Symbolon } from "../src/index.ts"
import { memoryKeyVault, testClock } from "../src/testing/index.ts"
import { start } from "./fixtures/world.ts"

const refusal = (_tag: string) => expect.objectContaining({ _tag })
const kidOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid

const revokedRounds = 20

/** A store far away: what a read saw arrives when it may no longer be true. */
const withSlowAnswers = (store: Storage): Storage => ({
  ...store,
  transact: async (mode, work) => {
    const answer = await store.transact(mode, work)
    if (mode === "read") await pause(5)
    return answer
  },
})

const moveTo = async (core: Symbolon, to: Date): Promise<void> => {
  await core.testClock?.moveTo(to)
}

/**
 * What two processes on one store must know of each other. `open` answers the same store twice, as
 * two processes would open it.
 */
export const twoCoresSuite = (
  storage: string,
  open: () => Promise<readonly [Storage, Storage]>,
): void => {
  const openBoth = async (onItsWay: (store: Storage) => Storage = (store) => store) => {
    const [first, second] = await open()
    const stores = [first, onItsWay(second)] as const
    const core = (each: Storage): Promise<Symbolon> =>
      createSymbolon({
        storage: each,
        vault: memoryKeyVault(new Uint8Array(32).fill(7)),
        testClock: testClock(start),
        migrate: true,
      })
    const [a, b] = [await core(stores[0]), await core(stores[1])]
    const { client, clientSecret } = await a.apps.create({
      organization: undefined,
      name: "Clockwork",
      clientType: "confidential",
      grantTypes: ["client_credentials"],
      scopes: ["wallet:read"],
    })
    const tokenOf = async (core: Symbolon) =>
      (
        await core.oauth.issueClientToken({
          client: { clientId: client.clientId, clientSecret },
          scope: undefined,
        })
      ).accessToken
    return { a, b, client, clientSecret, tokenOf }
  }

  describe(`two cores on ${storage}`, () => {
    it("start at once with the same keys", async () => {
      const { a, b } = await openBoth()
      expect(await a.jwks()).toEqual(await b.jwks())
      expect(await a.keys.list({})).toHaveLength(4)
    })

    it("refuse what a key signed from the very next call after one of them revoked it, and sign with the new one", async () => {
      const { a, b, tokenOf } = await openBoth()
      const old = await tokenOf(b)
      await b.authenticate(old)
      const { signs } = await a.keys.revoke({ keyId: kidOf(old) })
      await expect(b.authenticate(old)).rejects.toEqual(refusal("InvalidCredentials"))
      await expect(a.authenticate(old)).rejects.toEqual(refusal("InvalidCredentials"))
      const anew = await tokenOf(b)
      expect(kidOf(anew)).toBe(signs)
      await a.authenticate(anew)
      expect(b.jwks()).toEqual(a.jwks())
    })

    it("refuse a token from the very next call after one of them revoked it, also while the other reads for many calls", async () => {
      const { a, b, client, clientSecret, tokenOf } = await openBoth(withSlowAnswers)
      const busy = await Promise.all(Array.from({ length: 4 }, () => tokenOf(b)))
      for (let round = 0; round < revokedRounds; round += 1) {
        const token = await tokenOf(b)
        await b.authenticate(token)
        let isOver = false
        const callers = [token, token, token, token, ...busy, ...busy].map(async (each) => {
          while (!isOver) {
            await b.authenticate(each).catch(() => undefined)
            await new Promise((next) => setImmediate(next))
          }
        })
        await a.oauth.revoke({ client: { clientId: client.clientId, clientSecret }, token })
        const next = await b.authenticate(token).then(
          () => "accepted",
          () => "refused",
        )
        isOver = true
        await Promise.all(callers)
        expect([round, next]).toEqual([round, "refused"])
        for (const each of busy) await b.authenticate(each)
      }
    })

    it("rotate once when both make their round", async () => {
      const { a, b, tokenOf } = await openBoth()
      const old = await tokenOf(b)
      const { next } = await a.keys.rotate({ purpose: "tokens" })
      const tomorrow = new Date(Date.parse(start) + 24 * 3_600_000)
      await Promise.all([moveTo(a, tomorrow), moveTo(b, tomorrow)])
      const statuses = (await b.keys.list({ purpose: "tokens" })).map(({ keyId, status }) => [
        keyId,
        status,
      ])
      expect(Object.fromEntries(statuses)).toEqual({
        [kidOf(old)]: "retiring",
        [next?.keyId ?? ""]: "active",
      })
    })

    it("refuse the tokens of an app from the very next call after one of them removed it", async () => {
      const { a, b, client, tokenOf } = await openBoth()
      const token = await tokenOf(b)
      await b.authenticate(token)
      await a.apps.delete({ organization: undefined, clientId: client.clientId })
      await expect(b.authenticate(token)).rejects.toEqual(refusal("InvalidCredentials"))
    })
  })
}
