import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { BadRequest } from "@symbolon/core"
import { describe, expect, it } from "vitest"
import { streamNodeBody } from "./read-node-body.ts"

/** A request whose body has begun to arrive. */
const begun = (): IncomingMessage => {
  const incoming = new IncomingMessage(new Socket())
  incoming.push(Buffer.from("begun"))
  return incoming
}

const readAll = async (incoming: IncomingMessage): Promise<void> => {
  const body = streamNodeBody(incoming, new ServerResponse(incoming), 60_000)
  for await (const _chunk of body) incoming.destroy(new Error("aborted"))
}

/** A request with these pieces for a body. */
const whole = (...pieces: readonly Uint8Array[]): IncomingMessage => {
  const incoming = new IncomingMessage(new Socket())
  for (const piece of [...pieces, null]) incoming.push(piece)
  return incoming
}

/** What each piece says when it comes, and whether its memory is given back once the body is read. */
const readPieces = async (incoming: IncomingMessage) => {
  const pieces: { readonly piece: Uint8Array; readonly says: string }[] = []
  for await (const piece of streamNodeBody(incoming, new ServerResponse(incoming), 60_000))
    pieces.push({ piece, says: Buffer.from(piece).toString() })
  return pieces.map(({ piece, says }) => [says, piece.byteLength === 0 ? "given back" : "kept"])
}

const ownBuffer = (text: string): Uint8Array =>
  Buffer.from(new TextEncoder().encode(text).slice().buffer)

describe("a streamed body", () => {
  it("gives the memory of a piece back that has a buffer for itself", async () => {
    expect(await readPieces(whole(ownBuffer("one")))).toEqual([["one", "given back"]])
  })

  it("keeps a buffer in which there is more than the piece", async () => {
    const both = ownBuffer("one and two")
    expect(await readPieces(whole(both.subarray(0, 3)))).toEqual([["one", "kept"]])
    expect(Buffer.from(both).toString()).toBe("one and two")
  })

  it("keeps what somebody else listens to as well", async () => {
    const heard: Uint8Array[] = []
    const incoming = whole(ownBuffer("one"))
    incoming.pause()
    incoming.on("data", (piece: Uint8Array) => heard.push(piece))
    expect(await readPieces(incoming)).toEqual([["one", "kept"]])
    expect(heard.map((piece) => Buffer.from(piece).toString())).toEqual(["one"])
  })

  it("that breaks off is the sender's fault and not the service's", () =>
    expect(readAll(begun())).rejects.toBeInstanceOf(BadRequest))
})
