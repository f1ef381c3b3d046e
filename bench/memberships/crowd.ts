import { createSymbolon, type Membership, type Symbolon } from "@symbolon/core"
import type { MigratedStorage, Repositories, User } from "@symbolon/core/storage"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { portsOf } from "@symbolon/core/effect"

/** Where the clock stands. */
export const now = new Date("2026-11-21T10:00:00.000Z")
const day = 86_400_000

/**
 * Two organizations in one store, that differ in how many members they have, and people who are
 * members of nothing else.
 */
export interface Crowd {
  readonly symbolon: Symbolon
  readonly large: Place
  readonly small: Place
  /** The users of the large one. */
  readonly people: readonly string[]
  /** Organizations without members. */
  readonly empty: readonly Place[]
}

/** An organization with a free tier that never ends, `friend`, and one that is monthly, `gold`. */
export interface Place {
  readonly slug: string
  readonly uuid: string
  readonly friendUuid: string
  readonly goldUuid: string
}

export const sizes = { small: 2_000, large: 200_000 } as const
const perTransaction = 500
/** Transactions that run at once: a server with connections takes as many. */
const lanes = 6

/** Opens a store, with everything in it but the members. */
export const openPlaces = async (storage: MigratedStorage) => {
  const vault = memoryKeyVault(new Uint8Array(32).fill(7))
  const symbolon = await createSymbolon({
    storage,
    vault,
    migrate: true,
    testClock: testClock(now),
  })
  const { user: owner } = await symbolon.users.create({
    username: "olga-owner",
    firstName: "Olga",
  })
  const place = async (name: string): Promise<Place> => {
    const organization = await symbolon.organizations.create({ name, ownerUuid: owner.uuid })
    const friend = await symbolon.tiers.create({
      organization: organization.slug,
      name: "Friend",
      entitlements: { lounge: true },
    })
    const gold = await symbolon.tiers.create({
      organization: organization.slug,
      name: "Gold",
      paymentInterval: "monthly",
    })
    return {
      slug: organization.slug,
      uuid: organization.uuid,
      friendUuid: friend.uuid,
      goldUuid: gold.uuid,
    }
  }
  const places = { small: await place("Small Club"), large: await place("Large Club") }
  const empty: Place[] = []
  for (let n = 1; n <= 8; n += 1) empty.push(await place(`Empty ${n}`))
  return { symbolon, places, empty }
}
type Places = Awaited<ReturnType<typeof openPlaces>>

/** Fills them: users, the words they are found by, and memberships of every standing. */
export const fill = async ({ symbolon, places, empty }: Places): Promise<Crowd> => {
  const people: string[] = []
  for (const size of ["small", "large"] as const) {
    const rows = Array.from({ length: sizes[size] }, (_, n) =>
      rowsOf(symbolon, places[size], size, n),
    )
    if (size === "large") for (const { user } of rows) people.push(user.uuid)
    let next = 0
    const lane = async (): Promise<void> => {
      while (next < rows.length) {
        const mine = rows.slice(next, (next += perTransaction))
        await portsOf(symbolon).storage.transact("write", (tx) => addAll(tx, mine))
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
  return { symbolon, ...places, people, empty }
}

interface Rows {
  readonly user: User
  readonly membership: Membership
}

const addAll = async (tx: Repositories, rows: readonly Rows[]): Promise<void> => {
  for (const { user, membership } of rows) {
    await tx.users.add(user, undefined)
    if (!(await tx.memberships.add(membership))) throw new Error("Somebody is a member already.")
  }
}

const firstNames = [
  "Ada",
  "Bruno",
  "Chiara",
  "Dmitri",
  "Elif",
  "Fatima",
  "Goran",
  "Hana",
  "Ines",
  "Jun",
  "Kofi",
  "Lena",
  "Mateo",
] as const
const lastNames = [
  "Alvarez",
  "Berg",
  "Castillo",
  "Diaz",
  "Endo",
  "Fischer",
  "Garcia",
  "Haddad",
  "Ito",
  "Jensen",
  "Kaya",
  "Lim",
  "Moreau",
] as const

/** So many of either club are called Quay, and so many Chiara Berg: a list of both has as many rows. */
const [quays, chiaraBergs] = [200, 125] as const

/** Both names are frequent, and whoever has both of them is not. */
const nameOf = (
  n: number,
  size: number,
): { readonly firstName: string; readonly lastName: string } => {
  if (n % Math.floor(size / chiaraBergs) === 5) return { firstName: "Chiara", lastName: "Berg" }
  const firstName = firstNames[n % firstNames.length] ?? ""
  if (n % Math.floor(size / quays) === 7) return { firstName, lastName: "Quay" }
  const lastName = lastNames[Math.floor(n / 13) % lastNames.length] ?? ""
  return { firstName, lastName: firstName === "Chiara" && lastName === "Berg" ? "Lim" : lastName }
}

/**
 * The n-th member: of a hundred, 5 never end, 5 have lapsed, 10 have ended, the rest end within a
 * month.
 */
const rowsOf = (symbolon: Symbolon, place: Place, size: keyof typeof sizes, n: number): Rows => {
  const { ids } = portsOf(symbolon)
  const kind = n % 100
  const joinedAt = new Date(now.getTime() - 400 * day + n * 100)
  const ahead = new Date(now.getTime() + 1 + ((n * 7_919) % 30) * day + n)
  const ago = new Date(now.getTime() - (1 + (n % 3)) * day - n)
  const validUntil = kind < 5 ? undefined : kind < 20 ? ago : ahead
  const endedAt = kind >= 10 && kind < 20 ? ago : undefined
  const plain = {
    createdAt: joinedAt,
    updatedAt: undefined,
    email: undefined,
    emailVerifiedAt: undefined,
    phoneNumber: undefined,
  }
  const user: User = {
    ...plain,
    uuid: ids.uuid(),
    username: `${size}-${n}`,
    ...nameOf(n, sizes[size]),
    avatarImageFileUuid: undefined,
    iamUserId: undefined,
    dropsRefusedSince: undefined,
    accountType: "user",
    disabledAt: undefined,
    deletedAt: undefined,
  }
  return {
    user,
    membership: {
      uuid: ids.uuid(),
      userUuid: user.uuid,
      organizationUuid: place.uuid,
      tierUuid: validUntil === undefined ? place.friendUuid : place.goldUuid,
      customPriceCents: undefined,
      customPaymentInterval: undefined,
      validUntil,
      renewableUntil:
        validUntil && new Date(validUntil.getTime() + (endedAt === undefined ? 7 * day : 0)),
      cancelledAt: endedAt,
      endedAt,
      endedBy: endedAt && "left",
      anchorAt: joinedAt,
      anchorTerms: 1,
      joinedAt,
      createdAt: joinedAt,
      updatedAt: undefined,
      revision: 1,
    },
  }
}
