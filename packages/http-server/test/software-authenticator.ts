import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto"

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString("base64url")

/** What may be wrong with an answer. */
export interface Twist {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  /**
   * Bits of the authenticator's data: 1 somebody is there, 4 and was verified, 64 a key follows.
   */
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string
  /** Signs with another key. */
  readonly isForged?: boolean
}

const site = { origin: "https://club.example", rpId: "club.example" }

/**
 * An authenticator in a few lines (WebAuthn level 3, sections 6.1 and 6.5.4): one ES256 passkey,
 * attestation "none".
 */
export const softwareAuthenticator = (id: string) => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { privateKey: other } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const credentialId = Buffer.from(id)

  const clientData = (type: string, challenge: string, twist: Twist) =>
    JSON.stringify({
      type: twist.type ?? type,
      challenge: base64url(twist.challenge ?? challenge),
      origin: twist.origin ?? site.origin,
      crossOrigin: twist.crossOrigin ?? false,
    })
  const authenticatorData = (
    flags: number,
    { rpId = site.rpId, counter = 0 }: Twist,
    key: Uint8Array = new Uint8Array(),
  ) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, key])
  }
  const common = {
    id: base64url(credentialId),
    rawId: base64url(credentialId),
    type: "public-key",
    clientExtensionResults: {},
  }

  return {
    credentialId: base64url(credentialId),
    /** The answer to a registration. */
    create: (challenge: string, twist: Twist = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const data = authenticatorData(twist.flags ?? 1 | 4 | 64, twist, key)
      // {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = Buffer.concat([
        Buffer.from([
          0xa3,
          0x63,
          ...Buffer.from("fmt"),
          0x64,
          ...Buffer.from("none"),
          0x67,
          ...Buffer.from("attStmt"),
          0xa0,
        ]),
        Buffer.from([0x68, ...Buffer.from("authData"), 0x59, data.length >> 8, data.length & 0xff]),
        data,
      ])
      const response = {
        clientDataJSON: base64url(clientData("webauthn.create", challenge, twist)),
        attestationObject: base64url(attestation),
        transports: ["internal", "telepathy"],
      }
      return { ...common, response }
    },
    /** The answer to a sign-in. */
    get: (challenge: string, twist: Twist = {}) => {
      const said = clientData("webauthn.get", challenge, twist)
      const data = authenticatorData(twist.flags ?? 1 | 4, twist)
      const signature = sign(
        "sha256",
        Buffer.concat([data, sha256(said)]),
        twist.isForged === true ? other : privateKey,
      )
      const response = {
        clientDataJSON: base64url(said),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...(twist.userHandle === undefined ? {} : { userHandle: base64url(twist.userHandle) }),
      }
      return { ...common, response }
    },
  }
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053 section 7.1.1). */
const coseKey = (key: KeyObject): Uint8Array => {
  const { x = "", y = "" } = key.export({ format: "jwk" })
  const point = (member: number, text: string) => [
    member,
    0x58,
    32,
    ...Buffer.from(text, "base64url"),
  ]
  return Buffer.from([
    0xa5,
    0x01,
    0x02,
    0x03,
    0x26,
    0x20,
    0x01,
    ...point(0x21, x),
    ...point(0x22, y),
  ])
}
