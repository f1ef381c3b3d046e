/**
 * Symbolon inside a program of yours: no server, no HTTP, one SQLite file. Run it at the root with
 * `npm run examples -- embedded-core`.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createSymbolon, isSymbolonError, localKeyVault } from "@symbolon/core"
import { openSqlite } from "@symbolon/storage-sqlite"

const dir = await mkdtemp(join(tmpdir(), "symbolon-"))
const symbolon = await createSymbolon({
  storage: openSqlite({ file: join(dir, "club.db") }),
  vault: await localKeyVault(join(dir, "vault.key")),
  migrate: true,
})
// Members that move, holds that expire, keys that rotate: one process of a deployment does this
// work. close() stops it.
symbolon.runWork()

const { user: owner } = await symbolon.users.create({ username: "olga", firstName: "Olga" })
const { user: ada } = await symbolon.users.create({ username: "ada", firstName: "Ada" })

const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: owner.uuid })
const tier = await symbolon.tiers.create({
  organization: club.slug,
  name: "Crew",
  paymentInterval: "monthly",
  inclusions: ["A berth in summer"],
  entitlements: { lounge: true },
})
const { membership } = await symbolon.memberships.add({
  organization: club.slug,
  member: { type: "username", value: "ada" },
  tierSlug: tier.slug,
})
console.log(`Ada is a member of ${club.name} until ${membership.validUntil?.toISOString()}`)

const { granted } = await symbolon.entitlements.check({
  organization: club.slug,
  userUuid: ada.uuid,
  key: "lounge",
})
console.log(`The lounge is ${granted ? "open" : "closed"} to her`)

await symbolon.points.mint({ organization: club.slug, amount: 100, idempotencyKey: "season-2026" })

// A refusal has a name to branch on and a message to read.
const refused = await symbolon.memberships
  .add({ organization: club.slug, member: { type: "username", value: "ada" }, tierSlug: tier.slug })
  .then(
    () => undefined,
    (reason: unknown) => reason,
  )
console.log(
  "Adding her twice:",
  isSymbolonError(refused) ? `${refused._tag}: ${refused.message}` : refused,
)

if (!granted) throw new Error("The lounge should be open.")
await symbolon.close()
await rm(dir, { recursive: true })
