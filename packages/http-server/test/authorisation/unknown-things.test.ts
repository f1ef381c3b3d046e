import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accepted, mixedPaths } from "./cases.ts"
import { type Holder, strongest, tokenOf } from "./holders.ts"
import { type TwoOrganizations, openTwoOrganizations } from "../fixtures/two-organizations.ts"
import { callOf, partsOf, sendCall } from "./request.ts"
import { readReply } from "./verdict.ts"
import { type Guarded, guarded } from "./walk.ts"

let setup: TwoOrganizations
beforeAll(async () => {
  setup = await openTwoOrganizations()
})
afterAll(() => setup.close())

/**
 * Names of the form of real ones, of nothing. Slugs and user names are missing: they are no secret.
 */
const unknown: Readonly<Record<string, string>> = {
  transaction_id: "tz4a98xxat96iws9zmbrgj3a",
  wallet_address: "tsy1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq",
  client_id: "0198c0de0000700080000000",
}
const noUuid = "0198c0de-0000-7000-8000-0000000000aa"
const isUuid = (name: string): boolean => name.endsWith("_uuid")

/** The last opaque name in a path; undefined where there is none. */
const opaqueOf = ({ params }: Guarded): string | undefined =>
  params.findLast((name) => isUuid(name) || unknown[name] !== undefined)
const routes = guarded.filter((at) => opaqueOf(at) !== undefined)

/**
 * Users and apps that have no part in the club: the owner of another organization, and a user who
 * is on no team.
 */
const outsiders = (at: Guarded): readonly Holder[] =>
  accepted(at)
    .filter((kind) => kind !== "door")
    .flatMap((kind) => [
      { ...strongest(kind), home: "elsewhere", who: "stranger" } as const,
      ...(kind === "user" ? [{ ...strongest(kind), who: "newcomer" } as const] : []),
    ])

describe.each(routes)("$route", (at) => {
  const name = opaqueOf(at) ?? ""

  /** What a caller hears of a real thing of the club's, and of one that is not there. */
  const bothAnswers = async (holder: Holder, isMixed: boolean) => {
    const asker = { kind: holder.kind, person: setup.people.owner, isMixed }
    const real = (await partsOf(setup, at, asker)).params[name] ?? ""
    const call = await callOf(setup, at, asker)
    const path = call.path.replace(`/${encodeURIComponent(real)}`, `/${unknown[name] ?? noUuid}`)
    expect(path).not.toBe(call.path)
    const authorization = `Bearer ${await tokenOf(setup, holder)}`
    const [known, missing] = [
      await readReply(await sendCall(setup, call, authorization)),
      await readReply(await sendCall(setup, { ...call, path }, authorization)),
    ]
    return { known, missing }
  }

  it("answers a caller with no part in it as if nothing were there", async () => {
    const tried = [
      ...outsiders(at).map((holder) => ({ holder, isMixed: false })),
      ...mixedPaths(at).map(({ holder }) => ({ holder, isMixed: true })),
    ]
    const replyBody: string[] = []
    for (const { holder, isMixed } of tried) {
      const { known, missing } = await bothAnswers(holder, isMixed)
      // What anybody may read is no secret.
      const isPublic = at.endpoint.method === "GET" && known.status === 200
      const isSame = known.status === missing.status && known.text === missing.text
      if (!isPublic && !isSame)
        replyBody.push(
          `${holder.kind} token of ${holder.who}: ${known.status}, and ${missing.status} where nothing is`,
        )
    }
    expect(replyBody).toEqual([])
  })
})

it("there are routes to try", () => expect(routes.length).toBeGreaterThan(40))
