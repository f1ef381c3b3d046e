import type { IncomingMessage, ServerResponse } from "node:http"
import { createHandler } from "@symbolon/http-server"
import fastify, { type FastifyReply } from "fastify"
import { type Answer, openByHand } from "./by-hand.ts"
import type { Club } from "./club.ts"
import { listening } from "./listening.ts"

/** Listens on a free port of the loopback interface; answers which. */
export type Listen = (club: Club) => Promise<number>

const ours: Listen = ({ symbolon }) =>
  listening(createHandler({ symbolon, limits: "off" }).listener)

/** Node's own server and a path taken apart by hand. */
const raw: Listen = async (club) => {
  const { getOrganization, createTier } = await openByHand(club)
  const prefix = "/api/v1/organizations/"
  const suffix = "/membership-tiers"
  return listening((incoming, outgoing) => {
    const { method, url = "", headers } = incoming
    const path = url.split("?", 1)[0] ?? ""
    const slug = path.slice(prefix.length, path.endsWith(suffix) ? -suffix.length : undefined)
    if (method === "GET") return send(outgoing, getOrganization(headers.authorization, slug))
    collect(incoming, (text) =>
      send(outgoing, createTier(headers.authorization, slug, JSON.parse(text))),
    )
  })
}

const collect = (incoming: IncomingMessage, done: (text: string) => void): void => {
  const chunks: Buffer[] = []
  incoming
    .on("data", (chunk: Buffer) => void chunks.push(chunk))
    .on("end", () => done(Buffer.concat(chunks).toString()))
}

const send = (outgoing: ServerResponse, { status, headers, body }: Answer): void => {
  const text = JSON.stringify(body)
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text)
}

/** The peer: its router, its body parser, its hooks left empty, its serialiser. */
const peer: Listen = async (club) => {
  const { getOrganization, createTier } = await openByHand(club)
  const app = fastify({ keepAliveTimeout: 65_000 })
  interface Path {
    readonly slug: string
  }
  app.get<{ Params: Path }>("/api/v1/organizations/:slug", ({ headers, params }, reply) =>
    through(reply, getOrganization(headers.authorization, params.slug)),
  )
  app.post<{ Params: Path }>(
    "/api/v1/organizations/:slug/membership-tiers",
    ({ headers, params, body }, reply) =>
      through(reply, createTier(headers.authorization, params.slug, body)),
  )
  return Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port)
}

const through = (reply: FastifyReply, { status, headers, body }: Answer) =>
  reply.code(status).headers(headers).send(body)

export const listeners = { ours, raw, fastify: peer } as const
export type ServerName = keyof typeof listeners
