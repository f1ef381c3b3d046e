/**
 * Asks for tokens on keep-alive connections, over bare sockets. A connection that was given a
 * refresh token sends the one it got last each time, so that each reply is read.
 */
import { connect, type Socket } from "node:net"
import { answerParent } from "../harness/processes.ts"

/** What to send, and for how long. */
export interface LoadQuestion {
  readonly port: number
  /** The request line and the headers, without those of the body. */
  readonly head: string
  /** The form; behind it goes the refresh token of each connection. */
  readonly form: string
  /** One for each connection; empty for a request that has none. */
  readonly refreshTokens: readonly string[]
  readonly forMs: number
}

export interface LoadAnswer {
  /** Replies with tokens. */
  readonly done: number
  readonly ms: number
  /** What each connection would have sent next. */
  readonly refreshTokens: readonly string[]
}

const run = async ({
  port,
  head,
  form,
  refreshTokens,
  forMs,
}: LoadQuestion): Promise<LoadAnswer> => {
  const sockets = await Promise.all(refreshTokens.map(() => open(port)))
  const begun = performance.now()
  const until = begun + forMs
  const ends = await Promise.all(
    sockets.map(async (socket, n) => {
      const ask = asking(socket, head)
      let refreshToken = refreshTokens[n] ?? ""
      let done = 0
      do {
        refreshToken = refreshTokenIn(await ask(form + refreshToken))
        done += 1
      } while (performance.now() < until)
      return { done, refreshToken }
    }),
  )
  const ms = performance.now() - begun
  for (const socket of sockets) socket.removeAllListeners().destroy()
  return {
    done: ends.reduce((sum, { done }) => sum + done, 0),
    ms,
    refreshTokens: ends.map(({ refreshToken }) => refreshToken),
  }
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket))
    socket.once("error", reject)
  })

const refreshTokenIn = (reply: string): string => {
  if (!reply.startsWith("HTTP/1.1 200") || !reply.includes('"access_token":"'))
    throw new Error(`No tokens: ${reply}`)
  return /"refresh_token":"([^"]+)"/.exec(reply)?.[1] ?? ""
}

/** Sends a form and answers the whole reply, one at a time. */
const asking = (socket: Socket, head: string): ((form: string) => Promise<string>) => {
  let text = ""
  let settle:
    | { readonly resolve: (reply: string) => void; readonly reject: (reason: Error) => void }
    | undefined
  socket.setEncoding("latin1")
  socket.on("data", (chunk: string) => {
    text += chunk
    const end = text.indexOf("\r\n\r\n")
    if (end < 0 || text.length < end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]))
      return
    const reply = text
    text = ""
    settle?.resolve(reply)
  })
  socket.on("close", () => settle?.reject(new Error("The server closed a connection.")))
  return (form) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject }
      socket.write(`${head}content-length: ${form.length}\r\n\r\n${form}`)
    })
}

answerParent(run)
