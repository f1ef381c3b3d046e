import { type CheckinHolder, readTrustKeys, verifyDelta } from "@symbolon/core/door"
import { scopesFor } from "@symbolon/core/contract"
import { afterAll, beforeAll, expect, it } from "vitest"
import { readBody } from "../fixtures/read.ts"
import { startTestServer, type TestServer } from "../fixtures/world.ts"

type Person = "ada" | "ben"

/** What a door knows: each person's cards, by wallet, and the frozen cards. */
interface Known {
  readonly cursor: string
  readonly version: number
  readonly holders: Readonly<Record<string, CheckinHolder>>
  readonly frozen: readonly string[]
}

let world: TestServer
let session: string
let card: string
let known: Known
const tokens = new Map<Person, string>()
const wallets = new Map<string, Person>()
const uuids = new Map<Person, string>()

beforeAll(async () => {
  world = await startTestServer()
  const { symbolon, club } = world
  const tier = await symbolon.tiers.create({ organization: club.slug, name: "Friend" })
  for (const name of ["ada", "ben"] as const) {
    const user =
      name === "ada"
        ? world.ada
        : (await symbolon.users.create({ username: name, firstName: "Ben" })).user
    uuids.set(name, user.uuid)
    tokens.set(name, await world.tokenFor(scopesFor("user"), { userUuid: user.uuid }))
    const { membership } = await symbolon.memberships.add({
      organization: club.slug,
      member: { type: "username", value: name },
      tierSlug: tier.slug,
    })
    expect(membership.userUuid).toBe(user.uuid)
    const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" } as const
    const { items } = await symbolon.wallets.list({ of: { userUuid: user.uuid }, page })
    const own = items.find(({ organizationUuid }) => organizationUuid === club.uuid)
    wallets.set(own?.address ?? "", name)
  }
  const activity = await symbolon.activities.create({ organization: club.slug, name: "Sailing" })
  const made = await readBody(
    await world.call("POST", `/api/v1/activities/${activity.slug}/sessions`, {
      name: "Evening",
      start_time: "2026-11-21T09:00:00Z",
      end_time: "2026-11-21T20:00:00Z",
      required_entitlement: "member",
    }),
    201,
  )
  session = `/api/v1/sessions/${made["slug"]}/checkin-manifest`
  const cards = [{ identifier: "A1", card_type: "nfc", claim_code: "4711" }]
  await readBody(await world.call("POST", "/console/v1/cards", { cards }), 200)
  known = await wholeManifest()
})
afterAll(() => world.close())

const wholeManifest = async (): Promise<Known> => {
  const { payload, delta_cursor: cursor } = JSON.parse(
    await (await world.call("GET", session)).text(),
  )
  return {
    cursor,
    version: payload.manifest_version,
    holders: payload.roster,
    frozen: payload.frozen_card_identifiers,
  }
}

/** What the door asks next: exactly one delta, which must be signed and go on from the last. */
const nextDelta = async (): Promise<Known> => {
  const keys = readTrustKeys(await readBody(await world.call("GET", `${session}/trust-keys`), 200))
  const reply = await world.call(
    "GET",
    `${session}/delta?cursor=${encodeURIComponent(known.cursor)}`,
  )
  const text = await reply.text()
  expect(verifyDelta(text, { keys })).toMatchObject({ ok: true })
  const { payload, next_cursor: cursor } = JSON.parse(text)
  expect(payload.base_manifest_version).toBe(known.version)
  const holders = { ...known.holders, ...payload.added, ...payload.changed }
  for (const wallet of payload.removed) delete holders[wallet]
  return {
    cursor,
    version: payload.manifest_version,
    holders,
    frozen: payload.frozen_card_identifiers,
  }
}

/** Whom the door lets in with the card: nobody while it is frozen. */
const holderAt = ({ holders }: Known): Person | undefined => {
  const found = Object.entries(holders).filter(([, one]) => one.card_identifiers.includes("A1"))
  expect(found.length).toBeLessThan(2)
  return wallets.get(found[0]?.[0] ?? "")
}

const inventory = () => `/api/v1/organizations/${world.club.slug}/cards`
const byOrganization = async (body: object) =>
  readBody(await world.call("PATCH", `${inventory()}/${card}`, body), 200)
const by = async (person: Person, method: string, path: string, body: object) =>
  readBody(
    await world.send(`/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens.get(person)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    }),
    200,
  )
const claim = { identifier: "a1", claim_code: "4711" }

const changes: readonly (readonly [
  name: string,
  change: () => Promise<unknown>,
  holder: Person | undefined,
  isFrozen: boolean,
])[] = [
  [
    "taken into the inventory",
    async () => {
      const cards = [{ identifier: "A1" }]
      const { accepted } = await readBody(await world.call("POST", inventory(), { cards }), 200)
      card = String(accepted[0]?.["uuid"])
    },
    undefined,
    false,
  ],
  ["assigned", () => byOrganization({ holder_user_uuid: uuids.get("ada") }), "ada", false],
  ["assigned anew", () => byOrganization({ holder_user_uuid: uuids.get("ben") }), "ben", false],
  ["released", () => byOrganization({ holder_user_uuid: null }), undefined, false],
  ["claimed", () => by("ada", "POST", "/cards/claim", claim), "ada", false],
  [
    "frozen by its holder",
    () => by("ada", "PATCH", `/cards/${card}`, { is_frozen: true }),
    undefined,
    true,
  ],
  ["frozen by both", () => byOrganization({ is_frozen: true }), undefined, true],
  [
    "unfrozen by its holder alone",
    () => by("ada", "PATCH", `/cards/${card}`, { is_frozen: false }),
    undefined,
    true,
  ],
  ["unfrozen by both", () => byOrganization({ is_frozen: false }), "ada", false],
  ["frozen by the organization", () => byOrganization({ is_frozen: true }), undefined, true],
  ["unfrozen by the organization", () => byOrganization({ is_frozen: false }), "ada", false],
  [
    "offered",
    () => by("ada", "PATCH", `/cards/${card}`, { offered_to: { type: "username", value: "ben" } }),
    "ada",
    false,
  ],
  ["transferred", () => by("ben", "POST", "/cards/claim", claim), "ben", false],
  ["withdrawn", () => byOrganization({ withdrawn: true }), undefined, false],
]

// In order: each begins with the card as the one before left it.
it.each(changes)(
  "a door sees in its next delta that a card is %s",
  async (_, change, holder, isFrozen) => {
    await change()
    known = await nextDelta()
    expect(holderAt(known)).toBe(holder)
    expect(known.frozen).toEqual(isFrozen ? ["A1"] : [])
    // A manifest that is asked for anew says the same.
    const { holders, frozen } = await wholeManifest()
    expect({ holders, frozen }).toEqual({ holders: known.holders, frozen: known.frozen })
  },
)
