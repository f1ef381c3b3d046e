/**
 * The code of docs/memberships.md and of the README, run. What stands there is taken from here, and
 * test/membership-guide.test.ts holds it to that.
 */
import assert from "node:assert/strict"
import { createHmac } from "node:crypto"
import { toEnvelope } from "@symbolon/core"
import {
  convertTime,
  decideMembership,
  explainEnd,
  type MembershipState,
  membershipStatus,
  quoteCheckout,
} from "@symbolon/core/memberships"
import { stripePayments, stripeSessions } from "@symbolon/core/payments"
import { isApiError } from "@symbolon/client-sdk"
import { openGuideWorld } from "./guide-world.ts"

const { symbolon, clock, send, ada, bea, member, staff, close } = await openGuideWorld()
const checkoutDone = "https://club.example/thank-you"

const connection = await staff.console.paymentConnections.create("harbour-club", {
  backend: "manual",
})
// { connection_uuid, secret: "sy_ps_...", callback_url, ... }: the secret is shown only once
const { secret, callback_url: callbackUrl } = connection
assert(secret !== null)

await staff.tiers.create("harbour-club", { name: "Guest" }) // free, and never ends

const crew = await staff.tiers.create("harbour-club", {
  name: "Crew",
  price_cents: 50_000, // 500.00 PHP
  currency: "PHP",
  payment_interval: "monthly",
  entitlements: { lounge: true, guests: 2 },
})
await staff.tiers.create("harbour-club", {
  name: "Captain",
  price_cents: 100_000,
  payment_interval: "monthly",
  entitlements: { lounge: true, bridge: true },
})

const join = async () => {
  try {
    return await member.memberships.join("harbour-club", { membership_tier_slug: "crew" })
  } catch (error) {
    if (!isApiError(error, "payment_required")) throw error
    const { amount_cents, currency, purpose } = error.details ?? {}
    console.log(`${amount_cents} ${currency} to ${purpose}`) // 50000 PHP to join
    return member.memberships.checkout("harbour-club", {
      purpose: "join",
      membership_tier_slug: "crew",
      return_url: checkoutDone,
    })
  }
}
const checkout = await join()
assert("uuid" in checkout && "amount_cents" in checkout && checkout.status === "open")

const sendCallback = async (type: "paid" | "failed" | "expired" | "reversed") => {
  const { uuid, amount_cents, currency } = checkout
  const body = JSON.stringify({
    event_id: `${type}-${uuid}`,
    type,
    checkout_uuid: uuid,
    amount_cents,
    currency,
  })
  const mac = createHmac("sha256", secret).update(body).digest("hex")
  return send(callbackUrl, {
    method: "POST",
    body,
    headers: { "x-payment-signature": `sha256=${mac}` },
  })
}
assert.equal((await sendCallback("paid")).status, 200)

const { granted, reason } = await staff.entitlements.check("harbour-club", ada.uuid, "lounge")
assert.deepEqual({ granted, reason }, { granted: true, reason: null })

const target = { membership_tier_slug: "captain" }
const would = await member.memberships.changeTier("harbour-club", { ...target, dry_run: true }) // a preview
const changed = await member.memberships.changeTier("harbour-club", target)
assert.equal(changed.valid_until, would.valid_until)
assert.equal(changed.valid_until, "2026-12-06T00:00:00.000Z")

await member.memberships.leave("harbour-club") // notice: access until valid_until
await member.memberships.resume("harbour-club") // withdraws the notice
assert.equal(
  (await member.memberships.get("harbour-club")).renewable_until,
  "2026-12-13T00:00:00.000Z",
)

const quote = await member.memberships.checkout("harbour-club", { purpose: "renew", dry_run: true })
assert("credit_cents" in quote)
assert.deepEqual([quote.amount_cents, quote.valid_until], [100_000, "2027-01-06T00:00:00.000Z"])

const named = { type: "username", value: "bea" } as const
const added = await staff.memberships.add("harbour-club", {
  identifier: named,
  membership_tier_slug: "crew",
})
assert.equal(added.user.uuid, bea.uuid)

await staff.memberships.updateMember("harbour-club", bea.uuid, {
  valid_until: "2027-06-30T00:00:00Z",
})
await staff.memberships.updateMember("harbour-club", bea.uuid, { custom_tier_price_cents: 40_000 }) // from the next renewal on
await staff.memberships.renewMember("harbour-club", bea.uuid, {
  terms: 3,
  note: "paid at the desk",
})

