import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { cannedReceiver, httpReceiver, rawReceiver, type Receiver } from "../fixtures/receivers.ts"
import { loopbackHttp, post } from "./outgoing.ts"

/** Sends one request to a receiver that says this, and returns the result. */
const answered = async (text: string | Buffer) => {
  await using receiver = await cannedReceiver(text)
  await using outgoing = loopbackHttp()
  return await outgoing.send(post(receiver.port))
}

const statusLine = (status: number) => `HTTP/1.1 ${status} Text\r\n`

describe("a request", () => {
  it("says what it was told to, its length, and that it unpacks nothing", async () => {
    await using receiver = await cannedReceiver(`${statusLine(204)}\r\n`)
    await using outgoing = loopbackHttp()
    await outgoing.send(post(receiver.port, { headers: { "x-webhook-event": "webhook.test" } }))
    expect(receiver.received()).toBe(
      [
        "POST /hooks?a=b HTTP/1.1",
        `host: 127.0.0.1:${receiver.port}`,
        "connection: keep-alive",
        "x-webhook-event: webhook.test",
        "accept-encoding: identity",
        "content-length: 7",
        "",
        '{"a":1}',
      ].join("\r\n"),
    )
  })
  it("takes no proxy from the environment", async () => {
    const wrong = await cannedReceiver(`${statusLine(502)}\r\n`)
    await using receiver = await cannedReceiver(`${statusLine(204)}\r\n`)
    const names = ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"]
    const before = names.map((name) => process.env[name])
    try {
      for (const name of names) process.env[name] = `http://127.0.0.1:${wrong.port}`
      await using outgoing = loopbackHttp()
      expect(await outgoing.send(post(receiver.port))).toMatchObject({ status: 204 })
      expect(wrong.sockets).toEqual([])
    } finally {
      for (const [n, name] of names.entries()) {
        const value = before[n]
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
      await wrong[Symbol.asyncDispose]()
    }
  })

  it.each([
    [{ headers: { Host: "intranet" } }, "Host is a header of the transport"],
    [{ headers: { "Transfer-Encoding": "chunked" } }, "is a header of the transport"],
    [{ headers: { "accept-encoding": "gzip" } }, "is a header of the transport"],
    [{ headers: { "x-a": "b\r\nhost: c" } }, "invalid x-a header"],
    [{ headers: { "x a": "b" } }, "invalid header key"],
    [{ timeoutMs: 0 }, "timeoutMs must be more than 0"],
    [{ timeoutMs: Number.NaN }, "timeoutMs must be more than 0"],
    [{ timeoutMs: 2 ** 31 }, "timeoutMs must be more than 0"],
    [{ maxBodyBytes: -1 }, "maxBodyBytes must be a whole number"],
  ])("that cannot be sent is an error of the program: %j", async (change, problem) => {
    await using receiver = await cannedReceiver(`${statusLine(204)}\r\n`)
    await using outgoing = loopbackHttp()
    const sent = outgoing.send(post(receiver.port, change))
    await expect(sent).rejects.toThrow(TypeError)
    await expect(sent).rejects.toThrow(problem)
    expect(receiver.received()).toBe("")
  })
})

describe("an answer", () => {
  it.each([200, 201, 204, 304, 400, 410, 429, 500, 503, 599])("may be %i", async (status) => {
    const hasBody = status !== 204 && status !== 304
    const head = `${statusLine(status)}Content-Type: text/plain\r\nRetry-After: 120\r\nSet-Cookie: a=b\r\n`
    const result = await answered(`${head}${hasBody ? "content-length: 2\r\n\r\nno" : "\r\n"}`)
    expect(result).toEqual({
      kind: "answer",
      status,
      headers: { "content-type": "text/plain", "retry-after": "120" },
      body: Buffer.from(hasBody ? "no" : ""),
      isCut: false,
      durationMs: expect.any(Number),
    })
  })
  it.each([301, 302, 303, 307, 308])("that redirects (%i) is not followed", async (status) => {
    await using other = await cannedReceiver(`${statusLine(200)}\r\n`)
    const location = `http://127.0.0.1:${other.port}/`
    const result = await answered(
      `${statusLine(status)}location: ${location}\r\ncontent-length: 0\r\n\r\n`,
    )
    expect(result).toMatchObject({ kind: "answer", status, headers: { location } })
    expect(other.sockets).toEqual([])
  })
  it("may come after others of 1xx", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"
    const result = await answered(
      `${early}HTTP/1.1 102 Processing\r\n\r\n${early}${statusLine(201)}content-length: 2\r\n\r\nok`,
    )
    expect(result).toMatchObject({ kind: "answer", status: 201, body: Buffer.from("ok") })
  })
  it("may be of HTTP/1.0 and end with its connection", async () => {
    const result = await answered("HTTP/1.0 200 OK\r\n\r\nall of it")
    expect(result).toMatchObject({ kind: "answer", status: 200, body: Buffer.from("all of it") })
  })
  it("may come in chunks with trailers", async () => {
    const result = await answered(
      `${statusLine(200)}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n3;a=b\r\nall\r\n6\r\n of it\r\n0\r\nx-sum: 1\r\n\r\n`,
    )
    expect(result).toMatchObject({ kind: "answer", status: 200, body: Buffer.from("all of it") })
  })
  it("has no more than 1024 characters of a header", async () => {
    const result = await answered(
      `${statusLine(302)}location: https://club.example/${"a".repeat(5_000)}\r\ncontent-length: 0\r\n\r\n`,
    )
    const { location } = (result as { readonly headers: Record<string, string> }).headers
    expect(location).toHaveLength(1_024)
  })
  it("before the request was read ends the request", async () => {
    await using receiver = await rawReceiver((socket) => {
      socket.write(`${statusLine(413)}content-length: 0\r\nconnection: close\r\n\r\n`)
    })
    await using outgoing = loopbackHttp()
    const result = await outgoing.send(post(receiver.port, { body: Buffer.alloc(4_000_000) }))
    // The system may take the rest of the request for a reset.
    expect(result).toMatchObject(
      result.kind === "answer" ? { status: 413 } : { code: "connection_reset" },
    )
  })
})

