import { deepEqual, equal } from "node:assert/strict"
import { join } from "node:path"
import type { LoadAnswer, LoadQuestion } from "../http/load.ts"
import type { ServerName } from "../http/listeners.ts"
import { type Answering, startProcess } from "../harness/processes.ts"
import type { ServerAnswer, ServerQuestion } from "../http/server.ts"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { rate } from "../harness/sides.ts"

const connections = 32
const sliceMs = 300
const warmMs = 1500
const servers: readonly ServerName[] = ["ours", "raw", "fastify"]

type Server = Answering<ServerQuestion, ServerAnswer>
type Load = Answering<LoadQuestion, LoadAnswer>

interface Call {
  readonly name: string
  readonly method: "GET" | "POST"
  readonly below: string
  readonly status: number
  readonly body?: object
}

const calls: readonly Call[] = [
  { name: "HTTP GET with token", method: "GET", below: "", status: 200 },
  {
    name: "HTTP POST with token and validation",
    method: "POST",
    below: "/membership-tiers",
    status: 201,
    body: {
      name: "Friend",
      description: "Comes when there is time",
      price_cents: 1200,
      currency: "EUR",
      payment_interval: "monthly",
      visibility: "public",
      inclusions: ["A berth in summer", "A key to the boat house"],
      entitlements: { lounge: true, guests: 2 },
      grace_period_days: 14,
    },
  },
]

/**
 * Each server in a process of its own, loaded by turns from another process. Limits are off and the
 * store is in memory.
 */
export const http: Suite = {
  name: "http",
  open: async () => {
    const load: Load = startProcess(moduleOf("load.ts"))
    const running = new Map(
      servers.map((name): readonly [ServerName, Server] => [
        name,
        startProcess(moduleOf("server.ts"), name),
      ]),
    )
    const close = async (): Promise<void> =>
      [load, ...running.values()].forEach(({ stop }) => stop())
    const server = (name: ServerName): Server => {
      const found = running.get(name)
      if (found === undefined) throw new Error(`There is no server ${name}.`)
      return found
    }
    await warm(load, running.values())
    const bench = (call: Call, against: ServerName): Bench => ({
      name: call.name,
      a: loaded("createHandler", server("ours"), load, call),
      b: loaded(against === "raw" ? "node:http by hand" : "fastify", server(against), load, call),
      unit: "/s",
      ...(against === "raw" ? { aim: 0.7 } : {}),
      agree: async () =>
        deepEqual(await replyOf(server("ours"), call), await replyOf(server(against), call)),
    })
    return { benches: calls.flatMap((call) => [bench(call, "raw"), bench(call, "fastify")]), close }
  },
}

/**
 * Ours serves in several benches and the others in one each, so all are brought to speed before the
 * first.
 */
const warm = async (load: Load, all: Iterable<Server>): Promise<void> => {
  for (const server of all) for (const call of calls) await send(server, load, call, warmMs)
}

const moduleOf = (file: string): string => join(import.meta.dirname, "..", "http", file)

const loaded = (name: string, server: Server, load: Load, call: Call): Side => ({
  name,
  measure: async () => {
    const before = await server.ask("state")
    const { done, ms } = await send(server, load, call, sliceMs)
    const after = await server.ask("state")
    return { value: rate(done, ms), cpu: (after.cpuMicros - before.cpuMicros) / done }
  },
})

const send = async (server: Server, load: Load, call: Call, forMs: number): Promise<LoadAnswer> => {
  const state = await server.ask("state")
  return load.ask({
    port: state.port,
    request: requestText(state, call),
    status: call.status,
    connections,
    forMs,
  })
}

const requestText = ({ slug, token }: ServerAnswer, { method, below, body }: Call): string => {
  const text = body === undefined ? "" : JSON.stringify(body)
  const head = [
    `${method} /api/v1/organizations/${slug}${below} HTTP/1.1`,
    "host: 127.0.0.1",
    `authorization: Bearer ${token}`,
    "accept: application/json",
  ]
  if (body !== undefined)
    head.push("content-type: application/json", `content-length: ${Buffer.byteLength(text)}`)
  return `${head.join("\r\n")}\r\n\r\n${text}`
}

/** A reply without what differs from server to server and from call to call. */
const replyOf = async (server: Server, { method, below, status, body }: Call): Promise<object> => {
  const { port, slug, token } = await server.ask("state")
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/organizations/${slug}${below}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  equal(reply.status, status)
  const fields = Object.entries((await reply.json()) as object).map(([name, value]) => [
    name,
    /uuid|_at$/.test(name) ? typeof value : value,
  ])
  const headers = [...reply.headers].map(([name, value]) => [
    name,
    /request-id|date|keep-alive/.test(name) ? "" : value,
  ])
  return { fields, headers }
}
