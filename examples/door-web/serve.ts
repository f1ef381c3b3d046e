/**
 * The door page, served for a venue. Start a Symbolon server (`npm start` at the root), then here
 * `npm start`, and scan the QR code that is printed with the device that shall be the door, or type
 * its code in there. Press Enter for another code.
 *
 * `npm start -- SESSION_SLUG` takes a session of yours; without one a session is made to try the
 * page with.
 */
import { once } from "node:events"
import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Client, clientCredentials } from "@symbolon/client-sdk"
import encodeQR from "qr"
import { buildSite } from "./build.ts"
import { openPairing } from "./pairing.ts"
import { serveSite } from "./site-server.ts"
import { pairingLink } from "./src/provisioning.ts"

const { env } = process
const dataDir = resolve(env["SYMBOLON_DATA_DIR"] ?? join(import.meta.dirname, "../../.symbolon"))
const bootstrap = JSON.parse(await readFile(join(dataDir, "bootstrap.json"), "utf8"))
const baseUrl: string = env["SYMBOLON_URL"] ?? bootstrap.base_url
const port = Number(env["PORT"] ?? 8095)
const host = env["HOST"] ?? "127.0.0.1"
const name = env["DOOR_NAME"] ?? "Main door"
const files = [env["TLS_CERT"], env["TLS_KEY"]] as const
const tls =
  files[0] === undefined || files[1] === undefined
    ? undefined
    : { cert: await readFile(files[0]), key: await readFile(files[1]) }

const { client_id: clientId, client_secret: clientSecret } = bootstrap.client
const client = new Client({ baseUrl, auth: clientCredentials({ clientId, clientSecret }) })

/** A session to try the page with: open now, for members alone. */
const makeSession = async (): Promise<string> => {
  const activity = await client.activities.create(bootstrap.organization.slug, {
    name: "Door trial",
    description: null,
  })
  const hour = 3_600_000
  const [from, to] = [new Date(Date.now() - hour), new Date(Date.now() + 8 * hour)]
  const times = { start_time: from.toISOString(), end_time: to.toISOString() }
  return (
    await client.sessions.create(activity.slug, {
      name: "Door trial",
      required_entitlement: "member",
      ...times,
    })
  ).slug
}

const session = process.argv[2] ?? (await makeSession())
const pairing = openPairing({
  newProvision: async () => {
    const { token } = await client.sessions.createDeviceToken(session, { device_name: name })
    return { baseUrl, session, token, name }
  },
  now: Date.now,
  log: (line) => console.log(`${new Date().toISOString()} ${line}`),
})
const pageUrl =
  env["PAGE_URL"] ??
  `${tls === undefined ? "http" : "https"}://${host === "127.0.0.1" ? "localhost" : host}:${port}/`

const showCode = (): void => {
  const code = pairing.issue()
  const link = pairingLink(pageUrl, code)
  console.log(`${encodeQR(link, "ascii")}\nThe door page of ${session}:\n\n${link}\n`)
  console.log(
    `The code is valid for one device, for ten minutes. ${process.stdin.isTTY ? "Press Enter" : "Start again"} for another one.`,
  )
}

const server = serveSite(await buildSite(), { serviceUrl: baseUrl, pairing, tls }).listen(
  port,
  host,
)
await once(server, "listening")
showCode()
if (process.argv[2] === undefined) {
  const card: unknown = bootstrap.users[0]?.card_identifier
  console.log(
    `Only members are admitted. Type ${String(card)}, the card of a member, then DEMO-STRANGER, which has no holder.`,
  )
}
if (process.stdin.isTTY) process.stdin.on("data", showCode)
