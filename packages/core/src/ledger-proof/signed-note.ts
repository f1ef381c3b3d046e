import { isWellFormed } from "../door/canonical.ts"
import { verifyEd25519 } from "../door/ed25519.ts"
import { decodeBase64, encodeBase64 } from "./base64.ts"
import { hashText, writeHash } from "./hex.ts"
import type { LogState } from "./history-state.ts"
import { portableHost, type ProofHost } from "./host.ts"

const dash = "\u2014 "
const keyIdSize = 4
/** Longer notes, or more signatures, are not read (C2SP signed-note asks for 16 at least). */
const longest = 65_536
const signaturesMax = 64

/**
 * What a key of a note signs: 1, the text (C2SP signed-note); 4, the text and a time (C2SP
 * tlog-cosignature).
 */
export type NoteSignatureType = 1 | 4

/** Who may sign notes: a name, and the raw 32-byte Ed25519 key. */
export interface NoteSigner {
  readonly name: string
  readonly publicKey: Uint8Array
}

/** A text that ends in a newline, and what its signature lines hold, of whatever type. */
export interface SignedNote {
  readonly text: string
  readonly signatures: readonly {
    readonly name: string
    readonly keyId: string
    readonly signature: Uint8Array
  }[]
}

/** A log, and how far it has come (C2SP tlog-checkpoint). */
export interface OpenedCheckpoint extends LogState {
  readonly origin: string
}

/** A witness that cosigned, and when by its own clock, in seconds since 1970. */
export interface Cosignature {
  readonly name: string
  readonly at: number
}

/**
 * The parts of an untrusted note; null when it is none. Nothing of it is to be
 * believed yet.
 */
export const readNote = (note: string): SignedNote | null => {
  // The last blank line divides: the text itself may hold others.
  const end = note.lastIndexOf("\n\n")
  if (note.length > longest || end < 0 || !isNoteText(note)) return null
  const lines = note.slice(end + 2, -1).split("\n")
  if (lines.length > signaturesMax) return null
  const signatures = lines.map((line) => {
    const [name = "", encoded = "", ...more] = line.startsWith(dash)
      ? line.slice(dash.length).split(" ")
      : []
    const bytes = decodeBase64(encoded)
    if (bytes === null || bytes.length <= keyIdSize || more.length > 0 || !isNoteName(name))
      return null
    return {
      name,
      keyId: hashText(bytes.subarray(0, keyIdSize)),
      signature: bytes.subarray(keyIdSize),
    }
  })
  const read = signatures.filter((signature) => signature !== null)
  return read.length === signatures.length
    ? { text: note.slice(0, end + 1), signatures: read }
    : null
}

/** Whether a key may have this name: no spaces, no plus sign, nothing that has no UTF-8. */
export const isNoteName = (name: string): boolean =>
  name !== "" && isWellFormed(name) && !/[\s+\p{Cc}]/u.test(name)

/** Whether a text may be signed as a note: it ends in a newline and has no other control codes. */
export const isNoteText = (text: string): boolean =>
  text.endsWith("\n") && isWellFormed(text) && !/[^\P{Cc}\n]/u.test(text)

/** The first four bytes of SHA-256 over name, newline, type and key, as hex (C2SP signed-note). */
export const noteKeyId = (
  { name, publicKey }: NoteSigner,
  type: NoteSignatureType,
  host: ProofHost = portableHost,
): string => {
  const head = host.utf8(`${name}\n`)
  const bytes = new Uint8Array(head.length + 1 + publicKey.length)
  bytes.set(head)
  bytes[head.length] = type
  bytes.set(publicKey, head.length + 1)
  return host.sha256(bytes).slice(0, 2 * keyIdSize)
}

/**
 * A signature line of a note with its line end: `— <name> base64(key id || signature)` (C2SP
 * signed-note). A cosignature has its time, eight bytes, before the signature.
 *
 * @throws {RangeError} when the name may not stand in a note.
 */
export const noteLine = (
  signer: NoteSigner,
  type: NoteSignatureType,
  signature: Uint8Array,
  host: ProofHost,
): string => {
  if (!isNoteName(signer.name))
    throw new RangeError(`A signer of notes cannot be named ${JSON.stringify(signer.name)}.`)
  const bytes = new Uint8Array(keyIdSize + signature.length)
  for (let at = 0, id = noteKeyId(signer, type, host); at < keyIdSize; at += 1)
    bytes[at] = Number.parseInt(id.slice(2 * at, 2 * at + 2), 16)
  bytes.set(signature, keyIdSize)
  return `${dash}${signer.name} ${encodeBase64(bytes)}\n`
}

