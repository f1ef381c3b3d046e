import type { Repositories, Storage } from "@symbolon/core/storage"
import { claim } from "./claims.ts"
import {
  activity,
  at,
  oauthClient,
  organization,
  sealedKey,
  session,
  staffMember,
  tier,
  user,
  wallet,
} from "./samples.ts"

// Rows that others refer to. An adapter may hold references, hence every case begins with a club.

const people = [11, 12, 13, 14].map((n) => user(n))
const home = organization(1, { createdAt: at(0) })
const away = organization(2, { createdAt: at(0) })
const gold = tier(21, { organizationUuid: home.uuid })
const silver = tier(22, { organizationUuid: home.uuid })
const foreign = tier(23, { organizationUuid: away.uuid })
const regatta = activity(31, { organizationUuid: home.uuid })
const gala = activity(32, { organizationUuid: home.uuid })
const race = session(41, { organizationUuid: home.uuid, activityUuid: regatta.uuid })
const dinner = session(42, { organizationUuid: home.uuid, activityUuid: gala.uuid })
const scanner = oauthClient(51, { organizationUuid: home.uuid })
const tablet = oauthClient(52, { organizationUuid: home.uuid })
const issuance = wallet(61, { kind: "issuance", organizationUuid: home.uuid, balance: -1000 })
const treasury = wallet(62, { kind: "treasury", organizationUuid: home.uuid, balance: 1000 })
const purses = people.map((person, n) =>
  wallet(71 + n, { userUuid: person.uuid, organizationUuid: home.uuid }),
)

/**
 * A small club and its surroundings: two organizations, four people with a wallet in the first,
 * three tiers, two activities with a session each, two apps, and a treasury of 1,000 points.
 * Numbers from 100 on are free for what a case adds.
 */
export const club = {
  home,
  away,
  people,
  gold,
  silver,
  foreign,
  regatta,
  gala,
  race,
  dinner,
  scanner,
  tablet,
  issuance,
  treasury,
  purses,
  ann: pick(people, 0),
  bob: pick(people, 1),
  cid: pick(people, 2),
  dan: pick(people, 3),
  annsPurse: pick(purses, 0),
  bobsPurse: pick(purses, 1),
  cidsPurse: pick(purses, 2),
  dansPurse: pick(purses, 3),
} as const

/** Writes the club into an empty store. */
export const found = (storage: Storage): Promise<void> =>
  storage.transact("write", async (tx) => {
    for (const organization of [home, away]) {
      claim(
        await tx.names.claim(organization.slug, { kind: "organization", uuid: organization.uuid }),
        "a free name can be claimed",
      )
      await tx.organizations.add(organization)
    }
    for (const person of people) {
      claim(
        await tx.names.claim(person.username, { kind: "user", uuid: person.uuid }),
        "a free name can be claimed",
      )
      await tx.users.add(person, undefined)
    }
    claim(
      await tx.staff.add(
        staffMember(15, { organizationUuid: home.uuid, userUuid: club.ann.uuid, role: "owner" }),
      ),
      "an owner can be added",
    )
    claim(
      await tx.staff.add(
        staffMember(16, { organizationUuid: away.uuid, userUuid: club.bob.uuid, role: "owner" }),
      ),
      "an owner can be added",
    )
    await furnish(tx)
  })

const furnish = async (tx: Repositories): Promise<void> => {
  for (const one of [gold, silver, foreign]) claim(await tx.tiers.add(one), "a tier can be added")
  for (const one of [regatta, gala]) claim(await tx.activities.add(one), "an activity can be added")
  for (const one of [race, dinner]) claim(await tx.sessions.add(one), "a session can be added")
  for (const one of [scanner, tablet]) await tx.oauthClients.add(one)
  for (const one of [issuance, treasury, ...purses])
    claim(await tx.wallets.add(one, sealedKey(1)), "a wallet can be added")
}

/** Adds a person who is only there to be referred to. */
export const addPerson = async (tx: Repositories, n: number): Promise<string> => {
  const person = user(n)
  claim(
    await tx.names.claim(person.username, { kind: "user", uuid: person.uuid }),
    "a free name can be claimed",
  )
  await tx.users.add(person, undefined)
  return person.uuid
}

/** Adds an organization that is only there to be referred to. */
export const addOrganization = async (
  tx: Repositories,
  one: ReturnType<typeof organization>,
): Promise<void> => {
  claim(
    await tx.names.claim(one.slug, { kind: "organization", uuid: one.uuid }),
    "a free name can be claimed",
  )
  await tx.organizations.add(one)
}

function pick<T>(list: readonly T[], at: number): T {
  const item = list[at]
  if (item === undefined) throw new Error(`There are only ${list.length}.`)
  return item
}
