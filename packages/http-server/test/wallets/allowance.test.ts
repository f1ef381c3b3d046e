import { scopesFor } from "@symbolon/core/contract"
import { afterEach, beforeEach, expect, it } from "vitest"
import { readBody } from "../fixtures/read.ts"
import { newKey, openTestWallets, type TestWallets } from "../fixtures/wallets.ts"

let wallets: TestWallets
let path: string
let root: string
beforeEach(async () => {
  wallets = await openTestWallets()
  const { symbolon, tokenFor, club } = wallets.world
  const { user } = await symbolon.users.create({
    username: "root",
    firstName: "Root",
    accountType: "service",
  })
  root = await tokenFor(scopesFor("user"), { userUuid: user.uuid })
  path = `/console/v1/organizations/${club.slug}/points-allowance`
})
afterEach(() => wallets.world.close())

const call = (method: string, body?: unknown) => wallets.world.call(method, path, body)
const mint = (amount: number, key = newKey()) =>
  wallets.world.call("POST", path.replace("points-allowance", "points"), {
    amount,
    idempotency_key: key,
  })

it("is set by service staff, read by the organization, and bounds what it issues", async () => {
  const set = await readBody(await wallets.as(root, "PATCH", path, { allowance: 1500 }), 200)
  expect(set).toEqual({ allowance: 1500, issued: 1000, available: 500 })
  expect(await readBody(await call("GET"), 200)).toEqual(set)
  const refused = await readBody(await mint(501, "too many"), 409)
  expect(refused).toMatchObject({
    code: "conflict",
    details: { reason: "points_allowance_exceeded", allowance: 1500, issued: 1000, available: 500 },
  })
  await readBody(await mint(500), 201)
  expect(await readBody(await mint(501, "too many"), 409)).toMatchObject({
    details: { issued: 1000 },
  })
  // Service staff issue without one.
  const points = path.replace("points-allowance", "points")
  await readBody(
    await wallets.as(root, "POST", points, { amount: 1, idempotency_key: newKey() }),
    201,
  )
  expect(await readBody(await call("GET"), 200)).toEqual({
    allowance: 1500,
    issued: 1501,
    available: 0,
  })
})

it("a mint that no balance could hold says what is wrong and what to do", async () => {
  const points = path.replace("points-allowance", "points")
  const body = { amount: Number.MAX_SAFE_INTEGER, idempotency_key: newKey() }
  const { message, errors } = await readBody(await wallets.as(root, "POST", points, body), 400)
  expect(errors).toEqual({ amount: message })
  expect(message).toMatch(/would hold more than 9007199254740991 points.*Send fewer points/)
})

it("is nobody else's to set or to read", async () => {
  await readBody(await call("PATCH", { allowance: 1 }), 403)
  await readBody(await wallets.as(wallets.adaToken, "PATCH", path, { allowance: 1 }), 403)
  await readBody(await wallets.as(wallets.adaToken, "GET", path), 403)
  await readBody(await wallets.as(undefined, "GET", path), 401)
  for (const allowance of [-1, 1.5, "10", 2 ** 53, null])
    await readBody(await wallets.as(root, "PATCH", path, { allowance }), 422)
  await readBody(await wallets.as(root, "PATCH", path, {}), 422)
  await readBody(
    await wallets.as(root, "PATCH", path.replace(wallets.world.club.slug, "nowhere"), {
      allowance: 1,
    }),
    404,
  )
})
