import { createSign } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Caller, OauthClient, OauthSession, Symbolon } from "../src/index.ts"
import { openMemory } from "../src/memory/index.ts"
import { createTestOrganization, createTestSession, openTestSymbolon } from "./fixtures/world.ts"
import { dayMs, hourMs, openDoorClub, page, refusedWith } from "./fixtures/door-tokens.ts"
import { portsOf } from "../src/effect.ts"

/** A session that lives, of an app that acts for itself. */
const openSession = async (symbolon: Symbolon, client: OauthClient) => {
  const now = symbolon.clock.now()
  const session: OauthSession = {
    sid: portsOf(symbolon).ids.uuid(),
    clientId: client.clientId,
    userUuid: undefined,
    grantType: "client_credentials",
    scopes: client.scopes,
    authTime: undefined,
    acr: undefined,
    amr: [],
    createdAt: now,
    expiresAt: new Date(now.getTime() + hourMs),
    revokedAt: undefined,
  }
  await portsOf(symbolon).storage.transact("write", (tx) => tx.oauthSessions.open(session))
  return session.sid
}

const parts = (token: string) =>
  token
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()))

describe("devices.issue", () => {
  it("signs a token of its own type for one session, which says from when and until when", async () => {
    const { symbolon, session, club, clock } = await openDoorClub()
    const { device, token } = await symbolon.sessions.createDeviceToken({
      session: session.slug,
      name: "Pier",
    })
    const [header, claims] = parts(token)
    expect(header).toMatchObject({ alg: "RS256", typ: "door+jwt", kid: expect.any(String) })
    expect(claims).toEqual({
      iss: "http://127.0.0.1:8080/oauth2",
      aud: "http://127.0.0.1:8080/api/v1",
      sub: `device:${device.uuid}`,
      jti: device.uuid,
      session_uuid: session.uuid,
      organization_uuid: club.uuid,
      scope: "session:manifest:read session:admit",
      nbf: (session.startTime.getTime() - dayMs) / 1000,
      exp: (session.endTime.getTime() + dayMs) / 1000,
      iat: clock.now().getTime() / 1000,
    })
    expect(device).toMatchObject({
      name: "Pier",
      sessionUuid: session.uuid,
      notBefore: new Date(session.startTime.getTime() - dayMs),
      expiresAt: new Date(session.endTime.getTime() + dayMs),
      clientId: undefined,
      createdByUserUuid: undefined,
      revokedAt: undefined,
    })
  })

  it("lets a door of a session far ahead be tried at once", async () => {
    const { symbolon, activity, clock, createDoor } = await openDoorClub()
    const startTime = new Date(clock.now().getTime() + 20 * dayMs)
    const session = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Next month",
      startTime,
      endTime: new Date(startTime.getTime() + hourMs),
    })
    const { device, token } = await symbolon.sessions.createDeviceToken({ session: session.slug })
    expect(device.notBefore).toEqual(clock.now())
    expect(await createDoor(token)).toMatchObject({ kind: "door", sessionUuid: session.uuid })
  })

  it("refuses a session whose doors have had their day to upload", async () => {
    const { symbolon, session, later } = await openDoorClub()
    await later(session.endTime.getTime() + dayMs - 1 - symbolon.clock.now().getTime())
    await symbolon.sessions.createDeviceToken({ session: session.slug })
    await later(1)
    await expect(
      symbolon.sessions.createDeviceToken({ session: session.slug }),
    ).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "session_over",
    })
    await expect(
      symbolon.sessions.createDeviceToken({ session: "no-such-session" }),
    ).rejects.toEqual(refusedWith("NotFound"))
  })

  it("notes the app and the person that asked", async () => {
    const { symbolon, session, app, client, owner, club } = await openDoorClub()
    expect(
      (await symbolon.as(app).sessions.createDeviceToken({ session: session.slug })).device,
    ).toMatchObject({
      clientId: client.clientId,
      createdByUserUuid: undefined,
    })
    const asOwner: Caller = {
      kind: "organization",
      clientId: client.clientId,
      sid: "s",
      scopes: new Set(["session:devices:write"]),
      isFirstParty: false,
      userUuid: owner.uuid,
      organizationUuid: club.uuid,
      isServiceStaff: false,
    }
    expect(
      (await symbolon.as(asOwner).sessions.createDeviceToken({ session: session.slug })).device,
    ).toMatchObject({
      clientId: client.clientId,
      createdByUserUuid: owner.uuid,
    })
  })
})

