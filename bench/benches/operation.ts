import { equal } from "node:assert/strict"
import type { Symbolon } from "@symbolon/core"
import type { Bench, Side, Suite } from "../harness/bench.ts"
import { spending } from "../harness/sides.ts"
import { openByHand } from "../http/by-hand.ts"
import { openClub } from "../http/club.ts"

const each = 500
const rounds = 60

/** What an operation adds to the function that it is about, over a store that has everything ready. */
export const operation: Suite = {
  name: "operation",
  open: async () => {
    const club = await openClub()
    const { slug, token, caller } = club
    const { getOrganization } = await openByHand(club)
    const get = (symbolon: Pick<Symbolon, "organizations">) =>
      symbolon.organizations.get({ organization: slug })
    const asCaller = club.symbolon.as(caller)
    const byHand = async () => getOrganization(`Bearer ${token}`, slug)
    const bench = (name: string, act: () => Promise<unknown>, aim: Pick<Bench, "aim"> = {}) => ({
      name,
      a: side("organizations.get", act),
      b: side("the same by hand", byHand),
      unit: "µs" as const,
      rounds,
      ...aim,
      agree: async () => equal((await get(asCaller)).slug, slug),
    })
    return {
      benches: [
        bench("operation, store at hand", () => get(asCaller), { aim: 15 }),
        bench("operation, store at hand, a caller each", () => get(club.symbolon.as(caller))),
      ],
      close: () => club.symbolon.close(),
    }
  },
}

const side = (name: string, act: () => Promise<unknown>): Side =>
  spending(
    name,
    () => Array.from({ length: each }, () => act),
    async (acts) => {
      for (const once of acts) await once()
    },
  )
