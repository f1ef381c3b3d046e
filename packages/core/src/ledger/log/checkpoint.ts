import { type KeyObject, sign } from "node:crypto"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import { isHashText } from "../../ledger-proof/hex.ts"
import {
  checkpointText,
  isNoteText,
  noteLine,
  type NoteSigner,
  type OpenedCheckpoint,
} from "../../ledger-proof/signed-note.ts"

/**
 * A checkpoint as a signed note (C2SP tlog-checkpoint), under the origin's name.
 *
 * @throws {RangeError} when the size is no count, the root no hash, or the origin may not name a
 * key.
 */
export const signCheckpoint = (
  checkpoint: OpenedCheckpoint,
  publicKey: Uint8Array,
  privateKey: KeyObject,
): string => {
  const { origin, size, root } = checkpoint
  if (!Number.isSafeInteger(size) || size < 0 || !isHashText(root))
    throw new RangeError("A checkpoint has a size from 0 and a root of 64 hexadecimal digits.")
  return signNote(checkpointText(checkpoint), { name: origin, publicKey }, privateKey)
}

/**
 * The note with this text, signed by one key (C2SP signed-note).
 *
 * @throws {RangeError} when the text does not end in a newline, or the name may not stand in a
 * note.
 */
export const signNote = (text: string, signer: NoteSigner, privateKey: KeyObject): string => {
  if (!isNoteText(text))
    throw new RangeError("The text of a note ends in a newline and has no control characters.")
  const signature = sign(null, Buffer.from(text), privateKey)
  return `${text}\n${noteLine(signer, 1, signature, nativeHost)}`
}
