import { createCipheriv, createDecipheriv, type KeyObject } from "node:crypto"
import { Result } from "effect"
import { cipherKey } from "../kernel/cipher-key.ts"
import { openRecent } from "../kernel/recent.ts"
import type { ContentRecipient, ContentSealer } from "../ports/content-sealer.ts"
import type { Ids } from "../ports/ids.ts"
import {
  areDistinct,
  boundText,
  type Envelope,
  envelopeText,
  type EnvelopeRecipient,
  isKid,
  parseEnvelope,
  protectedHeader,
} from "./content-envelope.ts"
import { foreignKey } from "./key-agreement.ts"
import { unwrapKey, wrapKey } from "./key-wrap.ts"
import { contentIn, paddedContent } from "./reward-content.ts"

const cipher = "aes-256-gcm"
const contentKeySize = 32
const nonceSize = 12
const tagSize = 16
/** Public keys that are remembered, some 2 KB each: a treasury seals one content after the other. */
const keysMax = 256

/**
 * Seals contents as JWE, general JSON: `ECDH-ES+A256KW` on X25519 to each recipient, one `A256GCM`
 * ciphertext for all, the transaction bound as additional data. Any JOSE library reads and writes
 * the same. Sources: RFC 7516, 7518, 8037 and 8785; docs/ledger-format.md#content.
 *
 * What is random is asked of the port in this order: the content's key (32 bytes), the nonce (12),
 * then each recipient's ephemeral key (32).
 *
 * @example
 * const sealer = contentSealer(systemIds(systemClock))
 * const sealed = sealer.seal({
 *   content: { access_key: "..." },
 *   recipients: [{ kid, publicKey }],
 *   bound: { network: "main", id, from, to },
 * })
 */
export const contentSealer = (ids: Pick<Ids, "bytes">): ContentSealer => {
  const keyOf = openForeignKeys()
  return {
    seal: ({ content, recipients, bound }) => {
      const aad = boundText(bound)
      if (aad === undefined) return { refused: "bad_binding" }
      const keys = keysOf(recipients, keyOf)
      if (keys === undefined) return { refused: "bad_recipients" }
      const padded = paddedContent(content)
      if (Result.isFailure(padded)) return { refused: padded.failure }
      const contentKey = ids.bytes(contentKeySize)
      try {
        const encrypted = encrypt(contentKey, ids.bytes(nonceSize), padded.success, aad)
        const wrapped: EnvelopeRecipient[] = []
        for (const { kid, publicKey } of keys) {
          const part = wrapKey(contentKey, publicKey, ids)
          if (part === undefined) return { refused: "bad_recipients" }
          wrapped.push({ kid, ...part })
        }
        return { sealed: envelopeText({ ...encrypted, aad, recipients: wrapped }) }
      } finally {
        contentKey.fill(0)
        padded.success.fill(0)
      }
    },

    recipientsOf: (sealed) => parseEnvelope(sealed)?.recipients.map(({ kid }) => kid) ?? [],

    open: ({ sealed, recipient, bound }) => {
      const envelope = parseEnvelope(sealed)
      if (envelope === undefined) return { refused: "malformed" }
      if (envelope.aad !== boundText(bound)) return { refused: "another_transaction" }
      const mine = envelope.recipients.find(({ kid }) => kid === recipient.kid)
      if (mine === undefined) return { refused: "not_a_recipient" }
      const contentKey = unwrapKey(mine, recipient.privateKey)
      if (contentKey === undefined) return { refused: "not_authentic" }
      const padded = decrypt(contentKey, envelope)
      contentKey.fill(0)
      if (padded === undefined) return { refused: "not_authentic" }
      const content = contentIn(padded)
      padded.fill(0)
      return content === undefined ? { refused: "bad_content" } : { content }
    },
  }
}

/** Reads public keys, and remembers the newest few that can be sealed to. */
const openForeignKeys = (): typeof foreignKey => {
  const known = openRecent<KeyObject>(keysMax)
  return (text) => {
    const key = known.get(text) ?? foreignKey(text)
    if (key !== undefined) known.set(text, key)
    return key
  }
}

interface Addressed {
  readonly kid: string
  readonly publicKey: KeyObject
}

/** The recipients with their keys, or undefined when one of them cannot be sealed to. */
const keysOf = (
  recipients: readonly ContentRecipient[],
  keyOf: typeof foreignKey,
): readonly Addressed[] | undefined => {
  if (!areDistinct(recipients) || !recipients.every(({ kid }) => isKid(kid))) return undefined
  const keys: Addressed[] = []
  for (const { kid, publicKey } of recipients) {
    const key = keyOf(publicKey)
    if (key === undefined) return undefined
    keys.push({ kid, publicKey: key })
  }
  return keys
}

/** RFC 7516 section 5.1, step 14: what is authenticated besides the ciphertext. */
const authenticated = (aad: string): Uint8Array => Buffer.from(`${protectedHeader}.${aad}`)

const encrypt = (
  key: Uint8Array,
  iv: Uint8Array,
  text: Uint8Array,
  aad: string,
): Pick<Envelope, "iv" | "ciphertext" | "tag"> => {
  const sealing = createCipheriv(cipher, cipherKey(key), iv, { authTagLength: tagSize }).setAAD(
    authenticated(aad),
  )
  const ciphertext = Buffer.concat([sealing.update(text), sealing.final()])
  return { iv, ciphertext, tag: sealing.getAuthTag() }
}

const decrypt = (
  key: Uint8Array,
  { iv, ciphertext, tag, aad }: Envelope,
): Uint8Array | undefined => {
  try {
    const opening = createDecipheriv(cipher, cipherKey(key), iv, { authTagLength: tagSize })
      .setAAD(authenticated(aad))
      .setAuthTag(tag)
    return Buffer.concat([opening.update(ciphertext), opening.final()])
  } catch {
    return undefined
  }
}
