import { Effect } from "effect"
import { type Caller, isElsewhere } from "../foundation/access/caller.ts"
import { type Access, permitToken } from "../foundation/access/permit.ts"
import { isAtLeast } from "../foundation/access/role.ts"
import { BadRequest, NotFound } from "../foundation/errors/refusals.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import { resolveReceiver } from "../identifiers/steps.ts"
import { step } from "../foundation/step.ts"
import { orAbsent, Ports, Tx } from "../foundation/unit-of-work.ts"
import type { Organization } from "../organizations/organization.ts"
import { authorise, authorityOf, organizationOf, writeUnderSlug } from "../organizations/steps.ts"
import type { PreparedKey } from "../wallets/prepare.ts"
import { walletAt, walletOfUser } from "../wallets/steps.ts"
import { bareTemplate, type RewardTemplate } from "./reward-template.ts"

/**
 * The wallet that a ticket goes into: the one that was named, a card's own while it has no holder,
 * else the person's in the organization, under which doors know them. Undefined when that one is
 * not made yet.
 */
export const ticketWallet = step(function* (
  to: IdentifierRef,
  organizationUuid: string,
  field: string = "to",
) {
  const found = yield* resolveReceiver(to, field)
  if (found.kind === "user" && found.walletAddress === undefined) {
    const tx = yield* Tx
    return yield* tx.wallets.ofUser(found.userUuid, organizationUuid)
  }
  const wallet = yield* walletAt(found.walletAddress ?? "")
  if (wallet.kind === "treasury")
    return yield* new BadRequest({ field, reason: "It goes to a person or a card." })
  return wallet
})

/** The wallet that a ticket goes into; if the person has none, it is made from `key`. */
export const openTicketWallet = step(function* (
  to: IdentifierRef,
  organizationUuid: string,
  key: PreparedKey,
  now: Date,
  field: string = "to",
) {
  const known = yield* ticketWallet(to, organizationUuid, field)
  if (known !== undefined) return known
  const found = yield* resolveReceiver(to, field)
  return found.kind === "user"
    ? yield* walletOfUser(found.userUuid, organizationUuid, key, now)
    : yield* walletAt(found.walletAddress)
})

/**
 * The organization's active template of a name, made if there is none. Its row is locked meanwhile,
 * so that two do not make one each.
 */
export const templateNamed = step(function* (
  {
    organizationUuid,
    activityUuid,
    name,
  }: Pick<RewardTemplate, "organizationUuid" | "activityUuid" | "name">,
  now: Date,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  yield* tx.organizations.lock(organizationUuid)
  const known = yield* tx.rewardTemplates.findByName(organizationUuid, activityUuid, name)
  if (known !== undefined) return known
  const made = {
    uuid: ids.uuid(),
    organizationUuid,
    activityUuid,
    name,
    createdAt: now,
  } as const
  return yield* writeTemplate({ ...bareTemplate, ...made })
})

/**
 * Writes a new template under the slug of its name; one that is no slug, or taken, gets a random
 * suffix.
 */
export const writeTemplate = step(function* (unnamed: Omit<RewardTemplate, "slug">) {
  const tx = yield* Tx
  const slug = yield* writeUnderSlug(unnamed.name, (free) =>
    tx.rewardTemplates.add({ ...unnamed, slug: free }),
  )
  const template: RewardTemplate = { ...unnamed, slug }
  return template
})

/**
 * The template of a path parameter with its organization, for a caller who may do this there. It is
 * absent for a token that is bound elsewhere. One that is not active is also absent for a caller who
 * reads no drafts, unless the call needs a role that they have: its slug can be guessed by its name.
 */
export const templateFor = step(function* (
  caller: Caller,
  access: Access | undefined,
  slugOrUuid: string,
) {
  const tx = yield* Tx
  // What the token lacks is told of every name, so that it tells nothing of this one.
  if (access !== undefined) yield* Effect.fromResult(permitToken(access, caller))
  const template = yield* tx.rewardTemplates.find(slugOrUuid)
  if (template === undefined || isElsewhere(caller, template))
    return yield* new NotFound({ what: "reward" })
  const organization = yield* orAbsent(
    organizationOf(template.organizationUuid),
    () => new NotFound({ what: "reward" }),
  )
  const isForTeam = yield* mayReadContents(caller, organization)
  const permission = authorise(caller, access, organization)
  if (template.status === "active" || isForTeam) yield* permission
  else {
    yield* orAbsent(permission, () => new NotFound({ what: "reward" }))
    if (access?.role === undefined) return yield* new NotFound({ what: "reward" })
  }
  return { template, organization, isForTeam }
})

/**
 * Whether a caller reads drafts and what templates issue, which has codes: the host, and staff of the
 * organization through a first-party app or with a token that may write its rewards. To have agreed
 * that an app sees rewards is not enough.
 */
export const mayReadContents = step(function* (caller: Caller, organization: Organization) {
  if (caller.kind === "host") return true
  const isBoundHere =
    (caller.kind === "organization" || caller.kind === "client") &&
    caller.organizationUuid === organization.uuid &&
    caller.scopes.has("reward:write")
  const isOwnApp = caller.kind === "user" && caller.isFirstParty
  if (!isBoundHere && !isOwnApp) return false
  const role = yield* authorityOf(caller, organization.uuid)
  return role !== undefined && (role === "admin" || isAtLeast(role, "staff"))
})
