import { equal, notEqual } from "node:assert/strict"
import { sign } from "node:crypto"
import { join } from "node:path"
import { createHandler } from "@symbolon/http-server"
import { openSqlite } from "@symbolon/storage-sqlite"
import { portsOf } from "@symbolon/core/effect"
import { openScratch } from "../fixtures/scratch.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { spending } from "../harness/sides.ts"
import { type Club, foundClub, openClub } from "../http/club.ts"
import { type Call, callingInProcess } from "../http/in-process.ts"

/**
 * What it costs to know who calls: the signature, which is remembered, and whether its session
 * lives, which is asked each time. The same route answers to whoever asks on the other side, and
 * both are called without sockets.
 */
export const authenticate: Suite = {
  name: "authenticate",
  open: async () => {
    const { dir, remove } = await openScratch()
    const ready = await openClub()
    const sqlite = await foundClub(openSqlite({ file: join(dir, "club.db") }))
    const close = async (): Promise<void> => {
      await sqlite.symbolon.close()
      await remove()
    }
    return {
      benches: [
        bench("API call, known token, store at hand", ready, knownToken, { aim: 5 }),
        bench("API call, known token, SQLite", sqlite, knownToken),
        bench("API call, new token, store at hand", ready, newTokens),
      ],
      close,
    }
  },
}

/** Answers the tokens of the next slice, made before it is timed. */
type Tokens = (club: Club) => readonly string[]

const known = 500
const fresh = 100
const rounds = 150

const knownToken: Tokens = ({ token }) => Array.from({ length: known }, () => token)

const newTokens: Tokens = ({ symbolon, token }) => {
  const [head = "", body = ""] = token.split(".")
  const claims: object = JSON.parse(Buffer.from(body, "base64url").toString())
  const { privateKey } = portsOf(symbolon).serviceKeys.signer("tokens")
  return Array.from({ length: fresh }, () => {
    const text = `${head}.${Buffer.from(JSON.stringify({ ...claims, jti: portsOf(symbolon).ids.uuid() })).toString("base64url")}`
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`
  })
}

const bench = (name: string, club: Club, tokens: Tokens, aim: Pick<Bench, "aim"> = {}): Bench => {
  const { symbolon, caller, slug, token } = club
  const checked = callingInProcess(createHandler({ symbolon, limits: "off" }))
  const unchecked = callingInProcess(
    createHandler({ symbolon: { ...symbolon, authenticate: async () => caller }, limits: "off" }),
  )
  const side = (text: string, send: (call: Call) => Promise<unknown>, sent: Tokens): Side =>
    spending(
      text,
      () => sent(club).map((each) => callOf(slug, each)),
      async (calls) => {
        for (const call of calls) await send(call)
      },
    )
  return {
    name,
    a: side("authenticated", checked, tokens),
    b: side("whoever calls", unchecked, () => Array.from({ length: known }, () => nobody)),
    unit: "µs",
    rounds,
    ...aim,
    agree: async () => {
      const mine = await checked(callOf(slug, token))
      equal(mine.status, 200)
      equal(mine.body, (await unchecked(callOf(slug, nobody))).body)
      notEqual((await checked(callOf(slug, nobody))).status, 200)
      for (const each of tokens(club).slice(0, 2))
        equal((await checked(callOf(slug, each))).status, 200)
    },
  }
}

/** A token that takes no time to read. */
const nobody = "nobody"

const callOf = (slug: string, token: string): Call => ({
  method: "GET",
  url: `/api/v1/organizations/${slug}`,
  // A text of its own each time, as it comes from a socket.
  headers: {
    host: "127.0.0.1",
    authorization: Buffer.from(`Bearer ${token}`).toString("latin1"),
    accept: "application/json",
  },
})
