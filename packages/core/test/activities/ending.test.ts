import { describe, expect, it } from "vitest"
import { page, userCaller, tokenClaims } from "../fixtures/staffed-organization.ts"
import { hourMs, createTestActivity } from "../fixtures/activity.ts"
import { portsOf } from "../../src/effect.ts"

const notFound = (what: string) => ({ _tag: "NotFound", what })

describe("cancelling an activity", () => {
  it("says when and why, closes its sessions' doors, and is withdrawn", async () => {
    const { symbolon, activity, activityNow, forClub, sessions, clock, advance } =
      await createTestActivity()
    const manager = forClub("manager").activities
    const named = { activity: activity.slug }
    await expect(manager.withdrawCancellation(named)).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "not_cancelled",
    })
    await symbolon.sessions.cancel({ session: sessions.coming.slug })
    await advance(1000)
    const cancelled = {
      ...activity,
      cancelledAt: clock.now(),
      cancellationReason: "storm",
      updatedAt: clock.now(),
    }
    expect(await manager.cancel({ ...named, reason: "storm" })).toEqual(cancelled)
    expect(await activityNow()).toEqual(cancelled)
    await expect(manager.cancel(named)).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "already_cancelled",
    })
    // It says nothing of the sessions themselves.
    expect((await symbolon.sessions.get({ session: sessions.on.slug })).cancelledAt).toBeUndefined()
    const admit = (key: string) =>
      symbolon.sessions.admit({
        session: sessions.on.slug,
        request: { identifier: { type: "username", value: "a-stranger" }, idempotencyKey: key },
      })
    expect(await admit("a")).toMatchObject({
      decision: "blocked",
      blockedReason: "session_cancelled",
    })
    await advance(1000)
    expect(await manager.withdrawCancellation(named)).toEqual({
      ...activity,
      updatedAt: clock.now(),
    })
    expect(await admit("b")).toMatchObject({ decision: "admitted" })
    expect(
      (await symbolon.sessions.get({ session: sessions.coming.slug })).cancelledAt,
    ).toBeDefined()
    expect(await manager.cancel(named)).toMatchObject({
      cancellationReason: undefined,
      cancelledAt: clock.now(),
    })
  })
})

