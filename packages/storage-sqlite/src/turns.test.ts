import { connect, createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it, vi } from "vitest"
import { nextTurn, workTurns } from "./turns.ts"

/** Stands in for the clock, which moves on by `perTurnMs` in each turn of the event loop. */
const slowLoop = (perTurnMs: number) => {
  let nowMs = 0
  let turns = 0
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs)
  let counting = true
  const count = (): void => {
    turns += 1
    nowMs += perTurnMs
    if (counting) setImmediate(count)
  }
  return {
    turns: () => turns,
    hold: (ms: number) => (nowMs += ms),
    begin: () => setImmediate(count),
    end: () => {
      counting = false
      clock.mockRestore()
    },
  }
}

describe("the turns of an event loop that was held for long", () => {
  afterEach(() => vi.restoreAllMocks())

  const turnsGiven = async (perTurnMs: number): Promise<number> => {
    const loop = slowLoop(perTurnMs)
    const turns = workTurns()
    turns.begin()
    expect(turns.next()).toBeUndefined()
    loop.hold(5)
    loop.begin()
    await turns.next()
    loop.end()
    return loop.turns()
  }

  it("are many where nothing happens in them, and few where others need long", async () => {
    expect(await turnsGiven(0)).toBe(16)
    expect(await turnsGiven(2)).toBe(3)
  })

  it("let many connections in, of which Node accepts one in each", async () => {
    let accepted = 0
    const server = createServer((socket) => {
      accepted += 1
      socket.destroy()
    })
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    const { port } = server.address() as AddressInfo
    const sockets = Array.from({ length: 64 }, () => connect(port, "127.0.0.1").on("error", ignore))
    await nextTurn()
    const turns = workTurns()
    let gaps = 0
    while (accepted < sockets.length && gaps < 64) {
      turns.begin()
      const until = performance.now() + 6
      while (performance.now() < until) continue
      await turns.next()
      gaps += 1
    }
    expect(accepted).toBe(sockets.length)
    expect(gaps).toBeLessThan(32)
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
})

const ignore = (): void => undefined
