import { describe, expect, it } from "vitest"
import type { OutgoingResult } from "../../src/foundation/ports/outgoing-http.ts"
import { testCertificate } from "../fixtures/certificate.ts"
import { cannedReceiver, rawReceiver, tlsReceiver } from "../fixtures/receivers.ts"
import { loopbackHttp, post } from "./outgoing.ts"

const head = "HTTP/1.1 200 OK\r\n"

const failure = (code: string, detail?: unknown, status?: number) => ({
  kind: "failure",
  code,
  detail,
  status,
  durationMs: expect.any(Number),
})

const mismatch = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"

describe("an answer that is none", () => {
  it.each([
    ["nothing", "", "connection_reset", "UND_ERR_SOCKET"],
    ["half a head", "HTTP/1.1 200 OK\r\ncontent-", "connection_reset", expect.any(String)],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "bad_response", "HTTPParserError"],
    ["HTTP/2", Buffer.from("000012040000000000", "hex"), "bad_response", "HTTPParserError"],
    ["a header name with a space", `${head}bad name: 1\r\n\r\n`, "bad_response", "HTTPParserError"],
    ["a header value with NUL", `${head}a: b\0c\r\n\r\n`, "bad_response", "HTTPParserError"],
    ["a bare line feed in a header", `${head}a: b\nc\r\n\r\n`, "bad_response", "HTTPParserError"],
    ["a bad length", `${head}content-length: -1\r\n\r\n`, "bad_response", "HTTPParserError"],
    [
      "two lengths",
      `${head}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
      "bad_response",
      mismatch,
    ],
    [
      "length and chunks",
      `${head}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
      "bad_response",
      mismatch,
    ],
    ["a status of two digits", "HTTP/1.1 20 OK\r\n\r\n", "bad_response", "HTTPParserError"],
    [
      "large headers",
      `${head}a: ${"b".repeat(20_000)}\r\n\r\n`,
      "bad_response",
      "UND_ERR_HEADERS_OVERFLOW",
    ],
    [
      "many headers",
      `${head}${"a: b\r\n".repeat(20_000)}\r\n`,
      "bad_response",
      "UND_ERR_HEADERS_OVERFLOW",
    ],
    [
      "another protocol asked for",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n",
      "bad_response",
      "UND_ERR_SOCKET",
    ],
    // RFC 9110 lets a server send it unasked; undici does not.
    [
      "100 that was not asked for",
      `HTTP/1.1 100 Continue\r\n\r\n${head}\r\n`,
      "bad_response",
      "UND_ERR_SOCKET",
    ],
  ])("%s", async (_, text, code, detail) => {
    await using receiver = await cannedReceiver(text)
    await using outgoing = loopbackHttp()
    expect(await outgoing.send(post(receiver.port))).toEqual(failure(code, detail))
  })

  it.each([
    ["a body that is too short", "content-length: 10\r\n\r\n012", "connection_reset"],
    [
      "chunks without their end",
      "transfer-encoding: chunked\r\n\r\n3\r\n012\r\n",
      "connection_reset",
    ],
    ["a bad chunk", "transfer-encoding: chunked\r\n\r\nzz\r\n", "bad_response"],
    [
      "large trailers",
      `transfer-encoding: chunked\r\n\r\n0\r\na: ${"b".repeat(20_000)}\r\n\r\n`,
      "bad_response",
    ],
  ])("%s, after its status", async (_, text, code) => {
    await using receiver = await cannedReceiver(`${head}${text}`)
    await using outgoing = loopbackHttp()
    expect(await outgoing.send(post(receiver.port))).toEqual(failure(code, expect.any(String), 200))
  })
})

