/**
 * Receives webhooks with Node's own server, at http://127.0.0.1:8096/hooks. `WEBHOOK_SECRET` is the
 * signing secret. Run it at the root with `npm run examples -- webhooks`, which sends it some.
 */
import { createServer, type IncomingMessage } from "node:http"
import { isWebhookError, memorySeenDeliveries, verifyWebhook } from "@symbolon/client-sdk/webhooks"

const secret = process.env["WEBHOOK_SECRET"] ?? ""
const seen = memorySeenDeliveries() // a table in your database, if a delivery must not be done twice
const mostBytes = 1_048_576

/** The body as it arrived; undefined if it is too large. */
const read = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Takes a webhook, and returns the status to answer with. */
const receive = async (request: IncomingMessage): Promise<number> => {
  if (request.method !== "POST" || request.url !== "/hooks") return 404
  const rawBody = await read(request)
  if (rawBody === undefined) return 413
  try {
    const webhook = await verifyWebhook({ headers: request.headers, rawBody }, { secret, seen })
    if (!webhook.isRepeated) console.log(webhook.event, webhook.data)
    return 204
  } catch (error) {
    if (!isWebhookError(error)) throw error
    console.error(`refused: ${error.message}`)
    return 400
  }
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
})
server.listen(Number(process.env["PORT"] ?? 8096), "127.0.0.1")
