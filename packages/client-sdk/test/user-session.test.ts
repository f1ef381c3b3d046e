import { describe, expect, it } from "vitest"
import { actingFor, userSession } from "../src/index.ts"
import {
  failureOf,
  clientWithoutBackoff,
  type ReceivedRequest,
  serve,
  type Step,
} from "./server.ts"

/**
 * A server that rotates refresh tokens `r1`, `r2`, ... and ends the session when one comes twice.
 */
const rotating = (expiresInSeconds = 3600) => {
  let expected = 1
  return ({ url, body, headers }: ReceivedRequest): Step => {
    if (url !== "/oauth2/token") return { status: 200, body: { token: headers.authorization } }
    const form = new URLSearchParams(body)
    if (form.get("grant_type")?.endsWith("token-exchange"))
      return {
        status: 200,
        body: {
          access_token: `o-${form.get("subject_token")}-${form.get("organization_uuid")}`,
          expires_in: 3600,
        },
      }
    if (form.get("refresh_token") !== `r${expected}`)
      return { status: 400, body: { error: "invalid_grant" } }
    expected += 1
    return {
      status: 200,
      body: {
        access_token: `a${expected - 1}`,
        expires_in: expiresInSeconds,
        refresh_token: `r${expected}`,
      },
    }
  }
}
const refreshes = (seen: readonly ReceivedRequest[]) =>
  seen.filter(({ body }) => body.includes("grant_type=refresh_token"))
const read = (baseUrl: string, auth: ReturnType<typeof userSession>) =>
  clientWithoutBackoff(baseUrl, { auth }).organizations.get("harbour-club")

describe("a user's session", () => {
  it("refreshes once for calls made together, and keeps the new refresh token first", async () => {
    await using server = await serve(rotating())
    const saved: string[] = []
    const auth = userSession({
      clientId: "page",
      refreshToken: "r1",
      save: (token) => void saved.push(token),
    })
    await Promise.all(Array.from({ length: 20 }, () => read(server.baseUrl, auth)))
    expect([refreshes(server.seen).length, saved]).toEqual([1, ["r2"]])
    expect(refreshes(server.seen)[0]?.body).toBe(
      "grant_type=refresh_token&refresh_token=r1&client_id=page",
    )
    expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer a1")
  })

  it("goes on with the newest token when one is refused", async () => {
    const answers = rotating()
    await using server = await serve((seen) =>
      seen.headers.authorization === "Bearer a1" ? { status: 401 } : answers(seen),
    )
    const auth = userSession({ clientId: "app", clientSecret: "s", refreshToken: "r1" })
    await read(server.baseUrl, auth)
    expect(
      refreshes(server.seen).map(({ body }) => new URLSearchParams(body).get("refresh_token")),
    ).toEqual(["r1", "r2"])
    expect(refreshes(server.seen)[0]?.headers.authorization).toBe(`Basic ${btoa("app:s")}`)
  })

  it("is not used before its refresh token is kept", async () => {
    await using server = await serve(rotating())
    const full = new Error("the disk is full")
    const auth = userSession({
      clientId: "page",
      refreshToken: "r1",
      save: () => Promise.reject(full),
    })
    expect(await failureOf(read(server.baseUrl, auth))).toBe(full)
    expect(server.seen).toHaveLength(1)
  })

  it("never sends a refresh again whose answer was lost", async () => {
    await using server = await serve(["reset"])
    expect(
      await failureOf(read(server.baseUrl, userSession({ clientId: "page", refreshToken: "r1" }))),
    ).toBeInstanceOf(Error)
    expect(server.seen).toHaveLength(1)
  })

  it("shares its token with others under a lock of theirs", async () => {
    await using server = await serve(rotating())
    let storedToken = "r1"
    let last: Promise<unknown> = Promise.resolve()
    const exclusively = <T>(refresh: () => Promise<T>): Promise<T> => {
      const mine = last.then(refresh)
      last = mine.catch(() => undefined)
      return mine
    }
    const save = (token: string) => void (storedToken = token)
    const tabs = [1, 2, 3].map(() =>
      userSession({ clientId: "page", refreshToken: () => storedToken, save, exclusively }),
    )
    await Promise.all(tabs.map((auth) => read(server.baseUrl, auth)))
    expect([storedToken, refreshes(server.seen).length]).toEqual(["r4", 3])
  })
})

describe("acting for an organization", () => {
  it("exchanges the user's token once for calls made together, and again when it is refused", async () => {
    const answers = rotating()
    await using server = await serve((seen) =>
      seen.headers.authorization?.includes("o-a1-") ? { status: 401 } : answers(seen),
    )
    const auth = userSession({ clientId: "page", refreshToken: "r1" })
    const club = actingFor({
      auth,
      organization: "harbour-club",
      clientId: "page",
      scopes: ["organization:read"],
    })
    await Promise.all(Array.from({ length: 5 }, () => read(server.baseUrl, club)))
    expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer o-a2-harbour-club")
    expect(server.seen.filter(({ body }) => body.includes("token-exchange"))).toHaveLength(2)
    expect(refreshes(server.seen)).toHaveLength(2)
  })
})
