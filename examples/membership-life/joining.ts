import { eventOf, openCheckout, pay } from "./paying.ts"
import { day, tell, tellRefusal } from "./tell.ts"
import type { World } from "./world.ts"

/** She looks around, joins for nothing, and pays for more. */
export const joining = async (world: World): Promise<void> => {
  const { ada, club, tiers } = world
  const { memberships, entitlements } = ada.client

  // The last day of a month is where terms go wrong: the story begins on one.
  await world.go(nextLastOfJanuary(await world.now()))
  tell("she is signed in", (await ada.client.users.me()).uuid, ada.uuid)
  tell(
    "the club is there for her to see",
    (await ada.client.organizations.get(club)).name,
    "Lantern Club",
  )
  const offered = await ada.client.tiers.list(club, { sort_by: "position" })
  tell("it offers three tiers", offered.items.map(({ slug }) => slug).toSorted(), [
    "captain",
    "crew",
    "guest",
  ])
  await tellRefusal(
    "of the private one she learns nothing",
    ada.client.tiers.get(club, tiers.founders.uuid),
    404,
  )

  await tellRefusal(
    "to join on crew costs something",
    memberships.join(club, { membership_tier_slug: "crew" }),
    402,
    {
      amount_cents: 50_000,
      currency: "PHP",
      purpose: "join",
      membership_tier_slug: "crew",
    },
  )
  const joined = await memberships.join(club, { membership_tier_slug: "guest" })
  tell("guests join for nothing, for ever", [joined.tier_slug, joined.valid_until], ["guest", null])
  await tellRefusal(
    "once is enough",
    memberships.join(club, { membership_tier_slug: "guest" }),
    409,
    {
      reason: "already_member",
      status: "active",
    },
  )
  const lounge = async () => {
    const { granted, reason } = await entitlements.check(club, ada.uuid, "lounge")
    return { granted, reason }
  }
  tell(
    "whatever its tier, every active membership grants the key `member`",
    (await entitlements.check(club, ada.uuid, "member")).granted,
  )
  tell("the lounge is not for guests: not_granted", await lounge(), {
    granted: false,
    reason: "not_granted",
  })

  await tellRefusal(
    "going to crew costs something, too",
    memberships.changeTier(club, { membership_tier_slug: "crew" }),
    402,
    {
      amount_cents: 50_000,
      purpose: "change",
    },
  )
  const wanted = { purpose: "change", membership_tier_slug: "crew" } as const
  const quote = await memberships.checkout(club, { ...wanted, dry_run: true })
  const checkout = await openCheckout(world, wanted)
  tell(
    "a dry run of the checkout says the same amount",
    [quote.amount_cents, quote.currency],
    [checkout.amount_cents, checkout.currency],
  )
  tell(
    "asking again opens no second checkout",
    (await openCheckout(world, wanted)).uuid,
    checkout.uuid,
  )
  tell(
    "a callback signed with another secret is not believed: 400",
    await world.callback(eventOf("paid", checkout), "guessed"),
    400,
  )
  const short = { ...eventOf("paid", checkout), event_id: "short", amount_cents: 40_000 }
  tell("one of less money is taken, and waits for a person", await world.callback(short), 200)
  const waiting = await world.desk.console.paymentEvents.list(club)
  tell(
    "the club finds it among its payment events",
    waiting.items.map(({ outcome, reason }) => [outcome, reason]),
    [["mismatched", "amount"]],
  )
  tell("nothing has changed yet", (await memberships.get(club)).tier_slug, "guest")
  await pay(world, checkout)

  const paid = await memberships.get(club)
  tell(
    `she is on crew, until ${day(paid.valid_until)}`,
    [paid.tier_slug, paid.uuid],
    ["crew", joined.uuid],
  )
  tell(
    "the last of January and one month is the last of February",
    day(paid.valid_until).slice(5, 7),
    "02",
  )
  tell("the lounge is open", await lounge(), { granted: true, reason: null })
  const { history } = await memberships.getMember(club, ada.uuid, { include: "history" })
  tell(
    "the history knows what happened, and which payment it was",
    history?.map(({ cause, actor, payment_ref }) => [cause, actor.kind, payment_ref]),
    [
      ["tier_change", "payment", checkout.uuid],
      ["join", "holder", null],
    ],
  )
}

const nextLastOfJanuary = (now: Date): Date => {
  const inYear = (year: number): Date => new Date(Date.UTC(year, 0, 31, 10))
  const thisYear = inYear(now.getUTCFullYear())
  return thisYear > now ? thisYear : inYear(now.getUTCFullYear() + 1)
}
