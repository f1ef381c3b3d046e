import { describe, expect, it } from "vitest"
import { passkeys } from "../src/passkeys.ts"
import { softwareAuthenticator, type Twist } from "./fixtures/software-authenticator.ts"

const port = passkeys()
const site = { id: "club.example", origin: "https://club.example", name: "club.example" }
const challenge = "sy_pc_0123456789"
const user = {
  uuid: "0198f6a1-8b7e-7c6d-9d59-2b1f2f8c3a11",
  username: "ada",
  displayName: "Ada Lovelace",
}
const authenticator = softwareAuthenticator("phone")

const made = async () => {
  const passkey = await port.verifyRegistration(authenticator.create(challenge), {
    site,
    challenge,
  })
  if (passkey === undefined) throw new Error("The passkey was refused.")
  return passkey
}

describe("making a passkey", () => {
  it("asks for one that signs in without a name, of a user who was verified, and not for one that is known", async () => {
    const known = [{ credentialId: "AAAA", transports: ["internal", "telepathy"] }]
    const options = await port.registrationOptions({ site, challenge, user, known })
    expect(options).toMatchObject({
      rp: { id: "club.example" },
      user: {
        id: Buffer.from(user.uuid).toString("base64url"),
        name: "ada",
        displayName: "Ada Lovelace",
      },
      challenge: Buffer.from(challenge).toString("base64url"),
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: "AAAA", transports: ["internal"] }],
    })
  })

  it("keeps its id, key and counter, and no transport that nobody knows", async () => {
    expect(await made()).toMatchObject({
      credentialId: authenticator.credentialId,
      counter: 0,
      transports: ["internal"],
      isBackedUp: false,
    })
  })

  it.each<readonly [string, Twist]>([
    ["another site's page", { origin: "https://evil.example" }],
    ["another site's passkey", { rpId: "evil.example" }],
    ["another challenge", { challenge: "sy_pc_another" }],
    ["an answer to a sign-in", { type: "webauthn.get" }],
    ["a frame", { crossOrigin: true }],
    ["somebody who was not verified", { flags: 1 | 64 }],
    ["nobody", { flags: 4 | 64 }],
  ])("refuses %s", async (_, twist) =>
    expect(
      await port.verifyRegistration(authenticator.create(challenge, twist), { site, challenge }),
    ).toBeUndefined(),
  )
})

describe("signing in with a passkey", () => {
  const verify = async (twist: Twist, counter = 0) => {
    const passkey = { ...(await made()), counter }
    return port.verifySignIn(authenticator.get(challenge, twist), { site, challenge, passkey })
  }

  it("asks for any passkey of this site, and for its user to be verified", async () => {
    const options = await port.signInOptions({ site, challenge })
    expect(options).toMatchObject({
      rpId: "club.example",
      challenge: Buffer.from(challenge).toString("base64url"),
      userVerification: "required",
    })
    expect(options).not.toHaveProperty("allowCredentials.0")
  })

  it("takes a good answer, with its counter", async () => {
    expect(await verify({})).toEqual({ counter: 0 })
    expect(await verify({ counter: 7 }, 6)).toEqual({ counter: 7 })
  })

  it.each<readonly [string, Twist]>([
    ["another key's signature", { isForged: true }],
    ["another site's page", { origin: "https://evil.example" }],
    ["the same host without encryption", { origin: "http://club.example" }],
    ["another site's passkey", { rpId: "evil.example" }],
    ["another challenge", { challenge: "sy_pc_another" }],
    ["an answer to a registration", { type: "webauthn.create" }],
    ["a frame", { crossOrigin: true }],
    ["somebody who was not verified", { flags: 1 }],
    ["a counter that stands still", { counter: 6 }],
    ["a counter that went back", { counter: 0 }],
  ])("refuses %s", async (_, twist) =>
    expect(await verify({ counter: 7, ...twist }, 6)).toBeUndefined(),
  )
})

describe("what an answer says of itself", () => {
  it("is its credential, challenge and user, as they were handed out", () => {
    const claim = { credentialId: authenticator.credentialId, challenge, userUuid: user.uuid }
    expect(port.claimOf(authenticator.get(challenge, { userHandle: user.uuid }))).toEqual(claim)
    expect(port.claimOf(authenticator.create(challenge))).toEqual({ ...claim, userUuid: undefined })
  })

  const good = authenticator.get(challenge)
  it.each<readonly [string, unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "answer"],
    ["a list", []],
    ["no response", { ...good, response: undefined }],
    ["an id that is no base64url", { ...good, id: "<script>" }],
    ["an endless id", { ...good, id: "A".repeat(2000) }],
    [
      "client data that is no JSON",
      { ...good, response: { ...good.response, clientDataJSON: "AAAA" } },
    ],
    [
      "client data without a challenge",
      {
        ...good,
        response: { ...good.response, clientDataJSON: Buffer.from("{}").toString("base64url") },
      },
    ],
  ])("is nothing for %s", async (_, answer) => {
    expect(port.claimOf(answer)).toBeUndefined()
    const passkey = await made()
    expect(await port.verifySignIn(answer, { site, challenge, passkey })).toBeUndefined()
    expect(await port.verifyRegistration(answer, { site, challenge })).toBeUndefined()
  })
})
