import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { matchesRedirectUri, redirectUriFault } from "./redirect-uri.ts"

const both = ["confidential", "public"] as const

describe("redirectUriFault", () => {
  it.each([
    "https://app.example/cb",
    "https://app.example",
    "https://app.example/",
    "https://app.example:8443/cb?tenant=1&x=%2F",
    "https://xn--bcher-kva.example/cb",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:9000/cb",
    "http://[::1]:9000/cb",
    "http://localhost:3000/cb",
    `https://app.example/${"a".repeat(2028)}`,
  ])("takes %s of any client", (uri) =>
    expect(both.map((type) => redirectUriFault(uri, type))).toEqual([undefined, undefined]),
  )

  it.each([
    "com.example.app:/cb",
    "com.example.app://cb",
    "com.example.app:///",
    "org.example-club.app2:/a/b?c=d",
  ])("takes %s of a public client alone", (uri) => {
    expect(redirectUriFault(uri, "public")).toBeUndefined()
    expect(redirectUriFault(uri, "confidential")).toMatch("must use https")
  })

  it.each([
    ["", "is no URI"],
    ["/cb", "is no absolute URI"],
    ["app.example/cb", "is no absolute URI"],
    ["https://", "is no absolute URI"],
    ["https://app.example/cb#", "fragment"],
    ["https://app.example/cb#x", "fragment"],
    ["https://*.app.example/cb", "wildcard"],
    ["https://app.example/*", "wildcard"],
    ["https://app.example/a b", "percent-encoded"],
    ["https://app.example/%zz", "percent-encoded"],
    ["https://bücher.example/cb", "percent-encoded"],
    ["https://app.example\\@evil.example/", "percent-encoded"],
    ["https://app.example/cb\r\nLocation: x", "percent-encoded"],
    ["https://app.example/cb\u0000", "percent-encoded"],
    [' https://app.example/"', "percent-encoded"],
    ["https://user@app.example/cb", "user name"],
    ["https://:secret@app.example/cb", "user name"],
    ["https://@app.example/cb", "must be written as https://app.example/cb"],
    ["HTTPS://app.example/cb", "must be written as https://app.example/cb"],
    ["https://App.example/cb", "must be written as https://app.example/cb"],
    ["https://app.example:443/cb", "must be written as https://app.example/cb"],
    ["https://app.example:0443/cb", "must be written as"],
    ["https://app.example/a/../cb", "must be written as https://app.example/cb"],
    ["https://app.example/a/%2e%2E/cb", "must be written as https://app.example/cb"],
    ["https://app.example/./cb", "must be written as"],
    ["https:app.example/cb", "must be written as"],
    ["https:///app.example/cb", "must be written as"],
    ["https://app.example?x=1", "must be written as https://app.example/?x=1"],
    ["https://2130706433/cb", "must be written as https://127.0.0.1/cb"],
    ["https://app.example/cb?code=1", "must not have code"],
    ["https://app.example/cb?a=b&%73tate=1", "must not have state"],
    ["http://app.example/cb", "must use https"],
    ["http://127.0.0.2/cb", "must use https"],
    ["http://127.1/cb", "must be written as http://127.0.0.1/cb"],
    ["http://0x7f.0.0.1/cb", "must be written as"],
    ["http://127.0.0.1.evil.example/cb", "must use https"],
    ["http://localhost.evil.example/cb", "must use https"],
    ["http://localhost./cb", "must use https"],
    ["http://[::ffff:127.0.0.1]/cb", "must use https"],
    ["http://127.0.0.1@evil.example/cb", "must use https"],
    ["http://127.0.0.1:99999/cb", "is no absolute URI"],
    ["javascript:alert(1)", "must use https"],
    ["JAVASCRIPT:alert(1)", "must use https"],
    ["javascript://app.example/%0aalert(1)", "must use https"],
    ["data:text/html,x", "must use https"],
    ["vbscript:x", "must use https"],
    ["file:///etc/passwd", "must use https"],
    ["blob:https://app.example/1", "must use https"],
    ["ws://127.0.0.1/", "must use https"],
    ["myapp:/cb", "must use https"],
    ["com.example.app:cb", "slash"],
    ["com.example.app:", "slash"],
    ["com..app:/cb", "must use https"],
    ["com.:/cb", "must use https"],
    ["Com.Example.App:/cb", "must be written as com.example.app:/cb"],
    ["com.example.app://user@x/cb", "user name"],
    ["urn:ietf:wg:oauth:2.0:oob", "must use https"],
    [`https://app.example/${"a".repeat(2029)}`, "longer than 2048"],
  ])("refuses %j of a public client, and so of any", (uri, reason) => {
    expect(redirectUriFault(uri, "public")).toMatch(reason)
    expect(redirectUriFault(uri, "confidential")).toBeDefined()
  })
})

