import { expect, it } from "vitest"
import { runDemo } from "../src/cli/run-demo.ts"

it("symbolon demo tells the whole story, on SQLite and over HTTP", async () => {
  const lines: string[] = []
  await runDemo({
    write: (line) => lines.push(line),
    paceMs: 0,
    toServe: "npx symbolon serve --demo",
  })
  const replyBody = lines.join("\n")
  expect(replyBody).toMatch(
    /1\. Dana joins[^]*2\. A door goes offline[^]*3\. People tap[^]*4\. The network is back[^]*5\. Points[^]*6\. The ledger can be verified/,
  )
  expect(replyBody).toContain("Dana: admitted")
  expect(replyBody).toContain("Ada again: blocked (already_admitted)")
  expect(replyBody).toContain("an unknown card: undetermined (not_on_roster)")
  expect(replyBody).toContain("exported and verified: verified")
})
