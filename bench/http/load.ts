/**
 * Sends one request over and over on keep-alive connections. Node's HTTP client costs more than the
 * server it would measure, so this speaks over bare sockets: every reply to one request has the
 * same length, which the first of them tells.
 */
import { connect, type Socket } from "node:net"
import { answerParent } from "../harness/processes.ts"

/** What to send, and for how long. */
export interface LoadQuestion {
  readonly port: number
  /** The whole request, headers and body. */
  readonly request: string
  readonly status: number
  readonly connections: number
  readonly forMs: number
}

export interface LoadAnswer {
  /** Replies that came whole and with the right status. */
  readonly done: number
  readonly ms: number
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket))
    socket.once("error", reject)
  })

/** Sends one request and answers how many bytes its reply has. */
const lengthOfReply = (socket: Socket, request: string): Promise<number> =>
  new Promise((resolve) => {
    let text = ""
    const take = (chunk: Buffer): void => {
      text += chunk.toString("latin1")
      const head = text.indexOf("\r\n\r\n")
      const body = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
      if (head < 0) return
      if (body === undefined)
        throw new Error(`The length of the reply is not told: ${text.slice(0, head)}`)
      const length = head + 4 + Number(body)
      if (text.length < length) return
      socket.off("data", take)
      resolve(length)
    }
    socket.on("data", take)
    socket.write(request)
  })

const run = async ({
  port,
  request,
  status,
  connections,
  forMs,
}: LoadQuestion): Promise<LoadAnswer> => {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const [first] = sockets
  if (first === undefined) throw new Error("There is no connection to send on.")
  const length = await lengthOfReply(first, request)
  const start = Buffer.from(`HTTP/1.1 ${status}`)
  const begun = performance.now()
  const until = begun + forMs
  const stop = stayAwake()
  const counts = await Promise.all(
    sockets.map((socket) => repeat(socket, { request, start, length, until })),
  )
  stop()
  const ms = performance.now() - begun
  for (const socket of sockets) socket.destroy()
  return { done: counts.reduce((sum, count) => sum + count, 0), ms }
}

/**
 * Keeps this process from sleeping until it is told to stop. One that sleeps has to be woken by the server,
 * whose system pays for it: 4 of 34 µs of a request here, and nothing where the server is so fast that nobody
 * sleeps. So the slower of two servers would be told to be slower still.
 */
const stayAwake = (): (() => void) => {
  let isOver = false
  const turn = (): void => {
    if (!isOver) setImmediate(turn)
  }
  turn()
  return () => {
    isOver = true
  }
}

interface Repeating {
  readonly request: string
  readonly start: Buffer
  readonly length: number
  readonly until: number
}

const repeat = (socket: Socket, { request, start, length, until }: Repeating): Promise<number> =>
  new Promise((resolve, reject) => {
    let done = 0
    let got = 0
    const bytes = Buffer.from(request)
    socket.on("close", () => reject(new Error("The server closed a connection.")))
    socket.on("data", (chunk) => {
      if (got === 0 && start.compare(chunk, 0, start.length) !== 0)
        return reject(new Error(`Not what was asked for: ${chunk.toString("latin1", 0, 40)}`))
      got += chunk.length
      if (got < length) return
      if (got > length) return reject(new Error(`A reply has ${got} bytes instead of ${length}.`))
      got = 0
      done += 1
      if (performance.now() < until) socket.write(bytes)
      else resolve(done)
    })
    socket.write(bytes)
  })

answerParent(run)
