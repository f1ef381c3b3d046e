import type { Storage } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import { describe, expect, it } from "vitest"
import { openBrowser } from "../../fixtures/cookie-browser.ts"
import { authorizeUrl, openProvider, pkce } from "../../fixtures/oauth-provider.ts"
import { basicOf, refused, sendForm } from "./kit.ts"

/** A storage that counts its transactions. */
const counted = () => {
  const inner = openMemory({ strict: true })
  const count = { read: 0, write: 0 }
  const storage: Storage = {
    ...inner,
    transact: (mode, work) => {
      count[mode] += 1
      return inner.transact(mode, work)
    },
  }
  return { storage, count }
}

describe("attack 25: brute force", () => {
  it("of client secrets is stopped after five failures a minute from an address, before the store is asked", async () => {
    const { storage, count } = counted()
    const own = await openProvider({ storage, limits: "on" })
    const client = await own.app()
    const good = { authorization: basicOf(client) }
    const guess = (headers: Readonly<Record<string, string>>, path = "token") =>
      sendForm(own, "grant_type=client_credentials&token=x", { headers, path })
    const wrong = () =>
      guess({ authorization: basicOf({ ...client, clientSecret: `sy_cs_${Math.random()}` }) })
    expect((await guess(good)).status).toBe(200)
    for (let failed = 1; failed <= 4; failed += 1) expect((await wrong()).status).toBe(401)
    // A success gives nothing back.
    expect((await guess(good)).status).toBe(200)
    expect((await wrong()).status).toBe(401)
    const before = { ...count }
    expect(refused(await wrong())).toEqual([429, "rate_limit_exceeded"])
    expect(refused(await guess({}))).toEqual([429, "rate_limit_exceeded"])
    expect(count).toEqual(before)
    // The other endpoints have five of their own, and stop nobody who is right.
    for (const path of ["introspect", "revoke"]) {
      const wrongThere = () =>
        guess({ authorization: basicOf({ ...client, clientSecret: "x" }) }, path)
      for (let failed = 1; failed <= 5; failed += 1) expect((await wrongThere()).status).toBe(401)
      expect((await wrongThere()).status).toBe(429)
      expect((await guess(good, path)).status).toBe(200)
    }
    await own.advance(60)
    expect((await guess(good)).status).toBe(200)
    await own.close()
  })

  it("of passwords is stopped by name and address, and a right one tells no difference any more", async () => {
    let verified = 0
    const passwords = {
      hash: (password: string) => Promise.resolve(`plain:${password}`),
      verify: (known: string, password: string) => {
        verified += 1
        return Promise.resolve(known === `plain:${password}`)
      },
      needsRehash: () => false,
    }
    const own = await openProvider({ limits: "on", core: { passwords } })
    const client = await own.app()
    const attempt = async (username: string, password: string) => {
      const browser = openBrowser()
      const signInPage = (
        await browser.get(authorizeUrl({ provider: own, app: client, challenge: pkce().challenge }))
      ).json as Record<string, string>
      const got = await browser.post(`${own.issuer}/login`, {
        challenge: signInPage["challenge"],
        csrf_token: signInPage["csrf_token"],
        username,
        password,
      })
      return got.status
    }
    for (let failed = 1; failed <= 5; failed += 1)
      expect(await attempt(failed % 2 === 0 ? "ada" : "ADA", "guess")).toBe(401)
    const before = verified
    expect([
      await attempt("ada", "guess"),
      await attempt("Ada", own.ada.password),
      verified,
    ]).toEqual([429, 429, before])
    // Somebody else is let in from there, and she again after a minute.
    expect(await attempt("olga", own.olga.password)).toBe(200)
    await own.advance(61)
    expect(await attempt("ada", own.ada.password)).toBe(200)
    await own.close()
  })

  it("of many names shuts nobody out: a sign-in is no lookup", async () => {
    const { own, signIn } = await openSignIns()
    const statuses: number[] = []
    for (let n = 0; n < 20; n += 1)
      statuses.push(
        (await signIn("192.0.2.1", { username: `name-${n}`, password: "guess" })).status,
      )
    expect(new Set(statuses)).toEqual(new Set([401]))
    const { username, password } = own.ada
    for (const address of ["192.0.2.1", "198.51.100.7"])
      expect((await signIn(address, { username, password })).status).toBe(200)
    await own.close()
  })

  it("from one address locks that address alone, however the name is written", async () => {
    const { own, signIn } = await openSignIns()
    const { username, password } = own.ada
    const written = ["ada", " ada", "ADA ", "\u00a0ada", "Ada"]
    for (const name of written)
      expect((await signIn("192.0.2.1", { username: name, password: "guess" })).status).toBe(401)
    for (const name of ["ada", "  ada  "])
      expect((await signIn("192.0.2.1", { username: name, password })).status).toBe(429)
    expect((await signIn("198.51.100.7", { username, password })).status).toBe(200)
    await own.close()
  })

  it("by guesses that all come at once is stopped after five of them", async () => {
    const { own, signIn } = await openSignIns()
    const guesses = Array.from({ length: 20 }, (_, n) =>
      signIn("192.0.2.1", { username: "ada", password: `guess-${n}` }),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    await own.close()
  })

  it("from everywhere never keeps the right password from being taken, but leaves strangers fewer tries", async () => {
    const { own, signIn } = await openSignIns()
    const { username, password } = own.ada
    const guessFrom = async (address: string, times: number) => {
      const statuses: number[] = []
      for (let n = 0; n < times; n += 1)
        statuses.push((await signIn(address, { username, password: "guess" })).status)
      return statuses
    }
    for (let n = 1; n <= 10; n += 1)
      expect(await guessFrom(`192.0.2.${n}`, 6)).toEqual([401, 401, 401, 401, 401, 429])
    // Fifty have failed within the hour.
    expect(await guessFrom("203.0.113.1", 4)).toEqual([401, 401, 401, 429])
    expect((await signIn("198.51.100.7", { username, password })).status).toBe(200)
    await own.close()
  })

  it("does not lock out a browser in which the user has signed in before, not even from the guesser's own address", async () => {
    const { own, signIn } = await openSignIns()
    const { username, password } = own.ada
    const home = openBrowser()
    expect((await signIn("192.0.2.1", { username, password }, home)).status).toBe(200)
    const device = [...home.cookies.keys()].find((name) => name.includes("symbolon_device_"))
    expect(device).toBeDefined()
    for (let n = 0; n < 6; n += 1) await signIn("192.0.2.1", { username, password: "guess" })
    expect((await signIn("192.0.2.1", { username, password })).status).toBe(429)
    expect((await signIn("192.0.2.1", { username, password }, home)).status).toBe(200)
    // It has tries of its own, and helps with no other account.
    for (let n = 0; n < 5; n += 1)
      expect((await signIn("198.51.100.7", { username, password: "guess" }, home)).status).toBe(401)
    expect((await signIn("198.51.100.7", { username, password }, home)).status).toBe(429)
    // One that was made up, or is another user's, is none.
    const forged = openBrowser()
    forged.cookies.set(device ?? "", `sy_dc_${"A".repeat(43)}`)
    expect((await signIn("192.0.2.1", { username, password }, forged)).status).toBe(429)
    const olgas = openBrowser()
    expect(
      (
        await signIn(
          "192.0.2.1",
          { username: own.olga.username, password: own.olga.password },
          olgas,
        )
      ).status,
    ).toBe(200)
    expect((await signIn("192.0.2.1", { username, password }, olgas)).status).toBe(429)
    await own.close()
  })
})

/**
 * A provider behind a proxy, and a sign-in from an address, in a new browser unless one is given.
 */
const openSignIns = async () => {
  const own = await openProvider({ limits: "on", trustedProxies: ["127.0.0.1"] })
  const client = await own.app()
  let visits = 0
  const signIn = async (
    address: string,
    fields: { readonly username: string; readonly password: string },
    browser: ReturnType<typeof openBrowser> = openBrowser(),
  ) => {
    // Pages are asked for from addresses that nothing else is counted for.
    visits += 1
    const elsewhere = { "x-forwarded-for": `10.${visits >> 8}.${visits & 255}.1` }
    browser.cookies.delete("symbolon_login")
    const signInPage = (
      await browser.get(
        authorizeUrl({ provider: own, app: client, challenge: pkce().challenge }),
        elsewhere,
      )
    ).json
    const { challenge, csrf_token } = signInPage as Record<string, string>
    return browser.post(
      `${own.issuer}/login`,
      { challenge, csrf_token, ...fields },
      { "x-forwarded-for": address },
    )
  }
  return { own, signIn }
}

describe("a flood at the authorization endpoint", () => {
  it("with invented cookies is counted for its address, and writes nothing beyond the allowance", async () => {
    const { storage, count } = counted()
    const own = await openProvider({ storage, limits: "on" })
    const client = await own.app()
    const url = authorizeUrl({ provider: own, app: client, challenge: pkce().challenge })
    const ask = (n: number) => {
      const secret = (kind: string) => `sy_${kind}_${String(n).padStart(43, "A")}`
      return fetch(url, {
        headers: { cookie: `symbolon_login=${secret("ls")}; symbolon_browser=${secret("br")}` },
        redirect: "manual",
      })
    }
    for (let n = 1; n <= 60; n += 1) expect((await ask(n)).status).toBe(200)
    const { write } = count
    for (let n = 61; n <= 80; n += 1) expect((await ask(n)).status).toBe(429)
    expect(count.write).toBe(write)
    await own.close()
  })

  it("does not stop a user who is signed in, who has an allowance of their own", async () => {
    const own = await openProvider({ limits: "on" })
    const client = await own.app({ isFirstParty: true })
    const browser = openBrowser()
    const url = authorizeUrl({ provider: own, app: client, challenge: pkce().challenge })
    const signInPage = (await browser.get(url)).json as Record<string, string>
    const { username, password } = own.ada
    const sent = {
      challenge: signInPage["challenge"],
      csrf_token: signInPage["csrf_token"],
      username,
      password,
    }
    expect((await browser.post(`${own.issuer}/login`, sent)).status).toBe(200)
    for (let n = 1; n <= 65; n += 1) await fetch(url, { redirect: "manual" })
    expect((await fetch(url, { redirect: "manual" })).status).toBe(429)
    expect((await browser.get(url)).status).toBe(303)
    await own.close()
  })
})
