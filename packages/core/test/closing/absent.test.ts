import { describe, expect, it } from "vitest"
import type { Facade } from "../../src/index.ts"
import { page, userCaller, tokenClaims } from "../fixtures/staffed-organization.ts"
import { openClosingOrganization } from "../fixtures/closing-organization.ts"

const hourMs = 3_600_000
const notFound = (what: string) => ({ _tag: "NotFound", what })

/**
 * A club with an activity, a session that is open, a door, a member, a checkout that was paid, an
 * invitation and an app.
 */
const openHarbour = async () => {
  const world = await openClosingOrganization()
  const { symbolon, of, clubUuid, clock, join, team, appOf } = world
  const { userUuid, membership } = await join("ada")
  const activity = await symbolon.activities.create({ ...of, name: "Sailing week" })
  const now = clock.now().getTime()
  const [startTime, endTime] = [new Date(now - hourMs), new Date(now + 6 * hourMs)]
  const session = await symbolon.sessions.create({
    activity: activity.slug,
    name: "Members evening",
    settings: { requiredEntitlement: "member" },
    startTime,
    endTime,
  })
  const alone = await symbolon.sessions.createStandalone({
    ...of,
    name: "Dinner",
    startTime,
    endTime,
  })
  const { device, token: doorToken } = await symbolon.sessions.createDeviceToken({
    session: session.slug,
  })
  const door = await symbolon.authenticate(doorToken)
  const { connection } = await symbolon.paymentConnections.create({ ...of, backend: "manual" })
  const invitation = await symbolon.invitations.create({
    ...of,
    username: "a-stranger",
    role: "staff",
  })
  const treasury =
    (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items[0]?.address ?? ""
  const wallets = (await symbolon.wallets.list({ of: { userUuid }, page })).items
  const own = wallets.find(({ organizationUuid }) => organizationUuid === clubUuid)?.address ?? ""
  return {
    ...world,
    ada: symbolon.as(userCaller(userUuid)),
    staff: symbolon.as({
      kind: "organization",
      ...tokenClaims,
      userUuid: team.owner.uuid,
      organizationUuid: clubUuid,
      isServiceStaff: false,
    }),
    userUuid,
    membership,
    activity,
    session,
    alone,
    device,
    doorToken,
    door,
    connection,
    invitation,
    treasury,
    own,
    ours: await appOf(undefined),
    theirs: await appOf(of.organization),
  }
}
type Harbour = Awaited<ReturnType<typeof openHarbour>>

const request = (userUuid: string, idempotencyKey: string) => ({
  identifier: { type: "user_id", value: userUuid } as const,
  idempotencyKey,
})

type Call = (harbour: Harbour, facade: Facade) => Promise<unknown>

/**
 * Whatever leads to something of the organization: by its own name, or by the thing's. The host may
 * do all of it while it is there.
 */
const calls: Readonly<Record<string, readonly [call: Call, what: string]>> = {
  "the organization": [({ of }, { organizations }) => organizations.get(of), "organization"],
  "the organization, by its uuid": [
    ({ clubUuid }, { organizations }) => organizations.get({ organization: clubUuid }),
    "organization",
  ],
  "changing it": [
    ({ of }, { organizations }) => organizations.update({ ...of, name: "Marina" }),
    "organization",
  ],
  "its team": [({ of }, { staff }) => staff.list({ ...of, page }), "organization"],
  "its invitations": [
    ({ of }, { invitations }) => invitations.list({ ...of, page }),
    "organization",
  ],
  "its tiers": [({ of }, { tiers }) => tiers.list({ ...of, page }), "organization"],
  "a tier by its uuid": [
    ({ of, tier }, { tiers }) => tiers.get({ ...of, tierUuid: tier.uuid }),
    "organization",
  ],
  "its members": [
    ({ of }, { memberships }) => memberships.listMembers({ ...of, status: "ended", page }),
    "organization",
  ],
  "one member": [
    ({ of, userUuid }, { memberships }) => memberships.getMember({ ...of, userUuid }),
    "organization",
  ],
  "somebody's own membership": [
    ({ of, userUuid }, { memberships }) => memberships.get({ ...of, userUuid }),
    "organization",
  ],
  "what a membership grants": [
    ({ of, userUuid }, { entitlements }) => entitlements.get({ ...of, userUuid }),
    "organization",
  ],
  "whether it grants a key": [
    ({ of, userUuid }, { entitlements }) => entitlements.check({ ...of, userUuid, key: "lounge" }),
    "organization",
  ],
  "its activities": [
    ({ of }, { activities }) => activities.listForOrganization({ ...of, page }),
    "organization",
  ],
  "an activity by its slug": [
    ({ activity }, { activities }) => activities.get({ activity: activity.slug }),
    "organization",
  ],
  "the sessions of an activity": [
    ({ activity }, { sessions }) => sessions.listForActivity({ activity: activity.uuid, page }),
    "organization",
  ],
  "the series of an activity": [
    ({ activity }, { sessions }) => sessions.listSeries({ activity: activity.uuid, page }),
    "organization",
  ],
  "its sessions": [
    ({ of }, { sessions }) => sessions.listForOrganization({ ...of, page }),
    "organization",
  ],
  "a session that stands alone": [
    ({ alone }, { sessions }) => sessions.get({ session: alone.slug }),
    "organization",
  ],
  "changing a session": [
    ({ session }, { sessions }) => sessions.update({ session: session.uuid, name: "Mine" }),
    "organization",
  ],
  "a session by its slug": [
    ({ session }, { sessions }) => sessions.get({ session: session.slug }),
    "organization",
  ],
  "a session's manifest": [
    ({ session }, { sessions }) => sessions.checkinManifest({ session: session.uuid }),
    "organization",
  ],
  "the keys of its manifests": [
    ({ session }, { sessions }) => sessions.checkinTrustKeys({ session: session.uuid }),
    "organization",
  ],
  "an admission": [
    ({ session, userUuid, ids }, { sessions }) =>
      sessions.admit({ session: session.slug, request: request(userUuid, ids.uuid()) }),
    "organization",
  ],
  "a session's devices": [
    ({ session }, { sessions }) => sessions.listDeviceTokens({ session: session.slug, page }),
    "organization",
  ],
  "a device by its uuid": [
    ({ device }, { sessions }) => sessions.revokeDeviceToken({ device: device.uuid }),
    "organization",
  ],
  "its payment connections": [
    ({ of }, { paymentConnections }) => paymentConnections.list({ ...of, page }),
    "organization",
  ],
  "what waits for a person about its payments": [
    ({ of }, { paymentEvents }) => paymentEvents.list({ ...of, page }),
    "organization",
  ],
  "its webhooks": [({ of }, { webhooks }) => webhooks.list({ ...of, page }), "organization"],
  "points of its own": [
    ({ of, ids }, { points }) => points.mint({ ...of, amount: 5, idempotencyKey: ids.uuid() }),
    "organization",
  ],
  "its apps": [({ of }, { apps }) => apps.list({ ...of, page }), "organization"],
  "an app of it": [
    ({ theirs }, { apps }) => apps.get({ organization: undefined, clientId: theirs.clientId }),
    "app",
  ],
  "what is shown of an app": [
    ({ theirs }, { oauth }) => oauth.clientInfo({ clientId: theirs.clientId }),
    "app",
  ],
}

describe("an organization that was deleted", () => {
  it("is absent, and so is everything of it", async () => {
    const harbour = await openHarbour()
    for (const [name, [call]] of Object.entries(calls))
      await expect(call(harbour, harbour.symbolon), name).resolves.toBeDefined()
    await harbour.remove()
    for (const [name, [call, what]] of Object.entries(calls))
      await expect(call(harbour, harbour.symbolon), name).rejects.toMatchObject(notFound(what))
    // Neither before nor after its memberships have ended.
    await harbour.advance(hourMs)
    for (const [name, [call, what]] of Object.entries(calls))
      await expect(call(harbour, harbour.symbolon), name).rejects.toMatchObject(notFound(what))
  })

  it("is in nobody's lists, and nobody joins it", async () => {
    const { symbolon, ada, as, remove, of, tier, clubUuid, make } = await openHarbour()
    const seen = async () => [
      (await ada.memberships.list({ page })).totalItems,
      (await ada.organizations.list({ page })).totalItems,
      (await as("owner").organizations.list({ page })).totalItems,
      (await symbolon.organizations.list({ page })).totalItems,
    ]
    expect(await seen()).toEqual([1, 1, 1, 1])
    await remove()
    expect(await seen()).toEqual([0, 0, 0, 0])
    const { uuid } = await make("bea")
    const bea = symbolon.as(userCaller(uuid))
    for (const organization of [of.organization, clubUuid]) {
      await expect(
        bea.memberships.join({ organization, tierSlug: tier.slug }),
      ).rejects.toMatchObject(notFound("organization"))
      await expect(
        bea.memberships.checkout({ organization, purpose: "join", tierSlug: tier.slug }),
      ).rejects.toMatchObject(notFound("organization"))
    }
  })

  it("holds no place on its team: who was invited is not", async () => {
    const { as, remove, invitation } = await openHarbour()
    await remove()
    await expect(
      as("outsider").invitations.accept({ token: invitation.token }),
    ).rejects.toMatchObject(notFound("invitation"))
  })

  it("leaves what its members have to them, and nobody sends anything to its treasury", async () => {
    const { symbolon, ada, remove, own, treasury, of, make } = await openHarbour()
    await symbolon.points.mint({ ...of, amount: 20, idempotencyKey: "mint" })
    const to = { type: "wallet", value: treasury } as const
    await symbolon.wallets.transfer({
      wallet: treasury,
      to: { type: "wallet", value: own },
      amount: 10,
      idempotencyKey: "give",
    })
    await symbolon.wallets.transfer({ wallet: own, to, amount: 1, idempotencyKey: "back" })
    await remove()
    expect(await ada.wallets.balance({ wallet: own })).toBe(9)
    expect((await ada.wallets.list({ page })).items).toHaveLength(2)
    expect((await ada.wallets.listTransactions({ wallet: own, page })).totalItems).toBe(2)
    await expect(
      ada.wallets.transfer({ wallet: own, to, amount: 1, idempotencyKey: "more" }),
    ).rejects.toMatchObject({
      _tag: "IdentifierUnresolved",
      field: "to",
    })
    const bea = { type: "user_id", value: (await make("bea")).uuid } as const
    expect(
      await ada.wallets.transfer({ wallet: own, to: bea, amount: 9, idempotencyKey: "gift" }),
    ).toMatchObject({ replayed: false })
  })

  it("has no app that gets a token, and those it had are good for nothing", async () => {
    const { symbolon, remove, theirs, userUuid } = await openHarbour()
    const { accessToken } = await symbolon.oauth.issueClientToken({
      client: theirs,
      scope: undefined,
    })
    const scopes = ["user:read"]
    const ofUser = await symbolon.oauth.issueUserToken({
      clientId: theirs.clientId,
      userUuid,
      organization: undefined,
      scopes,
    })
    for (const each of [accessToken, ofUser.accessToken]) await symbolon.authenticate(each)
    await remove()
    for (const each of [accessToken, ofUser.accessToken])
      await expect(symbolon.authenticate(each)).rejects.toMatchObject({
        _tag: "InvalidCredentials",
      })
    await expect(
      symbolon.oauth.issueClientToken({ client: theirs, scope: undefined }),
    ).rejects.toMatchObject({ error: "invalid_client" })
  })

  it("is nobody's to act for: such tokens end, the user's own does not", async () => {
    const { symbolon, remove, ours, team, clubUuid, of } = await openHarbour()
    const scopes = ["organization:read", "wallet:read"]
    const issue = (organization?: string) =>
      symbolon.oauth.issueUserToken({
        clientId: ours.clientId,
        userUuid: team.owner.uuid,
        organization,
        scopes,
      })
    const own = (await issue()).accessToken
    const exchange = () =>
      symbolon.oauth.exchange({
        client: ours,
        subjectToken: own,
        scope: undefined,
        organizationUuid: clubUuid,
        resources: [],
        audiences: [],
      })
    const acting = [(await exchange()).accessToken, (await issue(of.organization)).accessToken]
    const isLive = async (each: string) =>
      (await symbolon.oauth.introspect({ client: ours, token: each })) !== undefined
    for (const each of acting) {
      expect(await symbolon.authenticate(each)).toMatchObject({
        kind: "organization",
        organizationUuid: clubUuid,
      })
      expect(await isLive(each)).toBe(true)
    }
    await remove()
    for (const each of acting) {
      await expect(symbolon.authenticate(each)).rejects.toMatchObject({
        _tag: "InvalidCredentials",
      })
      expect(await isLive(each)).toBe(false)
    }
    await expect(exchange()).rejects.toMatchObject({ error: "invalid_target" })
    expect(await symbolon.authenticate(own)).toMatchObject({ kind: "user" })
    expect(await isLive(own)).toBe(true)
  })

  it("opens no door: what stands there is told of nothing", async () => {
    const { symbolon, remove, door, doorToken, session, ours, userUuid, ids } = await openHarbour()
    const atDoor = symbolon.as(door)
    expect(
      await atDoor.sessions.admit({
        session: session.slug,
        request: request(userUuid, ids.uuid()),
      }),
    ).toMatchObject({
      decision: "admitted",
    })
    const isLive = async () =>
      (await symbolon.oauth.introspect({ client: ours, token: doorToken })) !== undefined
    expect(await isLive()).toBe(true)
    await remove()
    await expect(atDoor.sessions.checkinManifest({ session: session.slug })).rejects.toMatchObject(
      notFound("organization"),
    )
    await expect(
      atDoor.sessions.admit({ session: session.slug, request: request(userUuid, ids.uuid()) }),
    ).rejects.toMatchObject(notFound("organization"))
    expect(await isLive()).toBe(false)
  })

  it("takes no new app while it is being deleted", async () => {
    const { remove, appOf, of, storage } = await openHarbour()
    const apps = Promise.allSettled(Array.from({ length: 5 }, () => appOf(of.organization)))
    await remove()
    for (const app of await apps) {
      if (app.status === "rejected") continue
      const client = await storage.transact("read", (tx) =>
        tx.oauthClients.find(app.value.clientId),
      )
      expect(client?.disabledAt).toBeDefined()
    }
  })
})
