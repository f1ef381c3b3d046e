import { Effect } from "effect"
import { lockedUser } from "../../accounts/steps.ts"
import { subscriptionOf } from "../../accounts/subscription.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/console-profiles.ts"
import { holdImages } from "../../files/steps.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import type { Page } from "../../foundation/kernel/page.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, transact } from "../../foundation/unit-of-work.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import type {
  CreateProfilePageInput,
  ListProfilePagesInput,
  ProfilePageInput,
  UpdateProfilePageInput,
} from "../inputs.ts"
import type { ProfilePage } from "../profile-page.ts"
import {
  emptyPage,
  permitAnother,
  permitBackground,
  permitDeletion,
  permitPrimary,
  withFields,
} from "../profile-rules.ts"
import type { ProfilePageView } from "../results.ts"
import { lockedAmong, ownedPage } from "../steps.ts"

/** Lists the caller's own profile pages, issued ones too. */
export const list = listing(function* (caller: Caller, input: ListProfilePagesInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.listProfilePages), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* read(function* (tx, now) {
    const found = yield* tx.profilePages.list(userUuid, input.page)
    const locked = yield* lockedAmong(found.items, now)
    const pages: Page<ProfilePageView> = {
      ...found,
      items: found.items.map((page) => ({ ...page, isLocked: locked.has(page) })),
    }
    return pages
  })
})

/** Returns one of the caller's own profile pages. `NotFound` for every other page. */
export const get = step(function* (caller: Caller, input: ProfilePageInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.getProfilePage), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* read(function* (_tx, now) {
    return yield* viewOf(yield* ownPage(userUuid, input), now)
  })
})

/**
 * Creates a profile page. The user's first page becomes the primary one. `Conflict` when the user
 * made as many pages as the subscription allows.
 */
export const create = step(function* (caller: Caller, input: CreateProfilePageInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.createProfilePage), caller))
  const userUuid = yield* holderOf(caller, input)
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const { entitlements } = subscriptionOf(yield* lockedUser(userUuid))
    yield* Effect.fromResult(permitBackground(input, entitlements))
    yield* Effect.fromResult(
      permitAnother(yield* tx.profilePages.countMade(userUuid), entitlements),
    )
    yield* holdImages({ image_file_uuid: input.imageFileUuid }, [userUuid])
    const [primary] = yield* tx.profilePages.primaryOf([userUuid])
    const page: ProfilePage = {
      ...withFields(emptyPage({ uuid: ids.uuid(), userUuid, now }), input),
      primarySince: primary === undefined ? now : undefined,
    }
    yield* tx.profilePages.add(page)
    return yield* viewOf(page, now)
  })
})

/** Changes the fields of a page of the caller that are given. */
export const update = step(function* (caller: Caller, input: UpdateProfilePageInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.updateProfilePage), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx, now) {
    const { entitlements } = subscriptionOf(yield* lockedUser(userUuid))
    const before = yield* ownPage(userUuid, input)
    yield* Effect.fromResult(permitBackground(input, entitlements))
    yield* holdImages({ image_file_uuid: input.imageFileUuid }, [userUuid])
    const page: ProfilePage = { ...withFields(before, input), updatedAt: now }
    yield* tx.profilePages.change(page)
    return yield* viewOf(page, now)
  })
})

const deletePage = step(function* (caller: Caller, input: ProfilePageInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.deleteProfilePage), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx) {
    yield* lockedUser(userUuid)
    const page = yield* ownPage(userUuid, input)
    const all = yield* tx.profilePages.list(userUuid, firstPage)
    yield* Effect.fromResult(permitDeletion(page, all.totalItems))
    yield* tx.profilePages.remove(page.uuid)
    return page
  })
})
export {
  /**
   * Deletes a page of the caller, and returns its stored row. `Conflict` for the primary page while
   * there are others.
   */
  deletePage as delete,
}

/**
 * Makes a page the caller's public profile, instead of the one before. `Conflict` for a locked page.
 */
export const makePrimary = step(function* (caller: Caller, input: ProfilePageInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.makePrimary), caller))
  const userUuid = yield* holderOf(caller, input)
  return yield* transact(function* (tx, now) {
    yield* lockedUser(userUuid)
    const page = yield* ownPage(userUuid, input)
    const view = yield* viewOf(page, now)
    if (page.primarySince !== undefined) return view
    yield* Effect.fromResult(permitPrimary(view.isLocked))
    for (const before of yield* tx.profilePages.primaryOf([userUuid]))
      yield* tx.profilePages.change({ ...before, primarySince: undefined })
    yield* tx.profilePages.change({ ...page, primarySince: now })
    return { ...view, primarySince: now }
  })
})

const firstPage = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const

const ownPage = step(function* (userUuid: string, { profilePageUuid }: ProfilePageInput) {
  const page = yield* ownedPage(userUuid, profilePageUuid)
  return page ?? (yield* new NotFound({ what: "profile page" }))
})

/** A page with what is known about it now. */
const viewOf = step(function* (page: ProfilePage, now: Date) {
  const view: ProfilePageView = { ...page, isLocked: (yield* lockedAmong([page], now)).has(page) }
  return view
})
