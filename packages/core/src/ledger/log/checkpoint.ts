import type { KeyObject } from "node:crypto"
import { exactBytes, isSha256 } from "../entries/digest.ts"
import { isSignedBy, type NoteKey, parseNote, signNote } from "./signed-note.ts"

/**
 * How far a log has come, in a few words that fit anywhere: whoever keeps one can tell later
 * whether the log was rewritten.
 */
export interface Checkpoint {
  /** Which log; also the name of the key that signs. */
  readonly origin: string
  /** Leaves. */
  readonly size: number
  /** Lower-case hex, RFC 9162. */
  readonly root: string
}

/**
 * The text of a checkpoint: origin, size, and the root in base64, a line each (C2SP
 * tlog-checkpoint).
 */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${Buffer.from(root, "hex").toString("base64")}\n`

/**
 * A checkpoint as a signed note (C2SP tlog-checkpoint), under the origin's name.
 *
 * @throws {RangeError} when the size is no count, the root no hash, or the origin may not name a
 * key.
 */
export const signCheckpoint = (
  checkpoint: Checkpoint,
  publicKey: Uint8Array,
  privateKey: KeyObject,
): string => {
  if (!Number.isSafeInteger(checkpoint.size) || checkpoint.size < 0 || !isSha256(checkpoint.root))
    throw new RangeError("This is no checkpoint.")
  return signNote(checkpointText(checkpoint), { name: checkpoint.origin, publicKey }, privateKey)
}

/**
 * What a note says, if it is a checkpoint that one of `keys` signed under the name of its origin;
 * otherwise `undefined`. Extension lines are signed along, and passed over.
 */
export const openCheckpoint = (note: string, keys: readonly NoteKey[]): Checkpoint | undefined => {
  const parsed = parseNote(note)
  if (parsed === undefined) return undefined
  const [origin, size, root] = parsed.text.split("\n")
  if (origin === undefined || origin === "" || size === undefined || root === undefined)
    return undefined
  // A log signs under its own name: another log's key says nothing of it.
  const own = keys.filter(({ name }) => name === origin)
  if (!isSignedBy(parsed, own)) return undefined
  const bytes = exactBytes(root, "base64", 32)
  if (
    !/^(?:0|[1-9]\d{0,15})$/.test(size) ||
    !Number.isSafeInteger(Number(size)) ||
    bytes === undefined
  )
    return undefined
  return { origin, size: Number(size), root: Buffer.from(bytes).toString("hex") }
}
