import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createSymbolon, type Storage, type Symbolon } from "@symbolon/core"
import { openMemory } from "@symbolon/core/memory"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { portsOf } from "@symbolon/core/effect"
import { createHandler, type Handler } from "../../src/create-handler.ts"
import { checkedFetch } from "../document-check.ts"
import { borrowKeys, lendKeys } from "../lent-keys.ts"
import { start } from "../world.ts"

/**
 * Who lives in the house: by their place on the team of the club, or by what they are to it without
 * one.
 */
export type Who = keyof typeof cast

/**
 * `guest` is a member without a role; `newcomer` is nothing to the club; `stranger` owns the other
 * organization; `platform` is the service's own staff; `agent` is too, and nothing to the club.
 */
const cast = {
  owner: { firstName: "Olga" },
  manager: { firstName: "Mo" },
  staff: { firstName: "Stan" },
  door: { firstName: "Dora" },
  guest: { firstName: "Gus" },
  newcomer: { firstName: "Nora" },
  stranger: { firstName: "Sten" },
  platform: { firstName: "Pat", accountType: "service" },
  agent: { firstName: "Agnes", accountType: "service" },
} as const

/** Everybody's. */
export const password = "correct horse battery"

/** Somebody with an account. */
export interface Person {
  readonly uuid: string
  readonly username: string
  readonly walletAddress: string
}

/** An organization of the house. */
export interface Place {
  readonly uuid: string
  readonly slug: string
  readonly name: string
}

/** Two organizations that know nothing of each other, and a server over them. */
export interface House {
  readonly symbolon: Symbolon
  readonly handler: Handler
  readonly people: Readonly<Record<Who, Person>>
  readonly club: Place
  readonly elsewhere: Place
  /** How many transactions that write were kept so far. */
  readonly written: () => number
  /** What `make` answers, made once in this house and by need. */
  readonly once: <T>(name: string, make: () => Promise<T>) => Promise<T>
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

interface HouseOptions {
  /** Whether every answer must be one that the OpenAPI documents describe. */
  readonly isChecked?: boolean
  /** Memory by default. */
  readonly storage?: Storage
}

/** Opens a house. Its keys are those of the first one: making them is most of the work. */
export const openHouse = async ({
  isChecked = false,
  storage: kept,
}: HouseOptions = {}): Promise<House> => {
  const { storage, written } = watched(kept ?? openMemory())
  if (kept === undefined) await borrowKeys(storage)
  const symbolon = await createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: testClock(start),
    baseUrl: "https://symbolon.test",
    passwords: plainPasswords,
    migrate: true,
  })
  if (kept === undefined) await lendKeys(storage)
  const handler = createHandler({ symbolon, limits: "off" })
  const server = createServer(handler.listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = await makePeople(symbolon)
  const made = new Map<string, Promise<unknown>>()
  return {
    symbolon,
    handler,
    people,
    written,
    ...(await makePlaces(symbolon, people)),
    once: <T>(name: string, make: () => Promise<T>) => {
      if (!made.has(name)) made.set(name, make())
      return made.get(name) as Promise<T>
    },
    send: isChecked ? checkedFetch(url, handler) : (path, init) => fetch(`${url}${path}`, init),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await handler.close()
      await symbolon.close()
    },
  }
}

const makePeople = async (symbolon: Symbolon): Promise<House["people"]> => {
  const people: Partial<Record<Who, Person>> = {}
  for (const [who, { firstName, ...rest }] of Object.entries(cast)) {
    const { user, walletAddress } = await symbolon.accounts.createUser({
      username: `person-${who}`,
      firstName,
      lastName: "Quay",
      email: `${who}@mail.test`,
      password,
      ...rest,
    })
    people[who as Who] = { uuid: user.uuid, username: user.username, walletAddress }
  }
  return people as House["people"]
}

const makePlaces = async (
  symbolon: Symbolon,
  people: House["people"],
): Promise<Pick<House, "club" | "elsewhere">> => {
  const club = await symbolon.organizations.create({
    name: "Harbour Club",
    ownerUuid: people.owner.uuid,
  })
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere Ltd",
    ownerUuid: people.stranger.uuid,
  })
  const joinedAt = symbolon.clock.now()
  const { ids, storage } = portsOf(symbolon)
  await storage.transact("write", async (tx) => {
    for (const role of ["manager", "staff", "door"] as const)
      await tx.staff.add({
        uuid: ids.uuid(),
        organizationUuid: club.uuid,
        userUuid: people[role].uuid,
        role,
        joinedAt,
        updatedAt: undefined,
      })
  })
  await symbolon.tiers.create({
    organization: club.slug,
    name: "Friend",
    paymentInterval: "monthly",
    entitlements: { lounge: true },
  })
  await symbolon.tiers.create({ organization: club.slug, name: "Mate", paymentInterval: "monthly" })
  // Who is asked about, and who calls without a role, are members: neither is refused for being
  // unknown. The platform's own has given notice.
  for (const who of ["staff", "guest", "platform"] as const)
    await symbolon.memberships.add({
      organization: club.slug,
      member: { type: "user_id", value: people[who].uuid },
      tierSlug: "friend",
    })
  await symbolon.memberships.leave({ organization: club.slug, userUuid: people.platform.uuid })
  return { club, elsewhere }
}

/** Counts the transactions that write and were kept. */
const watched = (inner: Storage): { readonly storage: Storage; readonly written: () => number } => {
  let kept = 0
  return {
    written: () => kept,
    storage: {
      ...inner,
      transact: async (mode, work) => {
        const answer = await inner.transact(mode, work)
        if (mode === "write") kept += 1
        return answer
      },
    },
  }
}

const plainPasswords = {
  hash: (password: string) => Promise.resolve(`plain:${password}`),
  verify: (known: string, password: string) => Promise.resolve(known === `plain:${password}`),
  needsRehash: () => false,
}
