import type { StatusReason } from "../../ledger-proof/commitments.ts"
import type { StatusBody } from "../../ledger-proof/status.ts"

/**
 * A status that changed after its transaction was entered: a leaf of the log, right behind the
 * entry that caused it, signed by the ledger's own key.
 */
export interface StatusEvent {
  readonly body: StatusBody
  /** The canonical bytes of `body`, as text, exactly as they were signed. */
  readonly text: string
  /** Ed25519, base64url without padding. */
  readonly signature: string
  /** Lower-case hex, RFC 9162. */
  readonly leafHash: string
  /** Position in the log, from 0. */
  readonly logIndex: number
  /** Undefined where nothing was said, or once erased. */
  readonly reason: StatusReason | undefined
}
