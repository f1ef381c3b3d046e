import type { CredentialKeyRepository } from "../credentials/credential-key-repository.ts"
import { compare } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const credentialKeys = (tables: Tables): CredentialKeyRepository => ({
  add: async (key) => tables.credentialKeys.add(key),
  active: async (organizationUuid) => tables.credentialKeys.at(organizationUuid),
  list: async (organizationUuid) =>
    tables.credentialKeys
      .rows()
      .filter((key) => key.organizationUuid === organizationUuid)
      .toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.keyId, b.keyId)),
  retire: async (keyId, retiredAt) => {
    const key = tables.credentialKeys.get(keyId)
    if (key === undefined || key.retiredAt !== undefined) return false
    tables.credentialKeys.put({ ...key, retiredAt })
    return true
  },
  reserveIndexes: async (organizationUuid, count) => {
    const reserved = tables.credentialCounters.get(organizationUuid)?.reserved ?? 0
    tables.credentialCounters.put({ organizationUuid, reserved: reserved + count })
    return reserved
  },
  countIndexes: async (organizationUuid) =>
    tables.credentialCounters.get(organizationUuid)?.reserved ?? 0,
})
