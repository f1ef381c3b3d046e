import type { IncomingMessage, ServerResponse } from "node:http"
import type { Logger } from "@symbolon/core"
import type { Headers, Reply, Request } from "./exchange.ts"
import type { Answer } from "./pipeline.ts"
import { readNodeBody, streamNodeBody } from "./read-node-body.ts"
import { splitTarget } from "./target.ts"

/** How the Node listener behaves. */
export interface NodeOptions {
  /**
   * Path of the base URL, stripped where the mounting framework has not done so; empty for none.
   */
  readonly basePath: string
  /** A body must have arrived whole after this long. */
  readonly bodyTimeoutMs: number
  /** Whether connections are to end with their reply. */
  readonly isDraining: () => boolean
  readonly logger: Logger | undefined
}

/** Answers Node's own requests, with no object of the Fetch standard in between. */
export const nodeListener =
  (answer: Answer, options: NodeOptions) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    answer(nodeRequest(incoming, outgoing, options))
      .then((reply) => send(incoming, outgoing, reply, options.isDraining()))
      .catch((reason: unknown) => {
        // A reply that cannot be sent must not end the server.
        options.logger?.error(
          { reason: reason instanceof Error ? reason.message : String(reason) },
          "a reply could not be sent",
        )
        outgoing.destroy()
      })
  }

const nodeRequest = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { basePath, bodyTimeoutMs }: NodeOptions,
): Request => {
  const { path, query } = splitTarget(incoming.url ?? "/", isMounted(incoming) ? "" : basePath)
  return {
    method: incoming.method ?? "GET",
    path,
    query,
    // Only Set-Cookie is a list, and requests never have it.
    headers: incoming.headers as Headers,
    peer: incoming.socket.remoteAddress ?? "",
    readBody: (most) => readNodeBody(incoming, outgoing, { most, timeoutMs: bodyTimeoutMs }),
    streamBody: () => streamNodeBody(incoming, outgoing, bodyTimeoutMs),
    isAbandoned: () => outgoing.destroyed,
  }
}

/** Express and its kin strip the prefix themselves and keep it here. */
const isMounted = (incoming: IncomingMessage): boolean =>
  "baseUrl" in incoming && typeof incoming.baseUrl === "string" && incoming.baseUrl !== ""

const send = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, cookies, body, stream }: Reply,
  isDraining: boolean,
): void => {
  if (outgoing.headersSent || outgoing.destroyed) return
  if (isDraining) outgoing.shouldKeepAlive = false
  outgoing.writeHead(
    status,
    cookies === undefined ? headers : { ...headers, "set-cookie": [...cookies] },
  )
  if (stream !== undefined) void sendPieces(outgoing, stream())
  else if (headers["connection"] !== "close" || incoming.complete) outgoing.end(body)
  else endGently(incoming, outgoing, body)
}

/**
 * Sends each piece before it asks for the next one, which may be written over it. What breaks off
 * ends the connection.
 */
const sendPieces = async (
  outgoing: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> => {
  let breakOff = (): void => undefined
  const closed = (): void => breakOff()
  outgoing.on("close", closed).on("error", closed)
  try {
    for await (const piece of pieces)
      await new Promise<void>((resolve, reject) => {
        breakOff = () => reject(new Error("The connection closed before the reply was sent."))
        if (outgoing.destroyed) breakOff()
        else outgoing.write(piece, (fault) => (fault ? reject(fault) : resolve()))
      })
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

const lingerMs = 500

/**
 * Ends a connection whose request is not read to its end. The reply goes out first; what still
 * arrives is thrown away for a moment, because a connection closed under a writing client takes the
 * reply with it.
 */
const endGently = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Reply["body"],
): void => {
  const end = (): void => {
    clearTimeout(timer)
    outgoing.end()
  }
  const timer = setTimeout(end, lingerMs)
  incoming.once("end", end).once("close", end).resume()
  if (body !== undefined) outgoing.write(body)
}
