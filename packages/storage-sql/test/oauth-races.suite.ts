import { createHash, randomBytes } from "node:crypto"
import type { Storage } from "@symbolon/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  baseUrl,
  carryOut,
  type Cores,
  openCores,
  type Order,
  type Outcome,
  signedInAs,
} from "./oauth-racing.ts"
import type { Racers } from "./racers.ts"

/** A store, and processes that race on it. */
export interface Course {
  readonly storage: Storage
  readonly racers: Racers
  /** How many refresh tokens a session has had, used ones too: asked of the engine itself. */
  readonly refreshTokensOf: (sid: string) => Promise<number>
}

/**
 * How many come at once, and how often that is tried: two meet in most ways when they meet often.
 */
const many = [
  [2, 12],
  [8, 6],
  [20, 4],
  [50, 3],
] as const
const rounds = 6

/** Races over what may be used once, by real processes: of all who come at once, one is served. */
export const oauthRacesSuite = (store: string, open: () => Promise<Course>): unknown =>
  describe(`processes that race for the same thing on ${store}`, () => {
    let course: Course
    let cores: Cores
    let world: Awaited<ReturnType<typeof furnish>>
    beforeAll(async () => {
      course = await open()
      cores = await openCores(course.storage)
      world = await furnish(cores)
    })
    afterAll(() => course.racers.stop())

    const live = (sid: string) =>
      course.storage.transact("read", (tx) => tx.oauthSessions.find(sid))
    const allCall = async (token: unknown) => {
      const order: Order = { do: "call", times: 1, token: String(token) }
      const answers = Array.from({ length: course.racers.count }, (_, n) =>
        course.racers.ask(n, order),
      )
      return (await Promise.all(answers)).flat()
    }
    /** Expects that nothing of a session is good for anything any more, in any process. */
    const expectOver = async (
      sid: string,
      tokens: readonly Readonly<Record<string, unknown>>[],
    ) => {
      expect((await live(sid))?.session.revokedAt).toBeDefined()
      for (const { accessToken, refreshToken } of tokens) {
        expect(new Set((await allCall(accessToken)).map(refusalIn))).toEqual(
          new Set(["InvalidCredentials"]),
        )
        const again = await carryOut(cores, {
          do: "refresh",
          times: 1,
          client: world.client,
          refreshToken: String(refreshToken),
          isGracious: false,
        })
        expect(again).toEqual([{ refused: "invalid_grant" }])
      }
    }

    it.each(many)(
      "attack 2: code replay race: of %i redemptions one is answered, and its session is over",
      async (times, rounds) => {
        for (let round = 0; round < rounds; round += 1) {
          const code = await world.newCode()
          const outcomes = await course.racers.race({
            do: "redeem",
            times,
            client: world.client,
            ...code,
          })
          expect(tally(outcomes)).toEqual({ answers: 1, refusals: { invalid_grant: times - 1 } })
          const sid = sidIn(answersIn(outcomes)[0])
          expect(await course.refreshTokensOf(sid)).toBe(1)
          await expectOver(sid, answersIn(outcomes))
        }
      },
    )

    it.each(many)(
      "attack 9: refresh race: of %i refreshes at most one is answered, and the session is over",
      async (times, rounds) => {
        for (let round = 0; round < rounds; round += 1) {
          const first = await world.newTokens()
          const sid = sidIn(first)
          const outcomes = await course.racers.race({
            do: "refresh",
            times,
            client: world.client,
            refreshToken: String(first["refreshToken"]),
            isGracious: false,
          })
          const answers = answersIn(outcomes)
          expect(answers.length).toBeLessThanOrEqual(1)
          expect(tally(outcomes).refusals).toEqual({ invalid_grant: times - answers.length })
          // Never two descendants, and none that lives.
          expect(await course.refreshTokensOf(sid)).toBe(1 + answers.length)
          await expectOver(sid, [first, ...answers])
        }
      },
    )

    it.each(many)(
      "attack 9: refresh race: with a grace period %i refreshes get the same answer, and it lives",
      async (times, rounds) => {
        for (let round = 0; round < rounds; round += 1) {
          const first = await world.newTokens()
          const outcomes = await course.racers.race({
            do: "refresh",
            times,
            client: world.client,
            refreshToken: String(first["refreshToken"]),
            isGracious: true,
          })
          expect(tally(outcomes)).toEqual({ answers: times, refusals: {} })
          const answers = new Set(answersIn(outcomes).map((answer) => JSON.stringify(answer)))
          expect([answers.size, await course.refreshTokensOf(sidIn(first))]).toEqual([1, 2])
          const [child] = answersIn(outcomes)
          expect(new Set((await allCall(child?.["accessToken"])).map(refusalIn))).toEqual(
            new Set([undefined]),
          )
          expect((await live(sidIn(first)))?.session.revokedAt).toBeUndefined()
        }
      },
    )

    it("attack 9: refresh race: a revocation in the middle of it leaves nothing alive", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const first = await world.newTokens()
        const refreshToken = String(first["refreshToken"])
        const [outcomes] = await Promise.all([
          course.racers.race({
            do: "refresh",
            times: 8,
            client: world.client,
            refreshToken,
            isGracious: true,
          }),
          carryOut(cores, {
            do: "revoke",
            times: 1,
            client: world.client,
            token: String(first["accessToken"]),
          }),
        ])
        expect(
          Object.keys(tally(outcomes).refusals).filter((name) => name !== "invalid_grant"),
        ).toEqual([])
        await expectOver(sidIn(first), [first, ...answersIn(outcomes)])
      }
    })

    it.each(many)(
      "attack 19: forged consent: of %i decisions on one request one is taken",
      async (times, rounds) => {
        for (let round = 0; round < rounds; round += 1) {
          const order = await world.newDecision()
          const outcomes = await course.racers.race({ ...order, times })
          expect(tally(outcomes)).toEqual({ answers: 1, refusals: { invalid_request: times - 1 } })
        }
      },
    )

    it.each(many)("lets one of %i concurrent resets by one link succeed", async (times) => {
      for (let round = 0; round < 3; round += 1) {
        const { link } = await cores.strict.users.createSetupLink({ userUuid: world.userUuid })
        const token = new URL(link).searchParams.get("token") ?? ""
        const outcomes = await course.racers.race({ do: "reset", times, token })
        expect(tally(outcomes)).toEqual({ answers: 1, refusals: { BadRequest: times - 1 } })
      }
    })

    it("attack 30: revoked yet accepted: what one process ends, the very next call to any other refuses", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const tokens = await world.newTokens()
        expect(new Set((await allCall(tokens["accessToken"])).map(refusalIn))).toEqual(
          new Set([undefined]),
        )
        const ended = String(tokens[round % 2 === 0 ? "accessToken" : "refreshToken"])
        await course.racers.ask(round % course.racers.count, {
          do: "revoke",
          times: 1,
          client: world.client,
          token: ended,
        })
        expect(new Set((await allCall(tokens["accessToken"])).map(refusalIn))).toEqual(
          new Set(["InvalidCredentials"]),
        )
      }
    })

    it("attack 40: guessing codes, tokens and ids: no two processes make the same jti or sid", async () => {
      const outcomes = await course.racers.race({ do: "issue", times: 200, client: world.client })
      const claims = answersIn(outcomes).map(({ accessToken }) => claimsOf(accessToken))
      expect([
        new Set(claims.map(({ jti }) => jti)).size,
        new Set(claims.map(({ sid }) => sid)).size,
      ]).toEqual([200, 200])
    })
  })

