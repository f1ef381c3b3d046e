import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { BadRequest } from "@symbolon/core"
import { describe, expect, it } from "vitest"
import { readNodeBody, streamNodeBody } from "./read-node-body.ts"
import { WireRefused } from "./wire-refusal.ts"

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

/** A request that Node has parsed to its end, and that nobody has read. */
const arrived = (...pieces: readonly string[]): IncomingMessage => {
  const incoming = whole(...pieces.map((piece) => Buffer.from(piece)))
  incoming.complete = true
  return incoming
}

const read = async (incoming: IncomingMessage, most = 100): Promise<string> => {
  const bounds = { most, timeoutMs: 60_000 }
  const body = await readNodeBody(incoming, new ServerResponse(incoming), bounds)
  return Buffer.from(body).toString()
}

describe("a body that is there when it is asked for", () => {
  it("is read whole, without a listener for what comes", async () => {
    const incoming = arrived("one ", "and two")
    const reading = read(incoming)
    expect(incoming.listenerCount("data")).toBe(0)
    expect(await reading).toBe("one and two")
    await new Promise((resolve) => incoming.once("end", resolve))
  })

  it("may be empty", async () => expect(await read(arrived())).toBe(""))

  it("is refused when it is longer than allowed", () =>
    expect(read(arrived("12345", "6"), 5)).rejects.toBeInstanceOf(WireRefused))

  it("may be exactly as long as allowed", async () =>
    expect(await read(arrived("12345"), 5)).toBe("12345"))

  it("is heard by somebody else who listens, too", async () => {
    const incoming = arrived("one ", "and two")
    const heard: string[] = []
    incoming.on("data", (piece: Buffer) => heard.push(piece.toString()))
    expect(await read(incoming)).toBe("one and two")
    expect(heard).toEqual(["one ", "and two"])
  })

  it("that has not arrived to its end is waited for", async () => {
    const incoming = begun()
    const reading = read(incoming)
    incoming.push(Buffer.from(" and ended"))
    incoming.push(null)
    expect(await reading).toBe("begun and ended")
  })
})
