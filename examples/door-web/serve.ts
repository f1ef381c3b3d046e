/**
 * The door page, served for a venue. Start a Symbolon server (`npm start` at the root), then here `npm start`, and open the link
 * that is printed, or scan it with the device that shall be the door.
 *
 * `npm start -- SESSION_SLUG` takes a session of yours; without one a session is made to try the page with.
 */
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Client, clientCredentials } from "@symbolon/client-sdk"
import encodeQR from "qr"
import { buildSite } from "./build.ts"
import { serveSite } from "./site-server.ts"
import { setupLink } from "./src/provisioning.ts"

const { env } = process
const dataDir = resolve(env["SYMBOLON_DATA_DIR"] ?? join(import.meta.dirname, "../../.symbolon"))
const bootstrap = JSON.parse(await readFile(join(dataDir, "bootstrap.json"), "utf8"))
const baseUrl: string = env["SYMBOLON_URL"] ?? bootstrap.base_url
const port = Number(env["PORT"] ?? 8095)
const host = env["HOST"] ?? "127.0.0.1"
const files = [env["TLS_CERT"], env["TLS_KEY"]] as const
const tls = files[0] === undefined || files[1] === undefined ? undefined : { cert: await readFile(files[0]), key: await readFile(files[1]) }

const { client_id: clientId, client_secret: clientSecret } = bootstrap.client
const client = new Client({ baseUrl, auth: clientCredentials({ clientId, clientSecret }) })

/** A session to try the page with: open now, for everybody who is a member. */
const makeSession = async (): Promise<string> => {
  const activity = await client.activities.create(bootstrap.organization.slug, { name: "Door trial", description: null })
  const hour = 3_600_000
  const [from, to] = [new Date(Date.now() - hour), new Date(Date.now() + 8 * hour)]
  const times = { start_time: from.toISOString(), end_time: to.toISOString() }
  return (await client.sessions.create(activity.slug, { name: "Door trial", ...times })).slug
}

const session = process.argv[2] ?? (await makeSession())
const { token } = await client.sessions.createDeviceToken(session, { device_name: "Door page" })
const pageUrl = env["PAGE_URL"] ?? `${tls === undefined ? "http" : "https"}://${host === "127.0.0.1" ? "localhost" : host}:${port}/`
const link = setupLink(pageUrl, { baseUrl, session, token, name: env["DOOR_NAME"] ?? "Main door" })

const server = serveSite(await buildSite(), { serviceUrl: baseUrl, tls }).listen(port, host)
await once(server, "listening")
console.log(
  `${encodeQR(link, "ascii")}\nThe door page of ${session}:\n\n${link}\n\nWhoever has this link can admit. It is good until the session is over.`,
)
