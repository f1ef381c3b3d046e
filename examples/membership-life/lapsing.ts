import { eventOf, openCheckout, pay } from "./paying.ts"
import { day, tell, tellRefusal } from "./tell.ts"
import type { World } from "./world.ts"

/** Nobody acts, and the clock does its work; then she pays, and the payment is taken back. */
export const lapsing = async (world: World): Promise<void> => {
  const { ada, club, desk } = world
  const { memberships, entitlements } = ada.client
  const before = await memberships.get(club)
  const end = new Date(before.valid_until ?? "")
  const lounge = async () => (await entitlements.check(club, ada.uuid, "lounge")).reason

  await world.go(new Date(end.getTime() - 1))
  tell("a millisecond before its end the membership grants", await lounge(), null)
  await world.go(end)
  tell(`at ${end.toISOString()} it grants nothing`, await lounge(), "lapsed")
  tell("it is not in her list of memberships", (await memberships.list()).items, [])
  tell("but it can be read, and renewed", (await memberships.get(club)).uuid, before.uuid)
  await tellRefusal(
    "who lapsed changes no tier",
    memberships.changeTier(club, { membership_tier_slug: "captain" }),
    409,
    {
      reason: "lapsed",
      status: "lapsed",
    },
  )
  await tellRefusal(
    "and joins nowhere",
    memberships.join(club, { membership_tier_slug: "guest" }),
    409,
    { status: "lapsed" },
  )
  await tellRefusal("renewing costs a term", memberships.renew(club), 402, {
    amount_cents: 50_000,
    purpose: "renew",
  })

  const checkout = await openCheckout(world, { purpose: "renew" })
  await world.go(new Date(end.getTime() + 3 * dayMs))
  tell(
    "she opens a checkout, and lets it run out",
    (await memberships.getCheckout(club, checkout.uuid)).status,
    "expired",
  )
  await pay(world, checkout)
  const renewed = await memberships.get(club)
  tell(
    `money is money: she has a month from now on, ${day(renewed.valid_until)}`,
    [renewed.uuid, renewed.joined_at],
    [before.uuid, before.joined_at],
  )
  tell("the lounge is open again", await lounge(), null)

  const { history } = await memberships.getMember(club, ada.uuid, { include: "history" })
  tell("her bank takes the money back", await world.callback(eventOf("reversed", checkout)), 200)
  const taken = await memberships.get(club)
  tell(
    `so is the time: ${day(taken.valid_until)}, as before`,
    taken.valid_until,
    before.valid_until,
  )
  tell("the lounge is closed again", await lounge(), "lapsed")

  await world.go(new Date(end.getTime() + 8 * dayMs))
  await tellRefusal("a week of grace, and the membership is over", memberships.get(club), 404)
  await tellRefusal("there is nothing left to renew", memberships.renew(club), 404)
  tell("the lounge knows no member", await lounge(), "no_membership")
  const seen = await desk.memberships.getMember(club, ada.uuid, { include: "history" })
  tell(
    "the club still sees it, ended by itself",
    [seen.uuid, seen.status, seen.ended_by],
    [before.uuid, "ended", "lapsed"],
  )
  tell(
    "and, change by change, why it ended when it did",
    seen.history?.map(({ cause, after }) => `${cause} ${day(after.valid_until)}`),
    history === undefined
      ? []
      : [
          `reversal ${day(before.valid_until)}`,
          ...history.map(({ cause, after }) => `${cause} ${day(after.valid_until)}`),
        ],
  )
  for (const { at, cause, actor, after } of seen.history?.toReversed() ?? [])
    console.log(
      `      ${day(at)}  ${cause.padEnd(11)} by ${actor.kind.padEnd(12)} ends ${day(after.valid_until)}`,
    )

  const again = await memberships.join(club, { membership_tier_slug: "guest" })
  tell(
    "she joins again: another membership",
    [again.uuid !== before.uuid, again.joined_at > before.joined_at],
    [true, true],
  )
}

const dayMs = 86_400_000