describe("a body", () => {
  const body = "0123456789"
  it.each([
    [9, "012345678", true],
    [10, body, false],
    [11, body, false],
    [0, "", true],
  ])("of ten bytes, of which %i may be read, is %j", async (maxBodyBytes, read, isCut) => {
    for (const text of [
      `content-length: 10\r\n\r\n${body}`,
      `transfer-encoding: chunked\r\n\r\n${body.replace(/./g, "1\r\n$&\r\n")}0\r\n\r\n`,
      `\r\n${body}`,
    ]) {
      await using receiver = await cannedReceiver(`${statusLine(200)}${text}`)
      await using outgoing = loopbackHttp()
      const result = await outgoing.send(post(receiver.port, { maxBodyBytes }))
      expect(result).toMatchObject({ kind: "answer", status: 200, body: Buffer.from(read), isCut })
    }
  })
  it("of nothing is not cut", async () => {
    const result = await answered(`${statusLine(200)}content-length: 0\r\n\r\n`)
    expect(result).toMatchObject({ body: Buffer.alloc(0), isCut: false })
  })
  it("is never unpacked: a bomb is only bytes", async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000))
    await using receiver = await httpReceiver((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    )
    await using outgoing = loopbackHttp()
    expect(await outgoing.send(post(receiver.port))).toMatchObject({
      status: 200,
      headers: { "content-encoding": "gzip" },
      body: bomb.subarray(0, 16_384),
      isCut: true,
    })
  })
  it.each(["a stream without an end", "chunks of one byte"])(
    "is read up to its cap and no further: %s",
    async (kind) => {
      const isSmall = kind === "chunks of one byte"
      await using receiver: Receiver = await rawReceiver((socket) => {
        const part = Buffer.from(isSmall ? "1\r\n.\r\n".repeat(10_000) : ".".repeat(65_536))
        const framing = isSmall ? "transfer-encoding: chunked\r\n" : ""
        const more = (): void => {
          while (!socket.destroyed && socket.write(part));
        }
        socket.on("drain", more)
        socket.once("data", () => {
          socket.write(`${statusLine(200)}${framing}\r\n`)
          more()
        })
      })
      await using outgoing = loopbackHttp()
      const result = await outgoing.send(post(receiver.port, { maxBodyBytes: 1_000_000 }))
      expect(result).toMatchObject({ kind: "answer", status: 200, isCut: true })
      expect((result as { readonly body: Uint8Array }).body).toHaveLength(1_000_000)
      const [socket] = receiver.sockets
      await expect.poll(() => socket?.destroyed).toBe(true)
      // What the kernel had taken besides: a few megabytes, and not without end.
      const framed = isSmall ? 6_000_000 : 1_000_000
      expect((socket?.bytesWritten ?? 0) - framed).toBeLessThan(16_000_000)
    },
  )
})
