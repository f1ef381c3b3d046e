import { systemClock } from "../../src/foundation/system/clock.ts"
import {
  openOutgoingHttp,
  type OutgoingHttpOptions,
} from "../../src/foundation/system/outgoing-http.ts"
import type { OutgoingHttp, OutgoingRequest } from "../../src/foundation/ports/outgoing-http.ts"

/** A requester that may reach loopback, where every name leads to 127.0.0.1. */
export const loopbackHttp = (
  options: Partial<OutgoingHttpOptions> = {},
): OutgoingHttp & AsyncDisposable => {
  const outgoing = openOutgoingHttp({
    httpsOnly: false,
    allowedNetworks: ["127.0.0.0/8"],
    wall: systemClock,
    lookUp: async () => ["127.0.0.1"],
    ...options,
  })
  return { ...outgoing, [Symbol.asyncDispose]: outgoing.close }
}

/** A small POST to a port of 127.0.0.1. */
export const post = (port: number, change: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url: `http://127.0.0.1:${port}/hooks?a=b`,
  method: "POST",
  headers: { "content-type": "application/json" },
  body: Buffer.from('{"a":1}'),
  timeoutMs: 5_000,
  maxBodyBytes: 16_384,
  ...change,
})
