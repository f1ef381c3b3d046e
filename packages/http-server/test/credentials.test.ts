import { readFileSync } from "node:fs"
import { createServer, globalAgent, type Server } from "node:https"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { verifyJWT } from "did-jwt"
import { Resolver, type ResolverRegistry } from "did-resolver"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { getResolver } from "web-did-resolver"
import { testCertificate } from "../../core/test/fixtures/certificate.ts"
import { readBody } from "./fixtures/read.ts"
import { verifyCredential } from "./fixtures/verify-credential.ts"
import { start, startTestServer, type TestServer } from "./fixtures/world.ts"

const certificate = testCertificate({ hosts: ["localhost"] })
// Its types are those of an older version of the resolver.
const resolver = new Resolver(getResolver() as unknown as ResolverRegistry)
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

let world: TestServer
let server: Server
let reward: string
beforeAll(async () => {
  // did:web knows HTTPS alone. The resolver is told to trust our certificate, and nothing else.
  server = createServer(certificate, (incoming, outgoing) =>
    world.handler.listener(incoming, outgoing),
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  world = await startTestServer({ baseUrl: `https://localhost:${port}` })
  globalAgent.options.ca = certificate.cert
  const made = await world.call("POST", `/api/v1/organizations/${world.club.slug}/rewards`, {
    organization_uuid: world.club.uuid,
    name: "First sail",
    content_config: {
      storage_type: "internal",
      content_template: {
        data: {},
        items: [
          {
            type: "badge",
            title: "First sail",
            criteria: { narrative: "Sail." },
            expires_at: "2027-05-01T10:00:00.000Z",
          },
        ],
        content_version: "1",
      },
    },
  })
  reward = (await readBody(made, 201)).slug
})
afterAll(async () => {
  delete globalAgent.options.ca
  await world.close()
  await new Promise((resolve) => server.close(resolve))
})

const issue = async (idempotency_key: string): Promise<string> => {
  const issued = await readBody(
    await world.call("POST", `/api/v1/rewards/${reward}/redeem`, {
      identifier: { type: "username", value: "ada" },
      idempotency_key,
    }),
    201,
  )
  return String(issued["transaction_id"])
}

/** What Ada has in her hands: the credential of the one item of a reward. */
const credentialOf = async (transactionId: string): Promise<string> => {
  const headers = { authorization: `Bearer ${world.userToken}` }
  const reply = await world.send(`/api/v1/rewards/files/${transactionId}-0`, { headers })
  const { data } = await readBody(reply, 200)
  return String(Object(data).credential)
}

/** Verifies a credential by strangers' code, which fetches the DID document. */
const verify = (jwt: string, at = start) =>
  verifyJWT(jwt, { resolver, policies: { now: seconds(at) }, proofPurpose: "assertionMethod" })

const { fetch } = globalThis

/** Whether a credential is revoked, by the code of our page. */
const isRevoked = async (jwt: string) => {
  // `fetch` does not trust our certificate.
  vi.stubGlobal("fetch", (url: string) => fetch(url.replace(/^https:..localhost:\d+/, world.url)))
  try {
    return (await verifyCredential(jwt, start)).isRevoked
  } finally {
    vi.unstubAllGlobals()
  }
}

describe("a credential, in the hands of a stranger", () => {
  it("is verified by the key in the DID document of its issuer", async () => {
    const { payload, verified, issuer } = await verify(await credentialOf(await issue("first")))
    expect(verified).toBe(true)
    expect(issuer).toBe(
      `did:web:${encodeURIComponent(new URL(world.symbolon.settings.baseUrl).host)}:organizations:${world.club.uuid}`,
    )
    expect(payload).toMatchObject({
      type: ["VerifiableCredential", "OpenBadgeCredential"],
      credentialSubject: { achievement: { name: "First sail" } },
    })
  })

  it("is verified by the code of the page, with the versions that the page names", () => {
    const ours = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8")
    const page = ours("../../../docs/credentials.md")
    expect(page).toContain(`\`\`\`ts\n${ours("fixtures/verify-credential.ts")}\`\`\`\n`)
    expect(page).toContain(`\`\`\`ts\n${ours("fixtures/vc-bitstring-status-list.d.ts")}\`\`\`\n`)
    const [, install = ""] = /```sh\nnpm install (.+)\n```/.exec(page) ?? []
    const versions = ours("../../../pnpm-workspace.yaml").replaceAll('"', "")
    expect(install.split(" ")).toHaveLength(4)
    for (const named of install.split(" "))
      expect(versions).toContain(`\n  ${named.replace(/@(?=[^@]+$)/, ": ")}\n`)
  })

  it("is refused once a letter of it was changed, and once it has expired", async () => {
    const jwt = await credentialOf(await issue("changed"))
    const [header = "", body = "", signature = ""] = jwt.split(".")
    const said = Buffer.from(body, "base64url").toString().replace("First sail", "Fifth sail")
    const changed = [header, Buffer.from(said).toString("base64url"), signature].join(".")
    await expect(verify(changed)).rejects.toThrow("invalid_signature")
    await expect(verify(jwt, new Date("2027-05-02T00:00:00Z"))).rejects.toThrow("expired")
  })

  it("is revoked by a reversal, and no other with it", async () => {
    const [taken, kept] = [await issue("taken"), await issue("kept")]
    const [first, second] = [await credentialOf(taken), await credentialOf(kept)]
    expect([await isRevoked(first), await isRevoked(second)]).toEqual([false, false])
    await readBody(
      await world.call("POST", `/console/v1/transactions/${taken}/reversal`, {
        idempotency_key: "back",
      }),
      201,
    )
    expect([await isRevoked(first), await isRevoked(second)]).toEqual([true, false])
  })

  it("is verified after the owner has rotated the key, as is one of the new key", async () => {
    const before = await credentialOf(await issue("before"))
    const rotated = await readBody(
      await world.call(
        "POST",
        `/console/v1/organizations/${world.club.slug}/credential-key-rotation`,
      ),
      201,
    )
    expect(rotated).toEqual({
      key: {
        key_id: expect.stringMatching(/^[\w-]{43}$/),
        public_key: expect.stringMatching(/^[\w-]{43}$/),
        created_at: expect.any(String),
        retired_at: null,
      },
      retired: expect.objectContaining({ retired_at: start.toISOString() }),
    })
    const after = await credentialOf(await issue("after"))
    for (const jwt of [before, after]) expect((await verify(jwt)).verified).toBe(true)
    expect(await isRevoked(before)).toBe(false)
  })
})

describe("what a verifier fetches", () => {
  beforeAll(() => issue("something"))
  const did = () => `/organizations/${world.club.uuid}/did.json`
  const list = () => `/organizations/${world.club.uuid}/credential-status/0`

  it.each([
    ["the document of the service", () => "/.well-known/did.json", "application/did+json"],
    ["the document of an organization", did, "application/did+json"],
    ["a status list", list, "application/vc+jwt"],
  ])("%s is public, of its media type, and known again by its tag", async (_, path, type) => {
    const reply = await world.send(path())
    expect(reply.status).toBe(200)
    expect(reply.headers.get("content-type")).toBe(type)
    expect(reply.headers.get("access-control-allow-origin")).toBe("*")
    const etag = reply.headers.get("etag") ?? ""
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const again = await world.send(path(), { headers: { "if-none-match": etag } })
    expect([again.status, await again.text()]).toEqual([304, ""])
  })

  it("the document of the service is resolved too", async () => {
    const { host } = new URL(world.symbolon.settings.baseUrl)
    const { didDocument } = await resolver.resolve(`did:web:${encodeURIComponent(host)}`)
    expect(didDocument?.verificationMethod?.map(({ type }) => type)).toEqual([
      "JsonWebKey",
      "Multikey",
      "JsonWebKey",
      "Multikey",
    ])
  })

  it("has a hundred and thirty thousand places, of which few bytes tell", async () => {
    expect((await (await world.send(list())).text()).length).toBeLessThan(2000)
  })

  it.each([
    () => `/organizations/${world.club.uuid}/credential-status/1`,
    () => `/organizations/${world.club.uuid}/credential-status/01`,
    () => `/organizations/${world.club.uuid}/credential-status/-1`,
    () => "/organizations/018f0000-0000-7000-8000-000000000000/did.json",
    () => "/organizations/harbour-club/did.json",
  ])("is absent where nothing was published (%#)", async (path) => {
    expect((await world.send(path())).status).toBe(404)
  })
})
