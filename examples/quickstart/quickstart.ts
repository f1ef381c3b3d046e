/**
 * The whole story against a server that `npm start` runs: members, a door that goes offline,
 * points, and a ledger anybody can check. Run it at the root with `npm run examples -- quickstart`,
 * which starts a server for it. To run it against a server of yours, start one (`npm start` at the
 * root), then `npm start` in this folder.
 */
import { execFile } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { bearer, Client, clientCredentials, isApiError } from "@symbolon/client-sdk"
import { Door } from "@symbolon/door-offline"

const dataDir = resolve(
  process.env["SYMBOLON_DATA_DIR"] ?? join(import.meta.dirname, "../../.symbolon"),
)
const cli = join(import.meta.dirname, "../../packages/http-server/dist/cli.js")
const run = promisify(execFile)
const symbolon = async (...args: readonly string[]) =>
  (await run(process.execPath, [cli, ...args], { maxBuffer: 2 ** 28 })).stdout

// Everything needed to try the service was written by the first start.
const bootstrap = JSON.parse(await readFile(join(dataDir, "bootstrap.json"), "utf8"))
const club: string = bootstrap.organization.slug
const treasury: string = bootstrap.organization.treasury_wallet_address
const client = new Client({
  baseUrl: bootstrap.base_url,
  auth: clientCredentials({
    clientId: bootstrap.client.client_id,
    clientSecret: bootstrap.client.client_secret,
  }),
})

// 1. A tier, a newcomer, a membership.
const tier = await client.tiers.create(club, {
  name: "Harbour pass",
  entitlements: { lounge: true },
})
const username = `dana-${Date.now().toString(36)}`
const dana = JSON.parse(
  await symbolon(
    "users",
    "create",
    username,
    "--first-name",
    "Dana",
    "--data-dir",
    dataDir,
    "--json",
  ),
)
const member = await client.memberships.add(club, {
  identifier: { type: "username", value: username },
  membership_tier_slug: tier.slug,
})
console.log(`${username} is ${member.status} on ${member.tier_name}`)
const { granted } = await client.entitlements.check(club, dana.uuid, "lounge")
console.log(`the lounge is ${granted ? "open" : "closed"} to her`)

// Errors say what happened and what to do; branch on the code.
await client.memberships
  .add(club, { user_uuid: dana.uuid, membership_tier_slug: tier.slug })
  .catch((error: unknown) => {
    if (!isApiError(error, "conflict")) throw error
    console.log(`adding her twice: ${error.status} ${error.message}`)
  })

// 2. Points: issued into the treasury, sent once however often it is asked.
await client.console.points.mint(club, { amount: 500, idempotency_key: `night-${username}` })
const thanks = {
  to: { type: "username", value: username },
  amount: 120,
  description: "Thank you",
  idempotency_key: `thanks-${username}`,
} as const
const sent = await client.wallets.transfer(treasury, thanks)
const again = await client.wallets.transfer(treasury, thanks)
console.log(`sent 120 points, ${sent.id === again.id ? "once" : "TWICE"}: ${sent.transaction_hash}`)

// 3. A door downloads the signed roster, loses the network, and goes on.
const activity = await client.activities.create(club, { name: "Harbour night", description: null })
const session = await client.sessions.create(activity.slug, {
  name: "Lighthouse tour",
  required_entitlement: "member",
  start_time: new Date(Date.now() - 3_600_000).toISOString(),
  end_time: new Date(Date.now() + 6 * 3_600_000).toISOString(),
})
// The door gets its own token, which is valid for this session only.
const { token } = await client.sessions.createDeviceToken(session.slug, {
  device_name: "Lighthouse",
})
const doorClient = new Client({ baseUrl: bootstrap.base_url, auth: bearer(token) })
const door = new Door({
  trustKeys: await doorClient.sessions.checkinTrustKeys(session.slug),
  now: Date.now,
  deviceId: "lighthouse",
})
door.load(await doorClient.sessions.checkinManifestText(session.slug))
for (const tap of [
  sent.to_address,
  bootstrap.users[0].wallet_address,
  sent.to_address,
  "NO-SUCH-CARD",
]) {
  const { decision, blocked_reason, undetermined_reason } = door.admit({ tap })
  console.log(
    `tap ${tap.slice(0, 14)}...: ${decision} ${blocked_reason ?? undetermined_reason ?? ""}`,
  )
}

// 4. The network is back: what the door admitted is uploaded, once.
const items = door.outbox(100)
const { results } = await doorClient.sessions.admit(session.slug, {
  admissions: items.map((item) => ({ ...item })),
})
door.ack(items)
console.log(`${results.length} admissions uploaded, ${door.status().pending_uploads} pending`)

// 5. The whole ledger, exported, and verified by a program that asks nobody.
const file = join(tmpdir(), `ledger-${username}.ndjson`)
await writeFile(file, await symbolon("export", "ledger", "--data-dir", dataDir))
const report = JSON.parse(await symbolon("verify-ledger", "--export", file, "--json"))
console.log(`the ledger: ${report.verdict}, ${report.leaves} entries`)

if (!granted || sent.id !== again.id || items.length !== 2 || report.verdict !== "verified")
  throw new Error("The story did not go as told.")
console.log("done")