describe("a door token", () => {
  it("speaks for its device at its session, and for nobody else", async () => {
    const { symbolon, session, activity, people, app, client, createDoor } = await openDoorClub()
    const { device, token } = await symbolon
      .as(app)
      .sessions.createDeviceToken({ session: session.slug })
    const caller = await createDoor(token)
    expect(caller).toEqual({
      kind: "door",
      deviceUuid: device.uuid,
      sessionUuid: session.uuid,
      organizationUuid: session.organizationUuid,
      clientId: client.clientId,
      sid: device.uuid,
      isFirstParty: false,
      scopes: new Set(["session:manifest:read", "session:admit"]),
    })
    const door = symbolon.as(caller)
    expect((await door.sessions.checkinManifest({ session: session.slug })).sessionUuid).toBe(
      session.uuid,
    )
    expect(await door.sessions.checkinTrustKeys({ session: session.uuid })).toHaveLength(1)
    const request = {
      identifier: { type: "wallet", value: people[0]?.wallet ?? "" },
      idempotencyKey: "tap",
    } as const
    expect(await door.sessions.admit({ session: session.slug, request })).toMatchObject({
      decision: "admitted",
    })

    const { startTime, endTime } = session
    const other = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Other",
      startTime,
      endTime,
    })
    const outcomes = await Promise.allSettled([
      door.sessions.checkinManifest({ session: other.slug }),
      door.sessions.checkinTrustKeys({ session: other.slug }),
      door.sessions.admit({ session: other.slug, request }),
      door.sessions.get({ session: session.slug }),
      door.sessions.createDeviceToken({ session: session.slug }),
      door.sessions.listDeviceTokens({ session: session.slug, page }),
      door.sessions.revokeDeviceToken({ device: device.uuid }),
    ])
    for (const outcome of outcomes)
      expect(outcome).toEqual({ status: "rejected", reason: refusedWith("Forbidden") })
  })

  it("keeps idempotency keys apart from those of another door of the same app", async () => {
    const { symbolon, session, people, app, createDoor } = await openDoorClub()
    const open = async () =>
      symbolon.as(
        await createDoor(
          (await symbolon.as(app).sessions.createDeviceToken({ session: session.slug })).token,
        ),
      )
    const [front, back] = [await open(), await open()]
    const tap = (door: typeof front, who: number) =>
      door.sessions.admit({
        session: session.slug,
        request: {
          identifier: { type: "wallet", value: people[who]?.wallet ?? "" },
          idempotencyKey: "1",
        },
      })
    expect(await tap(front, 0)).toMatchObject({ decision: "admitted", isReplayed: false })
    expect(await tap(back, 1)).toMatchObject({ decision: "admitted", isReplayed: false })
    expect(await tap(front, 0)).toMatchObject({ decision: "admitted", isReplayed: true })
    expect(await tap(back, 1)).toMatchObject({ decision: "admitted", isReplayed: true })
  })

  it("begins and ends when it says, give or take the clocks of two processes at its beginning", async () => {
    const { symbolon, session, later, createDoor } = await openDoorClub()
    const { device, token } = await symbolon.sessions.createDeviceToken({ session: session.slug })
    const at = (moment: Date, ms: number) =>
      later(moment.getTime() + ms - symbolon.clock.now().getTime())
    await at(device.notBefore, -60_001)
    await expect(createDoor(token)).rejects.toEqual(refusedWith("InvalidCredentials"))
    await at(device.notBefore, -60_000)
    expect((await createDoor(token)).deviceUuid).toBe(device.uuid)
    await at(device.expiresAt, -1)
    expect((await createDoor(token)).deviceUuid).toBe(device.uuid)
    await at(device.expiresAt, 0)
    await expect(createDoor(token)).rejects.toEqual(refusedWith("InvalidCredentials"))
  })

  it("is answered by a cancelled session too", async () => {
    const { symbolon, session, people, createDoor, clock } = await openDoorClub()
    const off = {
      ...session,
      uuid: portsOf(symbolon).ids.uuid(),
      slug: "called-off",
      cancelledAt: new Date(clock.now().getTime() - 60_000),
    }
    await portsOf(symbolon).storage.transact("write", (tx) => tx.sessions.add(off))
    const door = symbolon.as(
      await createDoor((await symbolon.sessions.createDeviceToken({ session: off.slug })).token),
    )
    expect(
      JSON.parse(
        Buffer.from((await door.sessions.checkinManifest({ session: off.slug })).bytes).toString(),
      ),
    ).toMatchObject({
      session_uuid: off.uuid,
    })
    const request = {
      identifier: { type: "wallet", value: people[0]?.wallet ?? "" },
      idempotencyKey: "tap",
    } as const
    expect(await door.sessions.admit({ session: off.slug, request })).toMatchObject({
      decision: "blocked",
      blockedReason: "session_cancelled",
    })
  })

  it("is refused by the very next call after it was revoked, or its app disabled", async () => {
    const { symbolon, session, app, client, createDoor } = await openDoorClub()
    const first = await symbolon.as(app).sessions.createDeviceToken({ session: session.slug })
    const second = await symbolon.as(app).sessions.createDeviceToken({ session: session.slug })
    const hosts = await symbolon.sessions.createDeviceToken({ session: session.slug })
    await createDoor(first.token)
    expect(
      await symbolon.as(app).sessions.revokeDeviceToken({ device: first.device.uuid }),
    ).toMatchObject({
      revokedAt: symbolon.clock.now(),
    })
    await expect(createDoor(first.token)).rejects.toEqual(refusedWith("InvalidCredentials"))
    expect((await createDoor(second.token)).deviceUuid).toBe(second.device.uuid)
    await portsOf(symbolon).storage.transact("write", (tx) =>
      tx.oauthClients.change({ ...client, disabledAt: symbolon.clock.now() }),
    )
    await expect(createDoor(second.token)).rejects.toEqual(refusedWith("InvalidCredentials"))
    expect((await createDoor(hosts.token)).clientId).toBe(`device:${hosts.device.uuid}`)
  })

  it("is refused by the very next call after its maker lost the role to make one, and taken again with it", async () => {
    const { symbolon, session, club, people, client, createDoor } = await openDoorClub()
    const [ada] = people
    const userUuid = ada?.user.uuid ?? ""
    const asAda: Caller = {
      kind: "organization",
      clientId: client.clientId,
      sid: "s",
      scopes: new Set(["session:devices:write"]),
      isFirstParty: false,
      userUuid,
      organizationUuid: club.uuid,
      isServiceStaff: false,
    }
    const place = { organization: club.slug, userUuid }
    await symbolon.staff.add({ ...place, role: "staff" })
    const adas = await symbolon.as(asAda).sessions.createDeviceToken({ session: session.slug })
    const hosts = await symbolon.sessions.createDeviceToken({ session: session.slug })
    const ends = async () => {
      await expect(createDoor(adas.token)).rejects.toEqual(refusedWith("InvalidCredentials"))
      expect(await createDoor(hosts.token)).toMatchObject({ deviceUuid: hosts.device.uuid })
    }
    const lives = async () =>
      expect(await createDoor(adas.token)).toMatchObject({ deviceUuid: adas.device.uuid })
    await lives()
    await symbolon.staff.changeRole({ ...place, role: "door" })
    await ends()
    await symbolon.staff.changeRole({ ...place, role: "manager" })
    await lives()
    await symbolon.users.disable({ userUuid })
    await ends()
    await symbolon.users.enable({ userUuid })
    await lives()
    await symbolon.staff.remove(place)
    await ends()
    const renewed = await symbolon.sessions.createDeviceToken({
      session: session.slug,
      deviceUuid: adas.device.uuid,
    })
    expect(await createDoor(renewed.token)).toMatchObject({ deviceUuid: adas.device.uuid })
  })

  it("of an app ends with the role the app acts by", async () => {
    const { symbolon, session, app, client, createDoor } = await openDoorClub()
    const { token } = await symbolon.as(app).sessions.createDeviceToken({ session: session.slug })
    await createDoor(token)
    await portsOf(symbolon).storage.transact("write", (tx) =>
      tx.oauthClients.change({ ...client, serviceRole: "door" }),
    )
    await expect(createDoor(token)).rejects.toEqual(refusedWith("InvalidCredentials"))
  })

  it("that was renewed away ends nothing: neither introspected nor revoked does it stand for its device", async () => {
    const { symbolon, session, club, app, createDoor } = await openDoorClub()
    const { client, clientSecret } = await symbolon.apps.create({
      organization: club.slug,
      name: "Gate app",
      clientType: "confidential",
      grantTypes: ["client_credentials"],
      redirectUris: [],
      scopes: ["session:devices:write"],
      serviceRole: "manager",
    })
    const credentials = { clientId: client.clientId, clientSecret }
    const gate = symbolon.as({ ...app, clientId: client.clientId } as Caller)
    const first = await symbolon.as(app).sessions.createDeviceToken({ session: session.slug })
    const old = await gate.sessions.createDeviceToken({
      session: session.slug,
      deviceUuid: first.device.uuid,
    })
    const renewed = await gate.sessions.createDeviceToken({
      session: session.slug,
      deviceUuid: first.device.uuid,
    })
    expect(parts(renewed.token)[1]).toMatchObject({
      sub: `device:${first.device.uuid}`,
      client_id: client.clientId,
    })
    expect(new Set([first, old, renewed].map(({ token }) => parts(token)[1].jti))).toHaveLength(3)
    const introspect = async (token: string) =>
      await symbolon.oauth.introspect({ client: credentials, token })
    expect(await introspect(old.token)).toBeUndefined()
    expect(await introspect(renewed.token)).toMatchObject({ tokenUse: "door" })
    await symbolon.oauth.revoke({ client: credentials, token: old.token })
    expect(await createDoor(renewed.token)).toMatchObject({
      deviceUuid: first.device.uuid,
      clientId: client.clientId,
    })
    await symbolon.oauth.revoke({ client: credentials, token: renewed.token })
    await expect(createDoor(renewed.token)).rejects.toEqual(refusedWith("InvalidCredentials"))
  })

  it("is no access token to the authorization server", async () => {
    const { symbolon, session, club, app, createDoor } = await openDoorClub()
    const { client, clientSecret } = await symbolon.apps.create({
      organization: club.slug,
      name: "Exchanger",
      clientType: "confidential",
      grantTypes: [
        "authorization_code",
        "client_credentials",
        "urn:ietf:params:oauth:grant-type:token-exchange",
      ],
      redirectUris: ["https://app.example/cb"],
      scopes: ["session:devices:write"],
      serviceRole: "manager",
    })
    const credentials = { clientId: client.clientId, clientSecret }
    const { token } = await symbolon
      .as({ ...app, clientId: client.clientId } as Caller)
      .sessions.createDeviceToken({ session: session.slug })
    const exchanged = symbolon.oauth.exchange({
      client: credentials,
      subjectToken: token,
      scope: undefined,
      organizationUuid: club.uuid,
      resources: [],
      audiences: [],
    })
    await expect(exchanged).rejects.toMatchObject({
      _tag: "OauthRefused",
      error: "invalid_request",
    })
    await expect(symbolon.as(await createDoor(token)).oauth.userinfo({})).rejects.toMatchObject({
      error: "insufficient_scope",
    })
  })

  it("is refused by the next call after another process took its key out of use", async () => {
    const storage = openMemory({ strict: true })
    const { symbolon } = await openTestSymbolon(storage)
    const { club } = await createTestOrganization(symbolon, 0)
    const { session } = await createTestSession(symbolon, club.slug)
    const { token } = await symbolon.sessions.createDeviceToken({ session: session.slug })
    await symbolon.authenticate(token)
    const other = (await openTestSymbolon(storage)).symbolon
    const [key] = await other.keys.list({ purpose: "tokens" })
    await other.keys.revoke({ keyId: key?.keyId ?? "" })
    await expect(symbolon.authenticate(token)).rejects.toEqual(refusedWith("InvalidCredentials"))
    expect(
      await symbolon.authenticate(
        (await symbolon.sessions.createDeviceToken({ session: session.slug })).token,
      ),
    ).toMatchObject({ kind: "door" })
  })

  it("is not taken when its device was forgotten, or another type, session or organization is written on it", async () => {
    const { symbolon, session, activity, client, createDoor } = await openDoorClub()
    const { token, device } = await symbolon.sessions.createDeviceToken({ session: session.slug })
    const sid = await openSession(symbolon, client)
    const { startTime, endTime } = session
    const other = await symbolon.sessions.create({
      activity: activity.slug,
      name: "Other",
      startTime,
      endTime,
    })
    const [header, claims] = parts(token)
    const signed = (head: object, body: object) => {
      const { privateKey } = portsOf(symbolon).serviceKeys.signer("tokens")
      const input = [head, body]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".")
      return `${input}.${createSign("RSA-SHA256").update(input).sign(privateKey, "base64url")}`
    }
    expect((await createDoor(signed(header, claims))).deviceUuid).toBe(device.uuid)
    for (const [head, body] of [
      [{ ...header, typ: "at+jwt" }, claims],
      [
        { ...header, typ: "at+jwt" },
        { ...claims, sid: device.uuid, client_id: "app" },
      ],
      [{ ...header, typ: "JWT" }, claims],
      [header, { ...claims, session_uuid: other.uuid }],
      [header, { ...claims, organization_uuid: other.uuid }],
      [header, { ...claims, sub: "device:another" }],
      [header, { ...claims, jti: other.uuid, sub: `device:${other.uuid}` }],
      [header, { ...claims, iss: "https://elsewhere.example/oauth2" }],
      [header, { ...claims, aud: "http://127.0.0.1:8080/console/v1" }],
      [header, { ...claims, nbf: undefined }],
      [header, { ...claims, sid, client_id: client.clientId, scope: "session:devices:write" }],
      [header, { ...claims, exp: claims.iat }],
    ])
      await expect(createDoor(signed(head, body))).rejects.toEqual(
        refusedWith("InvalidCredentials"),
      )
  })
})
