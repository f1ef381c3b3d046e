import { address, at, organization, places, sealedKey } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

/** Every verb about credentials. */
export const credentialCalls: readonly VerbCall[] = [
  {
    name: "credentialKeys.add",
    call: (tx) =>
      tx.credentialKeys.add({
        keyId: "credential-key-1",
        organizationUuid: organization.uuid,
        publicKey: "key",
        sealed: sealedKey,
        createdAt: at(0),
        retiredAt: undefined,
      }),
  },
  { name: "credentialKeys.active", call: (tx) => tx.credentialKeys.active(organization.uuid) },
  { name: "credentialKeys.list", call: (tx) => tx.credentialKeys.list(organization.uuid) },
  {
    name: "credentialKeys.retire",
    call: (tx) => tx.credentialKeys.retire("credential-key-1", at(1)),
  },
  {
    name: "credentialKeys.reserveIndexes",
    call: (tx) => tx.credentialKeys.reserveIndexes(organization.uuid, 16),
  },
  {
    name: "credentialKeys.countIndexes",
    call: (tx) => tx.credentialKeys.countIndexes(organization.uuid),
  },
  {
    name: "issuances.reversedCredentials",
    call: (tx) =>
      tx.issuances.reversedCredentials(address(places.treasury), { first: 0, count: 131_072 }),
  },
  {
    name: "wrappedKeys.wrappedBy, credential",
    call: (tx) => tx.wrappedKeys.wrappedBy("credential", "kek-0", undefined, 100),
  },
]
