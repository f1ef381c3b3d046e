import { describe, expect, it } from "vitest"
import type { Caller, Facade, OrganizationCaller } from "../src/index.ts"
import { scopes } from "../src/contract/index.ts"
import { createTestOrganization, createTestSession, openTestSymbolon } from "./fixtures/world.ts"
import { portsOf } from "../src/effect.ts"

const all = new Set<string>(Object.keys(scopes))
const page = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" } as const

const openSetup = async () => {
  const { symbolon } = await openTestSymbolon()
  const { club, tier, owner, people } = await createTestOrganization(symbolon, 1)
  const { activity, session } = await createTestSession(symbolon, club.slug)
  const { transaction } = await symbolon.points.mint({
    organization: club.slug,
    amount: 10,
    idempotencyKey: "m",
  })
  const { user: other } = await symbolon.users.create({
    username: "another-owner",
    firstName: "A",
  })
  await symbolon.points.setAllowance({ organization: club.slug, allowance: 1_000_000 })
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: other.uuid,
  })
  const { device } = await symbolon.sessions.createDeviceToken({ session: session.slug })
  const { user: newcomer } = await symbolon.users.create({
    username: "newcomer",
    firstName: "N",
  })
  return {
    symbolon,
    club,
    tier,
    owner,
    people,
    activity,
    session,
    device,
    elsewhere,
    newcomer,
    treasury: transaction.body.to_address,
  }
}
type Setup = Awaited<ReturnType<typeof openSetup>>

/** Every operation that acts for an organization, with the weakest role that will do. */
const acts: Readonly<
  Record<
    string,
    readonly ["manager" | "staff" | "door", (as: Facade, setup: Setup) => Promise<unknown>]
  >
> = {
  "tiers.create": [
    "manager",
    (as, { club }) => as.tiers.create({ organization: club.slug, name: "New" }),
  ],
  "memberships.add": [
    "manager",
    (as, { club, tier, newcomer }) =>
      as.memberships.add({
        organization: club.slug,
        member: { type: "user_id", value: newcomer.uuid },
        tierSlug: tier.slug,
      }),
  ],
  "memberships.list": [
    "staff",
    (as, { club }) =>
      as.memberships.listMembers({ organization: club.slug, status: "current", page }),
  ],
  "activities.create": [
    "manager",
    (as, { club }) => as.activities.create({ organization: club.slug, name: "New" }),
  ],
  "sessions.create": [
    "manager",
    (as, { activity, session }) =>
      as.sessions.create({
        activity: activity.slug,
        name: "New",
        startTime: session.startTime,
        endTime: session.endTime,
      }),
  ],
  "manifest.issue": [
    "door",
    (as, { session }) => as.sessions.checkinManifest({ session: session.slug }),
  ],
  "admission.admit": [
    "door",
    (as, { session, people }) =>
      as.sessions.admit({
        session: session.slug,
        request: {
          identifier: { type: "wallet", value: people[0]?.wallet ?? "" },
          idempotencyKey: "tap",
        },
      }),
  ],
  "devices.issue": [
    "staff",
    (as, { session }) => as.sessions.createDeviceToken({ session: session.slug }),
  ],
  "devices.list": [
    "manager",
    (as, { session }) => as.sessions.listDeviceTokens({ session: session.slug, page }),
  ],
  "devices.revoke": [
    "manager",
    (as, { device }) => as.sessions.revokeDeviceToken({ device: device.uuid }),
  ],
  "ledger.pointsAllowance": [
    "staff",
    (as, { club }) => as.points.getAllowance({ organization: club.slug }),
  ],
  "ledger.mint": [
    "manager",
    (as, { club }) =>
      as.points.mint({ organization: club.slug, amount: 1, idempotencyKey: "more" }),
  ],
  "ledger.transfer": [
    "manager",
    (as, { treasury }) =>
      as.wallets.transfer({
        wallet: treasury,
        to: { type: "username", value: "member-1" },
        amount: 1,
        idempotencyKey: "t",
      }),
  ],
}

const weaker = { manager: "staff", staff: "door", door: undefined } as const

describe.each(Object.entries(acts))("%s", (_, [role, act]) => {
  const app = (
    setup: Setup,
    serviceRole: "manager" | "staff" | "door" | undefined,
    organizationUuid = setup.club.uuid,
  ): Caller => ({
    kind: "client",
    clientId: "app",
    sid: "s",
    scopes: all,
    isFirstParty: true,
    organizationUuid,
    serviceRole,
  })
  const refused = (caller: (setup: Setup) => Caller) => async () => {
    const setup = await openSetup()
    const before = await portsOf(setup.symbolon).storage.transact("read", (tx) =>
      tx.transactions.head(),
    )
    await expect(act(setup.symbolon.as(caller(setup)), setup)).rejects.toMatchObject({
      _tag: expect.stringMatching(/^(Forbidden|NotFound)$/),
    })
    expect(
      await portsOf(setup.symbolon).storage.transact("read", (tx) => tx.transactions.head()),
    ).toEqual(before)
  }

  it(`does it for an app as ${role}`, async () => {
    const setup = await openSetup()
    await act(setup.symbolon.as(app(setup, role)), setup)
  })
  it(
    "refuses an app of another organization, however strong",
    refused((setup) => app(setup, "manager", setup.elsewhere.uuid)),
  )
  it(
    "refuses a third-party app without scopes",
    refused(
      (setup) =>
        ({ ...app(setup, role), isFirstParty: false, scopes: new Set<string>() }) as Caller,
    ),
  )
  it(
    "refuses a user who is on no team",
    refused(
      (setup): OrganizationCaller => ({
        kind: "organization",
        clientId: "app",
        sid: "s",
        scopes: all,
        isFirstParty: true,
        userUuid: setup.newcomer.uuid,
        organizationUuid: setup.club.uuid,
        isServiceStaff: false,
      }),
    ),
  )
  if (weaker[role] !== undefined)
    it(
      `refuses an app as ${weaker[role]}`,
      refused((setup) => app(setup, weaker[role])),
    )
})
