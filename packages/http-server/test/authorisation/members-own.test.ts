import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { portsOf } from "@symbolon/core/effect"
import { strongest, tokenOf } from "./holders.ts"
import { type TwoOrganizations, openTwoOrganizations } from "../fixtures/two-organizations.ts"
import { callOf, sendCall } from "./request.ts"
import { treasuryOf } from "./things.ts"
import { type Guarded, guarded } from "./walk.ts"

let setup: TwoOrganizations
let token: string
beforeAll(async () => {
  setup = await openTwoOrganizations({ isChecked: true })
  token = await tokenOf(setup, { ...strongest("organization"), who: "guest" })
})
afterAll(() => setup.close())

/**
 * Routes that take a user's own token and one that acts for an organization: what is a member's own
 * reads alike by both.
 */
const both = guarded.filter(({ access, endpoint }) => {
  const isRead = endpoint.method === "GET" || endpoint.name === "transactions.decrypt"
  return (
    endpoint.base === "api" &&
    isRead &&
    access.tokens.includes("user") &&
    access.tokens.includes("organization")
  )
})

/** What a plain member is answered about their own things. */
const answerBy = async (at: Guarded, kind: "user" | "organization") => {
  const call = await callOf(setup, at, { kind, person: setup.people.guest, asksOfSelf: true })
  return sendCall(
    setup,
    call,
    `Bearer ${await tokenOf(setup, { ...strongest(kind), who: "guest" })}`,
  )
}

describe("a plain member's org-scoped token does with their own things what their own token does", () => {
  it.each(both.map((at) => [at.route, at] as const))("%s", async (_, at) => {
    const bound = await answerBy(at, "organization")
    const own = await answerBy(at, "user")
    expect([bound.status, bound.ok ? "" : await bound.text()]).toEqual([
      own.status,
      own.ok ? "" : await own.text(),
    ])
  })
})

const get = async (path: string) => {
  const reply = await setup.send(path, { headers: { authorization: `Bearer ${token}` } })
  return {
    status: reply.status,
    body: (await reply.json()) as Record<string, unknown> & { items: Record<string, unknown>[] },
  }
}

describe("a plain member's org-scoped token", () => {
  it("lists the member's wallet in the organization, and not the treasury", async () => {
    const { guest } = setup.people
    const own = await portsOf(setup.symbolon).storage.transact("read", (tx) =>
      tx.wallets.ofUser(guest.uuid, setup.club.uuid),
    )
    const { body } = await get("/api/v1/wallets")
    expect([body["total_items"], body.items.map(({ address }) => address)]).toEqual([
      1,
      [own?.address],
    ])
    const detailed = await get("/api/v1/wallets?details=true")
    expect(detailed.body.items).toMatchObject([
      { wallet_address: own?.address, membership: { tier_name: "Friend" } },
    ])
    expect((await get("/api/v1/wallets?page=2")).body.items).toEqual([])
    expect((await get(`/api/v1/wallets/${await treasuryOf(setup)}`)).status).toBe(403)
    const { body: touched } = await get("/api/v1/transactions")
    for (const each of touched.items)
      expect([each["from_address"], each["to_address"]]).toContain(own?.address)
  })

  it("reads the entitlements of nobody else", async () => {
    for (const place of ["memberships", "members"])
      for (const key of ["", "/lounge"]) {
        const about = (uuid: string) =>
          get(`/api/v1/organizations/${setup.club.slug}/${place}/${uuid}/entitlements${key}`)
        expect((await about(setup.people.guest.uuid)).status).toBe(200)
        expect((await about(setup.people.staff.uuid)).status).toBe(404)
      }
  })

  it("lists no wallet for a user who has none there, and the treasury beside one's own for the team", async () => {
    const listed = async (who: "newcomer" | "staff" | "door") => {
      const authorization = `Bearer ${await tokenOf(setup, { ...strongest("organization"), who })}`
      const reply = await setup.send("/api/v1/wallets", { headers: { authorization } })
      const { items } = (await reply.json()) as {
        items: { organization_uuid: string | null; address: string }[]
      }
      return items.map(({ address }) => address)
    }
    expect(await listed("newcomer")).toEqual([])
    expect(await listed("door")).toEqual([])
    const team = await listed("staff")
    expect([team.length, team[0]]).toEqual([2, await treasuryOf(setup)])
  })
})
