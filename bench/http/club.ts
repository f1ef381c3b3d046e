import { type ClientCaller, createSymbolon, type Symbolon } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import type { MigratedStorage, Repositories, Storage } from "@symbolon/core/storage"
import { memoryKeyVault } from "@symbolon/core/testing"

/** A club, and a token of its app. */
export interface Club {
  readonly symbolon: Symbolon
  readonly slug: string
  readonly token: string
  /** Who the token speaks for. */
  readonly caller: ClientCaller
}

/** One on a store that has everything ready. */
export const openClub = async (): Promise<Club> => {
  const memory = openMemory()
  let storage: Storage = memory
  const shifting: Storage = {
    transact: (mode, work) => storage.transact(mode, work),
    close: memory.close,
  }
  const club = await foundClub(shifting)
  storage = await readyStore(memory, { slug: club.slug, sid: club.caller.sid })
  return club
}

/** One on any storage. */
export const foundClub = async (storage: Storage | MigratedStorage): Promise<Club> => {
  const symbolon = await createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    migrate: true,
  })
  const { user: owner } = await symbolon.users.create({
    username: "olga-owner",
    firstName: "Olga",
  })
  const { slug } = await symbolon.organizations.create({
    name: "Harbour Club",
    ownerUuid: owner.uuid,
  })
  const { client, clientSecret } = await symbolon.apps.create({
    organization: slug,
    name: "Bench",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: ["organization:read", "membership_tier:write"],
    serviceRole: "manager",
  })
  if (clientSecret === undefined) throw new Error("A confidential client has a secret.")
  const { accessToken } = await symbolon.oauth.issueClientToken({
    client: { clientId: client.clientId, clientSecret },
    scope: undefined,
  })
  const caller = await symbolon.authenticate(accessToken)
  if (caller.kind !== "client") throw new Error("An app's own token speaks for the app.")
  return { symbolon, slug, token: accessToken, caller }
}

/**
 * From now on the store is asked for nothing but what the two calls need, and has it ready: what is
 * measured is the way to the store and back. The reference adapter in memory copies every row in
 * and out, which no server waits for.
 */
const readyStore = async (
  storage: Storage,
  { slug, sid }: { readonly slug: string; readonly sid: string },
): Promise<Storage> => {
  const ready = await storage.transact("read", async (tx) => {
    const organization = await tx.organizations.find(slug)
    return {
      organization,
      session: await tx.oauthSessions.find(sid),
      owners: await tx.staff.owners(organization === undefined ? [] : [organization.uuid]),
    }
  })
  const organizations = new Map([[slug, ready.organization]])
  const sessions = new Map([[sid, ready.session]])
  const tx = await storage.transact(
    "read",
    async (all): Promise<Repositories> => ({
      ...all,
      organizations: { ...all.organizations, find: async (key) => organizations.get(key) },
      oauthSessions: {
        ...all.oauthSessions,
        find: async (key) => sessions.get(key),
        findAll: async (keys) => keys.flatMap((key) => sessions.get(key) ?? []),
      },
      staff: { ...all.staff, owners: async () => ready.owners },
      tiers: { ...all.tiers, add: async () => true },
    }),
  )
  return { transact: (_mode, work) => work(tx), close: storage.close }
}
