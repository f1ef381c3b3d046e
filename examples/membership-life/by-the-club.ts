import { day, tell, tellRefusal } from "./tell.ts"
import type { World } from "./world.ts"

/** What the organization does with its members: no money passes through the service here. */
export const theClub = async (world: World): Promise<void> => {
  await theDesk(world)
  await retireCrew(world)
}

const theDesk = async ({ ada, club, desk, now, newcomer }: World): Promise<void> => {
  const { memberships } = desk
  const bea = await newcomer()
  const until = new Date((await now()).getTime() + 30 * dayMs).toISOString()
  const named = { type: "username", value: bea.username } as const
  const added = await memberships.add(club, {
    identifier: named,
    membership_tier_slug: "founders",
    valid_until: until,
  })
  tell(
    `Bea is made a founder until ${day(until)}`,
    [added.tier_slug, added.valid_until, added.status],
    ["founders", until, "active"],
  )
  await tellRefusal(
    "nobody is made a member twice",
    memberships.add(club, { user_uuid: bea.uuid, membership_tier_slug: "crew" }),
    409,
    {
      reason: "already_member",
    },
  )
  tell(
    "she sees it herself, private as the tier is",
    (await bea.client.memberships.get(club)).tier_name,
    "Founders",
  )

  const agreed = { custom_tier_price_cents: 20_000, dry_run: true } as const
  const preview = await memberships.updateMember(club, bea.uuid, agreed)
  const kept = await memberships.getMember(club, bea.uuid)
  tell(
    "a dry run shows a price agreed with her, and agrees on nothing",
    [preview.custom_tier_price_cents, kept.custom_tier_price_cents],
    [20_000, null],
  )
  const amended = await memberships.updateMember(club, bea.uuid, { ...agreed, dry_run: false })
  tell("without it the price is agreed, and all else is as the dry run said", amended, {
    ...preview,
    updated_at: amended.updated_at,
  })
  const renewed = await memberships.renewMember(club, bea.uuid, { terms: 2, note: "paid in coins" })
  tell(
    `she pays two years at the desk: ${day(renewed.valid_until)}`,
    yearOf(renewed.valid_until) - yearOf(until),
    2,
  )
  const { history } = await memberships.getMember(club, bea.uuid, { include: "history" })
  tell("the history has the desk's note", history?.[0]?.note, "paid in coins")

  const cleo = await newcomer()
  await memberships.add(club, { user_uuid: cleo.uuid, membership_tier_slug: "guest" })
  tell(
    "Cleo comes, and is removed",
    (await memberships.removeMember(club, cleo.uuid)).ended_by,
    "removed",
  )

  const listed = async (input: Parameters<typeof memberships.listMembers>[1]) =>
    (await memberships.listMembers(club, input)).items.map(({ user }) => user.uuid).toSorted()
  tell("the list shows current members", await listed({}), [ada.uuid, bea.uuid].toSorted())
  tell("or those of one tier", await listed({ tier: "founders" }), [bea.uuid])
  tell(
    "or whom somebody looks for by the beginning of a name",
    await listed({ search: bea.username.slice(0, -1) }),
    [bea.uuid],
  )
  tell("or whose time ends before some day", await listed({ ends_before: until }), [])
  tell("or those who are gone", await listed({ status: "ended" }), [ada.uuid, cleo.uuid].toSorted())
}

const retireCrew = async (world: World): Promise<void> => {
  const { club, desk, tiers, newcomer } = world
  const crew = tiers.crew.uuid
  const members = await Promise.all([newcomer(), newcomer(), newcomer()])
  for (const { uuid } of members)
    await desk.memberships.add(club, { user_uuid: uuid, membership_tier_slug: "crew" })
  const [first] = members
  await desk.memberships.updateMember(club, first?.uuid ?? "", { custom_tier_price_cents: 40_000 })

  await desk.tiers.update(club, crew, { visibility: "private" })
  await tellRefusal("a tier with members is not deleted", desk.tiers.delete(club, crew), 409, {
    memberships: 3,
  })
  const move = { membership_tier_slug: "captain", term: "convert" } as const
  await tellRefusal(
    "nobody's agreed price is dropped unasked",
    desk.tiers.moveMemberships(club, crew, move),
    409,
    {
      reason: "custom_terms",
    },
  )
  const asked = { ...move, custom_pricing: "clear" } as const
  const would = await desk.tiers.moveMemberships(club, crew, { ...asked, dry_run: true })
  tell(
    "a dry run tells who would go",
    [would.scheduled, would.memberships, would.skipped],
    [false, 3, []],
  )
  const moved = await desk.tiers.moveMemberships(club, crew, asked)
  tell("the move says the same", moved, { ...would, scheduled: true })
  await until(async () => (await desk.tiers.get(club, crew)).member_count === 0)
  const found = await desk.memberships.listMembers(club, { tier: "captain" })
  tell(
    "all of them are captains",
    found.items.map(({ user }) => user.uuid).toSorted(),
    members.map(({ uuid }) => uuid).toSorted(),
  )
  tell(
    "at the captains' price",
    found.items.every(({ custom_tier_price_cents: price }) => price === null),
  )
  await desk.tiers.delete(club, crew)
  await tellRefusal("and crew is no more", desk.tiers.get(club, crew), 404)
}

/** Waits for what happens in the background. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries === 200) throw new Error("The background work was not done in time.")
    await new Promise((wait) => setTimeout(wait, 50))
  }
}

const yearOf = (instant: string | null): number => new Date(instant ?? "").getUTCFullYear()
const dayMs = 86_400_000
