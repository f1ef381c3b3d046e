import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accepted, byThirdParty } from "./cases.ts"
import { tokenOf } from "./holders.ts"
import {
  type TwoOrganizations,
  openTwoOrganizations,
  type PersonName,
} from "../fixtures/two-organizations.ts"
import { callOf, sendCall } from "./request.ts"
import { type Guarded, guarded } from "./walk.ts"

let setup: TwoOrganizations
beforeAll(async () => {
  setup = await openTwoOrganizations()
})
afterAll(() => setup.close())

/**
 * How a user who is nothing to the club is answered about their own things: the status and, of a
 * read or a refusal, the form of the body.
 */
const answerTo = async (
  at: Guarded,
  who: PersonName,
  kind: "user" | "organization",
): Promise<unknown> => {
  const call = await callOf(setup, at, { kind, person: setup.people[who] })
  const reply = await sendCall(
    setup,
    call,
    `Bearer ${await tokenOf(setup, byThirdParty(who, kind))}`,
  )
  const text = await reply.text()
  return {
    status: reply.status,
    body: reply.ok && at.endpoint.method !== "GET" ? undefined : formOf(JSON.parse(text)),
  }
}

/**
 * A body with its lists, its members and what they are, but not what they say: that differs from
 * user to user.
 */
const formOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(formOf)
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, named.has(name) ? each : formOf(each)]),
  )
}
const named = new Set(["code", "role", "total_items"])

const cases = guarded.flatMap((at) =>
  accepted(at).flatMap((kind) =>
    kind === "user" || kind === "organization"
      ? [[`${at.route}, ${kind} token`, at, kind] as const]
      : [],
  ),
)

describe("by a third-party app, the service's own staff are answered as any user is", () => {
  it.each(cases)("%s", async (_, at, kind) => {
    expect(await answerTo(at, "agent", kind)).toEqual(await answerTo(at, "newcomer", kind))
  })
})

describe("by a first-party app, they keep the bypass", () => {
  it("reads and writes for an organization where they hold no role", async () => {
    const replyBody: number[] = []
    for (const route of [
      "GET /organizations/{organization_slug}/memberships",
      "POST /organizations/{organization_slug}/membership-tiers",
    ]) {
      const at = guarded.find((each) => each.route === route)
      if (at === undefined) throw new Error(`${route} is not in the contract.`)
      for (const isFirstParty of [true, false]) {
        const token = await tokenOf(setup, {
          ...byThirdParty("agent", "organization"),
          isFirstParty,
        })
        const call = await callOf(setup, at, { kind: "organization", person: setup.people.agent })
        replyBody.push((await sendCall(setup, call, `Bearer ${token}`)).status)
      }
    }
    expect(replyBody).toEqual([200, 403, 201, 403])
  })
})
