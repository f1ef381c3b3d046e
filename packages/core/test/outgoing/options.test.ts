import { describe, expect, it, vi } from "vitest"
import { createSymbolon, portsOf } from "../../src/create-symbolon.ts"
import { openMemory } from "../../src/memory/open-memory.ts"
import type { SymbolonOptions } from "../../src/symbolon-options.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { cannedReceiver } from "../fixtures/receivers.ts"
import { post } from "./outgoing.ts"

const opened = (options: Partial<SymbolonOptions>) =>
  createSymbolon({
    storage: openMemory({ strict: true }),
    vault: memoryKeyVault(new Uint8Array(32)),
    ...options,
  })

const answer = "HTTP/1.1 204 No Content\r\n\r\n"

describe("the requests of a Symbolon", () => {
  it("reach public addresses only, for 30 seconds, unless it is told otherwise", async () => {
    await using receiver = await cannedReceiver(answer)
    const symbolon = await opened({})
    expect(symbolon.settings.webhooks).toEqual({
      allowedNetworks: [],
      httpsOnly: false,
      timeoutMs: 30_000,
    })
    const { outgoingHttp } = portsOf(symbolon)
    expect(await outgoingHttp.send(post(receiver.port))).toMatchObject({ code: "blocked_address" })
    expect(receiver.sockets).toEqual([])
    await symbolon.close()
  })
  it("reach the allowed networks, until it is closed", async () => {
    await using receiver = await cannedReceiver(answer)
    const symbolon = await opened({ webhooks: { allowedNetworks: ["127.0.0.1"] } })
    const { outgoingHttp } = portsOf(symbolon)
    expect(await outgoingHttp.send(post(receiver.port))).toMatchObject({ status: 204 })
    await symbolon.close()
    expect(await outgoingHttp.send(post(receiver.port))).toMatchObject({ code: "aborted" })
  })
  it("begin with https:// where the operator wants that", async () => {
    const symbolon = await opened({ webhooks: { httpsOnly: true } })
    const { outgoingHttp } = portsOf(symbolon)
    expect(await outgoingHttp.send(post(1, { url: "http://club.example/" }))).toMatchObject({
      code: "url_refused",
    })
    await symbolon.close()
  })
  it("go through the port that it was given", async () => {
    const outgoingHttp = { send: vi.fn(), urlProblem: vi.fn(), close: vi.fn(async () => {}) }
    const symbolon = await opened({ outgoingHttp })
    expect(portsOf(symbolon).outgoingHttp).toBe(outgoingHttp)
    await symbolon.close()
    expect(outgoingHttp.close).toHaveBeenCalledOnce()
  })
})
