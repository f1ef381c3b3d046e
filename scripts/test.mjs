// npm test: install, build, run every test but those that need more than npm packages (`npm run
// test:browser`, `npm run test:interop`, `npm run test:servers`, `npm run test:s3`). Arguments after `--` reach vitest (a file name,
// `--project core`, `-t "a name"`).
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bin, install, pinnedNode, root, run, step } from "./toolchain.mjs"

await install()
const built = await run(pinnedNode, [join(root, "scripts", "build.mjs")])
if (built !== 0) end({ passed: 0, failed: 1, skipped: 0 }, built)

step("Running the tests")
const folder = mkdtempSync(join(tmpdir(), "symbolon-test-"))
const tally = join(folder, "tally.json")
const reporters = [
  "--reporter=default",
  `--reporter=${join(root, "scripts", "tally-reporter.mjs")}`,
]
const asked = process.argv.slice(2)
const projects = asked.some((argument) => argument.startsWith("--project"))
  ? []
  : ["--project=!browser", "--project=!interop", "--project=!servers", "--project=!s3"]
const code = await run(bin("vitest"), ["run", ...reporters, ...projects, ...asked], {
  env: { ...process.env, TALLY_FILE: tally },
})
const counts = read(tally)
rmSync(folder, { recursive: true, force: true })
end(counts, code)

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    console.error("\n✗ vitest ended before it had counted its tests.")
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * A run that saw no test has failed, and so has one whose exit code says so although every test
 * passed.
 */
function end({ passed, failed, skipped }, exitCode) {
  const silent = failed === 0 && (exitCode !== 0 || passed === 0)
  if (silent)
    console.error(
      passed === 0 ? "\n✗ No test ran." : "\n✗ Every test passed, yet vitest failed: see above.",
    )
  const failures = silent ? 1 : failed
  console.log(`\n${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  process.exit(exitCode !== 0 ? exitCode : failures > 0 ? 1 : 0)
}
