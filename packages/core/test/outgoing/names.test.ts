import { describe, expect, it } from "vitest"
import { dnsLookup } from "../../src/foundation/system/look-up-host.ts"
import { nameServer } from "../fixtures/name-server.ts"
import { cannedReceiver } from "../fixtures/receivers.ts"
import { loopbackHttp, post } from "./outgoing.ts"

const signal = new AbortController().signal

const zone = {
  "A club.example": ["93.184.215.14", "93.184.215.15"],
  "AAAA club.example": ["2606:4700:4700::1111"],
  "A old.example": ["93.184.215.14"],
  "AAAA old.example": [],
  "A half.example": ["93.184.215.14"],
  "AAAA half.example": "silence",
  "A slow.example": "silence",
  "AAAA slow.example": "silence",
  "A inside.example": ["127.0.0.1"],
  "A empty.example": [],
  "AAAA empty.example": [],
} as const

describe("names", () => {
  it("have the addresses of both families", async () => {
    await using server = await nameServer(zone)
    const lookUp = dnsLookup({ asksSystem: false, servers: [server.address] })
    expect((await lookUp("club.example", signal)).toSorted()).toEqual([
      "2606:4700:4700::1111",
      "93.184.215.14",
      "93.184.215.15",
    ])
    expect(await lookUp("old.example", signal)).toEqual(["93.184.215.14"])
    expect(server.queries.toSorted()).toEqual([
      "A club.example",
      "A old.example",
      "AAAA club.example",
      "AAAA old.example",
    ])
  })
  it("without addresses, or that do not exist, say so", async () => {
    await using server = await nameServer(zone)
    const lookUp = dnsLookup({ asksSystem: false, servers: [server.address] })
    await expect(lookUp("empty.example", signal)).rejects.toMatchObject({ code: "ENODATA" })
    await expect(lookUp("none.example", signal)).rejects.toMatchObject({ code: "ENOTFOUND" })
    // The hosts file is not asked.
    await expect(lookUp("localhost", signal)).rejects.toMatchObject({ code: "ENOTFOUND" })
  })
  it("do not wait long for a family that is never answered", async () => {
    await using server = await nameServer(zone)
    const lookUp = dnsLookup({ asksSystem: false, servers: [server.address] })
    const startedAt = performance.now()
    expect(await lookUp("half.example", signal)).toEqual(["93.184.215.14"])
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })
  it("are given up with their signal", async () => {
    await using server = await nameServer(zone)
    const lookUp = dnsLookup({ asksSystem: true, servers: [server.address] })
    const stop = new AbortController()
    const found = lookUp("slow.example", stop.signal)
    await expect.poll(() => server.queries.length).toBe(2)
    stop.abort()
    await expect(found).rejects.toMatchObject({ code: "ECANCELLED" })
  })
  it("of the machine are found where the operator allows networks", async () => {
    await using server = await nameServer(zone)
    const lookUp = dnsLookup({ asksSystem: true, servers: [server.address] })
    expect(await lookUp("localhost", signal)).toContain("127.0.0.1")
  })

  it("on servers that never answer hold up no other", async () => {
    await using server = await nameServer(zone)
    await using receiver = await cannedReceiver("HTTP/1.1 204 No Content\r\n\r\n")
    await using outgoing = loopbackHttp({
      lookUp: dnsLookup({ asksSystem: false, servers: [server.address] }),
    })
    const to = (host: string) =>
      post(1, { url: `http://${host}:${receiver.port}/`, timeoutMs: 1_000 })
    const slow = Array.from({ length: 100 }, () => outgoing.send(to("slow.example")))
    await expect.poll(() => server.queries.length).toBeGreaterThan(50)
    expect(await outgoing.send(to("inside.example"))).toMatchObject({ status: 204 })
    const results = await Promise.all(slow)
    expect(new Set(results.map((result) => result.kind === "failure" && result.code))).toEqual(
      new Set(["timeout"]),
    )
  })
  it("that never answer are a failure of the DNS after some seconds", async () => {
    await using server = await nameServer(zone)
    const lookUp = dnsLookup({ asksSystem: false, servers: [server.address] })
    await expect(lookUp("slow.example", signal)).rejects.toMatchObject({ code: "ETIMEOUT" })
  }, 15_000)
})
