import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createSymbolon, localKeyVault } from "@symbolon/core"
import { openSqlite } from "@symbolon/storage-sqlite"
import { afterEach, beforeEach, expect, it } from "vitest"
import { runIn } from "./fixtures/cli-run.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-rewards-"))
  await run("migrate up")
  await run("users create ann --first-name Ann")
  await run("orgs create club --owner ann")
  await makeReward()
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const run = (line: string) => runIn(() => cwd)(line, { env: {} })
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out)

/** What an organization would do through the API. */
const makeReward = async () => {
  const symbolon = await createSymbolon({
    storage: openSqlite({ file: join(cwd, ".symbolon", "symbolon.db") }),
    vault: await localKeyVault(join(cwd, ".symbolon", "vault.key")),
    baseUrl: "http://127.0.0.1:8080",
  })
  const { uuid } = await symbolon.organizations.get({ organization: "club" })
  await symbolon.rewards.create({
    organization: "club",
    organizationUuid: uuid,
    name: "Free drink",
    supplyTotal: 3,
    contentConfig: {
      storageType: "internal",
      contentTemplate: { data: {}, items: [{ type: "coupon", code: "D" }], content_version: "1" },
    },
  })
  await symbolon.close()
}

it("the operator lists rewards, issues one once for a key, and lists what was issued", async () => {
  expect((await run("rewards list --org club")).out).toBe(
    "free-drink  active  0 of 3  Free drink\n",
  )
  const line = "rewards issue free-drink --to username:ann --key k1"
  const issued = await json(line)
  expect(issued).toMatchObject({ status: "confirmed", supply_remaining: 2 })
  expect((await json(line)).transaction_id).toBe(issued.transaction_id)
  const [one, ...more] = await json("rewards issued free-drink")
  expect(more).toEqual([])
  expect(one).toMatchObject({ transaction_id: issued.transaction_id, issued_by: "redeem" })
  expect((await run("rewards issued free-drink")).out).toContain("  confirmed  redeem  ")
})

it("the operator propagates a reward to an audience, once for a key", async () => {
  const line = "rewards propagate free-drink --to members"
  expect((await run(`${line} --dry-run`)).out).toBe(
    "batch       none: a dry run\nmatched     0\nscheduled   0\n",
  )
  const asked = await json(`${line} --key k1`)
  expect(await json(`${line} --key k1`)).toEqual(asked)
  const show = await run(`rewards batch ${asked.batch_uuid} --org club`)
  expect(show.out).toBe("status      collecting\nissued      0 of 0\n")
  expect(await run("rewards propagate free-drink --to tier:none")).toMatchObject({ code: 1 })
  for (const to of ["everybody", "tier", "tier:", "constructor:x"])
    expect(await run(`rewards propagate free-drink --to ${to}`)).toMatchObject({ code: 2 })
})

it("a receiver that cannot be understood, or is not there, is told", async () => {
  expect(await run("rewards issue free-drink --to ann")).toMatchObject({
    code: 2,
    err: expect.stringContaining("must be a type and a value, such as username:ada"),
  })
  expect(await run("rewards issue free-drink --to person:ann")).toMatchObject({ code: 2 })
  expect(await run("rewards issue free-drink --to username:nobody")).toMatchObject({ code: 1 })
  expect(await run("rewards issue no-such --to username:ann")).toMatchObject({ code: 1 })
})

it("the operator rotates the key of an organization's credentials, and lists its keys", async () => {
  expect(await run("keys list --org club")).toMatchObject({
    code: 0,
    out: "There are no keys yet. One is made with the first credential.\n",
  })
  const first = await json("keys rotate --org club")
  expect(first).toEqual({
    key: expect.objectContaining({ retired_at: null }),
    retired: null,
  })
  const { out } = await run("keys rotate --org club")
  expect(out).toMatch(
    new RegExp(
      `^${first.key.key_id}  verifying only, since .+\n[\\w-]{43}  signing since .+\nCredentials that`,
    ),
  )
  expect(await json("keys list --org club")).toHaveLength(2)
  expect(await run("keys rotate --org club --purpose tokens")).toMatchObject({
    code: 2,
    err: "--org does not go with --purpose or --emergency.\n",
  })
  expect(await run("keys rotate --org nowhere")).toMatchObject({ code: 1 })
})
