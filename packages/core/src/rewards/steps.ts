import { Effect } from "effect"
import { BadRequest } from "../foundation/errors/refusals.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import { resolve } from "../identifiers/steps.ts"
import { isSlug, slugOf, withSuffix } from "../foundation/kernel/slug.ts"
import { Ports, Tx } from "../foundation/unit-of-work.ts"
import type { PreparedKey } from "../wallets/prepare.ts"
import { walletAt, walletOfUser } from "../wallets/steps.ts"
import type { RewardTemplate } from "./reward-template.ts"

/**
 * The wallet that a ticket goes into: the one that was named, a card's own while it has no holder,
 * else the person's in the organization, under which doors know them. Undefined when that one is
 * not made yet.
 */
export const ticketWallet = Effect.fnUntraced(function* (
  to: IdentifierRef,
  organizationUuid: string,
) {
  const found = yield* resolve(to, "to")
  if (found.kind === "user" && found.walletAddress === undefined) {
    const tx = yield* Tx
    return yield* tx.wallets.ofUser(found.userUuid, organizationUuid)
  }
  const wallet = yield* walletAt(found.walletAddress ?? "")
  if (wallet.kind === "treasury")
    return yield* new BadRequest({ field: "to", reason: "A ticket goes to a person or a card." })
  return wallet
})

/** The wallet that a ticket goes into; if the person has none, it is made from `key`. */
export const openTicketWallet = Effect.fnUntraced(function* (
  to: IdentifierRef,
  organizationUuid: string,
  key: PreparedKey,
  now: Date,
) {
  const known = yield* ticketWallet(to, organizationUuid)
  if (known !== undefined) return known
  const found = yield* resolve(to, "to")
  return found.kind === "user"
    ? yield* walletOfUser(found.userUuid, organizationUuid, key, now)
    : yield* walletAt(found.walletAddress)
})

/**
 * The organization's active template of a name, made if there is none. Its row is locked meanwhile,
 * so that two do not make one each.
 */
export const templateNamed = Effect.fnUntraced(function* (
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
    status: "active",
    createdAt: now,
  } as const
  let slug = slugOf(name)
  while (!isSlug(slug) || !(yield* tx.rewardTemplates.add({ ...made, slug })))
    slug = withSuffix(slugOf(name), ids.suffix())
  return { ...made, slug } satisfies RewardTemplate
})
