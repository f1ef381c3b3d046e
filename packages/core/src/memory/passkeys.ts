import { mayFollow } from "../accounts/passkey.ts"
import type { PasskeyRepository } from "../accounts/passkey-repository.ts"
import { compare } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const passkeys = (tables: Tables): PasskeyRepository => {
  const ofUser = (uuid: string) =>
    tables.passkeys.rows().filter(({ userUuid }) => userUuid === uuid)
  return {
    add: async (passkey) => tables.passkeys.add(passkey),
    find: async (credentialId) => tables.passkeys.get(credentialId),
    ofUser: async (uuid) =>
      ofUser(uuid).toSorted(
        (a, b) => compare(a.createdAt, b.createdAt) || compare(a.credentialId, b.credentialId),
      ),
    used: async (credentialId, counter, usedAt) => {
      const passkey = tables.passkeys.get(credentialId)
      if (passkey === undefined || !mayFollow(counter, passkey.counter)) return false
      tables.passkeys.put({ ...passkey, counter, usedAt })
      return true
    },
    remove: async (userUuid, credentialId) => {
      if (tables.passkeys.get(credentialId)?.userUuid !== userUuid) return false
      tables.passkeys.delete(credentialId)
      return true
    },
    removeAll: async (userUuid) => {
      const all = ofUser(userUuid)
      for (const { credentialId } of all) tables.passkeys.delete(credentialId)
      return all.length
    },
  }
}
