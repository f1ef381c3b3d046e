import { describe, expect, test } from "vitest"
import { breakages } from "../../test/breakages.ts"
import { openMemory } from "../memory/index.ts"
import { writingVerbs as refusedByMemory } from "../memory/writing-verbs.ts"
import { type CaseOutcome, modelCheck, runContract, storageContract } from "./index.ts"
import { writingVerbs } from "./writing-verbs.ts"

const failed = (outcomes: readonly CaseOutcome[]) => outcomes.filter(({ outcome }) => outcome === "failed").map(({ name }) => name)

describe("the kit notices a storage that", () => {
  const table: string[] = []
  for (const { name, noticedBy, open } of breakages) {
    test(name, async () => {
      const noticed = failed(await runContract(open))
      const model = await modelCheck(open, { runs: 30, seed: 42 }).then(() => "", () => "+ model")
      table.push(`${name}: ${noticed.length} ${model}  ${noticed.slice(0, 3).join(" | ")}`)
      expect(noticed).toContain(noticedBy)
    })
  }
  test.runIf(process.env["SHOW_BREAKAGES"] !== undefined)("the table", () => console.log(table.join("\n")))
})
