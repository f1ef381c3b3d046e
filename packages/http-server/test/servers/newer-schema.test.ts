import { afterAll, beforeAll, expect, it } from "vitest"
import { Client, clientCredentials } from "@symbolon/client-sdk"
import { ask, type PostgresServer, startPostgres } from "../../../storage-postgres/test/server.ts"
import { startCluster } from "./cluster.ts"

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** What a migration of the next version may do: add. */
const nextVersion = `
  alter table memberships add column colour text;
  alter table presences add column weight integer not null default 0;
  alter table transactions add column note text;
  create table tomorrow (uuid text primary key);
  create index memberships_colour on memberships (colour);
  insert into schema_migrations (name, applied_at) select '9999-tomorrow', max(applied_at) from schema_migrations`

it("servers stay ready, and read and write, after the next version has migrated", async () => {
  await using cluster = await startCluster({ databaseUrl: postgres.url })
  const { url, bootstrap, symbolon, servers } = cluster
  const { client_id: clientId, client_secret: clientSecret } = bootstrap.client
  const { slug, treasury_wallet_address: treasury } = bootstrap.organization
  const auth = clientCredentials({ clientId, clientSecret })
  const client = new Client({ baseUrl: url, retry: false, auth })
  const use = async (username: string): Promise<number> => {
    const { user } = await symbolon.users.create({ username, firstName: "Early" })
    const to = { type: "username", value: username } as const
    const tier = bootstrap.tiers[0]?.slug ?? ""
    await client.memberships.add(slug, { user_uuid: user.uuid, membership_tier_slug: tier })
    const admission = { identifier: to, idempotency_key: `admit-${username}` }
    await client.sessions.admit(bootstrap.sessions[0]?.slug ?? "", admission)
    const thanks = { to, amount: 1, description: "Hello", idempotency_key: `thanks-${username}` }
    await client.wallets.transfer(treasury, thanks)
    let members = 0
    for await (const member of client.memberships.listMembers(slug)) members += member ? 1 : 0
    for await (const sent of client.wallets.listTransactions(treasury))
      expect(sent.id).toBeDefined()
    return members
  }
  // Often enough that every connection has its statements prepared.
  for (let n = 0; n < 12; n += 1) await use(`before-${n}`)
  await ask(postgres.url, nextVersion)
  for (let n = 0; n < 12; n += 1) expect(await use(`after-${n}`)).toBe(16 + n)
  for (const server of servers) expect(await server.readiness()).toBe(200)
})
