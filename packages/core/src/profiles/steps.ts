import { isEnabled, type User } from "../accounts/user.ts"
import { goneAmong } from "./steps/gone-images.ts"
import { step } from "../foundation/step.ts"
import { Tx } from "../foundation/unit-of-work.ts"
import { isActive } from "../memberships/membership.ts"
import { claimantOf } from "../cards/consent.ts"
import { accountProfile, type ProfileData, profileOf, type WornPictures } from "./profile-data.ts"
import type { ProfilePage } from "./profile-page.ts"

/**
 * The profiles that the public sees of these users at `now`, by user: the primary page if it is not
 * locked, else the names and image of the account. Deleted and disabled users are left out. Four
 * reads, and one for each organization that issued such a page.
 */
export const shownProfiles = step(function* (userUuids: readonly string[], now: Date) {
  const tx = yield* Tx
  if (userUuids.length === 0) return new Map<string, ProfileData>()
  const users = (yield* tx.users.findAll(userUuids)).filter(isEnabled)
  const pages = yield* tx.profilePages.primaryOf(users.map(({ uuid }) => uuid))
  const locked = yield* lockedAmong(pages, now)
  const shown = new Map(
    pages.filter((page) => !locked.has(page)).map((page) => [page.userUuid, page] as const),
  )
  const cards = yield* primaryCardsOf([...shown.values()])
  const pictures = yield* picturesOn([...shown.values()])
  return new Map(
    users.map((user): readonly [string, ProfileData] => {
      const page = shown.get(user.uuid)
      const worn = pictures.get(page?.uuid ?? "") ?? {}
      const facts = { isLocked: false, primaryCardUuid: cards.get(user.uuid), worn }
      return [user.uuid, page === undefined ? accountProfile(user) : profileOf(page, user, facts)]
    }),
  )
})

/** A page of this user; undefined if it is another user's or does not exist. */
export const ownedPage = step(function* (userUuid: string, pageUuid: string) {
  const tx = yield* Tx
  const page = yield* tx.profilePages.find(pageUuid)
  return page?.userUuid === userUuid ? page : undefined
})

/**
 * Those of some pages that are locked: an organization issued them, and their user has no active
 * membership there. One read for each organization.
 */
export const lockedAmong = step(function* (pages: readonly ProfilePage[], now: Date) {
  const tx = yield* Tx
  const issued = pages.filter(({ organizationUuid }) => organizationUuid !== undefined)
  const byOrganization = Map.groupBy(issued, ({ organizationUuid = "" }) => organizationUuid)
  const locked = new Set<ProfilePage>()
  for (const [organizationUuid, theirs] of byOrganization) {
    const userUuids = theirs.map(({ userUuid }) => userUuid)
    const members = yield* tx.memberships.liveOf(organizationUuid, userUuids, now)
    const active = new Set(
      members.filter((one) => isActive(one, now)).map(({ userUuid }) => userUuid),
    )
    for (const page of theirs) if (!active.has(page.userUuid)) locked.add(page)
  }
  return locked
})

/**
 * What pages show to others, by their uuid. Locked ones, and those of deleted and disabled users,
 * are left out. Two reads, and one for each organization that issued such a page.
 */
export const profilesOn = step(function* (
  pages: readonly ProfilePage[],
  users: readonly User[],
  now: Date,
) {
  const locked = yield* lockedAmong(pages, now)
  const open = pages.filter((page) => !locked.has(page))
  const cards = yield* primaryCardsOf(open)
  const pictures = yield* picturesOn(open)
  const enabled = new Map(users.filter(isEnabled).map((user) => [user.uuid, user] as const))
  return new Map(
    open.flatMap((page): readonly (readonly [string, ProfileData])[] => {
      const user = enabled.get(page.userUuid)
      const worn = pictures.get(page.uuid) ?? {}
      const facts = { isLocked: false, primaryCardUuid: cards.get(page.userUuid), worn }
      return user === undefined ? [] : [[page.uuid, profileOf(page, user, facts)]]
    }),
  )
})

/** What a page of a user shows to others; undefined while it is locked. */
export const profileOn = step(function* (page: ProfilePage, user: User, now: Date) {
  if ((yield* lockedAmong([page], now)).has(page)) return undefined
  const cards = yield* primaryCardsOf([page])
  const worn = (yield* picturesOn([page])).get(page.uuid) ?? {}
  return profileOf(page, user, { isLocked: false, primaryCardUuid: cards.get(user.uuid), worn })
})

/** The uuids of the primary cards of those who have a page that names it, by user. */
const primaryCardsOf = step(function* (pages: readonly ProfilePage[]) {
  const tx = yield* Tx
  const asking = pages.filter(({ showsPrimaryCard }) => showsPrimaryCard)
  if (asking.length === 0) return new Map<string, string>()
  const cards = yield* tx.cards.heldBy(asking.map(({ userUuid }) => userUuid))
  return new Map(
    cards.flatMap(({ holderUserUuid, primarySince, uuid }) =>
      holderUserUuid === undefined || primarySince === undefined ? [] : [[holderUserUuid, uuid]],
    ),
  )
})

/**
 * The pictures of the assets that pages have, by page. An asset whose reward was reversed, or came
 * to a card that the owner of the page does not hold any more, is left out, and so is a picture that
 * is there no more.
 */
const picturesOn = step(function* (pages: readonly ProfilePage[]) {
  const tx = yield* Tx
  const found = yield* tx.assets.equippedOn(pages.map(({ uuid }) => uuid))
  const addresses = found.map(({ asset }) => asset.walletAddress)
  const cards = addresses.length === 0 ? [] : yield* tx.cards.ofWallets(addresses)
  const isHeld = ({ asset: { walletAddress: address, userUuid } }: (typeof found)[number]) =>
    cards.every((card) => card.walletAddress !== address || claimantOf(card) === userUuid)
  const gone = yield* goneAmong(found.map(({ asset }) => asset.url))
  const pictures = new Map<string, WornPictures>()
  for (const worn of found.filter(isHeld)) {
    const { url } = worn.asset
    if (gone.has(url)) continue
    const before = pictures.get(worn.profilePageUuid) ?? {}
    if (worn.slot === "background")
      pictures.set(worn.profilePageUuid, { ...before, background: url })
    if (worn.slot === "avatar_frame")
      pictures.set(worn.profilePageUuid, { ...before, avatarFrame: url })
  }
  return pictures
})
