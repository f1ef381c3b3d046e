/**
 * Symbolon on Node's own http server, and as one `fetch` function without any server. Run it at the
 * root with `npm run examples -- mounted`.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import { createHandler } from "@symbolon/http-server"
import { openSymbolon, visit } from "./symbolon.ts"

const port = Number(process.env["PORT"] ?? 8091)
const baseUrl = `http://127.0.0.1:${port}`
const symbolon = await openSymbolon(baseUrl)
const handler = createHandler({ symbolon })
symbolon.runWork() // background work, in one process of a deployment; symbolon.close() stops it

const server = createServer(handler.listener).listen(port, "127.0.0.1")
await once(server, "listening")
await visit(baseUrl)

// The same handler takes Web requests: this is how other frameworks, and tests, mount it.
const reply = await handler.fetch(new Request(`${baseUrl}/health/live`))
console.log(`fetch: ${reply.status}`)

server.close()
await handler.close()
await symbolon.close()
