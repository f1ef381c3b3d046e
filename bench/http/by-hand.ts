import { createHash, randomUUID } from "node:crypto"
import { type ClientCaller, type Symbolon, systemIds } from "@symbolon/core"
import { tiers } from "@symbolon/core/contract"
import * as z from "zod"
import type { Club } from "./club.ts"

/** What answers a request, whatever server it came through. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The two calls of the bench, written by hand for exactly one server each to carry. */
export interface ByHand {
  readonly getOrganization: (authorization: string | undefined, slug: string) => Answer
  readonly createTier: (authorization: string | undefined, slug: string, body: unknown) => Answer
}

const bearer = /^bearer +([\w.~+/-]+=*) *$/i
const decode = z.compile(tiers.createTier.body as z.ZodType<TierBody>)

interface TierBody {
  readonly name: string
  readonly description?: string | null
  readonly price_cents: number
  readonly currency: string
  readonly payment_interval: string
  readonly visibility: string
  readonly inclusions: readonly string[]
  readonly entitlements: Readonly<Record<string, boolean | number | string>>
  readonly grace_period_days?: number | null
}

/**
 * The same work with nothing around it: who asks (the token's signature was checked before; its
 * hash is looked up, its end compared, its session asked for), the organization, the right to do
 * this there, the fields checked by the same schema, the reply built.
 */
export const openByHand = async ({ symbolon, slug, token, caller: who }: Club): Promise<ByHand> => {
  const ids = systemIds(symbolon.clock)
  const organization = await symbolon.organizations.get({ organization: slug })
  const organizations = new Map([[slug, organization]])
  const known = new Map([[digest(token), { caller: who, until: Date.now() + 3_600_000 }]])
  const sessions = new Map([[who.sid, { isOver: false }]])

  const authenticate = (authorization: string | undefined): ClientCaller => {
    const sent = bearer.exec(authorization ?? "")?.[1]
    const found = sent === undefined ? undefined : known.get(digest(sent))
    if (
      found === undefined ||
      found.until <= Date.now() ||
      sessions.get(found.caller.sid)?.isOver !== false
    )
      throw new Error("401")
    return found.caller
  }
  const authorised = (authorization: string | undefined, path: string, scope: string) => {
    const caller = authenticate(authorization)
    const found = organizations.get(path)
    if (found === undefined) throw new Error("404")
    if (!caller.scopes.has(scope) || caller.organizationUuid !== found.uuid) throw new Error("403")
    return found
  }

  return {
    getOrganization: (authorization, path) => {
      const found = authorised(authorization, path, "organization:read")
      return { status: 200, headers: headersFor(300), body: encodeOrganization(found) }
    },
    createTier: (authorization, path, body) => {
      authorised(authorization, path, "membership_tier:write")
      const read = decode.safeParse(body)
      if (!read.success) throw new Error("422")
      return {
        status: 201,
        headers: headersFor(60),
        body: encodeTier(read.data, ids.uuid(), new Date()),
      }
    },
  }
}

type OrganizationView = Awaited<ReturnType<Symbolon["organizations"]["get"]>>

const digest = (token: string): string => createHash("sha256").update(token).digest("base64url")

const encodeOrganization = (organization: OrganizationView) => ({
  uuid: organization.uuid,
  slug: organization.slug,
  name: organization.name,
  description: organization.description ?? null,
  website: organization.website ?? null,
  logo_image_file_uuid: null,
  logo_image_file_url: null,
  timezone: organization.timezone ?? null,
  owner_uuid: organization.ownerUuid ?? null,
  role: organization.role ?? null,
  created_at: organization.createdAt.toISOString(),
  updated_at: organization.updatedAt?.toISOString() ?? null,
})

const encodeTier = (tier: TierBody, uuid: string, at: Date) => ({
  uuid,
  slug: tier.name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
  name: tier.name,
  description: tier.description ?? null,
  price_cents: tier.price_cents,
  currency: tier.currency,
  payment_interval: tier.payment_interval,
  image_url: null,
  inclusions: [...tier.inclusions],
  visibility: tier.visibility,
  entitlements: tier.entitlements,
  reward_points_multiplier: "1",
  grace_period_days: tier.grace_period_days ?? null,
  position: 0,
  image_file_uuid: null,
  created_at: at.toISOString(),
  updated_at: null,
})

const exposed =
  "ratelimit-limit, ratelimit-remaining, ratelimit-reset, ratelimit-policy, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-ratelimit-policy, retry-after, x-request-id, idempotent-replayed, etag, www-authenticate"

/**
 * The headers that every reply of ours carries; the allowance is told and not counted, as ours does
 * with limits off.
 */
const headersFor = (perMinute: number): Readonly<Record<string, string>> => {
  const limit = String(perMinute)
  const policy = `${limit};w=60`
  return {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-request-id": randomUUID(),
    "x-content-type-options": "nosniff",
    "ratelimit-limit": limit,
    "ratelimit-remaining": limit,
    "ratelimit-reset": "0",
    "ratelimit-policy": policy,
    "x-ratelimit-limit": limit,
    "x-ratelimit-remaining": limit,
    "x-ratelimit-reset": "0",
    "x-ratelimit-policy": policy,
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposed,
  }
}