describe("a connection", () => {
  it("that is refused", async () => {
    const receiver = await cannedReceiver("")
    await receiver[Symbol.asyncDispose]()
    await using outgoing = loopbackHttp()
    expect(await outgoing.send(post(receiver.port))).toEqual(
      failure("connect_failed", "ECONNREFUSED"),
    )
  })
  it.each([
    ["before the answer", ""],
    ["within the headers", head],
    ["within the body", `${head}content-length: 10\r\n\r\n01`],
  ])("that is reset %s", async (_, text) => {
    await using receiver = await rawReceiver((socket) =>
      socket.once("data", () =>
        socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 20)),
      ),
    )
    await using outgoing = loopbackHttp()
    const status = text.includes("\r\n\r\n") ? 200 : undefined
    expect(await outgoing.send(post(receiver.port))).toEqual(
      failure("connection_reset", "ECONNRESET", status),
    )
  })
  it("to a name that does not exist", async () => {
    await using outgoing = loopbackHttp({
      lookUp: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
    })
    expect(await outgoing.send(post(1, { url: "http://club.example/" }))).toEqual(
      failure("dns_failed", "ENOTFOUND"),
    )
  })
  it("to a name without an address", async () => {
    await using outgoing = loopbackHttp({ lookUp: async () => [] })
    expect(await outgoing.send(post(1, { url: "http://club.example/" }))).toEqual(
      failure("dns_failed", "ENODATA"),
    )
  })
})