const ending = {
  status: "active",
  tier: "crew",
  search: "be",
  ends_before: "2028-01-01T00:00:00Z",
} as const
for await (const { user, valid_until } of staff.memberships.listMembers("harbour-club", ending))
  console.log(user.username, valid_until)
const listed = await staff.memberships.listMembers("harbour-club", ending)
assert.deepEqual(
  listed.items.map(({ user, valid_until }) => [user.username, valid_until]),
  [["bea", "2027-09-30T00:00:00.000Z"]],
)

await staff.tiers.update("harbour-club", crew.uuid, { visibility: "private" }) // nobody can join
const move = { membership_tier_slug: "captain", term: "convert", custom_pricing: "clear" } as const
const report = await staff.tiers.moveMemberships("harbour-club", crew.uuid, {
  ...move,
  dry_run: true,
})
console.log(`${report.memberships} go, ${report.skipped.length} stay`) // 1 go, 0 stay
await staff.tiers.moveMemberships("harbour-club", crew.uuid, move) // 202: in the background
await symbolon.testClock?.moveTo(clock.now()) // runs what is due by now
assert.equal((await staff.tiers.get("harbour-club", crew.uuid)).member_count, 0)
await staff.tiers.delete("harbour-club", crew.uuid)

const { membership, history } = await symbolon.memberships.getMember({
  organization: "harbour-club",
  userUuid: ada.uuid,
  withHistory: true,
})
const why = explainEnd(membership, history?.entries.toReversed() ?? []) // oldest first
console.log(why?.cause, why?.at, why?.formerly, why?.conversion)
assert.equal(why?.cause, "tier_change")
assert.equal(why.formerly?.toISOString(), "2026-12-21T00:00:00.000Z")
assert.equal(why.conversion?.priceCents, 100_000)

const returnUrl = checkoutDone
const apiKey = "sk_test_example"
const payments = [stripePayments({ openSession: stripeSessions({ apiKey, returnUrl }) })] // for createSymbolon
assert.equal(payments[0]?.name, "stripe")

const day = 86_400_000n
const captainRate = { priceCents: 100_000, interval: "monthly" } as const
const left = convertTime([{ ms: 30n * day, priceCents: 50_000, interval: "monthly" }], captainRate) // 15n * day
assert.equal(left, 15n * day)
const ninetyNine = { ms: 7n * day, priceCents: 9_900, interval: "monthly" } as const
assert.equal(convertTime([ninetyNine], { priceCents: 14_900, interval: "monthly" }), 401_846_979n)

const inOrder = { page: 1, pageSize: 10, sortBy: "created_at", sortOrder: "asc" } as const
const [guest, captain] = (
  await symbolon.tiers.list({ organization: "harbour-club", page: inOrder })
).items
assert(guest !== undefined && captain !== undefined)
const now = clock.now()

const by = { kind: "holder" } as const
const before: MembershipState = {
  userUuid: "u-1",
  organizationUuid: guest.organizationUuid,
  zone: "Asia/Manila",
  held: undefined,
}
const joined = decideMembership(before, "join", { by, tier: guest, uuid: "m-1" }, now)
if (joined._tag === "Failure") throw joined.failure
const { after, terms, events } = joined.success // what would be written: row, terms, history entry, events
console.log(membershipStatus(after, now), events[0]?.type) // active membership.joined

const held: MembershipState = { ...before, held: { membership: after, tier: guest, terms } }
const refused = decideMembership(held, "changeTier", { by, tier: captain }, now)
if (refused._tag === "Failure") console.log(toEnvelope(refused.failure).status) // 402
const owed = quoteCheckout(held, { purpose: "change", tier: captain, by }, now)
if (owed._tag === "Success") console.log(owed.success.amountCents, owed.success.validUntil) // 100000 2026-12-21T00:00:00.000Z
assert(refused._tag === "Failure" && owed._tag === "Success")
assert.deepEqual(
  [owed.success.amountCents, owed.success.validUntil?.toISOString()],
  [100_000, "2026-12-21T00:00:00.000Z"],
)

assert.equal((await sendCallback("reversed")).status, 200)
await close()
console.log("The guide is right.")
