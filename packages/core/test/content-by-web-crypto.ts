/**
 * Contents sealed and opened once more, by WebCrypto and from the RFCs: shares no code with
 * `src/sealing`.
 */
import { webcrypto } from "node:crypto"
import canonicalize from "canonicalize"

const { subtle } = webcrypto

type Bytes = Uint8Array<ArrayBuffer>

/** One recipient's wrapped key, as it stands in a JWE. */
interface WireRecipient {
  readonly encrypted_key: string
  readonly header: {
    readonly alg: string
    readonly epk: { readonly x: string }
    readonly kid: string
  }
}

export interface SealedByWebCrypto {
  readonly padded: Uint8Array
  readonly bound: object
  readonly recipients: readonly {
    readonly kid: string
    readonly publicKey: string
    readonly ephemeral: Uint8Array
  }[]
  readonly contentKey: Uint8Array
  readonly nonce: Uint8Array
}

/** The envelope's text, of given randomness. `protectedText` is the protected header. */
export const sealByWebCrypto = async (
  { padded, bound, recipients, contentKey, nonce }: SealedByWebCrypto,
  protectedText = '{"enc":"A256GCM","typ":"symbolon-reward+json"}',
): Promise<string> => {
  const header = base64url(utf8(protectedText))
  const aad = base64url(utf8(`symbolon/content/v1\0${canonicalize(bound)}`))
  const key = await subtle.importKey("raw", own(contentKey), "AES-GCM", true, ["encrypt"])
  const parameters = { name: "AES-GCM", iv: own(nonce), additionalData: utf8(`${header}.${aad}`) }
  const encrypted = new Uint8Array(await subtle.encrypt(parameters, key, own(padded)))
  const wrapped = await Promise.all(
    recipients.map(async ({ kid, publicKey, ephemeral }) => {
      const secret = await secretKey(ephemeral)
      const { x } = await subtle.exportKey("jwk", secret)
      const wrapping = await wrappingKey(secret, publicKey)
      const encryptedKey = new Uint8Array(await subtle.wrapKey("raw", key, wrapping, "AES-KW"))
      return {
        encrypted_key: base64url(encryptedKey),
        header: { alg: "ECDH-ES+A256KW", epk: { crv: "X25519", kty: "OKP", x }, kid },
      }
    }),
  )
  const [ciphertext, tag] = [encrypted.subarray(0, -16), encrypted.subarray(-16)]
  const envelope = {
    protected: header,
    recipients: wrapped,
    aad,
    iv: base64url(own(nonce)),
    ciphertext: base64url(ciphertext),
    tag: base64url(tag),
  }
  return canonicalize(envelope) ?? ""
}

/** The padded plaintext; rejects when it does not open. */
export const openByWebCrypto = async (
  sealed: string,
  kid: string,
  secret: Uint8Array,
): Promise<string> => {
  const jwe: Record<"protected" | "aad" | "iv" | "ciphertext" | "tag", string> & {
    readonly recipients: readonly WireRecipient[]
  } = JSON.parse(sealed)
  const mine = jwe.recipients.find(({ header }) => header.kid === kid)
  if (mine === undefined) throw new Error(`${kid} is no recipient.`)
  const wrapping = await wrappingKey(await secretKey(secret), mine.header.epk.x)
  const key = await subtle.unwrapKey(
    "raw",
    bytes(mine.encrypted_key),
    wrapping,
    "AES-KW",
    "AES-GCM",
    false,
    ["decrypt"],
  )
  const parameters = {
    name: "AES-GCM",
    iv: bytes(jwe.iv),
    additionalData: utf8(`${jwe.protected}.${jwe.aad}`),
  }
  const encrypted = new Uint8Array([...bytes(jwe.ciphertext), ...bytes(jwe.tag)])
  return new TextDecoder().decode(await subtle.decrypt(parameters, key, encrypted))
}

/** What a secret and somebody's public key agree on. */
export const agreeByWebCrypto = async (
  secret: webcrypto.CryptoKey,
  publicKey: string,
): Promise<Bytes> => {
  const other = await subtle.importKey("raw", bytes(publicKey), "X25519", false, [])
  return new Uint8Array(await subtle.deriveBits({ name: "X25519", public: other }, secret, 256))
}

/** An X25519 key of 32 bytes, through its PKCS #8 (RFC 8410 section 7). */
export const secretKey = (raw: Uint8Array): Promise<webcrypto.CryptoKey> =>
  subtle.importKey(
    "pkcs8",
    new Uint8Array([...bytes("MC4CAQAwBQYDK2VuBCIEIA"), ...raw]),
    "X25519",
    true,
    ["deriveBits"],
  )

/**
 * RFC 7518 section 4.6.2, in its words: one round, AlgorithmID, no PartyUInfo, no PartyVInfo,
 * SuppPubInfo of 256 bits.
 */
const wrappingKey = async (
  secret: webcrypto.CryptoKey,
  publicKey: string,
): Promise<webcrypto.CryptoKey> => {
  const algorithm = utf8("ECDH-ES+A256KW")
  const agreed = await agreeByWebCrypto(secret, publicKey)
  const input = new Uint8Array([
    0,
    0,
    0,
    1,
    ...agreed,
    0,
    0,
    0,
    14,
    ...algorithm,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    1,
    0,
  ])
  return subtle.importKey("raw", await subtle.digest("SHA-256", input), "AES-KW", false, [
    "wrapKey",
    "unwrapKey",
  ])
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const bytes = (text: string): Bytes => new Uint8Array(Buffer.from(text, "base64url"))
const base64url = (data: Uint8Array): string => Buffer.from(data).toString("base64url")
const own = (data: Uint8Array): Bytes => new Uint8Array(data)
