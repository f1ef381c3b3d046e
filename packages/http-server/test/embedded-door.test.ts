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

const upload = async (symbolon: Symbolon, session: string, door: Door): Promise<void> => {
  const owed = door.outbox(100)
  await symbolon.sessions.admitBatch({
    session,
    requests: owed.map(({ identifier, idempotency_key, occurred_at, manifest_version }) => ({
      identifier,
      idempotencyKey: idempotency_key,
      occurredAt: new Date(occurred_at),
      isOffline: true,
      manifestVersion: manifest_version,
    })),
  })
  door.ack(owed)
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
  await upload(symbolon, slug, door)
  expect(door.outbox(100)).toEqual([])
  const page = { page: 1, pageSize: 20, sortBy: "recorded_at", sortOrder: "asc" } as const
  const attendees = await symbolon.sessions.listAttendees({ session: slug, page })
  expect(attendees.items.map(({ user: person }) => person?.username)).toEqual(["ada"])
  await symbolon.close()
  await rm(dir, { recursive: true })
})

it("the page has these very lines", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/door-protocol.md"), "utf8")
  const own = readFileSync(import.meta.filename, "utf8")
  for (const name of ["manifestText", "upload"]) {
    const block = new RegExp(
      `\`\`\`ts\\n(?:import[^\`]*?\\n\\n)?(const ${name} [^]*?)\\n\`\`\``,
    ).exec(page)
    expect(own).toContain(block?.[1] ?? "missing")
  }
})
