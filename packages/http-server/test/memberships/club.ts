import { scopesFor } from "@symbolon/core/contract"
import { expect } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { read, type Told } from "../read.ts"
import { openWorld, start, type World } from "../world.ts"
import { storedOf } from "./stored.ts"

/**
 * A club with a tier of every kind, and its people: Ada, who wants to be a member, and Bo, who is
 * somebody else.
 */
export interface Club {
  readonly world: World
  /** `/api/v1/organizations/harbour-club` */
  readonly at: string
  /** `/api/v1/memberships/harbour-club` */
  readonly own: string
  readonly ada: { readonly uuid: string }
  readonly bo: { readonly uuid: string }
  /** Calls as Ada, with a token that is new: the clock moves. */
  readonly asAda: Send
  readonly asBo: Send
  /** Calls as somebody, with a user's token or one bound to an organization. */
  readonly as: (userUuid: string, organization?: string) => Send
  /** Calls with the club's app, which has the owner's role. */
  readonly asClub: Send
  /** The organization makes Ada a member: paid at the desk, as it were. */
  readonly admit: (tier: TierSlug, more?: object, userUuid?: string) => Promise<Told>
  /** Moves the clock. */
  readonly to: (at: string) => Promise<void>
  /**
   * What was sent since the last time somebody asked: type and data without what every event
   * carries.
   */
  readonly events: () => Promise<readonly unknown[]>
  /** Everything that is stored of the club's memberships. */
  readonly stored: () => Promise<unknown>
  readonly tier: (slug: TierSlug) => Told
  readonly close: () => Promise<void>
}

/** One call: its answer must have the status that is expected. */
export type Send = (method: string, path: string, status: number, body?: unknown) => Promise<Told>

const tiers = {
  friend: { payment_interval: "one_time" },
  crew: { payment_interval: "monthly", entitlements: { lounge: true, guests: 2, locker: false } },
  mate: { payment_interval: "yearly" },
  gold: { payment_interval: "monthly", price_cents: 50_000 },
  platinum: { payment_interval: "monthly", price_cents: 100_000 },
  year: { payment_interval: "yearly", price_cents: 500_000 },
  life: { payment_interval: "one_time", price_cents: 900_000 },
  euro: { payment_interval: "monthly", price_cents: 1_000, currency: "EUR" },
  board: { payment_interval: "monthly", visibility: "private" },
} as const
/** The club's tiers. */
export type TierSlug = keyof typeof tiers

/** Opens it; the clock stands at 2026-11-21T10:00Z. */
export const openClub = async (): Promise<Club> => {
  const world = await openWorld()
  const { symbolon, club, ada, client } = world
  const at = `/api/v1/organizations/${club.slug}`
  const { user: bo } = await symbolon.accounts.createUser({ username: "boris", firstName: "Bo" })
  const sendWith =
    (token: () => Promise<string>): Send =>
    async (method, path, status, body) =>
      read(
        await world.call(method, path, body, { authorization: `Bearer ${await token()}` }),
        status,
      )
  const as = (userUuid: string, organization?: string) =>
    sendWith(() =>
      world.tokenFor(scopesFor(organization === undefined ? "user" : "organization"), {
        userUuid,
        ...given({ organization }),
      }),
    )
  const asClub = sendWith(
    async () => (await symbolon.oauth.issueClientToken({ client, scope: undefined })).accessToken,
  )
  const made = new Map<string, Told>()
  for (const [name, body] of Object.entries(tiers))
    made.set(
      name,
      await read(await world.call("POST", `${at}/membership-tiers`, { name, ...body }), 201),
    )
  let seen = 0
  return {
    world,
    at,
    own: `/api/v1/memberships/${club.slug}`,
    ada,
    bo,
    as,
    asAda: as(ada.uuid),
    asBo: as(bo.uuid),
    asClub,
    admit: (membership_tier_slug, more = {}, user_uuid = ada.uuid) =>
      asClub("POST", `${at}/memberships`, 201, { user_uuid, membership_tier_slug, ...more }),
    to: async (moment) => void (await symbolon.testClock?.moveTo(new Date(moment))),
    events: async () => {
      const all = await portsOf(symbolon).storage.transact("read", (tx) =>
        tx.outbox.list(undefined, 1_000),
      )
      const fresh = all.slice(seen)
      seen = all.length
      return fresh.map(({ type, data }) => {
        const { origin, schema_version, organization_uuid, ...rest } = data
        expect([origin, schema_version, organization_uuid]).toEqual(["user_app", 1, club.uuid])
        return [type, rest]
      })
    },
    stored: () => storedOf(world),
    tier: (slug) => present(made.get(slug)),
    close: world.close,
  }
}

const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("The club has no such tier.")
  return value
}

/**
 * A membership of Ada's as its holder is shown it, on a tier that costs and lasts as the club's
 * does; `more` says what is another.
 */
export const membership = ({ ada, world, tier }: Club, slug: TierSlug, more: object = {}) => ({
  uuid: expect.any(String),
  user_uuid: ada.uuid,
  organization_uuid: world.club.uuid,
  tier_uuid: tier(slug).uuid,
  custom_tier_price_cents: null,
  custom_tier_payment_interval: null,
  valid_until: null,
  renewable_until: null,
  joined_at: start.toISOString(),
  created_at: start.toISOString(),
  cancelled_at: null,
  updated_at: null,
  organization_name: "Harbour Club",
  organization_slug: "harbour-club",
  tier_name: slug,
  tier_slug: slug,
  tier_price_cents: tier(slug)["price_cents"],
  tier_currency: tier(slug)["currency"],
  tier_payment_interval: tier(slug)["payment_interval"],
  tier_description: null,
  tier_inclusions: [],
  status: "cancelled_at" in more && more.cancelled_at !== null ? "active_with_notice" : "active",
  ...more,
})

/** The same as the organization is shown it. */
export const member = (club: Club, slug: TierSlug, more: object = {}) => ({
  ...membership(club, slug),
  status: "active",
  ended_at: null,
  ended_by: null,
  user: {
    uuid: club.ada.uuid,
    username: "ada",
    first_name: "Ada",
    last_name: null,
    avatar_image_file_url: null,
  },
  ...more,
})

/** One term of a monthly tier that begins when the clock of a club does. */
export const firstMonth = {
  valid_until: "2026-12-21T10:00:00.000Z",
  renewable_until: "2026-12-28T10:00:00.000Z",
} as const

/** The envelope of a refusal that names no field. */
export const refused = (code: string, message: string, details: object | null = null) => ({
  errors: { _root: message },
  message,
  code,
  details,
})

/** The envelopes that memberships have in common. */
export const envelopes = {
  noMembership: refused("not_found", "There is no such membership, or it is not yours to see."),
  noTier: refused("not_found", "There is no such membership tier, or it is not yours to see."),
  noOrganization: refused("not_found", "There is no such organization, or it is not yours to see."),
  owed: (purpose: string, amount_cents: number, slug: TierSlug, currency = "PHP") =>
    refused(
      "payment_required",
      `${amount_cents} ${currency} (minor units) are owed first: open a checkout and pay it.`,
      {
        amount_cents,
        currency,
        purpose,
        membership_tier_slug: slug,
      },
    ),
} as const
