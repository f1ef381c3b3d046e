import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { templateOf } from "../../src/route.ts"
import {
  type Case,
  caseOf,
  kinds,
  missingScopes,
  mixedPaths,
  otherDoors,
  otherOrganizations,
  staffByThirdParties,
  strangeKinds,
  strangersThings,
  thirdParties,
  weakRoles,
  welcome,
} from "./cases.ts"
import { expected } from "./expectation.ts"
import { end, issue, strongest, tokenOf } from "./holders.ts"
import { type TwoOrganizations, openTwoOrganizations } from "../fixtures/two-organizations.ts"
import { callOf, sendCall } from "./request.ts"
import { secretsOf } from "./secrets.ts"
import { faultOf, readReply, leakOf } from "./verdict.ts"
import { type Guarded, guarded, open, routeOf } from "./walk.ts"
import { openWorkshop, type Workshop } from "./workshop.ts"

/**
 * Of the callers who may, at least this share must be served: a test in which everybody is turned
 * away proves nothing.
 */
const servedShare = 0.85

let setup: TwoOrganizations
let workshop: Workshop
const tally = { refused: 0, welcome: 0, served: 0, unserved: [] as string[] }

beforeAll(async () => {
  setup = await openTwoOrganizations({ isChecked: true })
  workshop = openWorkshop(setup)
})
afterAll(async () => {
  await setup.close()
  await workshop.close()
  const { refused, welcome, served, unserved } = tally
  console.log(
    `${guarded.length} routes: ${refused} calls refused, ${served} of ${welcome} callers who may were served` +
      unserved.map((each) => `\n  not served: ${each}`).join(""),
  )
})

/**
 * Sends a call that must be refused; tells what is wrong with the answer, and what it wrote or gave
 * away.
 */
const refuse = async (at: Guarded, tried: Case, authorization: string | undefined) => {
  const { name, holder, situation, mayAnswer = false, isMixed = false, about = holder.who } = tried
  const call = await callOf(setup, at, { kind: holder.kind, person: setup.people[about], isMixed })
  const secrets = await secretsOf(setup)
  const before = setup.written()
  const heard = await readReply(await sendCall(setup, call, authorization))
  const written = setup.written() - before
  tally.refused += 1
  const faults = [
    mayAnswer && heard.status === 200
      ? undefined
      : faultOf(heard, expected(at.access, situation), at.endpoint.base === "oauth2"),
    leakOf(heard, secrets, `${call.path} ${call.body ?? ""}`),
    written > 0 ? `wrote ${written} times` : undefined,
  ]
  return faults.flatMap((fault) => (fault === undefined ? [] : [`${name}: ${fault}`]))
}

const refuseAll = async (at: Guarded, cases: readonly Case[]): Promise<void> => {
  const faults: string[] = []
  for (const each of cases)
    faults.push(
      ...(await refuse(at, each, `Bearer ${await tokenOf(setup, each.holder, each.without)}`)),
    )
  expect(faults).toEqual([])
}

/** A token whose signature is another's. */
const tampered = (token: string): string =>
  `${token.slice(0, -8)}${token.slice(-8) === "AAAAAAAA" ? "BBBBBBBB" : "AAAAAAAA"}`

