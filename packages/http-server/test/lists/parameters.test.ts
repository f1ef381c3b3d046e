import type { TokenKind } from "@symbolon/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { strongest, tokenOf } from "../authorisation/holders.ts"
import { type TwoOrganizations, openTwoOrganizations } from "../fixtures/two-organizations.ts"
import { callOf } from "../authorisation/request.ts"
import { readBody, type ReplyBody } from "../fixtures/read.ts"
import { type ListEndpoint, lists } from "./lists.ts"

let setup: TwoOrganizations
beforeAll(async () => {
  setup = await openTwoOrganizations()
  // A second activity, so that an order shows.
  await setup.symbolon.activities.create({ organization: setup.club.slug, name: "Rowing" })
})
afterAll(() => setup.close())

const kinds: readonly TokenKind[] = ["organization", "user", "client"]

/** Asks a list as the strongest caller that it takes, with a query. */
const ask = async (list: ListEndpoint, query: string, status = 200): Promise<ReplyBody> => {
  const kind = kinds.find((one) => list.access.tokens.includes(one))
  if (kind === undefined) throw new Error(`${list.route} takes none of ${kinds.join(", ")}`)
  const who = list.access.isServiceStaffOnly === true ? "platform" : "owner"
  const { path, ...call } = await callOf(setup, list, { kind, person: setup.people[who] })
  const authorization = `Bearer ${await tokenOf(setup, { ...strongest(kind), who })}`
  const url = `${path}${path.includes("?") ? "&" : "?"}${query}`
  return readBody(
    await setup.send(url, { method: call.method, headers: { authorization } }),
    status,
  )
}

describe.each(lists)("$route", (list) => {
  const { orders, route } = list

  it("sorts by creation and by what else it names, in both directions, and page by page", async () => {
    expect(orders).toContain("created_at")
    for (const sortBy of orders) {
      const ascending = await ask(list, `sort_by=${sortBy}&page_size=100&sort_order=asc`)
      const descending = await ask(list, `sort_by=${sortBy}&page_size=100&sort_order=desc`)
      expect(descending.items, sortBy).toEqual(ascending.items.toReversed())
      const pages: unknown[] = []
      for (let page = 1; page <= ascending.total_items; page += 1)
        pages.push(
          ...(await ask(list, `sort_by=${sortBy}&page_size=1&page=${page}&sort_order=asc`)).items,
        )
      expect(pages, sortBy).toEqual(ascending.items)
    }
  })

  it("takes an empty order as none, and refuses one it does not know by its name", async () => {
    expect(await ask(list, "sort_by=&sort_order=")).toEqual(await ask(list, ""))
    expect(await ask(list, "")).toEqual(await ask(list, `sort_by=${orders[0]}`))
    expect((await ask(list, "sort_by=colour", 422)).errors).toEqual({
      sort_by: `must be one of ${orders.join(", ")}`,
    })
    expect(Object.keys((await ask(list, "sort_order=up", 422)).errors)).toEqual(["sort_order"])
  })

  it("takes each parameter that is empty as none", async () => {
    const without = await ask(list, "")
    for (const name of [...list.parameters, "default_backend"])
      expect(await ask(list, `${name}=`), name).toEqual(without)
    expect(await ask(list, list.parameters.map((name) => `${name}=`).join("&"))).toEqual(without)
  })

  it("takes whole numbers alone for its pages", async () => {
    for (const name of ["page", "page_size"])
      for (const text of ["1e1", "0x1", "%201", "+1", "%2B1", "01", "1.0"])
        expect((await ask(list, `${name}=${text}`, 422)).errors, text).toEqual({
          [name]: "must be a whole number",
        })
  })

  it("sorts by creation unless something else is said of its kind", () => {
    const expected = route.endsWith("/sessions")
      ? "start_time"
      : route.endsWith("/attendees")
        ? "first_admitted_at"
        : "created_at"
    expect(orders[0]).toBe(expected)
  })
})

it("there are lists", () => expect(lists.length).toBeGreaterThan(20))

it("a parameter that may be repeated is named without a place", async () => {
  const list = lists.find(({ route }) => route === "GET /transactions")
  if (list === undefined) throw new Error("There is no list of transactions.")
  for (const query of ["status=nonsense", "status=confirmed&status=nonsense"])
    expect(Object.keys((await ask(list, query, 422)).errors), query).toEqual(["status"])
})
