import { describe, expect, it, vi } from "vitest"
import { bearer, type Client } from "../src/index.ts"
import { failureOf, clientWithoutBackoff, serve, type Step } from "./server.ts"

const soon = (ms: number): { readonly signal: AbortSignal; readonly reason: Error } => {
  const controller = new AbortController()
  const reason = new Error("the user went away")
  setTimeout(() => controller.abort(reason), ms)
  return { signal: controller.signal, reason }
}
const never = (): Promise<never> => new Promise(() => {})
const busy: Step = { status: 429, headers: { "retry-after": "30" } }

describe("a signal ends a call", () => {
  it.each<readonly [string, Step]>([
    ["that waits to try again", busy],
    ["that waits for an answer", "hang"],
    ["in the middle of a body", "stall"],
  ])("%s", async (_, step) => {
    await using server = await serve([step])
    const { signal, reason } = soon(60)
    const startedAt = performance.now()
    expect(
      await failureOf(clientWithoutBackoff(server.baseUrl).organizations.get("a", { signal })),
    ).toBe(reason)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(server.seen).toHaveLength(1)
  })

  it("that is a write under way, which says so with the same reason", async () => {
    await using server = await serve(["hang"])
    const { signal, reason } = soon(60)
    expect(
      await failureOf(
        clientWithoutBackoff(server.baseUrl).memberships.add(
          "a",
          { membership_tier_slug: "b" },
          { signal },
        ),
      ),
    ).toBe(reason)
  })

  it("that waits for its token", async () => {
    const { signal, reason } = soon(20)
    const client = clientWithoutBackoff("http://symbolon.test", { auth: bearer(never) })
    expect(await failureOf(client.organizations.get("a", { signal }))).toBe(reason)
  })

  it("whose fetch knows nothing of signals", async () => {
    const { signal, reason } = soon(20)
    expect(
      await failureOf(
        clientWithoutBackoff("http://symbolon.test", { fetch: never }).organizations.get("a", {
          signal,
        }),
      ),
    ).toBe(reason)
  })

  it("before it begins", async () => {
    await using server = await serve([busy])
    const client = clientWithoutBackoff(server.baseUrl)
    const signal = AbortSignal.abort("no")
    expect(await failureOf(client.organizations.get("a", { signal }))).toBe("no")
    expect(await failureOf(client.organizations.list({}, { signal }))).toBe("no")
    expect(await failureOf(client.request({ method: "GET", path: "/a" }, { signal }))).toBe("no")
    expect(server.seen).toHaveLength(0)
  })

  it("between two pages", async () => {
    await using server = await serve((_, n) => ({
      status: 200,
      body: { total_items: 9, total_pages: 9, current_page: n, items: [{}] },
    }))
    const controller = new AbortController()
    const walk = async () => {
      for await (const _ of clientWithoutBackoff(server.baseUrl).organizations.list(
        {},
        { signal: controller.signal },
      ))
        controller.abort("enough")
    }
    expect(await failureOf(walk())).toBe("enough")
    expect(server.seen).toHaveLength(1)
  })
})

it("nothing is left on a signal when the call is over", async () => {
  await using server = await serve([
    { status: 429, headers: { "retry-after": "0" } },
    "reset",
    { status: 200 },
  ])
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, "addEventListener")
  const removed = vi.spyOn(signal, "removeEventListener")
  await clientWithoutBackoff(server.baseUrl).organizations.get("a", { signal })
  expect(added).toHaveBeenCalled()
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
    expect.arrayContaining(added.mock.calls.map(([, listener]) => listener)),
  )
})

describe("a timeout", () => {
  const get = (client: Client, timeoutMs?: number) =>
    client.organizations.get("a", timeoutMs === undefined ? {} : { timeoutMs })

  it("ends an attempt, and the call when there are no more", async () => {
    await using server = await serve(["hang"])
    expect(
      await failureOf(
        get(
          clientWithoutBackoff(server.baseUrl, {
            timeoutMs: 30,
            retry: { retries: 1, firstWaitMs: 1 },
          }),
        ),
      ),
    ).toMatchObject({
      code: "timeout",
      outcome: "refused",
      operation: "GET /api/v1/organizations/{organization_slug}",
    })
    expect(server.seen).toHaveLength(2)
  })

  it("can be set for a call", async () => {
    await using server = await serve(["hang"])
    const startedAt = performance.now()
    expect(
      await failureOf(get(clientWithoutBackoff(server.baseUrl, { retry: false }), 30)),
    ).toMatchObject({
      code: "timeout",
    })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it("holds for a fetch that knows nothing of signals", async () => {
    expect(
      await failureOf(
        get(clientWithoutBackoff("http://symbolon.test", { fetch: never, retry: false }), 20),
      ),
    ).toMatchObject({ code: "timeout" })
  })

  it("does not hide a refusal that was already said", async () => {
    const fetch = async () => new Response(new ReadableStream({ pull: never }), { status: 409 })
    expect(
      await failureOf(get(clientWithoutBackoff("http://symbolon.test", { fetch }), 20)),
    ).toMatchObject({
      status: 409,
      outcome: "refused",
    })
  })

  it.each([Number.POSITIVE_INFINITY, 2 ** 40])("of %d ms is none", async (timeoutMs) => {
    await using server = await serve([{ status: 200, body: { name: "a" } }])
    expect(await get(clientWithoutBackoff(server.baseUrl), timeoutMs)).toEqual({ name: "a" })
  })
})
