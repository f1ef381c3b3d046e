import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allRoutes } from "../../src/routes/all-routes.ts"
import { allRefused, type Case } from "./cases.ts"
import { tokenOf } from "./holders.ts"
import { type TwoOrganizations, openTwoOrganizations } from "../fixtures/two-organizations.ts"
import { type Parts, partsOf } from "./request.ts"
import { type Guarded, guarded } from "./walk.ts"

let setup: TwoOrganizations
beforeAll(async () => {
  setup = await openTwoOrganizations()
})
afterAll(() => setup.close())

/**
 * The routes whose answer is an operation of the core that refuses in the core's words. The test
 * console acts as the host: there the router alone stands guard.
 */
const routes = allRoutes(undefined).flatMap(({ endpoint, answer }) => {
  const at = guarded.find((each) => each.endpoint === endpoint)
  return at === undefined || endpoint.base === "oauth2" ? [] : [{ ...at, answer }]
})

/** Asks an operation past the router; tells who was let in, and what was written. */
const attempt = async (
  at: (typeof routes)[number],
  { name, holder, situation, about = holder.who, isMixed = false }: Case,
) => {
  const { kind } = holder
  const caller = await setup.symbolon.authenticate(
    await tokenOf(setup, holder, situation.hasScope ? undefined : at.access.scope),
  )
  const said = await partsOf(setup, at, { kind, person: setup.people[about], isMixed })
  const before = setup.written()
  const outcome = await at.answer(setup.symbolon, inputOf(at, said), caller, {}).then(
    () => "did it",
    (reason: unknown) => (isTurnedAway(reason) ? "" : `failed: ${String(reason)}`),
  )
  const written = setup.written() - before
  return [outcome, written === 0 ? "" : `wrote ${written} times`]
    .filter((fault) => fault !== "")
    .map((fault) => `${name}: ${fault}`)
}

/** What the router would hand over: decoded, with its defaults. */
const inputOf = ({ endpoint }: Guarded, said: Parts): unknown => ({
  ...Object(endpoint.body?.parse(said.body)),
  ...endpoint.query?.parse(said.query ?? {}),
  ...endpoint.params?.parse(said.params),
})

const refusals = new Set(["Forbidden", "ForbiddenNotAuthorized", "NotFound"])
const isTurnedAway = (reason: unknown): boolean =>
  typeof reason === "object" &&
  reason !== null &&
  "_tag" in reason &&
  refusals.has(String(reason._tag))

describe("an operation authorises by itself, whatever the router looked at", () => {
  it.each(routes)("$route", async (at) => {
    const faults: string[] = []
    for (const each of allRefused(at).filter(({ mayAnswer }) => mayAnswer !== true))
      faults.push(...(await attempt(at, each)))
    expect(faults).toEqual([])
  })

  it("all of them but the test console, and what the authorization server answers in its own words", () => {
    const calledRoutes = new Set(routes.map(({ route }) => route))
    const missing = guarded.filter(
      ({ route, endpoint }) =>
        !calledRoutes.has(route) && endpoint.testOnly !== true && endpoint.base !== "oauth2",
    )
    expect(missing.map(({ route }) => route)).toEqual([])
  })
})