/** The text of a checkpoint: origin, size, and the root in base64, a line each. */
export const checkpointText = ({ origin, size, root }: OpenedCheckpoint): string => {
  const bytes = new Uint8Array(32)
  writeHash(root, bytes, 0)
  return `${origin}\n${size}\n${encodeBase64(bytes)}\n`
}

/**
 * What a note's text says, if it is a checkpoint; otherwise null. Extension lines mean nothing to
 * us and are passed over.
 */
export const readCheckpoint = (text: string): OpenedCheckpoint | null => {
  const [origin = "", size = "", root = "", ...rest] = text.split("\n")
  const bytes = decodeBase64(root)
  // The text ends in a newline, so the last piece is empty, and no other may be.
  if (origin === "" || rest.pop() !== "" || rest.includes("") || bytes?.length !== 32) return null
  return /^(?:0|[1-9]\d{0,15})$/.test(size) && Number.isSafeInteger(Number(size))
    ? { origin, size: Number(size), root: hashText(bytes) }
    : null
}

/**
 * The checkpoint that a note is, if the log itself signed it: one of `keys`, under the name of its
 * origin. A bad signature by one of them spoils the note, and signatures by others are passed over.
 * Otherwise null.
 */
export const openCheckpoint = (
  note: string,
  log: { readonly origin: string; readonly keys: readonly Uint8Array[] },
  host: ProofHost = portableHost,
): OpenedCheckpoint | null => {
  const read = readNote(note)
  const checkpoint = read === null ? null : readCheckpoint(read.text)
  if (read === null || checkpoint?.origin !== log.origin) return null
  let isSigned = false
  for (const publicKey of log.keys) {
    const keyId = noteKeyId({ name: log.origin, publicKey }, 1, host)
    for (const { name, keyId: given, signature } of read.signatures) {
      if (name !== log.origin || given !== keyId) continue
      if (!verifyEd25519(signature, host.utf8(read.text), publicKey, host)) return null
      isSigned = true
    }
  }
  return isSigned ? checkpoint : null
}

/**
 * What a witness signs: a line that says what this is, the time in whole seconds, and the text of
 * the note (C2SP tlog-cosignature).
 */
export const cosignedText = (text: string, at: number): string =>
  `cosignature/v1\ntime ${at}\n${text}`

/**
 * Which of `witnesses` cosigned a note, each once, at the latest time it did; null when the note is
 * no checkpoint, or when a known witness's cosignature does not hold. Cosignatures of others are
 * passed over. It says nothing of the log's own signature.
 */
export const cosignaturesOf = (
  note: string,
  witnesses: readonly NoteSigner[],
  host: ProofHost = portableHost,
): readonly Cosignature[] | null => {
  const read = readNote(note)
  if (read === null || readCheckpoint(read.text) === null) return null
  const seen = new Map<string, Cosignature>()
  for (const witness of witnesses) {
    const keyId = noteKeyId(witness, 4, host)
    for (const { name, keyId: given, signature } of read.signatures) {
      if (name !== witness.name || given !== keyId) continue
      const at = timeOf(signature)
      if (
        at === null ||
        !verifyEd25519(
          signature.subarray(8),
          host.utf8(cosignedText(read.text, at)),
          witness.publicKey,
          host,
        )
      )
        return null
      // By key, so that one witness under two names is still one.
      const key = hashText(witness.publicKey)
      if (at > (seen.get(key)?.at ?? -1)) seen.set(key, { name, at })
    }
  }
  return [...seen.values()]
}

/**
 * Whether at least so many different witnesses cosigned a checkpoint, so that no two groups of
 * people can be shown different logs.
 */
export const isWitnessed = (
  note: string,
  witnesses: readonly NoteSigner[],
  least: number,
  host: ProofHost = portableHost,
): boolean => {
  const count = cosignaturesOf(note, witnesses, host)?.length
  return count !== undefined && count >= least
}

/**
 * The eight bytes before a cosignature; null past what a double counts, which is no time of any
 * clock.
 */
const timeOf = (signature: Uint8Array): number | null => {
  if (signature.length !== 72) return null
  const at = signature.subarray(0, 8).reduce((sum, byte) => sum * 256 + byte, 0)
  return Number.isSafeInteger(at) ? at : null
}
