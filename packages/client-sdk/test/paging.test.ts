import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Client, type ClientOptions, type Organization } from "../src/index.ts"
import { failureOf, clientWithoutBackoff, serve } from "./server.ts"

const organization = (n: number): Organization =>
  ({ uuid: String(n), slug: `o-${n}`, name: `Organization ${n}` }) as Organization

/** A server whose n-th page has `sizes[n - 1]` items, whatever is requested. */
const paged = (sizes: readonly number[], currentPage = (page: number) => page) => {
  const requestedPages: number[] = []
  const fetch: NonNullable<ClientOptions["fetch"]> = async (url) => {
    const page = Number(new URL(url).searchParams.get("page") ?? 1)
    requestedPages.push(page)
    const before = sizes.slice(0, page - 1).reduce((sum, size) => sum + size, 0)
    const items = Array.from({ length: sizes[page - 1] ?? 0 }, (_, i) => organization(before + i))
    const envelope = {
      total_items: sizes.reduce((sum, size) => sum + size, 0),
      total_pages: sizes.length,
      current_page: currentPage(page),
      items,
    }
    return Response.json(envelope)
  }
  return { client: new Client({ baseUrl: "http://symbolon.test", fetch }), requestedPages }
}

const sizes = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 })), { maxLength: 12 })
const all = (of: readonly number[]): readonly Organization[] =>
  Array.from({ length: of.reduce((sum, size) => sum + size, 0) }, (_, n) => organization(n))

describe("for any sizes of pages, empty ones too", () => {
  it("walking gives every item once and in order, and asks for every page once", () =>
    fc.assert(
      fc.asyncProperty(sizes, async (of) => {
        const { client, requestedPages } = paged(of)
        const seen: Organization[] = []
        for await (const one of client.organizations.list()) seen.push(one)
        expect(seen).toEqual(all(of))
        expect(requestedPages).toEqual(of.length === 0 ? [1] : of.map((_, i) => i + 1))
      }),
    ))

  it("toArray gives the first so many, and asks for no page beyond them", () =>
    fc.assert(
      fc.asyncProperty(sizes, fc.nat({ max: 30 }), async (of, limit) => {
        const { client, requestedPages } = paged(of)
        expect(await client.organizations.list().toArray({ limit })).toEqual(
          all(of).slice(0, limit),
        )
        const enough = of.findIndex(
          (_, i) => of.slice(0, i + 1).reduce((sum, size) => sum + size, 0) >= limit,
        )
        expect(requestedPages).toHaveLength(
          limit === 0 ? 0 : enough === -1 ? Math.max(1, of.length) : enough + 1,
        )
      }),
    ))

  it("pages come as the server made them, from any page on", () =>
    fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 14 }), async (of, page) => {
        const lengths: number[] = []
        for await (const { items } of paged(of).client.organizations.list({ page }).pages())
          lengths.push(items.length)
        expect(lengths).toEqual(page > of.length ? [0] : of.slice(page - 1))
      }),
    ))

  it("a server that mistakes its page number is still walked to the end", () =>
    fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: -2, max: 0 }), async (of, wrong) => {
        const { client, requestedPages } = paged(of, (page) => page + wrong)
        await client.organizations.list().toArray()
        expect(requestedPages).toEqual(of.length === 0 ? [1] : of.map((_, i) => i + 1))
      }),
    ))
})

describe("a list", () => {
  it("is awaited for the requested page", async () => {
    const { client, requestedPages } = paged([2, 0, 3])
    const page = await client.organizations.list({ page: 3 })
    expect(page).toMatchObject({ current_page: 3, total_pages: 3, total_items: 5 })
    expect(page.items).toHaveLength(3)
    expect(requestedPages).toEqual([3])
  })

  it("asks for nothing before it is wanted, and for its page once", async () => {
    const { client, requestedPages } = paged([1])
    const list = client.organizations.list()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(requestedPages).toEqual([])
    expect(await Promise.all([list, list, list.withResponse()])).toHaveLength(3)
    expect(requestedPages).toEqual([1])
  })

  it("sends what it was given with every page", async () => {
    await using server = await serve((_, n) => ({
      status: 200,
      body: { total_items: 0, total_pages: 2, current_page: n, items: [] },
    }))
    await clientWithoutBackoff(server.baseUrl)
      .memberships.listMembers(
        "harbour-club",
        { status: "lapsed", page_size: 5 },
        { query: { default_backend: "primary" } },
      )
      .toArray()
    expect(server.seen.map(({ url }) => url)).toEqual(
      [1, 2].map(
        (page) =>
          `/api/v1/organizations/harbour-club/memberships?status=lapsed&page_size=5&page=${page}&default_backend=primary`,
      ),
    )
  })

  it("stops when its reader does", async () => {
    const { client, requestedPages } = paged([2, 2, 2])
    for await (const { uuid } of client.organizations.list()) if (uuid === "2") break
    expect(requestedPages).toEqual([1, 2])
  })

  it("fails where it is read", async () => {
    await using server = await serve((_, n) =>
      n === 2
        ? { status: 403, body: { errors: {}, message: "No.", code: "forbidden", details: null } }
        : { status: 200, body: { total_items: 2, total_pages: 2, current_page: 1, items: [{}] } },
    )
    const list = clientWithoutBackoff(server.baseUrl).organizations.list()
    expect((await list).items).toHaveLength(1)
    expect(
      await failureOf(clientWithoutBackoff(server.baseUrl).organizations.list()),
    ).toMatchObject({
      code: "forbidden",
    })
    let caught: unknown
    await clientWithoutBackoff(server.baseUrl, {
      fetch: async () => Response.json({}, { status: 404 }),
    })
      .organizations.list()
      .catch((e) => (caught = e))
      .finally(() => {})
    expect(caught).toMatchObject({ status: 404 })
  })
})
