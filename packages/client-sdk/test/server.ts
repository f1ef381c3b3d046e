import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Client, type ClientOptions } from "../src/index.ts"

/** A request as the server saw it. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What the server does with a request: an answer, or a way of failing. */
export type Step =
  | {
      readonly status: number
      readonly body?: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  /** Takes the request and drops the connection. */
  | "reset"
  /** Takes the request and says nothing. */
  | "hang"
  /** Sends half a body and drops the connection. */
  | "tear"
  /** Sends half a body and stops there. */
  | "stall"

export interface TestServer extends AsyncDisposable {
  readonly baseUrl: string
  readonly seen: readonly ReceivedRequest[]
}

/**
 * Answers the n-th request with the n-th step, and the last step from then on; or with what a
 * function says.
 */
export const serve = async (
  script: readonly Step[] | ((seen: ReceivedRequest, n: number) => Step),
): Promise<TestServer> => {
  const seen: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { method = "", url = "", headers } = request
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
      seen.push(one)
      const step =
        typeof script === "function"
          ? script(one, seen.length)
          : script[Math.min(seen.length, script.length) - 1]
      answer(response, step ?? { status: 500 })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const answer = (response: ServerResponse, step: Step): void => {
  if (step === "hang") return
  if (step === "reset") return void response.socket?.destroy()
  if (step === "tear" || step === "stall") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
    response.write('{"name": "Har', () => step === "tear" && response.socket?.destroy())
    return
  }
  const text = typeof step.body === "string" ? step.body : JSON.stringify(step.body ?? {})
  response.writeHead(step.status, { "content-type": "application/json", ...step.headers })
  response.end(text)
}

/**
 * The steps of a server that gives tokens `t1`, `t2`, ... and otherwise does what `script` says.
 */
export const withTokens = (
  script: (seen: ReceivedRequest, n: number) => Step,
  expiresInSeconds = 3600,
): ((seen: ReceivedRequest, n: number) => Step) => {
  let tokens = 0
  return (seen, n) =>
    seen.url === "/oauth2/token"
      ? {
          status: 200,
          body: {
            access_token: `t${++tokens}`,
            token_type: "Bearer",
            expires_in: expiresInSeconds,
            scope: "",
          },
        }
      : script(seen, n)
}

/** A client that waits for hardly anything. */
export const clientWithoutBackoff = (
  baseUrl: string,
  options: Partial<ClientOptions> = {},
): Client =>
  new Client({
    baseUrl,
    auth: () => "token",
    timeoutMs: 5_000,
    ...options,
    retry: options.retry ?? { firstWaitMs: 1 },
  })

/** The error of a call that must fail. */
export const failureOf = async (call: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await call
  } catch (e) {
    return e
  }
  throw new Error("The call should have failed")
}
