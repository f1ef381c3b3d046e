import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

/** A mail as a server took it. */
export interface Taken {
  readonly from: string
  readonly to: readonly string[]
  /** What was authenticated with, as it was sent; undefined when nothing was. */
  readonly auth: string | undefined
  /** Headers and body. */
  readonly data: string
}

/** A mail server on this machine's loopback. */
export interface SmtpServer {
  readonly port: number
  readonly taken: readonly Taken[]
  readonly close: () => Promise<void>
}

/**
 * As much of RFC 5321 as a client needs to hand over a mail; `refuses` answers that command with a
 * permanent failure.
 */
export const openSmtpServer = async ({
  refuses,
}: {
  readonly refuses?: string
} = {}): Promise<SmtpServer> => {
  const taken: Taken[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    talk(socket, refuses, (mail) => taken.push(mail))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, "close")
    },
  }
}

const talk = (socket: Socket, refuses: string | undefined, take: (mail: Taken) => void): void => {
  let [from, to, auth, waiting]: [string, string[], string | undefined, string] = [
    "",
    [],
    undefined,
    "",
  ]
  let isData = false
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const command = (line: string): void => {
    const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? ""
    if (verb === refuses) return say("550 5.7.1 not from you")
    if (verb === "EHLO") return say("250-loopback\r\n250 AUTH PLAIN")
    if (verb === "AUTH") auth = line.split(" ")[2]
    if (verb === "MAIL") from = /<(.*?)>/.exec(line)?.[1] ?? ""
    if (verb === "RCPT") to.push(/<(.*?)>/.exec(line)?.[1] ?? "")
    if (verb === "DATA") isData = true
    if (verb === "QUIT") socket.end("221 bye\r\n")
    else say(verb === "DATA" ? "354 go on" : verb === "AUTH" ? "235 welcome" : "250 ok")
  }
  say("220 loopback ESMTP")
  socket.on("error", () => undefined)
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    waiting += chunk
    for (;;) {
      const end = isData ? "\r\n.\r\n" : "\r\n"
      const at = waiting.indexOf(end)
      if (at < 0) return
      const part = waiting.slice(0, at)
      waiting = waiting.slice(at + end.length)
      if (!isData) command(part)
      else {
        take({ from, to, auth, data: part.replaceAll("\r\n..", "\r\n.") })
        ;[isData, to] = [false, []]
        say("250 taken")
      }
    }
  })
}
