import { afterAll, beforeAll, expect, it } from "vitest"
import { readBody } from "./fixtures/read.ts"
import { start, startTestServer, type TestServer } from "./fixtures/world.ts"

let world: TestServer
beforeAll(async () => {
  world = await startTestServer()
})
afterAll(() => world.close())

const path = (session: { readonly [name: string]: unknown }) =>
  `/api/v1/sessions/${String(session["slug"])}`
const create = (session_uuids: readonly unknown[]) =>
  world.call("POST", `/api/v1/organizations/${world.club.slug}/rewards`, {
    organization_uuid: world.club.uuid,
    name: "Regatta",
    content_config: {
      storage_type: "internal",
      content_template: {
        data: {},
        items: [{ type: "ticket", title: "Regatta", ticket_number: "1", session_uuids }],
        content_version: "1",
      },
    },
  })
const openSession = async () =>
  readBody(
    await world.call("POST", `/api/v1/organizations/${world.club.slug}/sessions`, {
      name: "Race",
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + 3_600_000).toISOString(),
    }),
    201,
  )

it("a ticket for one session opens it over HTTP, and no other that asks for it", async () => {
  const [race, dinner] = [await openSession(), await openSession()]
  const refused = await readBody(await create([race["uuid"], world.club.uuid]), 422)
  expect(Object.keys(refused["errors"] as object)).toEqual([
    "content_config.content_template.items.0.session_uuids.1",
  ])
  const { uuid } = await readBody(await create([race["uuid"]]), 201)
  for (const session of [race, dinner])
    await readBody(
      await world.call("PATCH", path(session), {
        requires_ticket: true,
        ticket_template_uuid: uuid,
      }),
      200,
    )
  const ada = { identifier: { type: "username", value: "ada" } }
  await readBody(await world.call("POST", `/api/v1/rewards/${uuid}/redeem`, ada), 201)
  const tap = async (session: { readonly [name: string]: unknown }) =>
    readBody(
      await world.call("POST", `${path(session)}/admit`, { ...ada, idempotency_key: "tap" }),
      200,
    )
  expect(await tap(dinner)).toMatchObject({
    decision: "blocked",
    blocked_reason: "ticket_wrong_session",
    details: { ticket_template_uuid: uuid },
  })
  expect(await tap(race)).toMatchObject({ decision: "admitted", seat: "ticket" })
})
