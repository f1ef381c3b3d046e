import { describe, expect, it } from "vitest"
import type {
  Caller,
  ClientCaller,
  Facade,
  OrganizationCaller,
  Role,
  UserCaller,
} from "../src/index.ts"
import { createTestOrganization, openTestSymbolon } from "./fixtures/world.ts"
import { portsOf } from "../src/effect.ts"

const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" } as const
const dayMs = 86_400_000
const refusal = (_tag: string) => expect.objectContaining({ _tag })

const openClub = async () => {
  const { symbolon, clock } = await openTestSymbolon()
  const { club, owner, people } = await createTestOrganization(symbolon, 2)
  const { user: other } = await symbolon.users.create({
    username: "another-owner",
    firstName: "A",
  })
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: other.uuid,
  })
  const [manager, member] = people.map(({ user }) => user.uuid)
  await portsOf(symbolon).storage.transact("write", (tx) =>
    tx.staff.add({
      uuid: portsOf(symbolon).ids.uuid(),
      organizationUuid: club.uuid,
      userUuid: manager ?? "",
      role: "manager",
      joinedAt: clock.now(),
      updatedAt: undefined,
    }),
  )
  const token = { clientId: "console", sid: "s", scopes: new Set<string>(), isFirstParty: true }
  const person = (userUuid: string | undefined, isServiceStaff = false): UserCaller => ({
    kind: "user",
    ...token,
    userUuid: userUuid ?? "",
    isServiceStaff,
  })
  const inClub = (userUuid: string | undefined): OrganizationCaller => ({
    ...person(userUuid),
    kind: "organization",
    organizationUuid: club.uuid,
  })
  const app = (serviceRole: Role | undefined): ClientCaller => ({
    kind: "client",
    ...token,
    organizationUuid: club.uuid,
    serviceRole,
  })
  const cashRegister = {
    organization: club.slug,
    name: "Till",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: [],
  } as const
  const tokenOf = async (clientId: string, clientSecret: string | undefined) =>
    (
      await symbolon.oauth.issueClientToken({
        client: { clientId, clientSecret },
        scope: undefined,
      })
    ).accessToken
  return {
    symbolon,
    clock,
    club,
    owner,
    manager,
    member,
    elsewhere,
    person,
    inClub,
    app,
    cashRegister,
    tokenOf,
  }
}
type Club = Awaited<ReturnType<typeof openClub>>

/** A registered till of the club with the role of a manager. */
const withTill = async () => {
  const house = await openClub()
  const { client, clientSecret } = await house.symbolon.apps.create({
    ...house.cashRegister,
    scopes: ["wallet:read"],
    serviceRole: "manager",
  })
  return {
    ...house,
    client,
    clientSecret: clientSecret ?? "",
    named: { organization: house.club.slug, clientId: client.clientId },
  }
}

