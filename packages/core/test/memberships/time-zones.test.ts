import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../../../..")
const vitest = join(
  dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
)
const tests = "packages/core/test/memberships"
const reported = [
  "packages/core/src/memberships",
  `${tests}/rows-`,
  `${tests}/lives`,
  `${tests}/facade/rows`,
]

interface Ran {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Which tests failed, with their seeds and counterexamples. */
const failuresOf = ({ testResults }: Ran): readonly string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join("\n"))

/**
 * The pure tests of memberships, and the rows of the table through the facade, in a process of its
 * own whose host is in `zone`.
 */
const runIn = async (zone: string): Promise<Ran> => {
  const folder = await mkdtemp(join(tmpdir(), "symbolon-zones-"))
  const report = join(folder, "report.json")
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"))
  const child = spawn(
    process.execPath,
    [vitest, "run", "--project", "core", "--reporter", "json", "--outputFile", report, ...reported],
    {
      cwd: root,
      env: { ...Object.fromEntries(own), TZ: zone },
      stdio: "ignore",
    },
  )
  await once(child, "close")
  const ran = JSON.parse(await readFile(report, "utf8")) as Ran
  await rm(folder, { recursive: true })
  return ran
}

describe("P12: the rules of memberships do not ask where the host is", () => {
  it("holds in Asia, America and UTC", { timeout: 300_000 }, async () => {
    const passed: number[] = []
    for (const zone of ["UTC", "Asia/Manila", "America/Los_Angeles"]) {
      const ran = await runIn(zone)
      console.log(`TZ=${zone}: ${ran.numPassedTests} of ${ran.numTotalTests} tests passed`)
      expect(failuresOf(ran), zone).toEqual([])
      expect(ran.success, zone).toBe(true)
      passed.push(ran.numPassedTests)
    }
    expect(new Set(passed).size).toBe(1)
    expect(passed[0]).toBeGreaterThan(200)
  })
})
