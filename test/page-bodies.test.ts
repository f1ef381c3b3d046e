import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as contract from "../packages/core/src/contract/index.ts"

const page = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../docs", name), "utf8")

/** The bodies of the requests of a page that begin with `line`. An ellipsis stands for a uuid. */
const bodiesOf = (text: string, line: string): readonly unknown[] =>
  [...text.matchAll(/^```http\n(.*?)^```/gms)].flatMap(([, block = ""]) => {
    const [request = "", ...rest] = (block.split("\n\n")[0] ?? "").split("\n")
    return request === line
      ? [JSON.parse(rest.join("\n").replaceAll("…", "019a0f6e-5b1c-7d1f-8a57-3f6c2d9b4e10"))]
      : []
  })

describe("a request of a page is one of the contract", () => {
  it.each([
    ["cards.md", "POST /console/v1/cards", contract.consoleCards.manufacture.body, 1],
    [
      "rewards.md",
      "POST /api/v1/organizations/harbour-club/rewards",
      contract.rewards.createReward.body,
      2,
    ],
  ] as const)("%s: %s", (name, line, body, count) => {
    const bodies = bodiesOf(page(name), line)
    expect(bodies).toHaveLength(count)
    for (const one of bodies) expect(body?.safeParse(one).success).toBe(true)
    expect(body?.safeParse({ ...Object(bodies[0]), strange: 1 }).success).toBe(false)
  })
})
