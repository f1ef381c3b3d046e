import { day, tell, tellRefusal } from "./tell.ts"
import type { World } from "./world.ts"

/** Time is worth what it was put there at: another tier is the same worth in other days. */
export const changing = async ({ ada, club, now }: World): Promise<void> => {
  const { memberships, entitlements } = ada.client
  const before = await memberships.get(club)
  const left = Date.parse(before.valid_until ?? "") - (await now()).getTime()

  const toCaptain = { membership_tier_slug: "captain" }
  const preview = await memberships.changeTier(club, { ...toCaptain, dry_run: true })
  tell("a preview changes nothing", (await memberships.get(club)).tier_slug, "crew")
  const captain = await memberships.changeTier(club, toCaptain)
  tell(
    `captains pay twice as much: half the time, ${day(captain.valid_until)}`,
    captain.valid_until,
    preview.valid_until,
  )
  tell(
    "to the millisecond",
    Date.parse(captain.valid_until ?? "") - (await now()).getTime(),
    Math.floor(left / 2),
  )
  tell("the bridge is open at once", (await entitlements.check(club, ada.uuid, "bridge")).granted)
  tell(
    "the same again is the same",
    (await memberships.changeTier(club, toCaptain)).updated_at,
    captain.updated_at,
  )

  const back = await memberships.changeTier(club, { membership_tier_slug: "crew" })
  tell(
    `back on crew, ${day(back.valid_until)}: nothing won, nothing lost`,
    back.valid_until,
    before.valid_until,
  )
  await tellRefusal(
    "to the private tier there is no way",
    memberships.changeTier(club, { membership_tier_slug: "founders" }),
    404,
  )

  const left1 = await memberships.leave(club)
  tell(
    "she gives notice: all hers until then",
    [left1.valid_until, left1.renewable_until],
    [back.valid_until, back.valid_until],
  )
  tell("the lounge stays open", (await entitlements.check(club, ada.uuid, "lounge")).granted)
  await tellRefusal("notice is given once", memberships.leave(club), 409, {
    reason: "already_cancelled",
    status: "active_with_notice",
  })
  const resumed = await memberships.resume(club)
  tell("she thinks better of it", resumed.cancelled_at, null)
  tell(
    `and could renew until ${day(resumed.renewable_until)} again`,
    Date.parse(resumed.renewable_until ?? ""),
    Date.parse(back.valid_until ?? "") + week,
  )
  await tellRefusal("nothing is left to withdraw", memberships.resume(club), 409, {
    reason: "no_notice",
  })
}

const week = 7 * 86_400_000
