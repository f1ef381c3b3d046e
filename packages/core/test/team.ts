import { scopes } from "../src/contract/index.ts"
import type { Caller, Facade, StaffMember, Symbolon, SymbolonOptions } from "../src/index.ts"
import { openWorld } from "./world.ts"

/** Everything on one page. */
export const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
export const dayMs = 86_400_000

export const roles = ["owner", "manager", "staff", "door"] as const
export type GivenRole = Exclude<(typeof roles)[number], "owner">

/** What every token of these tests carries: its user has just signed in, whenever it is asked. */
export const token = {
  authTime: new Date("9999-01-01T00:00:00.000Z"),
  clientId: "app",
  sid: "s",
  scopes: new Set<string>(Object.keys(scopes)),
  isFirstParty: true,
}
/** Somebody with a token of their own. */
export const person = (
  userUuid: string,
  how: { readonly isServiceStaff?: boolean } = {},
): Caller => ({
  kind: "user",
  userUuid,
  isServiceStaff: false,
  ...token,
  ...how,
})

/** A club with somebody in each role, twice but for the owner, and somebody who is on no team. */
export const openClub = async ({ storage, ...options }: Partial<SymbolonOptions> = {}) => {
  const { symbolon, clock } = await openWorld(storage, options)
  const make = async (username: string) =>
    (await symbolon.accounts.createUser({ username, firstName: username })).user
  const owner = await make("the-owner")
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: owner.uuid })
  const hire = async (username: string, role: GivenRole) => {
    const user = await make(username)
    await symbolon.staff.add({ organization: club.slug, userUuid: user.uuid, role })
    return user
  }
  const team = {
    owner,
    manager: await hire("the-manager", "manager"),
    staff: await hire("the-staff", "staff"),
    door: await hire("the-door", "door"),
    manager2: await hire("other-manager", "manager"),
    staff2: await hire("other-staff", "staff"),
    door2: await hire("other-door", "door"),
    stranger: await make("a-stranger"),
    root: (
      await symbolon.accounts.createUser({
        username: "root-of-all",
        firstName: "R",
        accountType: "service",
      })
    ).user,
  }
  const as = (name: keyof typeof team): Facade =>
    symbolon.as(person(team[name].uuid, { isServiceStaff: name === "root" }))
  /** The same with a token that acts for the club. */
  const forClub = (name: keyof typeof team): Facade => {
    const caller = {
      userUuid: team[name].uuid,
      organizationUuid: club.uuid,
      isServiceStaff: name === "root",
    }
    return symbolon.as({ kind: "organization", ...token, ...caller })
  }
  const roleOf = async (name: keyof typeof team) =>
    (await symbolon.staff.list({ organization: club.slug, page })).items.find(
      ({ userUuid }) => userUuid === team[name].uuid,
    )?.role
  const wait = (ms: number) => symbolon.testClock?.moveTo(new Date(clock.now().getTime() + ms))
  return {
    symbolon,
    clock,
    wait,
    club: club.slug,
    clubUuid: club.uuid,
    team,
    as,
    forClub,
    roleOf,
    make,
  }
}
export type Club = Awaited<ReturnType<typeof openClub>>

/** Who has the role of owner, whatever the organization says. */
export const ownersOf = async (
  symbolon: Symbolon,
  organization: string,
): Promise<readonly StaffMember[]> =>
  (await symbolon.staff.list({ organization, page })).items.filter(({ role }) => role === "owner")

/** What a call ends in that the caller may not make. */
export const refused = { _tag: "Forbidden" }

/** Invites somebody as somebody. */
export const invite = (
  as: Facade,
  organization: string,
  to: { readonly email?: string; readonly username?: string; readonly userUuid?: string },
  role: GivenRole = "staff",
) => as.invitations.create({ organization, role, ...to })
