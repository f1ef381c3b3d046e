import { Effect } from "effect"
import { lockedUser } from "../accounts/steps.ts"
import { accessOf } from "../contract/endpoint.ts"
import * as endpoints from "../contract/endpoints/console-links.ts"
import type { Caller } from "../foundation/access/caller.ts"
import { permitHost, permitToken } from "../foundation/access/permit.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import type { Page } from "../foundation/kernel/page.ts"
import { step } from "../foundation/step.ts"
import { listing } from "../foundation/listing.ts"
import { Ports, read, sharedRead, transact } from "../foundation/unit-of-work.ts"
import { holderOf } from "../memberships/steps/holder.ts"
import { ownedPage } from "../profiles/steps.ts"
import { addressIn } from "../wallets/address.ts"
import type { CreateLinkInput, LinkInput, ListLinksInput, OpenLinkInput } from "./inputs.ts"
import { type Link, linkUrlOf } from "./link.ts"
import { permitAnother, type Target, targetIn } from "./link-rules.ts"
import type { LinkView, OpenedLink } from "./results.ts"
import { behindLink, heldWallet } from "./steps.ts"

/** Lists the caller's own links. */
export const list = listing(function* (caller: Caller, input: ListLinksInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listLinks), caller))
  const userUuid = yield* holderOf(caller, input)
  const { settings } = yield* Ports
  return yield* read(function* (tx) {
    const found = yield* tx.links.list(userUuid, input.page)
    const links: Page<LinkView> = {
      ...found,
      items: found.items.map((link) => viewOf(link, settings.baseUrl)),
    }
    return links
  })
})

/**
 * Creates a link to one of the caller's own profile pages or wallets. A wallet that has had a link
 * names its holder to nobody who saves its address as a contact. `Conflict` when the caller has
 * as many links as a user can have.
 */
export const create = step(function* (caller: Caller, input: CreateLinkInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.createLink), caller))
  const target = yield* Effect.fromResult(targetIn(input))
  const userUuid = yield* holderOf(caller, input)
  const { ids, settings } = yield* Ports
  return yield* transact(function* (tx, now) {
    yield* lockedUser(userUuid)
    const opens = yield* ownTarget(userUuid, target)
    const { totalItems } = yield* tx.links.list(userUuid, firstPage)
    yield* Effect.fromResult(permitAnother(totalItems))
    const link: Link = {
      uuid: ids.uuid(),
      linkToken: ids.secret(""),
      userUuid,
      ...opens,
      createdAt: now,
    }
    yield* tx.links.add(link)
    if (link.walletAddress !== undefined)
      yield* tx.links.addUnnamed({ userUuid, walletAddress: link.walletAddress, since: now })
    return viewOf(link, settings.baseUrl)
  })
})

const deleteLink = step(function* (caller: Caller, input: LinkInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.deleteLink), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx) {
    const link = yield* tx.links.find(input.token)
    if (link === undefined || !(yield* tx.links.remove(userUuid, input.token)))
      return yield* new NotFound({ what: "link" })
    return link
  })
})
export {
  /** Withdraws a link of the caller, and returns its stored row. It opens nothing from then on. */
  deleteLink as delete,
}

/**
 * Returns what a link opens, for whoever has it. `NotFound` alike for a link that is unknown or
 * withdrawn, whose owner is deleted or disabled, whose page is locked, or whose wallet changed
 * hands. For the host, which shows it at the URL of the link.
 */
export const open = step(function* (caller: Caller, { token }: OpenLinkInput) {
  yield* Effect.fromResult(permitHost(caller))
  return yield* sharedRead(function* (tx) {
    const behind = yield* behindLink(token)
    if (behind === undefined) return yield* new NotFound({ what: "link" })
    if (behind.kind === "page") {
      const opened: OpenedLink = { kind: "profile", profile: behind.profile }
      return opened
    }
    const { address: walletAddress, organizationUuid } = behind.wallet
    const found = yield* tx.organizations.find(organizationUuid ?? "")
    const opened: OpenedLink = {
      kind: "wallet",
      walletAddress,
      organization: found && { uuid: found.uuid, name: found.name, slug: found.slug },
    }
    return opened
  })
})

const firstPage = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const

const viewOf = (link: Link, baseUrl: string): LinkView => ({
  ...link,
  url: linkUrlOf(baseUrl, link.linkToken),
})

/** What a new link opens, if it is the user's. */
const ownTarget = step(function* (userUuid: string, target: Target) {
  const { settings } = yield* Ports
  if (target.kind === "page") {
    const page = yield* ownedPage(userUuid, target.profilePageUuid)
    if (page === undefined) return yield* new NotFound({ what: "profile page" })
    return { profilePageUuid: page.uuid, walletAddress: undefined }
  }
  const address = addressIn(target.walletAddress, settings.network)
  const wallet = address === undefined ? undefined : yield* heldWallet(userUuid, address)
  if (wallet === undefined) return yield* new NotFound({ what: "wallet" })
  return { profilePageUuid: undefined, walletAddress: wallet.address }
})
