import { describe, expect, it } from "vitest"
import { memoryStore, openConnectedDoor } from "../../src/connected/index.ts"
import { createConnected, refusal, SESSION } from "./fake-service.ts"

const KEYS = `https://club.example/api/v1/sessions/${SESSION}/checkin-manifest/trust-keys`

/** How the first start of a door fails. */
const failure = async (
  change: (bench: Awaited<ReturnType<typeof createConnected>>) => void,
  options: Parameters<typeof createConnected>[0] = {},
): Promise<Error> => {
  const bench = await createConnected(options, false)
  change(bench)
  const reason: unknown = await bench.open().catch((error: unknown) => error)
  if (!(reason instanceof Error)) throw new Error("It opened.")
  return reason
}

describe("a first start without trust keys says why:", () => {
  it("the session is not there", async () => {
    const error = await failure(({ routes }) => (routes.keys = () => refusal(404, "not_found")))
    expect(error.message).toContain(`${KEYS}: status 404 not_found`)
    expect(error.message).toContain(
      `There is no session "${SESSION}" here that this token may see.`,
    )
    expect(error.cause).toMatchObject({ kind: "refused", status: 404, code: "not_found" })
  })

  it.each([
    [401, "invalid_credentials"],
    [403, "forbidden"],
  ])("the token is refused with %i", async (status, code) => {
    const error = await failure(({ routes }) => (routes.keys = () => refusal(status, code)))
    expect(error.message).toContain(`${KEYS}: status ${status} ${code}`)
    expect(error.message).toContain(`The token is not good for session "${SESSION}"`)
    expect(error.cause).toMatchObject({ kind: "unauthorised", status, code })
  })

  it("nobody answers there", async () => {
    const beneath = new TypeError("fetch failed", {
      cause: new Error("connect ECONNREFUSED 127.0.0.1:9"),
    })
    const error = await failure(() => undefined, { fetch: () => Promise.reject(beneath) })
    expect(error.message).toContain(
      `${KEYS}: no answer (fetch failed: connect ECONNREFUSED 127.0.0.1:9). Check baseUrl`,
    )
    expect(error.cause).toBe(beneath)
  })

  it.each([
    ["a page", 404, "<!doctype html>"],
    ["a page that is fine", 200, "<!doctype html>"],
    ["JSON of another service", 404, { error: "no route" }],
  ])("%s answers, %i", async (_what, status, body) => {
    const error = await failure(({ routes }) => (routes.keys = () => ({ status, body })))
    expect(error.message).toContain(`${KEYS}: status ${status}`)
    expect(error.message).toContain("no answer of a Symbolon service. Check baseUrl.")
  })

  it("a limit", async () => {
    const error = await failure(
      ({ routes }) =>
        (routes.keys = () => refusal(429, "rate_limit_exceeded", { "retry-after": "7" })),
    )
    expect(error.message).toContain(`${KEYS}: status 429. Try again in 7 s.`)
  })

  it("the base URL has the path that the door adds; nothing is asked", async () => {
    const bench = await createConnected({ baseUrl: "https://club.example/api/v1/" }, false)
    await expect(bench.open()).rejects.toThrow(
      'baseUrl must not end with /api/v1, which the door adds: use "https://club.example" instead of "https://club.example/api/v1/".',
    )
    expect(bench.seen).toEqual([])
  })

  it("an option that is missing is named", async () => {
    const stores = { door: memoryStore(), roster: memoryStore() }
    const whole = { baseUrl: "https://club.example", session: "s", token: "t", stores }
    for (const [options, message] of [
      [undefined, "needs `baseUrl`"],
      [{ ...whole, session: undefined }, "needs `session`"],
      [{ ...whole, token: "" }, "needs `token`"],
      [{ ...whole, stores: undefined }, "needs `stores: { door, roster }`"],
      [{ ...whole, stores: { door: stores.door } }, "needs `stores: { door, roster }`"],
    ] as const)
      await expect(Reflect.apply(openConnectedDoor, undefined, [options])).rejects.toThrow(message)
  })
})
