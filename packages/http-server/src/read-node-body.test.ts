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

describe("a streamed body", () => {
  it("that breaks off is the sender's fault and not the service's", () =>
    expect(readAll(begun())).rejects.toBeInstanceOf(BadRequest))
})
