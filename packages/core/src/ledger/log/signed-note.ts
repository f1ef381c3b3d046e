import { createPublicKey, hash, sign, verify, type KeyObject } from "node:crypto"
import { isAcceptablePublicKey, isAcceptableSignature } from "../../door/ed25519.ts"
import { publicKeyPem } from "../../wallets/public-key.ts"
import { exactBytes } from "../entries/digest.ts"

const dash = "\u2014 "
/** The signature type of plain Ed25519 (C2SP signed-note). */
const ed25519 = 1
const keyIdSize = 4
const signatureSize = 64

/** Who signs notes: a name without spaces or plus signs, and the raw 32-byte Ed25519 key. */
export interface NoteKey {
  readonly name: string
  readonly publicKey: Uint8Array
}

/** A text that ends in a newline, and the lines that sign it. */
export interface Note {
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

export interface NoteSignature {
  readonly name: string
  /** The four bytes that tell keys of one name apart. */
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

/**
 * The note that says `text` and is signed by one key (C2SP signed-note: `— <name> base64(key id ||
 * signature)`).
 *
 * @throws {RangeError} when the text does not end in one newline, or the name may not stand in a
 * note.
 */
export const signNote = (text: string, key: NoteKey, privateKey: KeyObject): string => {
  if (!isNoteText(text) || !isName(key.name))
    throw new RangeError("This text or this name may not stand in a signed note.")
  const signature = sign(null, Buffer.from(text), privateKey)
  return `${text}\n${dash}${key.name} ${Buffer.concat([noteKeyId(key), signature]).toString("base64")}\n`
}

/**
 * The parts of a note; `undefined` when it is none. Signatures of other types than Ed25519 are kept
 * out.
 */
export const parseNote = (note: string): Note | undefined => {
  // The last blank line divides: the text itself may hold others.
  const end = note.lastIndexOf("\n\n")
  if (end < 0 || !note.endsWith("\n")) return undefined
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split("\n")
  const signatures: NoteSignature[] = []
  for (const line of lines) {
    const [name, encoded, ...more] = line.startsWith(dash) ? line.slice(dash.length).split(" ") : []
    if (name === undefined || encoded === undefined || more.length > 0 || !isName(name))
      return undefined
    const bytes = Buffer.from(encoded, "base64")
    if (bytes.length <= keyIdSize || bytes.toString("base64") !== encoded) return undefined
    const signature = exactBytes(encoded, "base64", keyIdSize + signatureSize)?.subarray(keyIdSize)
    if (signature !== undefined)
      signatures.push({ name, keyId: bytes.subarray(0, keyIdSize), signature })
  }
  return isNoteText(text) ? { text, signatures } : undefined
}

/**
 * Whether one of `keys` signed the note. Signatures by keys nobody named are passed over, as
 * witnesses add theirs; a bad one by a key that was named spoils the note (C2SP signed-note).
 */
export const isSignedBy = (note: Note, keys: readonly NoteKey[]): boolean => {
  let signed = false
  for (const { name, keyId, signature } of note.signatures) {
    const key = keys.find((each) => each.name === name && noteKeyId(each).equals(keyId))
    if (key === undefined) continue
    if (!isAcceptablePublicKey(key.publicKey) || !isAcceptableSignature(signature)) return false
    if (
      !verify(null, Buffer.from(note.text), createPublicKey(publicKeyPem(key.publicKey)), signature)
    )
      return false
    signed = true
  }
  return signed
}

/**
 * The first four bytes of SHA-256 over name, newline, signature type and key (C2SP signed-note).
 */
export const noteKeyId = (key: NoteKey): Buffer =>
  hash(
    "sha256",
    Buffer.concat([Buffer.from(`${key.name}\n`), Buffer.from([ed25519]), key.publicKey]),
    "buffer",
  ).subarray(0, keyIdSize)

const isName = (name: string): boolean =>
  name !== "" && name.isWellFormed() && !/[\s+\p{Cc}]/u.test(name)
const isNoteText = (text: string): boolean =>
  text.endsWith("\n") && text.isWellFormed() && !/[^\P{Cc}\n]/u.test(text)
