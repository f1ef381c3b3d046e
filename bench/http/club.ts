import { createSymbolon, type Symbolon } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import type { Repositories, Storage } from "@symbolon/core/storage"
import { memoryKeyVault } from "@symbolon/core/testing"

/** A club in memory, and a token of its app. */
export interface Club {
  readonly symbolon: Symbolon
  readonly slug: string
  readonly token: string
}

export const openClub = async (): Promise<Club> => {
  const symbolon = await createSymbolon({ storage: forgettingTiers(openMemory()), vault: memoryKeyVault(new Uint8Array(32).fill(7)) })
  const { user: owner } = await symbolon.accounts.createUser({ username: "olga-owner", firstName: "Olga" })
  const { slug } = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: owner.uuid })
  const { client, clientSecret } = await symbolon.oauth.registerClient({
    organization: slug,
    name: "Bench",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: ["organization:read", "membership_tier:write"],
    serviceRole: "manager",
  })
  if (clientSecret === undefined) throw new Error("A confidential client has a secret.")
  const { accessToken } = await symbolon.issueClientToken({ clientId: client.clientId, clientSecret, scope: undefined })
  return { symbolon, slug, token: accessToken }
}

/** A store that takes every tier and keeps none: what is measured is the way to the store, and it must not get longer meanwhile. */
const forgettingTiers = (storage: Storage): Storage => {
  let seen: Repositories | undefined
  let shown: Repositories | undefined
  // One record for each the store hands out: the core remembers what it made of it.
  const forgetting = (tx: Repositories): Repositories => {
    if (seen !== tx || shown === undefined) [seen, shown] = [tx, { ...tx, tiers: { ...tx.tiers, add: async () => true } }]
    return shown
  }
  return { ...storage, transact: (mode, work) => storage.transact(mode, (tx) => work(forgetting(tx))) }
}
