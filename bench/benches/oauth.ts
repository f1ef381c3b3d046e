import { equal } from "node:assert/strict"
import { join } from "node:path"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { type Answering, startProcess } from "../harness/processes.ts"
import { rate } from "../harness/sides.ts"
import type { LoadAnswer, LoadQuestion } from "../oauth/load.ts"
import type { IssuerName, ServerAnswer, ServerQuestion } from "../oauth/server.ts"

const connections = 32
const sliceMs = 500
const warmMs = 5000

type Server = Answering<ServerQuestion, ServerAnswer>
type Load = Answering<LoadQuestion, LoadAnswer>

interface Grant {
  readonly name: string
  readonly form: (resource: string) => string
  /** What the users behind the refresh tokens allowed; undefined where there are none. */
  readonly scopes?: readonly string[]
  readonly answers: readonly string[]
}

const refresh = (resource: string): string =>
  `grant_type=refresh_token&resource=${encodeURIComponent(resource)}&refresh_token=`

const forItself: Grant = {
  name: "OAuth client_credentials",
  form: (resource) =>
    `grant_type=client_credentials&scope=organization%3Aread&resource=${encodeURIComponent(resource)}`,
  answers: ["access_token"],
}

const grants: readonly Grant[] = [
  forItself,
  {
    name: "OAuth refresh, rotated",
    form: refresh,
    scopes: ["offline_access", "wallet:read"],
    answers: ["access_token", "refresh_token"],
  },
  {
    name: "OAuth refresh, rotated, with ID token",
    form: refresh,
    scopes: ["openid", "offline_access", "wallet:read"],
    answers: ["access_token", "refresh_token", "id_token"],
  },
]

/**
 * Issues tokens over HTTP, each server in a process of its own. All tokens are JWTs signed with
 * RS256. Ours keeps a session for every token, so that it can be revoked; the peer keeps nothing of
 * a JWT.
 */
export const oauth: Suite = {
  name: "oauth",
  open: async () => {
    const { dir, remove } = await openScratch()
    const load: Load = startProcess(moduleOf("load.ts"))
    const start = (name: IssuerName): Server => startProcess(moduleOf("server.ts"), name, dir)
    const maps = start("ours on maps")
    const sqlite = start("ours on SQLite")
    const peer = start("oidc-provider")
    const raw = start("by hand")
    const close = async (): Promise<void> => {
      for (const { stop } of [load, maps, sqlite, peer, raw]) stop()
      await remove()
    }
    for (const grant of grants)
      for (const server of [maps, sqlite, peer])
        await loaded("warm", server, load, grant, warmMs).measure()
    await loaded("warm", raw, load, forItself, warmMs).measure()
    const bench = (grant: Grant, a: Named, b: Named, aim?: number): Bench => ({
      name: grant.name,
      a: loaded(a.name, a.server, load, grant),
      b: loaded(b.name, b.server, load, grant),
      unit: "/s",
      ...(aim === undefined ? {} : { aim }),
      agree: async () => {
        await agree(a.server, grant)
        await agree(b.server, grant)
      },
    })
    const onMaps = { name: "createHandler, maps", server: maps }
    const onSqlite = { name: "createHandler, SQLite", server: sqlite }
    const theirs = { name: "oidc-provider, maps", server: peer }
    const byHand = { name: "node:http by hand", server: raw }
    return {
      benches: [
        ...grants.flatMap((grant) => [
          bench(grant, onMaps, theirs, 1.7),
          bench(grant, onSqlite, theirs),
        ]),
        bench(forItself, onMaps, byHand),
        bench(forItself, byHand, theirs),
      ],
      close,
    }
  },
}

interface Named {
  readonly name: string
  readonly server: Server
}

const moduleOf = (file: string): string => join(import.meta.dirname, "..", "oauth", file)

/** A user of their own on each connection, from slice to slice the same. */
const loaded = (
  name: string,
  server: Server,
  load: Load,
  { form, scopes = [] }: Grant,
  forMs: number = sliceMs,
): Side => {
  let refreshTokens: readonly string[] | undefined
  return {
    name,
    measure: async () => {
      refreshTokens ??=
        scopes.length === 0
          ? Array.from({ length: connections }, () => "")
          : (await opened(server, connections, scopes)).refreshTokens
      const before = await opened(server)
      const answer = await load.ask({
        port: before.port,
        head: headOf(before),
        form: form(before.resource),
        refreshTokens,
        forMs,
      })
      refreshTokens = answer.refreshTokens
      const after = await opened(server)
      return {
        value: rate(answer.done, answer.ms),
        cpu: (after.cpuMicros - before.cpuMicros) / answer.done,
      }
    },
  }
}

const opened = (
  server: Server,
  sessions = 0,
  scopes: readonly string[] = [],
): Promise<ServerAnswer> => server.ask({ sessions, scopes })

const formType = "application/x-www-form-urlencoded"

const headOf = ({ path, authorization }: ServerAnswer): string =>
  [
    `POST ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    `authorization: ${authorization}`,
    `content-type: ${formType}`,
    "",
  ].join("\r\n")

/**
 * The same tokens come back, as JWTs that look alike; and a refresh token that was used is worth
 * nothing.
 */
const agree = async (server: Server, { form, scopes = [], answers }: Grant): Promise<void> => {
  const { refreshTokens, ...at } = await opened(server, scopes.length === 0 ? 0 : 1, scopes)
  const [refreshToken = ""] = refreshTokens
  const reply = await post(at, form(at.resource) + refreshToken)
  equal(reply.status, 200)
  const body = (await reply.json()) as Readonly<Record<string, string>>
  equal(
    answers.find((name) => body[name] === undefined),
    undefined,
  )
  equal("id_token" in body, answers.includes("id_token"))
  const { head, claims } = parsed(body["access_token"] ?? "")
  equal(head["alg"], "RS256")
  equal(head["typ"], "at+jwt")
  equal(claims["aud"], at.resource)
  equal(claims["scope"], scopes.length === 0 ? "organization:read" : body["scope"])
  if (scopes.length === 0) return
  if (body["id_token"] !== undefined) equal(parsed(body["id_token"]).head["alg"], "RS256")
  equal((await post(at, form(at.resource) + refreshToken)).status, 400)
}

const post = (
  { port, path, authorization }: Omit<ServerAnswer, "refreshTokens">,
  body: string,
): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { authorization, "content-type": formType },
    body,
  })

const parsed = (token: string) => {
  const [head = {}, claims = {}] = token
    .split(".", 2)
    .map(
      (part) =>
        JSON.parse(Buffer.from(part, "base64url").toString()) as Readonly<Record<string, unknown>>,
    )
  return { head, claims }
}