describe("registerClient", () => {
  it("makes an app of the organization, third-party, with a secret that opens it", async () => {
    const { symbolon, club, cashRegister, inClub, owner, tokenOf } = await openClub()
    const { client, clientSecret } = await symbolon.as(inClub(owner.uuid)).apps.create({
      ...cashRegister,
      name: " Till ",
      scopes: ["wallet:read"],
      serviceRole: "owner",
      websiteUrl: "https://till.example",
    })
    expect(client).toMatchObject({
      organizationUuid: club.uuid,
      name: "Till",
      serviceRole: "owner",
      isFirstParty: false,
      disabledAt: undefined,
    })
    expect(clientSecret).toMatch(/^sy_cs_[A-Za-z0-9_-]{43}$/)
    expect(
      JSON.stringify(
        await portsOf(symbolon).storage.transact("read", (tx) =>
          tx.oauthClients.find(client.clientId),
        ),
      ),
    ).not.toContain(clientSecret)
    expect(await symbolon.authenticate(await tokenOf(client.clientId, clientSecret))).toMatchObject(
      {
        kind: "client",
        organizationUuid: club.uuid,
        serviceRole: "owner",
        isFirstParty: false,
      },
    )
  })

  it("gives a public app no secret", async () => {
    const { symbolon, cashRegister } = await openClub()
    const app = {
      ...cashRegister,
      clientType: "public",
      grantTypes: ["authorization_code"],
      redirectUris: ["http://127.0.0.1/cb"],
    } as const
    const { client, clientSecret } = await symbolon.apps.create(app)
    expect({ clientSecret, liveSecrets: client.liveSecrets }).toEqual({
      clientSecret: undefined,
      liveSecrets: 0,
    })
  })

  it("names each field that is wrong", async () => {
    const { symbolon, cashRegister } = await openClub()
    await expect(
      symbolon.apps.create({ ...cashRegister, name: " ", scopes: ["walet:read"] }),
    ).rejects.toMatchObject({
      _tag: "Invalid",
      errors: { name: expect.any(String), "scopes.0": expect.any(String) },
    })
    await expect(symbolon.apps.create({ ...cashRegister, tosUrl: "x" })).rejects.toMatchObject({
      errors: { tos_url: expect.any(String) },
    })
  })

  it.each<readonly [string, (house: Club) => Caller, Role | undefined, boolean]>([
    ["the owner makes owners", ({ inClub, owner }) => inClub(owner.uuid), "owner", true],
    [
      "the owner, by a token of their own",
      ({ person, owner }) => person(owner.uuid),
      "owner",
      true,
    ],
    ["a manager makes no owner", ({ inClub, manager }) => inClub(manager), "owner", false],
    ["a manager makes managers", ({ inClub, manager }) => inClub(manager), "manager", true],
    ["a manager makes doors", ({ inClub, manager }) => inClub(manager), "door", true],
    ["an app as manager makes no owner", ({ app }) => app("manager"), "owner", false],
    ["an app as manager makes managers", ({ app }) => app("manager"), "manager", true],
    ["an app as owner makes owners", ({ app }) => app("owner"), "owner", true],
    ["an app as staff makes nothing", ({ app }) => app("staff"), undefined, false],
    ["an app that reads makes nothing", ({ app }) => app(undefined), undefined, false],
    ["a member makes nothing", ({ inClub, member }) => inClub(member), undefined, false],
    [
      "the service's staff make owners",
      ({ person, member }) => person(member, true),
      "owner",
      true,
    ],
    [
      "a third-party app makes nothing",
      ({ app }) => ({ ...app("owner"), isFirstParty: false }),
      undefined,
      false,
    ],
    [
      "another organization's app makes nothing",
      ({ app, elsewhere }) => ({ ...app("owner"), organizationUuid: elsewhere.uuid }),
      undefined,
      false,
    ],
  ])("%s", async (_, callerIn, serviceRole, isAllowed) => {
    const house = await openClub()
    const outcome = await house.symbolon
      .as(callerIn(house))
      .apps.create({ ...house.cashRegister, serviceRole })
      .then(
        ({ client }) => client.serviceRole,
        (reason: { readonly _tag: string }) => reason._tag,
      )
    expect(outcome).toBe(isAllowed ? serviceRole : "Forbidden")
    expect(
      (await house.symbolon.apps.list({ organization: house.club.slug, page })).totalItems,
    ).toBe(isAllowed ? 1 : 0)
  })

  it("lets the service alone say which apps are its own, and have some of no organization", async () => {
    const { symbolon, cashRegister, inClub, owner, person, member } = await openClub()
    const asOwner = symbolon.as(inClub(owner.uuid)).apps
    await expect(asOwner.create({ ...cashRegister, isFirstParty: true })).rejects.toEqual(
      refusal("Forbidden"),
    )
    await expect(asOwner.create({ ...cashRegister, organization: undefined })).rejects.toEqual(
      refusal("Forbidden"),
    )
    const ours = await symbolon
      .as(person(member, true))
      .apps.create({ ...cashRegister, isFirstParty: true })
    expect(ours.client.isFirstParty).toBe(true)
    const own = await symbolon.apps.create({ ...cashRegister, organization: undefined })
    expect((await symbolon.apps.list({ organization: undefined, page })).items).toEqual([
      own.client,
    ])
  })
})

