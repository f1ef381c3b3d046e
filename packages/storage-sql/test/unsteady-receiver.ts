import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import type { Chance } from "../../core/test/fixtures/chance.ts"

/** A webhook that answers late, twice for one delivery with another content, wrongly, or not at all. */
export const unsteadyReceiver = async (chance: Chance) => {
  const requests = new Map<string, number>()
  const server = createServer((request, response) => {
    void text(request).then(async () => {
      const delivery = String(request.headers["x-webhook-delivery"])
      const before = requests.get(delivery) ?? 0
      requests.set(delivery, before + 1)
      await pause(chance.below(chance.happens(100) ? 1_500 : 60))
      answerOnce(response, chance, before)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/make`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

const answerOnce = (response: ServerResponse, chance: Chance, before: number): void => {
  const drawn = chance.below(100)
  if (drawn < 8 && before < 3) {
    response.destroy()
    return
  }
  if (drawn < 20 && before < 3) response.writeHead(500).end("not now")
  else if (drawn < 28) response.end('{"content": {"data"')
  else if (drawn < 34) response.end(JSON.stringify({ content: { items: "none" } }))
  else if (drawn < 40) response.writeHead(410).end()
  else {
    const items = [{ type: "coupon", code: `ANSWER-${before}-${chance.below(1_000_000)}` }]
    response.end(JSON.stringify({ content: { data: {}, items, content_version: "1" } }))
  }
}
