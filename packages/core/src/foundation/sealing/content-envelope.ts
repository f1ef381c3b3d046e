import { exactBytes } from "../kernel/digest.ts"
import {
  among,
  type Check,
  hasMembers,
  isRecord,
  networkName,
  shaped,
  textWith,
} from "../../ledger-proof/shape.ts"
import type { ContentBinding } from "../ports/content-sealer.ts"
import { contentBytesMax } from "./reward-content.ts"

const domain = "symbolon/content/v1\0"
const keyAlgorithm = "ECDH-ES+A256KW"

/** The protected header, base64url: the one way in which a content is encrypted, and what it is. */
export const protectedHeader = Buffer.from(
  '{"enc":"A256GCM","typ":"symbolon-reward+json"}',
).toString("base64url")

/**
 * More are refused: a content is for the two ends of a transaction, and a few that one of them may
 * add.
 */
export const recipientsMax = 8
/** Longer texts are no envelopes: the longest content in base64url, and room for all else. */
export const sealedLengthMax = 393_216

/**
 * One recipient's part: the content's key, wrapped by what a key made for this once agrees on with
 * the recipient's.
 */
export interface EnvelopeRecipient {
  readonly kid: string
  /** The ephemeral public key, raw, base64url. */
  readonly epk: string
  readonly encryptedKey: Uint8Array
}

/**
 * A JWE in its general JSON serialisation (RFC 7516 section 7.2.1), as far as ours differ from one
 * another.
 */
export interface Envelope {
  /** base64url of {@link boundText}. */
  readonly aad: string
  readonly iv: Uint8Array
  readonly ciphertext: Uint8Array
  readonly tag: Uint8Array
  readonly recipients: readonly EnvelopeRecipient[]
}

/**
 * The envelope as text, RFC 8785: the members stand in the order of their names, and all values are
 * plain ASCII, so one native call gives what a canonicaliser would.
 */
export const envelopeText = ({ aad, iv, ciphertext, tag, recipients }: Envelope): string =>
  JSON.stringify({
    aad,
    ciphertext: base64url(ciphertext),
    iv: base64url(iv),
    protected: protectedHeader,
    recipients: recipients.map(({ kid, epk, encryptedKey }) => ({
      encrypted_key: base64url(encryptedKey),
      header: { alg: keyAlgorithm, epk: { crv: "X25519", kty: "OKP", x: epk }, kid },
    })),
    tag: base64url(tag),
  })

/**
 * An envelope out of an untrusted text; undefined for every text that {@link envelopeText} does not
 * write, so that an envelope has one text and holds nothing that no reader reads.
 */
export const parseEnvelope = (text: string): Envelope | undefined => {
  if (text.length > sealedLengthMax) return undefined
  let wire: unknown
  try {
    wire = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isEnvelope(wire)) return undefined
  const envelope = {
    aad: wire.aad,
    iv: bytesOf(wire.iv),
    ciphertext: bytesOf(wire.ciphertext),
    tag: bytesOf(wire.tag),
    recipients: wire.recipients.map(({ encrypted_key, header }) => ({
      kid: header.kid,
      epk: header.epk.x,
      encryptedKey: bytesOf(encrypted_key),
    })),
  }
  return areDistinct(envelope.recipients) && envelopeText(envelope) === text ? envelope : undefined
}

/**
 * What is bound to a ciphertext, base64url: the domain, a zero byte, and the RFC 8785 text of whose
 * it is. Undefined when it names no transaction.
 */
export const boundText = ({ network, id, from, to }: ContentBinding): string | undefined =>
  networkName(network) && transactionId(id) && address(from) && address(to)
    ? Buffer.from(
        domain + JSON.stringify({ from_address: from, id, network, to_address: to }),
      ).toString("base64url")
    : undefined

/** Whether recipients can be told apart, and their number is allowed. */
export const areDistinct = (recipients: readonly { readonly kid: string }[]): boolean =>
  recipients.length > 0 &&
  recipients.length <= recipientsMax &&
  new Set(recipients.map(({ kid }) => kid)).size === recipients.length

/** `<address>#<version>`. */
export const isKid = shaped(/^[a-z0-9]{1,64}#[1-9]\d{0,8}$/)

const base64url = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64url")
const bytesOf = (text: string): Uint8Array => Buffer.from(text, "base64url")

const transactionId = shaped(/^[a-z][a-z0-9]{23}$/)
const address = shaped(/^[a-z0-9]{1,64}$/)

interface WireEnvelope {
  readonly aad: string
  readonly ciphertext: string
  readonly iv: string
  readonly tag: string
  readonly recipients: readonly {
    readonly encrypted_key: string
    readonly header: { readonly epk: { readonly x: string }; readonly kid: string }
  }[]
}

/**
 * Long enough for so many bytes; that it is base64url, in its one spelling, shows when the envelope
 * is written anew.
 */
const sized = (size: number): Check => textWith((text) => text.length === Math.ceil((size * 4) / 3))
const record =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && hasMembers(value, members)

const recipient = record({
  encrypted_key: sized(40),
  header: record({
    alg: among([keyAlgorithm]),
    epk: record({
      crv: among(["X25519"]),
      kty: among(["OKP"]),
      x: textWith((text) => exactBytes(text, "base64url", 32) !== undefined),
    }),
    kid: isKid,
  }),
})
const envelopeMembers: Readonly<Record<keyof WireEnvelope | "protected", Check>> = {
  aad: textWith((text) => text.length <= 1024),
  ciphertext: textWith(
    (text) => text.length > 0 && text.length <= Math.ceil((contentBytesMax * 4) / 3),
  ),
  iv: sized(12),
  protected: among([protectedHeader]),
  recipients: (value) =>
    Array.isArray(value) && value.length <= recipientsMax && value.every(recipient),
  tag: sized(16),
}

const isEnvelope = (value: unknown): value is WireEnvelope =>
  isRecord(value) && hasMembers(value, envelopeMembers)
