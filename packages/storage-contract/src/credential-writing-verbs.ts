import type { Repositories } from "@symbolon/core/storage"
import { credentialKey } from "./reward-samples.ts"
import { at, uuid } from "./samples.ts"

/** The writing verbs of credentials. */
export const credentialWritingVerbs: readonly {
  readonly name: string
  readonly call: (tx: Repositories) => Promise<unknown>
}[] = [
  { name: "credentialKeys.add", call: (tx) => tx.credentialKeys.add(credentialKey(101)) },
  {
    name: "credentialKeys.retire",
    call: (tx) => tx.credentialKeys.retire("credential-key-101", at(1)),
  },
  {
    name: "credentialKeys.reserveIndexes",
    call: (tx) => tx.credentialKeys.reserveIndexes(uuid(1), 4),
  },
]
