/**
 * Symbolon inside an Express app, under a path of its own. Run it at the root with `npm run
 * examples -- mounted`.
 */
import { once } from "node:events"
import { createHandler } from "@symbolon/http-server"
import express from "express"
import { openSymbolon, visit } from "./symbolon.ts"

const port = Number(process.env["PORT"] ?? 8090)
const baseUrl = `http://127.0.0.1:${port}/members`
const symbolon = await openSymbolon(baseUrl)
const handler = createHandler({ symbolon })
symbolon.runWork() // background work, in one process of a deployment; symbolon.close() stops it

const app = express()
app.get("/", (_request, response) => void response.send("My own site"))
app.use("/members", handler.listener)

const server = app.listen(port, "127.0.0.1")
await once(server, "listening")
await visit(baseUrl)

server.close()
await handler.close()
await symbolon.close()
