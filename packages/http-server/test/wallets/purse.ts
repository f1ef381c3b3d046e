import { scopesFor } from "@symbolon/core/contract"
import { expect } from "vitest"
import { read } from "../read.ts"
import { openWorld, type World } from "../world.ts"

/** The club with 1,000 points in its treasury, and Ada and Bob with wallets of their own. */
export interface Purse {
  readonly world: World
  readonly treasury: string
  readonly ada: string
  readonly bob: string
  readonly adaToken: string
  readonly bobToken: string
  /** Asks as somebody: by their token, or as nobody. */
  readonly as: (
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Response>
  /** Sends points from the treasury to a username; answers the transaction. */
  readonly pay: (username: string, amount: number, key: string) => ReturnType<typeof read>
  readonly balance: (wallet: string) => Promise<number>
}

let keys = 0

/** A key that nobody used. */
export const fresh = (): string => `key-${(keys += 1)}`

/** Opens it. */
export const openPurse = async (options: Parameters<typeof openWorld>[0] = {}): Promise<Purse> => {
  const world = await openWorld(options)
  const { user: bob, walletAddress } = await world.symbolon.accounts.createUser({
    username: "bob",
    firstName: "Bob",
    lastName: "Ross",
  })
  const bobToken = await world.tokenFor(scopesFor("user"), { userUuid: bob.uuid })
  const { treasury } = await minted(world)
  return {
    world,
    treasury,
    ada: world.ada.walletAddress,
    bob: walletAddress,
    adaToken: world.userToken,
    bobToken,
    as: (token, method, path, body) =>
      world.send(path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    pay: async (username, amount, key) => {
      const body = { to: { type: "username", value: username }, amount, idempotency_key: key }
      return read(await world.call("POST", `/api/v1/wallets/${treasury}/transfer`, body), 201)
    },
    balance: async (wallet) => await world.symbolon.wallets.balance({ wallet }),
  }
}

const minted = async (world: World) => {
  const points = { amount: 1000, idempotency_key: fresh() }
  const mint = await read(
    await world.call("POST", `/console/v1/organizations/${world.club.slug}/points`, points),
    201,
  )
  expect(mint).toMatchObject({ amount: 1000, transaction_type: "mint", status: "confirmed" })
  return { treasury: String(mint["to_address"]) }
}
