import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { end, type Holder, issue, strongest } from "./holders.ts"
import { type TwoOrganizations, openTwoOrganizations } from "../fixtures/two-organizations.ts"
import { callOf, sendCall } from "./request.ts"
import { guarded } from "./walk.ts"

let setup: TwoOrganizations
beforeEach(async () => {
  setup = await openTwoOrganizations()
})
afterEach(() => setup.close())

/**
 * A read of the team, and a write for the organization: what a token is good for is asked again at
 * each.
 */
const calls = [
  "GET /organizations/{organization_slug}/memberships",
  "POST /organizations/{organization_slug}/membership-tiers",
]

const statusesOf = async (token: string, { kind, who }: Holder): Promise<readonly number[]> => {
  const statuses: number[] = []
  for (const route of calls) {
    const at = guarded.find((each) => each.route === route)
    if (at === undefined) throw new Error(`${route} is not in the contract.`)
    const call = await callOf(setup, at, { kind, person: setup.people[who] })
    statuses.push((await sendCall(setup, call, `Bearer ${token}`)).status)
  }
  return statuses
}

const manager: Holder = { ...strongest("organization"), who: "manager" }
const app: Holder = { ...strongest("client"), who: "manager" }

const clientIdOf = async (token: string): Promise<string> => {
  const caller = await setup.symbolon.authenticate(token)
  if (caller.kind === "host") throw new Error("No token is the host's.")
  return caller.clientId
}

/**
 * What the token gets for each of the calls afterwards: 401 where it is good for nothing any more,
 * 403 where it lacks what this takes.
 */
describe("a token that was good", () => {
  const losses: readonly (readonly [
    string,
    Holder,
    readonly number[],
    (token: string) => Promise<unknown>,
  ])[] = [
    ["session ends", manager, [401, 401], (token) => end(setup, token)],
    ["app's session ends", app, [401, 401], (token) => end(setup, token)],
    [
      "holder leaves the team",
      manager,
      [403, 403],
      () =>
        setup.symbolon.staff.remove({
          organization: setup.club.slug,
          userUuid: setup.people.manager.uuid,
        }),
    ],
    [
      "holder gets a weaker role",
      manager,
      [200, 403],
      () =>
        setup.symbolon.staff.changeRole({
          organization: setup.club.slug,
          userUuid: setup.people.manager.uuid,
          role: "staff",
        }),
    ],
    [
      "holder is shut out",
      manager,
      [401, 401],
      () => setup.symbolon.users.disable({ userUuid: setup.people.manager.uuid }),
    ],
    [
      "app is removed",
      app,
      [401, 401],
      async (token) =>
        setup.symbolon.apps.delete({
          organization: setup.club.slug,
          clientId: await clientIdOf(token),
        }),
    ],
    [
      "app by which the holder signed in is removed",
      manager,
      [401, 401],
      async (token) =>
        setup.symbolon.apps.delete({
          organization: setup.club.slug,
          clientId: await clientIdOf(token),
        }),
    ],
    [
      "app loses its role",
      app,
      [200, 403],
      async (token) =>
        setup.symbolon.apps.update({
          organization: setup.club.slug,
          clientId: await clientIdOf(token),
          serviceRole: null,
        }),
    ],
    [
      "app loses the scope",
      app,
      [401, 401],
      async (token) =>
        setup.symbolon.apps.update({
          organization: setup.club.slug,
          clientId: await clientIdOf(token),
          scopes: ["organization:memberships:read"],
        }),
    ],
  ]

  it.each(losses)(
    "is refused by the very next call once its %s",
    async (_, holder, after, lose) => {
      const token = await issue(setup, holder)
      expect(await statusesOf(token, holder)).toEqual([200, 201])
      await lose(token)
      expect(await statusesOf(token, holder)).toEqual(after)
    },
  )

  it("leaves others alone", async () => {
    const [one, other] = [await issue(setup, manager), await issue(setup, manager)]
    await end(setup, one)
    expect(await statusesOf(other, manager)).toEqual([200, 201])
  })
})
