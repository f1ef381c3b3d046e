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

// A session is a door. A tap is judged by its rules, and answered whether or not it admits.
const hour = 3_600_000
const evening = await symbolon.sessions.createStandalone({
  organization: club.slug,
  name: "Members' evening",
  startTime: new Date(Date.now() - hour),
  endTime: new Date(Date.now() + 3 * hour),
  settings: { requiredEntitlement: "lounge" },
})
const tap = await symbolon.sessions.admit({
  session: evening.slug,
  request: { identifier: { type: "username", value: "ada" }, idempotencyKey: "tap-1" },
})
console.log("At the door:", tap.decision)

// A reward with its content: methods are in camelCase, and a content is JSON as the API has it.
const drink = await symbolon.rewards.create({
  organization: club.slug,
  organizationUuid: club.uuid,
  name: "A drink",
  contentConfig: {
    storageType: "internal",
    contentTemplate: {
      data: {},
      items: [{ type: "coupon", title: "One drink", code: "CHEERS" }],
      content_version: "1",
    },
  },
})
const issued = await symbolon.rewards.redeem({
  reward: drink.slug,
  identifier: { type: "username", value: "ada" },
  idempotencyKey: "drink-1",
})
const held = await symbolon.rewards.getByTransaction({
  transaction: issued.transactionId ?? "",
  userUuid: ada.uuid,
})
console.log("Ada holds:", JSON.stringify(held.content.items))

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
