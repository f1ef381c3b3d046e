/**
 * Receives webhooks in Express, at http://127.0.0.1:8095/hooks. `WEBHOOK_SECRET` is the signing
 * secret. Run it at the root with `npm run examples -- webhooks`, which sends it some.
 */
import { isWebhookError, memorySeenDeliveries, verifyWebhook } from "@symbolon/client-sdk/webhooks"
import express from "express"

const secret = process.env["WEBHOOK_SECRET"] ?? ""
const seen = memorySeenDeliveries() // a table in your database, if a delivery must not be done twice

const app = express()
// The signature is over the body as it arrived: keep express.json() away from this route.
const raw = express.raw({ type: "application/json", limit: "1mb" })
app.post("/hooks", raw, async ({ headers, body: rawBody }, response) => {
  try {
    const webhook = await verifyWebhook({ headers, rawBody }, { secret, seen })
    if (!webhook.isRepeated) console.log(webhook.event, webhook.data)
    response.sendStatus(204)
  } catch (error) {
    if (!isWebhookError(error)) throw error
    console.error(`refused: ${error.message}`)
    response.status(400).json({ error: error.code })
  }
})

app.listen(Number(process.env["PORT"] ?? 8095), "127.0.0.1")
