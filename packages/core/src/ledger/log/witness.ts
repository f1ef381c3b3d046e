import { type KeyObject, sign } from "node:crypto"
import { nativeHost } from "../../foundation/kernel/native-host.ts"
import type { LogState } from "../../ledger-proof/history-state.ts"
import {
  cosignedText,
  noteLine,
  openCheckpoint,
  readCheckpoint,
  readNote,
} from "../../ledger-proof/signed-note.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { isConsistent } from "./merkle-proof.ts"

/** A log that a witness looks after. */
export interface WitnessedLog {
  /** The first line of its checkpoints, and the name of its keys. */
  readonly origin: string
  /** Raw Ed25519 keys that sign its checkpoints: several while they are rotated. */
  readonly keys: readonly Uint8Array[]
}

/** Who cosigns: a name that says whose witness it is, and a key that does nothing else. */
export interface Cosigner {
  readonly name: string
  /** Raw. */
  readonly publicKey: Uint8Array
  readonly privateKey: KeyObject
}

/** A checkpoint that a witness is asked to cosign. */
export interface Offer {
  /** The signed note. */
  readonly note: string
  /**
   * That its log begins with the newest one that the witness cosigned; empty when it cosigned none,
   * or an empty one.
   */
  readonly path: readonly string[]
}

/**
 * Why a witness does not cosign. `unknown_origin`: no log it looks after, or no checkpoint.
 * `bad_signature`: not signed by that log. `smaller`: it has cosigned a larger one. `fork`: it has
 * cosigned another root of this very size, so the log shows two histories and both notes together
 * prove it. `bad_proof`: nothing shows that the log only grew.
 */
export type CosignRefusal = "unknown_origin" | "bad_signature" | "smaller" | "fork" | "bad_proof"

/** Either a line to be added to the note, or why not. */
export type Cosigned =
  | {
      readonly ok: true
      /** With its line end. */
      readonly line: string
      readonly origin: string
      /** The caller stores it as the newest of this origin before it hands out the line. */
      readonly newest: LogState
    }
  | { readonly ok: false; readonly refusal: CosignRefusal }

/**
 * Judges one offered checkpoint, and cosigns it when its log has only grown since the newest that
 * the witness cosigned (`known`, by origin). Pure: the caller compares and keeps `newest` in one
 * step, as otherwise two offers at once would let the log go back. C2SP tlog-cosignature and
 * tlog-witness.
 *
 * @throws {RangeError} when the cosigner's name may not stand in a note.
 *
 * @example
 * const cosigned = cosign(offer, { logs, known, cosigner, now })
 * if (cosigned.ok) note += cosigned.line
 */
export const cosign = (
  offer: Offer,
  witness: {
    readonly logs: readonly WitnessedLog[]
    readonly known: (origin: string) => LogState | undefined
    readonly cosigner: Cosigner
    readonly now: Date
  },
): Cosigned => {
  const read = readNote(offer.note)
  const said = read === null ? null : readCheckpoint(read.text)
  const log = witness.logs.find(({ origin }) => origin === said?.origin)
  if (read === null || log === undefined) return { ok: false, refusal: "unknown_origin" }
  const checkpoint = openCheckpoint(offer.note, log, nativeHost)
  if (checkpoint === null) return { ok: false, refusal: "bad_signature" }
  const newest = { size: checkpoint.size, root: checkpoint.root }
  const refusal = whyNot(newest, witness.known(log.origin), offer.path)
  if (refusal !== undefined) return { ok: false, refusal }
  return {
    ok: true,
    line: cosignatureLine(read.text, witness.cosigner, witness.now),
    origin: log.origin,
    newest,
  }
}

const whyNot = (
  offered: LogState,
  known: LogState | undefined,
  path: readonly string[],
): CosignRefusal | undefined => {
  if (offered.size === 0 && offered.root !== sha256("")) return "bad_proof"
  if (known === undefined || (known.size === 0 && offered.size > 0))
    return path.length === 0 ? undefined : "bad_proof"
  if (offered.size < known.size) return "smaller"
  if (offered.size === known.size)
    return offered.root !== known.root ? "fork" : path.length === 0 ? undefined : "bad_proof"
  const { size: earlierSize, root: earlierRoot } = known
  return isConsistent({ earlierSize, earlierRoot, ...offered, path }) ? undefined : "bad_proof"
}

const cosignatureLine = (text: string, cosigner: Cosigner, now: Date): string => {
  const at = Math.floor(now.getTime() / 1000)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(at))
  const signature = sign(null, Buffer.from(cosignedText(text, at)), cosigner.privateKey)
  return noteLine(cosigner, 4, Buffer.concat([time, signature]), nativeHost)
}
