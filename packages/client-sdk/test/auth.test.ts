import { afterEach, describe, expect, it, vi } from "vitest"
import { bearer, Client, clientCredentials } from "../src/index.ts"
import {
  failureOf,
  clientWithoutBackoff,
  type ReceivedRequest,
  serve,
  type Step,
  withTokens,
} from "./server.ts"

const credentials = { clientId: "app", clientSecret: "s:cret/é" }
const ok = (): Step => ({ status: 200, body: {} })
const tokenRequests = (seen: readonly ReceivedRequest[]): number =>
  seen.filter(({ url }) => url === "/oauth2/token").length
const read = (client: Client) => client.organizations.get("harbour-club")

afterEach(() => void vi.useRealTimers())

describe("client credentials", () => {
  it("ask for a token as RFC 6749 has it", async () => {
    await using server = await serve(withTokens(ok))
    await read(
      clientWithoutBackoff(server.baseUrl, {
        auth: clientCredentials({ ...credentials, scopes: ["wallet:read", "session:admit"] }),
      }),
    )
    const [token, call] = server.seen
    expect(token).toMatchObject({
      method: "POST",
      body: "grant_type=client_credentials&scope=wallet%3Aread+session%3Aadmit",
    })
    expect(token?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("app:s%3Acret%2F%C3%A9").toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    })
    expect(call?.headers.authorization).toBe("Bearer t1")
  })

  it("ask once for calls made together, and not again for later ones", async () => {
    await using server = await serve(withTokens(ok))
    const client = clientWithoutBackoff(server.baseUrl, { auth: clientCredentials(credentials) })
    await Promise.all(Array.from({ length: 20 }, () => read(client)))
    await read(client)
    expect(tokenRequests(server.seen)).toBe(1)
    expect(server.seen).toHaveLength(22)
  })

  it("ask once when a token is refused to calls made together", async () => {
    await using server = await serve(
      withTokens(({ headers }) => (headers.authorization === "Bearer t1" ? { status: 401 } : ok())),
    )
    const client = clientWithoutBackoff(server.baseUrl, { auth: clientCredentials(credentials) })
    await Promise.all(Array.from({ length: 20 }, () => read(client)))
    expect(tokenRequests(server.seen)).toBe(2)
    expect(server.seen).toHaveLength(42)
  })

  it("renew a token shortly before it ends", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 })
    await using server = await serve(withTokens(ok))
    const client = clientWithoutBackoff(server.baseUrl, { auth: clientCredentials(credentials) })
    for (const [atSeconds, tokens] of [
      [0, 1],
      [3539, 1],
      [3540, 2],
      [3540 + 3539, 2],
      [3540 + 3540, 3],
    ] as const) {
      vi.setSystemTime(atSeconds * 1000)
      await read(client)
      expect(tokenRequests(server.seen), `after ${atSeconds} s`).toBe(tokens)
    }
  })

  it("keep nine tenths of a short life, and a life without end until it is refused", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 0 })
    await using short = await serve(withTokens(ok, 10))
    await using endless = await serve((seen) =>
      seen.url === "/oauth2/token" ? { status: 200, body: { access_token: "t" } } : ok(),
    )
    const clients = [short, endless].map(({ baseUrl }) =>
      clientWithoutBackoff(baseUrl, { auth: clientCredentials(credentials) }),
    )
    for (const seconds of [0, 8.9, 9]) {
      vi.setSystemTime(seconds * 1000)
      for (const client of clients) await read(client)
    }
    expect([short, endless].map(({ seen }) => tokenRequests(seen))).toEqual([2, 1])
  })

  it("serve two clients of one server with one token, and never hand it to another server", async () => {
    await using one = await serve(withTokens(ok))
    await using other = await serve(withTokens(ok))
    const auth = clientCredentials(credentials)
    for (const { baseUrl } of [one, one, other]) await read(clientWithoutBackoff(baseUrl, { auth }))
    expect([one, other].map(({ seen }) => tokenRequests(seen))).toEqual([1, 1])
  })

  it("fail a call that gets no token, and are asked again by the next", async () => {
    await using server = await serve([
      { status: 401, body: { error: "invalid_client", error_description: "Who are you?" } },
    ])
    const client = clientWithoutBackoff(server.baseUrl, { auth: clientCredentials(credentials) })
    const expected = {
      code: "invalid_client",
      message: "Who are you?",
      status: 401,
      outcome: "refused",
      operation: "POST /oauth2/token",
    }
    expect(
      await failureOf(client.memberships.add("a", { membership_tier_slug: "b" })),
    ).toMatchObject(expected)
    expect(await failureOf(read(client))).toMatchObject(expected)
    expect(server.seen).toHaveLength(2)
  })

  it("ask again when asking fails on the way", async () => {
    let n = 0
    await using server = await serve((seen) =>
      seen.url !== "/oauth2/token"
        ? ok()
        : ++n === 1
          ? "reset"
          : { status: 200, body: { access_token: "t", expires_in: 60 } },
    )
    await read(clientWithoutBackoff(server.baseUrl, { auth: clientCredentials(credentials) }))
    expect(tokenRequests(server.seen)).toBe(2)
  })

  it("know an answer without a token for what it is", async () => {
    await using server = await serve([{ status: 200, body: {} }])
    const e = await failureOf(
      read(clientWithoutBackoff(server.baseUrl, { auth: clientCredentials(credentials) })),
    )
    expect(e).toMatchObject({ code: "unexpected_response", outcome: "refused" })
  })

  it("outlive the impatience of the call that asked first", async () => {
    await using server = await serve(withTokens(ok))
    const auth = clientCredentials(credentials)
    const client = clientWithoutBackoff(server.baseUrl, { auth })
    const controller = new AbortController()
    const first = client.organizations.get("a", { signal: controller.signal })
    const second = read(client)
    controller.abort(new Error("enough"))
    expect(await failureOf(first)).toMatchObject({ message: "enough" })
    await second
    expect(tokenRequests(server.seen)).toBe(1)
  })
})

describe("a bearer", () => {
  it("is sent as it is", async () => {
    await using server = await serve(ok)
    await read(clientWithoutBackoff(server.baseUrl, { auth: bearer("door") }))
    expect(server.seen[0]?.headers.authorization).toBe("Bearer door")
  })

  it("that is a function is asked every time, and once with the token that was refused", async () => {
    await using server = await serve(({ headers }) =>
      headers.authorization === "Bearer old" ? { status: 401 } : ok(),
    )
    const rejected: (string | undefined)[] = []
    let token = "old"
    const auth = bearer(async (context) => {
      rejected.push(context.rejected)
      if (context.rejected === token) token = "new"
      return token
    })
    const client = clientWithoutBackoff(server.baseUrl, { auth })
    await read(client)
    await read(client)
    expect(rejected).toEqual([undefined, "old", undefined])
  })
})

it("without auth, and where no token is needed, none is sent", async () => {
  await using server = await serve(ok)
  await read(new Client({ baseUrl: server.baseUrl }))
  await clientWithoutBackoff(server.baseUrl).ledger.keys()
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
})