const claimsOf = (jwt: unknown): Readonly<Record<string, string>> =>
  JSON.parse(Buffer.from(String(jwt).split(".")[1] ?? "", "base64url").toString())
const sidIn = (tokens: Readonly<Record<string, unknown>> | undefined): string =>
  claimsOf(tokens?.["accessToken"])["sid"] ?? ""
const answersIn = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((each) => ("answer" in each ? [each.answer] : []))
const refusalIn = (outcome: Outcome): string | undefined =>
  "refused" in outcome ? outcome.refused : undefined

const tally = (outcomes: readonly Outcome[]) => {
  const refusals: Record<string, number> = {}
  for (const outcome of outcomes)
    if ("refused" in outcome) refusals[outcome.refused] = (refusals[outcome.refused] ?? 0) + 1
  return { answers: answersIn(outcomes).length, refusals }
}

/** An app, and somebody who uses it. */
const furnish = async ({ strict }: Cores) => {
  const redirectUri = "https://app.example/callback"
  const register = async (isFirstParty: boolean) => {
    const { client, clientSecret = "" } = await strict.apps.create({
      organization: undefined,
      name: "Racer",
      clientType: "confidential",
      grantTypes: ["authorization_code", "refresh_token", "client_credentials"],
      scopes: ["openid", "wallet:read"],
      redirectUris: [redirectUri],
      isFirstParty,
    })
    return { clientId: client.clientId, clientSecret }
  }
  const [client, thirdParty] = [await register(true), await register(false)]
  const { user } = await strict.users.create({
    username: "ada",
    firstName: "Ada",
    password: "battery staple",
  })
  const authorize = (clientId: string, codeVerifier: string) => {
    const sent = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      scope: "openid wallet:read",
      prompt: clientId === thirdParty.clientId ? "consent" : "",
      code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
      code_challenge_method: "S256",
    }
    const parameters = new Map(Object.entries(sent).map(([name, value]) => [name, [value]]))
    return strict.oauth.authorize({
      parameters,
      browserToken: undefined,
      signedIn: signedInAs(user.uuid),
      methods: ["password"],
    })
  }
  /** The platform's own app asks nobody for consent. */
  const newCode = async () => {
    const codeVerifier = randomBytes(32).toString("base64url")
    const answer = await authorize(client.clientId, codeVerifier)
    if (answer.kind !== "return" || answer.parameters["code"] === undefined)
      throw new Error(`No code at ${baseUrl}: ${JSON.stringify(answer)}`)
    return { code: answer.parameters["code"], codeVerifier, redirectUri }
  }
  return {
    client,
    userUuid: user.uuid,
    newCode,
    newTokens: async (): Promise<Readonly<Record<string, unknown>>> => ({
      ...(await strict.oauth.redeemCode({ client, ...(await newCode()) })),
    }),
    newDecision: async () => {
      const answer = await authorize(thirdParty.clientId, randomBytes(32).toString("base64url"))
      if (answer.kind !== "interaction" || answer.browserToken === undefined)
        throw new Error("Nobody is asked.")
      const { challenge, csrfToken } = answer.interaction
      return {
        do: "decide",
        challenge,
        csrfToken,
        browserToken: answer.browserToken,
        userUuid: user.uuid,
      } as const
    },
  }
}
