import { createSymbolon } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault } from "@symbolon/core/testing"
import { createHandler } from "../packages/http-server/src/create-handler.ts"
import { createServer } from "node:http"
const symbolon = await createSymbolon({ storage: openMemory(), vault: memoryKeyVault(new Uint8Array(32).fill(7)) })
const { user } = await symbolon.accounts.createUser({ username: "olga-owner", firstName: "O" })
const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: user.uuid })
const { client, clientSecret } = await symbolon.oauth.registerClient({ organization: club.slug, name: "bench", clientType: "confidential", grantTypes: ["client_credentials"], scopes: ["organization:read", "membership_tier:write"], serviceRole: "manager" })
const { accessToken } = await symbolon.issueClientToken({ clientId: client.clientId, clientSecret: clientSecret!, scope: undefined })
const h = createHandler({ symbolon, limits: "off" })
const s = createServer(h.listener).listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${(s.address() as any).port}`
  const get = await fetch(`${url}/api/v1/organizations/${club.slug}`, { headers: { authorization: `Bearer ${accessToken}` } })
  console.log(get.status, Object.fromEntries(get.headers), await get.text(), accessToken.length)
  const post = await fetch(`${url}/api/v1/organizations/${club.slug}/membership-tiers`, { method: "POST", headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" }, body: JSON.stringify({ name: "Friend", description: "d", price_cents: 100, currency: "EUR", payment_interval: "monthly", visibility: "public", inclusions: ["a", "b"], entitlements: { lounge: true }, grace_period_days: 3 }) })
  console.log(post.status, Object.fromEntries(post.headers), await post.text())
  process.exit()
})
