import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, expect, it } from "vitest"
import { read } from "../fixtures/read.ts"
import { fresh, openPurse, type Purse } from "../fixtures/wallets.ts"

let purse: Purse
let path: string
let root: string
beforeEach(async () => {
  purse = await openPurse()
  const { symbolon, tokenFor, club } = purse.world
  const { user } = await symbolon.users.create({
    username: "root",
    firstName: "Root",
    accountType: "service",
  })
  root = await tokenFor(scopesFor("user"), { userUuid: user.uuid })
  path = `/console/v1/organizations/${club.slug}/points-allowance`
})
afterEach(() => purse.world.close())

const call = (method: string, body?: unknown) => purse.world.call(method, path, body)
const mint = (amount: number, key = fresh()) =>
  purse.world.call("POST", path.replace("points-allowance", "points"), {
    amount,
    idempotency_key: key,
  })

it("is set by service staff, read by the organization, and bounds what it issues", async () => {
  const set = await read(await purse.as(root, "PATCH", path, { allowance: 1500 }), 200)
  expect(set).toEqual({ allowance: 1500, issued: 1000, available: 500 })
  expect(await read(await call("GET"), 200)).toEqual(set)
  const refused = await read(await mint(501, "too many"), 409)
  expect(refused).toMatchObject({
    code: "conflict",
    details: { reason: "points_allowance_exceeded", allowance: 1500, issued: 1000, available: 500 },
  })
  await read(await mint(500), 201)
  expect(await read(await mint(501, "too many"), 409)).toMatchObject({ details: { issued: 1000 } })
  // Service staff issue without one.
  const points = path.replace("points-allowance", "points")
  await read(await purse.as(root, "POST", points, { amount: 1, idempotency_key: fresh() }), 201)
  expect(await read(await call("GET"), 200)).toEqual({
    allowance: 1500,
    issued: 1501,
    available: 0,
  })
})

it("a mint that no balance could hold says what is wrong and what to do", async () => {
  const points = path.replace("points-allowance", "points")
  const body = { amount: Number.MAX_SAFE_INTEGER, idempotency_key: fresh() }
  const { message, errors } = await read(await purse.as(root, "POST", points, body), 400)
  expect(errors).toEqual({ amount: message })
  expect(message).toMatch(/would hold more than 9007199254740991 points.*Send fewer points/)
})

it("is nobody else's to set or to read", async () => {
  await read(await call("PATCH", { allowance: 1 }), 403)
  await read(await purse.as(purse.adaToken, "PATCH", path, { allowance: 1 }), 403)
  await read(await purse.as(purse.adaToken, "GET", path), 403)
  await read(await purse.as(undefined, "GET", path), 401)
  for (const allowance of [-1, 1.5, "10", 2 ** 53, null])
    await read(await purse.as(root, "PATCH", path, { allowance }), 422)
  await read(await purse.as(root, "PATCH", path, {}), 422)
  await read(
    await purse.as(root, "PATCH", path.replace(purse.world.club.slug, "nowhere"), { allowance: 1 }),
    404,
  )
})