describe("deleting an activity", () => {
  it("takes it and its sessions out of sight, and tells the organization's webhooks once", async () => {
    const { symbolon, activity, club, clubUuid, forClub, sessions, team, clock, advance, events } =
      await createTestActivity()
    await symbolon.sessions.admit({
      session: sessions.on.slug,
      request: { identifier: { type: "username", value: "a-stranger" }, idempotencyKey: "in" },
    })
    await advance(1000)
    const named = { activity: activity.slug }
    expect(await events()).toEqual([])
    expect(await forClub("manager").activities.delete(named)).toMatchObject({
      uuid: activity.uuid,
      deletedAt: clock.now(),
    })
    expect(await events()).toMatchObject([
      {
        type: "activity.deleted",
        organizationUuid: clubUuid,
        createdAt: clock.now(),
        data: {
          origin: "user_app",
          schema_version: 1,
          activity_uuid: activity.uuid,
          organization_uuid: clubUuid,
          activity_name: activity.name,
          deleted_by_user_uuid: team.manager.uuid,
        },
      },
    ])
    expect(Object.keys((await events())[0]?.data ?? {})).toHaveLength(6)
    for (const by of [symbolon, forClub("owner")])
      for (const path of [activity.slug, activity.uuid]) {
        await expect(by.activities.get({ activity: path })).rejects.toMatchObject(
          notFound("activity"),
        )
        await expect(by.sessions.listForActivity({ activity: path, page })).rejects.toMatchObject(
          notFound("activity"),
        )
      }
    for (const call of [
      symbolon.activities.delete(named),
      symbolon.activities.update({ ...named, name: "Back" }),
      symbolon.activities.cancel(named),
      symbolon.activities.withdrawCancellation(named),
      symbolon.sessions.create({
        activity: activity.uuid,
        name: "New",
        startTime: clock.now(),
        endTime: new Date(clock.now().getTime() + 1000),
      }),
    ])
      await expect(call).rejects.toMatchObject(notFound("activity"))
    for (const { slug, uuid } of Object.values(sessions))
      for (const path of [slug, uuid])
        await expect(symbolon.sessions.get({ session: path })).rejects.toMatchObject(
          notFound("session"),
        )
    const late = {
      session: sessions.on.slug,
      request: { identifier: { type: "username", value: "a-stranger" }, idempotencyKey: "late" },
    } as const
    await expect(symbolon.sessions.admit(late)).rejects.toMatchObject(notFound("session"))
    expect(
      (await symbolon.activities.listForOrganization({ organization: club, page })).items,
    ).toEqual([])
    expect((await symbolon.activities.list({ page })).items).toEqual([])
    expect(
      (await symbolon.activities.list({ mine: true, userUuid: team.outsider.uuid, page })).items,
    ).toEqual([])
    // What happened there stays.
    const present = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.presences.list(sessions.on.uuid, undefined, 10),
    )
    expect(present).toHaveLength(1)
    expect((await events()).length).toBe(1)
    expect(
      (await symbolon.activities.create({ organization: club, name: activity.name })).slug,
    ).toMatch(/^sailing-week-[a-z0-9]{6}$/)
  })

  it("names nobody where an app did it, and the service's own staff as such", async () => {
    const { symbolon, club, clubUuid, team, events } = await createTestActivity()
    const app = symbolon.as({
      kind: "client",
      ...tokenClaims,
      organizationUuid: clubUuid,
      serviceRole: "manager",
    })
    const root = symbolon.as({
      kind: "organization",
      ...tokenClaims,
      userUuid: team.root.uuid,
      organizationUuid: clubUuid,
      isServiceStaff: true,
    })
    for (const by of [app, root, symbolon]) {
      const { slug } = await symbolon.activities.create({ organization: club, name: "Gala" })
      await by.activities.delete({ activity: slug })
    }
    expect(
      (await events()).map(({ data }) => [data["origin"], data["deleted_by_user_uuid"]]),
    ).toEqual([
      ["user_app", null],
      ["admin", team.root.uuid],
      ["user_app", null],
    ])
  })

  it("is refused while somebody holds a valid ticket to it, unless that is confirmed", async () => {
    const { symbolon, activity, club, forClub, sessions, issue, events, advance } =
      await createTestActivity()
    const remove = (confirmStrandingHolders?: boolean) =>
      forClub("manager").activities.delete({
        activity: activity.slug,
        ...(confirmStrandingHolders === undefined ? {} : { confirmStrandingHolders }),
      })
    const named = await issue("Named", { activityUuid: activity.uuid })
    await expect(remove()).rejects.toMatchObject({
      _tag: "StrandingHolders",
      holders: 1,
      sessions: [],
    })
    await expect(remove(false)).rejects.toMatchObject({ _tag: "StrandingHolders" })
    await symbolon.transactions.reverse({ transaction: named.transaction, idempotencyKey: "1" })

    const shared = await issue("Shared")
    await issue("Shared", { to: "the-staff" })
    const template = { ticketTemplateUuid: shared.template }
    await symbolon.sessions.update({ session: sessions.on.slug, settings: template })
    const held = { uuid: sessions.on.uuid, slug: sessions.on.slug, ...template, holders: 2 }
    await expect(remove()).rejects.toMatchObject({
      _tag: "StrandingHolders",
      holders: 2,
      sessions: [held],
    })
    await advance(hourMs)
    // That session is over: its ticket is used up. The activity's own is not.
    await symbolon.activities.update({ activity: activity.slug, settings: template })
    await expect(remove()).rejects.toMatchObject({
      _tag: "StrandingHolders",
      holders: 2,
      sessions: [],
    })
    expect(await events()).toEqual([])
    await symbolon.activities.update({
      activity: activity.slug,
      settings: { ticketTemplateUuid: null },
    })
    expect(await remove()).toMatchObject({ uuid: activity.uuid })

    const other = await symbolon.activities.create({
      organization: club,
      name: "Gala",
      settings: template,
    })
    await symbolon.activities.delete({ activity: other.slug, confirmStrandingHolders: true })
    expect(await events()).toHaveLength(2)
  })
})

describe("an activity of an organization that is gone", () => {
  it("is absent from every call", async () => {
    const { symbolon, activity, club, team, issue } = await createTestActivity()
    await issue("Named", { activityUuid: activity.uuid })
    await symbolon.organizations.delete({ organization: club, confirm: club })
    const named = { activity: activity.slug }
    for (const call of [
      symbolon.activities.get(named),
      symbolon.activities.update({ ...named, name: "Back" }),
      symbolon.activities.delete({ ...named, confirmStrandingHolders: true }),
      symbolon.activities.cancel(named),
      symbolon.activities.withdrawCancellation(named),
      symbolon.activities.listForOrganization({ organization: club, page }),
      symbolon.activities.create({ organization: club, name: "New" }),
    ])
      await expect(call).rejects.toMatchObject({ _tag: "NotFound" })
    expect((await symbolon.activities.list({ page })).items).toEqual([])
    const mine = symbolon.as(userCaller(team.outsider.uuid)).activities.list({ mine: true, page })
    expect((await mine).items).toEqual([])
  })

  it("has no more tickets, whichever way they are asked for", async () => {
    const { symbolon, activity, club, issue } = await createTestActivity()
    const { template } = await issue("Regatta", { activityUuid: activity.uuid })
    await symbolon.activities.delete({ activity: activity.slug, confirmStrandingHolders: true })
    const to = { type: "username", value: "a-stranger" } as const
    const again = (
      of: { readonly rewardTemplateUuid: string } | { readonly name: string },
      activityUuid?: string,
    ) =>
      symbolon.tickets.issue({
        organization: club,
        of,
        to,
        activityUuid,
        idempotencyKey: "again",
      })
    await expect(again({ rewardTemplateUuid: template })).rejects.toMatchObject(
      notFound("activity"),
    )
    await expect(again({ rewardTemplateUuid: template }, activity.uuid)).rejects.toMatchObject(
      notFound("activity"),
    )
    await expect(again({ name: "Regatta" }, activity.uuid)).rejects.toMatchObject(
      notFound("activity"),
    )
  })
})