describe("matchesRedirectUri", () => {
  it.each([
    ["http://127.0.0.1/cb", "http://127.0.0.1:52123/cb"],
    ["http://127.0.0.1:9000/cb", "http://127.0.0.1:52123/cb"],
    ["http://127.0.0.1:9000/cb", "http://127.0.0.1/cb"],
    ["http://[::1]/cb?x=1", "http://[::1]:1/cb?x=1"],
    ["http://127.0.0.1", "http://127.0.0.1:65535"],
  ])("%s of a public client listens on any port: %s", (registered, sent) => {
    expect(matchesRedirectUri(registered, sent, "public")).toBe(true)
    expect(matchesRedirectUri(registered, sent, "confidential")).toBe(false)
  })

  it.each([
    ["http://localhost:9000/cb", "http://localhost:9001/cb"],
    ["https://127.0.0.1/cb", "https://127.0.0.1:9001/cb"],
    ["https://app.example/cb", "https://app.example:8443/cb"],
    ["http://127.0.0.1/cb", "http://[::1]/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:9000/cb/"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:9000/cb?x"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:0/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:080/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:65536/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:1.evil.example/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1.evil.example/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:9000@evil.example/cb"],
    ["http://127.0.0.1/cb", "http://127.0.0.1:9000/cb\n"],
    ["http://127.0.0.1", "http://127.0.0.1:9000/"],
    ["com.example.app:/cb", "com.example.app://cb"],
  ])("%s is not %s", (registered, sent) =>
    expect(matchesRedirectUri(registered, sent, "public")).toBe(false),
  )

  const place = fc.constantFrom(
    "https://app.example",
    "https://app.example:8443",
    "http://localhost:3000",
    "com.example.app:",
  )
  const segment = fc.stringMatching(/^[a-z0-9-]{1,8}$/)
  const registered = fc
    .tuple(
      place,
      fc.array(segment, { minLength: 1, maxLength: 3 }),
      fc.option(segment, { nil: undefined }),
    )
    .map(
      ([at, path, query]) => `${at}/${path.join("/")}${query === undefined ? "" : `?q=${query}`}`,
    )
  const type = fc.constantFrom(...both)

  it("matches what is registered, and that is registrable", () =>
    fc.assert(
      fc.property(registered, (uri) => {
        expect(redirectUriFault(uri, "public")).toBeUndefined()
        expect(both.every((each) => matchesRedirectUri(uri, uri, each))).toBe(true)
      }),
    ))

  it("never matches anything else, however near", () => {
    const mutations: readonly ((uri: string, at: number) => string)[] = [
      (uri) => `${uri}/`,
      (uri) => `${uri}#`,
      (uri) => `${uri}?`,
      (uri) => `${uri}&a=b`,
      (uri) => `${uri}%00`,
      (uri) => `${uri} `,
      (uri) => ` ${uri}`,
      (uri) => uri.toUpperCase(),
      (uri) => uri.replace("://", "://user@"),
      (uri) => uri.replace("://", "://evil.example\\@"),
      (uri) => uri.replace("://", "://sub."),
      (uri) => uri.replace(".example", ".example.evil"),
      (uri) => uri.replace(".example", ".example."),
      (uri) => uri.replace(/:\d+/, ":1"),
      (uri) => uri.replace(".example/", ".example:443/"),
      (uri) => uri.replace(/\/([^/]*)$/, "/x/../$1"),
      (uri) => uri.replace(/\/([^/]*)$/, "/%2e/$1"),
      (uri) => uri.replace("https:", "http:"),
      (uri) => uri.replace("/", "\\"),
      (uri) => `${uri}\r\nSet-Cookie: a=b`,
      (uri, at) => uri.slice(0, at % uri.length),
      (uri, at) => `${uri.slice(0, at % uri.length)}${uri.slice((at % uri.length) + 1)}`,
      (uri, at) => `${uri.slice(0, at % uri.length)}а${uri.slice(at % uri.length)}`,
      (uri, at) =>
        uri.replace(uri[at % uri.length] ?? "", (one) => `%${one.charCodeAt(0).toString(16)}`),
    ]
    fc.assert(
      fc.property(
        registered,
        type,
        fc.constantFrom(...mutations),
        fc.nat(),
        (uri, each, mutate, at) => {
          const sent = mutate(uri, at)
          fc.pre(sent !== uri)
          expect(matchesRedirectUri(uri, sent, each)).toBe(false)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it("lets a loopback address of a public client change its port and nothing else", () =>
    fc.assert(
      fc.property(
        registered,
        registered,
        fc.integer({ min: 1, max: 65_535 }),
        type,
        (one, other, port, each) => {
          const rest = (uri: string) => uri.replace(/^[a-z.]+:(?:\/\/[^/]*)?/, "")
          const sent = `http://127.0.0.1:${port}${rest(other)}`
          const isPort = each === "public" && rest(one) === rest(other)
          expect(matchesRedirectUri(`http://127.0.0.1${rest(one)}`, sent, each)).toBe(isPort)
          expect(
            matchesRedirectUri(
              `http://127.0.0.1${rest(one)}`,
              `http://127.0.0.1:${port}${rest(one)}`,
              each,
            ),
          ).toBe(each === "public")
          expect(matchesRedirectUri(one, sent, each)).toBe(false)
        },
      ),
    ))
})