describe("changeApp", () => {
  it("changes what is said, leaves the rest, and clears with null", async () => {
    const { symbolon, named, client, clock } = await withTill()
    await symbolon.apps.update({ ...named, websiteUrl: "https://till.example", name: "Bar" })
    clock.set(new Date(clock.now().getTime() + 1000))
    const changed = await symbolon.apps.update({
      ...named,
      websiteUrl: null,
      serviceRole: null,
    })
    expect(changed).toEqual({
      ...client,
      name: "Bar",
      serviceRole: undefined,
      updatedAt: clock.now(),
    })
    expect(await symbolon.apps.get(named)).toEqual(changed)
  })

  it("judges the app as it would be", async () => {
    const { symbolon, named, client } = await withTill()
    const change = symbolon.apps.update({ ...named, grantTypes: ["authorization_code"] })
    await expect(change).rejects.toMatchObject({
      errors: { redirect_uris: expect.any(String), service_role: expect.any(String) },
    })
    expect(await symbolon.apps.get(named)).toEqual(client)
  })

  it("takes from tokens at once what the app loses", async () => {
    const { symbolon, named, client, clientSecret, tokenOf } = await withTill()
    const token = await tokenOf(client.clientId, clientSecret)
    expect(await symbolon.authenticate(token)).toMatchObject({ serviceRole: "manager" })
    await symbolon.apps.update({ ...named, serviceRole: "door" })
    expect(await symbolon.authenticate(token)).toMatchObject({ serviceRole: "door" })
    await symbolon.apps.update({ ...named, scopes: [] })
    await expect(symbolon.authenticate(token)).rejects.toEqual(refusal("InvalidCredentials"))
  })

  it.each<
    readonly [string, (as: Facade, house: Awaited<ReturnType<typeof withTill>>) => Promise<unknown>]
  >([
    [
      "give an app a stronger role than their own",
      (as, { named }) => as.apps.update({ ...named, serviceRole: "owner" }),
    ],
    [
      "make an app first-party",
      (as, { named }) => as.apps.update({ ...named, isFirstParty: true }),
    ],
  ])("does not let a manager %s", async (_, change) => {
    const house = await withTill()
    await expect(change(house.symbolon.as(house.inClub(house.manager)), house)).rejects.toEqual(
      refusal("Forbidden"),
    )
    expect(await house.symbolon.apps.get(house.named)).toEqual(house.client)
  })
})

describe("an app that is more than its organization's manager", () => {
  const acts: Readonly<
    Record<
      string,
      (
        as: Facade,
        named: { readonly organization: string; readonly clientId: string },
      ) => Promise<unknown>
    >
  > = {
    changeApp: (as, named) => as.apps.update({ ...named, name: "Mine" }),
    demote: (as, named) => as.apps.update({ ...named, serviceRole: "door" }),
    addSecret: (as, named) => as.apps.createSecret(named),
    removeApp: (as, named) => as.apps.delete(named),
  }
  it.each(Object.entries(acts))("as the owner's is not the manager's to %s", async (_, act) => {
    const { symbolon, named, inClub, manager, owner } = await withTill()
    const client = await symbolon.apps.update({ ...named, serviceRole: "owner" })
    await expect(act(symbolon.as(inClub(manager)), named)).rejects.toEqual(refusal("Forbidden"))
    expect(await symbolon.apps.get(named)).toEqual(client)
    await act(symbolon.as(inClub(owner.uuid)), named)
  })
  it("as the service's own is not the owner's to change: it asks nobody for consent", async () => {
    const { symbolon, named, inClub, owner } = await withTill()
    await symbolon.apps.update({ ...named, isFirstParty: true })
    const { update: changeApp } = symbolon.as(inClub(owner.uuid)).apps
    for (const change of [{ redirectUris: ["https://evil.example/cb"] }, { isFirstParty: false }])
      await expect(changeApp({ ...named, ...change })).rejects.toEqual(refusal("Forbidden"))
  })
})