describe.each(guarded)("$route", (at) => {
  const anyone = strongest(at.access.tokens[0] ?? "user")

  it("refuses who sends no good token", async () => {
    const good = await tokenOf(setup, anyone)
    const faults = [
      await refuse(at, caseOf(at, "no token", anyone, { token: "none" }), undefined),
      await refuse(
        at,
        caseOf(at, "a tampered token", anyone, { token: "malformed" }),
        `Bearer ${tampered(good)}`,
      ),
      await refuse(
        at,
        caseOf(at, "half a token", anyone, { token: "malformed" }),
        `Bearer ${good.split(".")[0]}`,
      ),
      await refuse(
        at,
        caseOf(at, "another scheme", anyone, { token: "malformed" }),
        `Basic ${btoa("a:b")}`,
      ),
    ].flat()
    expect(faults).toEqual([])
  })

  it("refuses tokens of kinds it does not take", () => refuseAll(at, strangeKinds(at)))
  it("refuses tokens without its scope", () => refuseAll(at, missingScopes(at)))
  it("refuses the apps of third parties where it takes first-party ones", () =>
    refuseAll(at, thirdParties(at)))
  it("keeps to the caller's organization", () =>
    refuseAll(at, [...otherOrganizations(at), ...otherDoors(at), ...mixedPaths(at)]))
  it("refuses roles that are too weak", () => refuseAll(at, weakRoles(at)))
  it("keeps what is another's from strangers", () => refuseAll(at, strangersThings(at)))

  it("gives the service's own staff nothing by the apps of third parties", () =>
    refuseAll(at, staffByThirdParties(at)))

  it("refuses a session that has ended, at the very next call", async () => {
    const faults: string[] = []
    for (const kind of kinds.filter((each) => at.access.tokens.includes(each))) {
      const token = await issue(setup, strongest(kind))
      const probe = present(
        guarded.find(
          ({ access, endpoint }) => endpoint.method === "GET" && access.tokens.includes(kind),
        ),
      )
      const call = await callOf(setup, probe, { kind, person: setup.people.owner })
      const { status } = await readReply(await sendCall(setup, call, `Bearer ${token}`))
      if (status !== 200) faults.push(`${kind} token: was not good before: ${status}`)
      await end(setup, token)
      faults.push(
        ...(await refuse(
          at,
          caseOf(at, `ended ${kind} token`, strongest(kind), { token: "ended" }),
          `Bearer ${token}`,
        )),
      )
    }
    expect(faults).toEqual([])
  })

  it("lets in who may", async () => {
    const faults: string[] = []
    for (const each of welcome(at)) {
      const received = await workshop.receive(at, each)
      tally.welcome += 1
      tally.served += received.isServed ? 1 : 0
      if (!received.isServed) tally.unserved.push(`${at.route}, ${received.replyBody}`)
      faults.push(...received.faults)
    }
    expect(faults).toEqual([])
  })
})

describe("the walk", () => {
  it("finds every endpoint that the documents tell of", () => {
    const replyBody = [setup.handler.openapi(), setup.handler.consoleOpenapi()].flatMap(
      ({ paths }) =>
        Object.entries(paths).flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
        ),
    )
    const walked = [...guarded.map(({ endpoint }) => endpoint), ...open].map(
      (endpoint) => `${endpoint.method} ${templateOf(endpoint)}`,
    )
    expect(walked.toSorted()).toEqual(replyBody.toSorted())
    expect(walked.length).toBeGreaterThanOrEqual(75)
  })

  it("serves most of those who may", () => {
    expect(tally.served / tally.welcome, tally.unserved.join("\n")).toBeGreaterThanOrEqual(
      servedShare,
    )
  })
})

describe.each(open.map((endpoint) => [routeOf(endpoint), endpoint] as const))(
  "%s",
  (_, endpoint) => {
    it("asks for no token", async () => {
      const call = await callOf(
        setup,
        { route: routeOf(endpoint), endpoint, access: nothing, params: [] },
        { kind: "user", person: setup.people.owner },
      )
      const heard = await readReply(await sendCall(setup, call, undefined))
      // What is proved there, if anything, is an app or a browser, and refused in other words.
      expect(heard.challenge ?? "").not.toMatch(/^Bearer/)
      expect(heard.text).not.toContain("invalid_credentials")
      expect(endpoint.method === "GET" ? [401, 403] : []).not.toContain(heard.status)
    })
  },
)

const nothing = {
  scope: undefined,
  tokens: [],
  role: undefined,
  isRead: true,
  isFirstPartyOnly: false,
} as const

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("No endpoint reads with this kind of token.")
  return value
}
