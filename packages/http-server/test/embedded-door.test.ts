import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  createSymbolon,
  localKeyVault,
  type SignedPayload,
  type Symbolon,
  type TrustKey,
} from "@symbolon/core"
import { Door } from "@symbolon/door-offline"
import { openSqlite } from "@symbolon/storage-sqlite"
import { expect, it } from "vitest"

const manifestText = ({ bytes, keyId, signature, deltaCursor }: SignedPayload): string =>
  `{"payload":${new TextDecoder().decode(bytes)},"key_id":"${keyId}","signature":"${signature}","delta_cursor":${JSON.stringify(deltaCursor ?? null)}}`

const trustKeysOf = (keys: readonly TrustKey[]) => ({
  keys: keys.map(({ keyId, publicKey, notBefore, notAfter, status }) => ({
    key_id: keyId,
    algorithm: "Ed25519",
    public_key: publicKey,
    purpose: "checkin_manifest",
    not_before: notBefore.toISOString(),
    not_after: notAfter?.toISOString() ?? null,
    status,
  })),
})

const openDoor = async (symbolon: Symbolon, session: string): Promise<Door> => {
  const trustKeys = trustKeysOf(await symbolon.sessions.checkinTrustKeys({ session }))
  const door = new Door({ trustKeys, now: () => symbolon.clock.now().getTime() })
  door.load(manifestText(await symbolon.sessions.checkinManifest({ session })))
  return door
}

it("the lines of the page on doors open a door beside an embedded core", async () => {
  const dir = await mkdtemp(join(tmpdir(), "symbolon-door-"))
  const symbolon = await createSymbolon({
    storage: openSqlite({ file: ":memory:" }),
    vault: await localKeyVault(join(dir, "vault.key")),
    migrate: true,
  })
  const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
  const club = await symbolon.organizations.create({ name: "Club", ownerUuid: user.uuid })
  const organization = club.slug
  const tier = await symbolon.tiers.create({ organization, name: "Crew" })
  await symbolon.memberships.add({
    organization,
    member: { type: "username", value: "ada" },
    tierSlug: tier.slug,
  })
  const now = symbolon.clock.now().getTime()
  const { slug } = await symbolon.sessions.createStandalone({
    organization,
    name: "Evening",
    startTime: new Date(now - 3_600_000),
    endTime: new Date(now + 3_600_000),
    settings: { requiredEntitlement: "member" },
  })
  const { items } = await symbolon.wallets.list({
    of: { userUuid: user.uuid },
    page: { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" },
  })
  const wallet = items.find(({ organizationUuid }) => organizationUuid === club.uuid)
  const door = await openDoor(symbolon, slug)
  expect(door.admit(wallet?.address ?? "")).toMatchObject({ decision: "admitted" })
  await symbolon.close()
  await rm(dir, { recursive: true })
})

it("the page has these very lines", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/door-protocol.md"), "utf8")
  const block = /```ts\n(const manifestText[^]*?)\n```/.exec(page)?.[1] ?? "missing"
  expect(readFileSync(import.meta.filename, "utf8")).toContain(block)
})