describe("TLS", () => {
  const answer = `${head}content-length: 2\r\n\r\nok`
  const good = testCertificate({ hosts: ["club.example", "127.0.0.1"] })
  const secure = (port: number, host = "club.example") =>
    post(port, { url: `https://${host}:${port}/hooks` })

  it.each(["club.example", "CLUB.example.", "127.0.0.1"])("to %s", async (host) => {
    await using receiver = await tlsReceiver(good, answer)
    await using outgoing = loopbackHttp({ ca: good.cert })
    expect(await outgoing.send(secure(receiver.port, host))).toMatchObject({
      kind: "answer",
      status: 200,
      body: Buffer.from("ok"),
    })
  })

  const day = 86_400_000
  const expired = testCertificate({ hosts: ["club.example"], until: new Date(Date.now() - day) })
  const future = testCertificate({ hosts: ["club.example"], from: new Date(Date.now() + day) })
  const other = testCertificate({ hosts: ["other.example", "127.0.0.2"] })
  it.each([
    ["that nobody signed", good, undefined, "club.example", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["that is over", expired, expired.cert, "club.example", "CERT_HAS_EXPIRED"],
    ["that has not begun", future, future.cert, "club.example", "CERT_NOT_YET_VALID"],
    ["of another host", other, other.cert, "club.example", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["of another address", other, other.cert, "127.0.0.1", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])("with a certificate %s", async (_, certificate, ca, host, detail) => {
    await using receiver = await tlsReceiver(certificate, answer)
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"]
    try {
      // It weakens everything else in the process; not this.
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"
      await using outgoing = loopbackHttp(ca === undefined ? {} : { ca })
      expect(await outgoing.send(secure(receiver.port, host))).toEqual(
        failure("tls_failed", detail),
      )
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before
    }
  })
  it("with a server that speaks none", async () => {
    await using receiver = await cannedReceiver(answer)
    await using outgoing = loopbackHttp({ ca: good.cert })
    expect(await outgoing.send(secure(receiver.port))).toEqual(
      failure("tls_failed", expect.stringMatching(/^ERR_SSL_/)),
    )
  })
  it("with a server that goes away", async () => {
    await using receiver = await rawReceiver((socket) => socket.once("data", () => socket.end()))
    await using outgoing = loopbackHttp({ ca: good.cert })
    expect(await outgoing.send(secure(receiver.port))).toEqual(failure("tls_failed", "ECONNRESET"))
  })
})

describe("the time of a request", () => {
  const timeoutMs = 250

  /** Sends a request that should not end, and returns its result once it was in time. */
  const timed = async (sent: Promise<OutgoingResult>): Promise<OutgoingResult> => {
    const startedAt = performance.now()
    const result = await sent
    const ms = performance.now() - startedAt
    expect(ms).toBeGreaterThan(timeoutMs - 20)
    expect(ms).toBeLessThan(timeoutMs + 1_500)
    expect(Math.abs(result.durationMs - ms)).toBeLessThan(100)
    return result
  }

  it.each([
    ["no answer", "", undefined, ""],
    ["a head in drips", head, undefined, "a: b\r\n"],
    ["1xx without end", "", undefined, "HTTP/1.1 103 Early Hints\r\n\r\n"],
    ["a body in drips", `${head}\r\n`, 200, "."],
    ["chunks in drips", `${head}transfer-encoding: chunked\r\n\r\n`, 200, "1\r\n.\r\n"],
    ["a chunk extension without end", `${head}transfer-encoding: chunked\r\n\r\n1;`, 200, "a"],
  ])("is over with %s", async (_, begin, status, drip) => {
    await using receiver = await rawReceiver((socket) => {
      socket.once("data", () => {
        socket.write(begin)
        const timer = setInterval(() => socket.write(drip), 20)
        socket.once("close", () => clearInterval(timer))
      })
    })
    await using outgoing = loopbackHttp()
    expect(await timed(outgoing.send(post(receiver.port, { timeoutMs })))).toEqual(
      failure("timeout", undefined, status),
    )
    await expect.poll(() => receiver.sockets[0]?.destroyed).toBe(true)
  })
  it("is over while the name is looked up", async () => {
    await using outgoing = loopbackHttp({ lookUp: () => new Promise(() => {}) })
    const url = "http://club.example/"
    expect(await timed(outgoing.send(post(1, { url, timeoutMs })))).toEqual(failure("timeout"))
  })
  it("is over within a TLS handshake", async () => {
    await using receiver = await rawReceiver(() => {})
    await using outgoing = loopbackHttp()
    const url = `https://127.0.0.1:${receiver.port}/`
    expect(await timed(outgoing.send(post(1, { url, timeoutMs })))).toEqual(failure("timeout"))
  })
  it("is over while the receiver reads nothing", async () => {
    await using receiver = await rawReceiver((socket) => socket.pause())
    await using outgoing = loopbackHttp()
    const body = Buffer.alloc(30_000_000)
    expect(await timed(outgoing.send(post(receiver.port, { body, timeoutMs })))).toEqual(
      failure("timeout"),
    )
  })
  it("is over before its connection is made: none is made then", async () => {
    let resolve: (addresses: readonly string[]) => void = () => {}
    await using receiver = await cannedReceiver(`${head}content-length: 0\r\n\r\n`)
    await using outgoing = loopbackHttp({
      lookUp: () => new Promise((found) => (resolve = found)),
    })
    const url = `http://club.example:${receiver.port}/`
    expect(await timed(outgoing.send(post(1, { url, timeoutMs })))).toEqual(failure("timeout"))
    resolve(["127.0.0.1"])
    await new Promise((waited) => setTimeout(waited, 100))
    expect(receiver.sockets).toEqual([])
  })
  it("is over with nothing left behind: the receiver is not called again", async () => {
    await using receiver = await rawReceiver(() => {})
    await using outgoing = loopbackHttp()
    await timed(outgoing.send(post(receiver.port, { timeoutMs })))
    await new Promise((waited) => setTimeout(waited, 100))
    expect(receiver.sockets).toHaveLength(1)
  })
})

describe("an end from outside", () => {
  const silent = () => rawReceiver(() => {})

  it("aborts a request that runs, and one that has not begun", async () => {
    await using receiver = await silent()
    await using outgoing = loopbackHttp()
    const stop = new AbortController()
    const sent = outgoing.send(post(receiver.port), stop.signal)
    await expect.poll(() => receiver.received()).not.toBe("")
    stop.abort()
    expect(await sent).toEqual(failure("aborted"))
    await expect.poll(() => receiver.sockets[0]?.destroyed).toBe(true)
    expect(await outgoing.send(post(receiver.port), stop.signal)).toEqual(failure("aborted"))
    expect(receiver.sockets).toHaveLength(1)
  })
  it("aborts everything when it is closed", async () => {
    await using receiver = await silent()
    await using outgoing = loopbackHttp({
      lookUp: async (host) => (host === "slow.example" ? new Promise(() => {}) : ["127.0.0.1"]),
    })
    const sent = [
      outgoing.send(post(receiver.port)),
      outgoing.send(post(receiver.port, { url: "http://slow.example/" })),
      outgoing.send(post(receiver.port, { url: `https://club.example:${receiver.port}/` })),
    ]
    await expect.poll(() => receiver.sockets.length).toBe(2)
    await outgoing.close()
    expect(await Promise.all(sent)).toEqual(sent.map(() => failure("aborted")))
    expect(await outgoing.send(post(receiver.port))).toEqual(failure("aborted"))
    await outgoing.close()
    await expect.poll(() => receiver.sockets.every(({ destroyed }) => destroyed)).toBe(true)
  })
})
