import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { runIn } from "./fixtures/cli-run.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-webhooks-"))
  await run("migrate up")
  await run("users create ann --first-name Ann")
  await run("orgs create club --owner ann")
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

// Loopback, so that no name is looked up.
const env = { SYMBOLON_WEBHOOKS_ALLOWED_NETWORKS: "127.0.0.0/8" }
const run = (line: string) => runIn(() => cwd)(line, { env })
const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out)
const url = "http://127.0.0.1:18080/hooks"

it("the operator keeps the webhooks of an organization", async () => {
  const created = await json(
    `webhooks create ${url} --org club --event membership.joined --event membership.left --description Desk`,
  )
  const { secret, ...webhook } = created
  expect(secret).toMatch(/^whsec_/)
  expect(webhook).toMatchObject({
    url,
    description: "Desk",
    events: ["membership.joined", "membership.left"],
    enabled: true,
  })
  const { uuid } = webhook
  expect(await json(`webhooks show ${uuid} --org club`)).toEqual(webhook)
  expect(await json("webhooks list --org club")).toEqual([webhook])
  expect((await run("webhooks list --org club")).out).toBe(
    `${uuid}  enabled   ${url}  membership.joined membership.left\n`,
  )

  const changed = await json(
    `webhooks update ${uuid} --org club --url ${url}/new --event * --description= --disable`,
  )
  expect(changed).toMatchObject({
    url: `${url}/new`,
    description: null,
    events: ["*"],
    enabled: false,
  })
  expect(await run(`webhooks test ${uuid} --org club`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("The webhook is disabled. Enable it first."),
  })
  expect((await json(`webhooks update ${uuid} --org club --enable`)).enabled).toBe(true)

  const rotated = await run(`webhooks secret ${uuid} --org club`)
  expect(rotated.out).toMatch(new RegExp(`^webhook_uuid  ${uuid}\nsecret        whsec_`))
  expect(rotated.out).not.toContain(secret)

  const { delivery_uuid } = await json(`webhooks test ${uuid} --org club`)
  expect(await json(`webhooks deliveries ${uuid} --org club --state pending`)).toMatchObject([
    { uuid: delivery_uuid, event: "webhook.test" },
  ])
  expect(await json(`webhooks deliveries ${uuid} --org club --event membership.left`)).toEqual([])
  expect((await run(`webhooks deliveries ${uuid} --org club`)).out).toMatch(
    new RegExp(`^${delivery_uuid}  \\S+  pending   attempts 0  -  webhook.test\n$`),
  )
  const delivery = await run(`webhooks delivery ${delivery_uuid} --org club`)
  expect(delivery).toMatchObject({ code: 0, out: expect.stringContaining("webhook.test") })
  const again = await json(`webhooks redeliver ${delivery_uuid} --org club`)
  expect(again.delivery_uuid).not.toBe(delivery_uuid)
  const range = "--from 2026-01-01T00:00:00Z --to 2126-01-01T00:00:00Z"
  expect((await run(`webhooks redeliver-range ${uuid} --org club ${range}`)).out).toBe(
    "Deliveries to send again: 0\n",
  )

  expect(await run(`webhooks delete ${uuid} --org club`)).toMatchObject({
    code: 2,
    err: expect.stringContaining("Delete the webhook to "),
  })
  expect((await run(`webhooks show ${uuid} --org club`)).code).toBe(0)
  expect((await run(`webhooks delete ${uuid} --org club --yes`)).code).toBe(0)
  expect(await json("webhooks list --org club")).toEqual([])
  expect(await run(`webhooks show ${uuid} --org club`)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`There is no webhook "${uuid}". See symbolon webhooks list.`),
  })
}, 60_000)

it("says what is wrong with a webhook", async () => {
  expect(await run("webhooks create http://10.0.0.1/ --org club")).toMatchObject({
    code: 1,
    err: expect.stringContaining("url: must have a host that is on the public internet"),
  })
  expect(await run(`webhooks create ${url} --org club --event lost`)).toMatchObject({
    code: 1,
    err: expect.stringContaining("events.0: must be one of *, activity.deleted"),
  })
  for (const [line, err] of [
    [`webhooks create ${url}`, "--org is required.\n"],
    ["webhooks update x --org club --enable --disable", "--enable and --disable exclude"],
    ["webhooks deliveries x --org club --state lost", "--state lost must be one of pending"],
    ["webhooks deliveries x --org club --page 0", "--page 0 must be 1 or more"],
    ["webhooks redeliver-range x --org club --from 1 --to 2", "--from 1 must be a date and time"],
  ] as const)
    expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining(err) })
}, 60_000)
