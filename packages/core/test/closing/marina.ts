import type { OutboxEvent, Storage, SymbolonOptions } from "../../src/index.ts"
import { grantTypes } from "../../src/index.ts"
import { scopes } from "../../src/contract/index.ts"
import { dayMs, openClub } from "../team.ts"
import { portsOf } from "../../src/effect.ts"

/** A club that is about to be deleted, and everything that hangs on it. */
export const openMarina = async (options: Partial<SymbolonOptions> = {}) => {
  const club = await openClub(options)
  const { symbolon, club: organization, clubUuid, make, wait } = club
  const { ids, storage } = portsOf(symbolon)
  const of = { organization }
  const tier = await symbolon.tiers.create({
    ...of,
    name: "Friend",
    paymentInterval: "monthly",
    entitlements: { lounge: true },
  })
  const join = async (username: string, tierSlug = tier.slug, validUntil?: Date | null) => {
    const { uuid: userUuid } = await make(username)
    const member = { type: "user_id", value: userUuid } as const
    const { membership } = await symbolon.memberships.add({ ...of, member, tierSlug, validUntil })
    return { userUuid, membership }
  }
  const remove = (confirm = organization) => symbolon.organizations.remove({ ...of, confirm })
  const row = (uuid: string) => storage.transact("read", (tx) => tx.memberships.find(uuid))
  const events = async (): Promise<readonly OutboxEvent[]> =>
    storage.transact("read", (tx) => tx.outbox.list(undefined, 10_000))
  /** Who has left, and how: `uuid closed`. */
  const left = async () =>
    (await events()).flatMap(({ type, data }) =>
      type === "membership.left"
        ? [`${String(data["user_uuid"])} ${String(data["ended_by"])}`]
        : [],
    )
  /** An app with everything, of an organization or of the platform itself. */
  const appOf = async (owner: string | undefined) => {
    const { client, clientSecret } = await symbolon.oauth.registerClient({
      organization: owner,
      name: "App",
      clientType: "confidential",
      grantTypes,
      scopes: Object.keys(scopes),
      redirectUris: ["https://app.example/callback"],
      isFirstParty: true,
      ...(owner === undefined ? {} : { serviceRole: "owner" }),
    })
    return { clientId: client.clientId, clientSecret: clientSecret ?? "" }
  }
  return {
    ...club,
    ids,
    storage,
    of,
    tier,
    join,
    remove,
    row,
    events,
    left,
    appOf,
    organization,
    clubUuid,
    wait,
    dayMs,
  }
}
export type Marina = Awaited<ReturnType<typeof openMarina>>

/**
 * A storage that stops, as a machine does, when it has kept so many works that end memberships; and
 * goes on when it is told to.
 */
export const stopping = (inner: Storage) => {
  let left = Number.POSITIVE_INFINITY
  const storage: Storage = {
    ...inner,
    transact: (mode, work) => {
      let hasEnded = false
      return inner.transact(mode, async (tx) => {
        hasEnded = false
        const answer = await work({
          ...tx,
          memberships: {
            ...tx.memberships,
            replaceAll: async (rows) => {
              if (left === 0) throw new Error("The machine stopped.")
              hasEnded = true
              return tx.memberships.replaceAll(rows)
            },
          },
        })
        if (hasEnded) left -= 1
        return answer
      })
    },
  }
  return { storage, stopAfter: (works: number) => (left = works) }
}