describe("addSecret", () => {
  it("leaves the one before it alive, and retires the oldest for a third", async () => {
    const { symbolon, named, client, clientSecret: first, tokenOf } = await withTill()
    const { clientSecret: second } = await symbolon.apps.createSecret(named)
    await tokenOf(client.clientId, first)
    await tokenOf(client.clientId, second)
    const { clientSecret: third } = await symbolon.apps.createSecret(named)
    await expect(tokenOf(client.clientId, first)).rejects.toMatchObject({ error: "invalid_client" })
    await tokenOf(client.clientId, second)
    await tokenOf(client.clientId, third)
    expect(new Set([first, second, third]).size).toBe(3)
  })
  it("has none for a public app", async () => {
    const { symbolon, cashRegister, club } = await openClub()
    const app = {
      ...cashRegister,
      clientType: "public",
      grantTypes: ["authorization_code"],
      redirectUris: ["http://127.0.0.1/cb"],
    } as const
    const { clientId } = (await symbolon.apps.create(app)).client
    await expect(symbolon.apps.createSecret({ organization: club.slug, clientId })).rejects.toEqual(
      refusal("Conflict"),
    )
  })
})

describe("removeApp", () => {
  it("ends all its tokens and reads as absent from then on, also to those who would change it", async () => {
    const { symbolon, named, client, clientSecret, tokenOf, clock } = await withTill()
    const token = await tokenOf(client.clientId, clientSecret)
    clock.set(new Date(clock.now().getTime() + 1000))
    expect(await symbolon.apps.delete(named)).toMatchObject({
      clientId: client.clientId,
      disabledAt: clock.now(),
    })
    await expect(symbolon.authenticate(token)).rejects.toEqual(refusal("InvalidCredentials"))
    await expect(tokenOf(client.clientId, clientSecret)).rejects.toMatchObject({
      error: "invalid_client",
    })
    for (const act of ["get", "update", "createSecret", "delete"] as const)
      await expect(symbolon.apps[act](named)).rejects.toEqual(refusal("NotFound"))
    expect((await symbolon.apps.list({ organization: named.organization, page })).items).toEqual([])
  })
  it("ends the sessions themselves: they stay ended should the app ever be switched on again", async () => {
    const { symbolon, named, client, clientSecret, tokenOf } = await withTill()
    const token = await tokenOf(client.clientId, clientSecret)
    const { storage } = portsOf(symbolon)
    const before = await storage.transact("read", (tx) => tx.oauthClients.find(client.clientId))
    if (before === undefined) throw new Error("There is such an app.")
    await symbolon.apps.delete(named)
    await storage.transact("write", (tx) => tx.oauthClients.change(before))
    await expect(symbolon.authenticate(token)).rejects.toEqual(refusal("InvalidCredentials"))
  })
})

describe("findApp and listApps", () => {
  it("show an organization its own apps, in order", async () => {
    const { symbolon, cashRegister, club, elsewhere, clock } = await openClub()
    const made = []
    for (const name of ["B", "A", "C"]) {
      clock.set(new Date(clock.now().getTime() + dayMs))
      made.push((await symbolon.apps.create({ ...cashRegister, name })).client)
    }
    const { client: theirs } = await symbolon.apps.create({
      ...cashRegister,
      organization: elsewhere.slug,
    })
    const list = await symbolon.apps.list({
      organization: club.slug,
      page: { ...page, sortBy: "name", pageSize: 2 },
    })
    expect(list).toEqual({ items: [made[1], made[0]], totalItems: 3 })
    await expect(
      symbolon.apps.get({ organization: club.slug, clientId: theirs.clientId }),
    ).rejects.toEqual(refusal("NotFound"))
    expect(await symbolon.apps.get({ organization: undefined, clientId: theirs.clientId })).toEqual(
      theirs,
    )
  })
  it.each<readonly [string, (house: Club) => Caller]>([
    ["a member", ({ inClub, member }) => inClub(member)],
    ["an app that reads", ({ app }) => app(undefined)],
    ["a third-party app", ({ app }) => ({ ...app("owner"), isFirstParty: false })],
  ])("do not show them to %s", async (_, callerIn) => {
    const house = await withTill()
    const as = house.symbolon.as(callerIn(house)).apps
    await expect(as.get(house.named)).rejects.toEqual(refusal("Forbidden"))
    await expect(as.list({ organization: house.club.slug, page })).rejects.toEqual(
      refusal("Forbidden"),
    )
  })
})
