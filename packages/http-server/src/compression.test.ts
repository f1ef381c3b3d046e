import { gunzipSync } from "node:zlib"
import { expect, it } from "vitest"
import { compressed } from "./compression.ts"
import { type Request, textReply } from "./exchange.ts"

const pieces = [Buffer.from("{"), Buffer.alloc(70_000, "a"), Buffer.from("}")]
const whole = Buffer.concat(pieces)
const reply = textReply(200, "", { etag: '"1"' })
const asking = (coding: string) =>
  ({ headers: { "accept-encoding": coding } }) as unknown as Request

it("a long body that is not compressed is sent in its pieces, with its length", async () => {
  const { body, stream, headers } = await compressed(pieces, reply, asking(""))
  const sent: Uint8Array[] = []
  for await (const piece of stream?.() ?? []) sent.push(piece)
  expect([body, sent]).toEqual([undefined, pieces])
  expect(headers).toMatchObject({ "content-length": String(whole.length), etag: '"1"' })
})

it("a body that is compressed is one of all its pieces, and so is a short one", async () => {
  const { body, headers } = await compressed(pieces, reply, asking("gzip"))
  expect(headers).toMatchObject({ "content-encoding": "gzip", etag: '"1-gzip"' })
  expect(gunzipSync(Buffer.from(body ?? "")).equals(whole)).toBe(true)
  const short = await compressed([Buffer.from("{"), Buffer.from("}")], reply, asking("gzip"))
  expect(String(short.body)).toBe("{}")
})
