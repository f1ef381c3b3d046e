import type { ServiceKeyring } from "../../service-keys/service-keyring.ts"
import { type LedgerHead, rootOf } from "./merkle.ts"
import { signCheckpoint } from "./checkpoint.ts"

/** Signs checkpoints, and remembers the newest: many ask for one that was signed already. */
export interface Checkpoints {
  /**
   * The signed note over exactly this head (C2SP tlog-checkpoint). The same head has the same note
   * until the key is rotated.
   */
  readonly of: (origin: string, head: LedgerHead) => string
}

/** Opens the checkpoints of one log. Keeps one note. */
export const openCheckpoints = (serviceKeys: ServiceKeyring): Checkpoints => {
  let newest:
    | {
        readonly size: number
        readonly root: string
        readonly keyId: string
        readonly note: string
      }
    | undefined
  return {
    of: (origin, head) => {
      const { size } = head
      const root = rootOf(head)
      const { keyId, privateKey } = serviceKeys.signer("ledger_checkpoint")
      if (newest?.size === size && newest.root === root && newest.keyId === keyId)
        return newest.note
      const publicKey =
        serviceKeys.all("ledger_checkpoint").find((key) => key.keyId === keyId)?.publicKey ?? ""
      const note = signCheckpoint(
        { origin, size, root },
        Buffer.from(publicKey, "base64url"),
        privateKey,
      )
      // One that reads an older head a moment later must not push out the newer note.
      if (newest === undefined || newest.keyId !== keyId || size >= newest.size)
        newest = { size, root, keyId, note }
      return note
    },
  }
}
