import { describe, expect, it } from "vitest"
import type * as z from "zod"
import { resources } from "../../src/contract/index.ts"
import { portsOf } from "../../src/effect.ts"
import type { OutboxEvent } from "../../src/index.ts"
import { outboxEvent, tierChanged } from "../../src/memberships/membership-events.ts"
import { signedAttempt } from "../../src/webhooks/signature.ts"
import { createStaffedOrganization, userCaller } from "../fixtures/staffed-organization.ts"

const { KnownWebhookEvent, webhookEvents } = resources

/** The body of an attempt, decoded by the contract. */
const decoded = (
  { type: event, organizationUuid, data }: OutboxEvent,
  now: Date,
): z.output<typeof KnownWebhookEvent> => {
  const { body } = signedAttempt(
    { event, organizationUuid, data },
    { deliveryUuid: "delivery", digest: "0".repeat(64), now },
  )
  const sent: unknown = JSON.parse(new TextDecoder().decode(body))
  const known = KnownWebhookEvent.parse(sent)
  // A member that the contract does not have would be left out.
  expect(known).toEqual(sent)
  return known
}

describe("the contract describes what is sent:", () => {
  it("every event that operations leave in the outbox", async () => {
    const { symbolon, club, clubUuid, forClub, make, team, clock, advance } =
      await createStaffedOrganization()
    const of = { organization: club }
    const tierOf = async (name: string) =>
      (await symbolon.tiers.create({ ...of, name, paymentInterval: "monthly" })).slug
    const [crew, captain] = [await tierOf("Crew"), await tierOf("Captain")]
    const { uuid: userUuid } = await make("ada")
    const add = (value: string) =>
      symbolon.memberships.add({ ...of, member: { type: "user_id", value }, tierSlug: crew })
    await add(userUuid)
    await symbolon.memberships.updateMember({ ...of, userUuid, tierSlug: captain })
    await advance(1000)
    await symbolon.memberships.renewMember({ ...of, userUuid })
    await forClub("manager").memberships.removeMember({ ...of, userUuid })
    const { uuid: leaver } = await make("bob")
    await add(leaver)
    await symbolon.as(userCaller(leaver)).memberships.leave(of)
    const activityOf = async (name: string) =>
      (await symbolon.activities.create({ ...of, name })).slug
    await symbolon.activities.delete({ activity: await activityOf("One") })
    await forClub("manager").activities.delete({ activity: await activityOf("Two") })

    const events = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.outbox.list(undefined, 100),
    )
    const bodies = events.map((event) => decoded(event, clock.now()))
    expect(new Set(bodies.map(({ event }) => event))).toEqual(
      new Set([
        "membership.joined",
        "membership.tier_changed",
        "membership.renewed",
        "membership.left",
        "activity.deleted",
      ]),
    )
    for (const body of bodies)
      expect(body).toMatchObject({ organization_uuid: clubUuid, user_uuid: null })
    expect(bodies[0]).toEqual({
      event: "membership.joined",
      timestamp: clock.now().toISOString(),
      organization_uuid: clubUuid,
      user_uuid: null,
      data: {
        origin: "user_app",
        schema_version: 1,
        user_uuid: userUuid,
        organization_uuid: clubUuid,
        tier_slug: "crew",
      },
    })
    const deleters = bodies.flatMap((body) =>
      body.event === "activity.deleted" ? [body.data.deleted_by_user_uuid] : [],
    )
    expect(deleters).toEqual([null, team.manager.uuid])
  })

  it("a change back to a tier that was deleted", () => {
    const now = new Date("2026-11-21T00:00:00.000Z")
    const of = { userUuid: "user", organizationUuid: "club" }
    expect(
      decoded(outboxEvent("event", tierChanged(of, undefined), "admin", now), now).data,
    ).toMatchObject({ origin: "admin", tier_slug: "" })
  })

  it("each event once, with a sentence about it", () => {
    expect(webhookEvents.map(({ name }) => name)).toEqual(
      KnownWebhookEvent.options.map(({ shape }) => shape.event.value),
    )
    expect(new Set(webhookEvents.map(({ name }) => name)).size).toBe(8)
    for (const { summary } of webhookEvents) expect(summary).toMatch(/^[A-Z].+\.$/)
  })
})
