import type { IncomingMessage, ServerResponse } from "node:http"
import type { Handler } from "@symbolon/http-server"

/** A request without a body, and without a socket. */
export interface Call {
  readonly method: "GET"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

interface Answered {
  readonly status: number
  readonly body: unknown
}

/**
 * Sends a handler requests as Node's server would, with nothing of Node's in between: what is spent
 * is the handler's own.
 */
export const callingInProcess =
  ({ listener }: Pick<Handler, "listener">) =>
  (call: Call): Promise<Answered> =>
    new Promise((resolve, reject) => {
      let status = 0
      const incoming = { ...call, socket, complete: true }
      const outgoing = {
        headersSent: false,
        destroyed: false,
        writeHead: (sent: number) => void (status = sent),
        end: (body: unknown) => resolve({ status, body }),
        destroy: () => reject(new Error("The handler gave up.")),
      }
      listener(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse)
    })

const socket = { remoteAddress: "127.0.0.1" }
