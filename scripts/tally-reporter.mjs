// Counts the tests of a vitest run into the file that TALLY_FILE names, so that `npm test` can
// close on plain numbers.
import { writeFileSync } from "node:fs"

// vitest loads a reporter from a path by its default export.
export default class TallyReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state) => tests.filter((test) => test.result().state === state).length
    // A file or a suite that could not be loaded, and an error outside any test, are failures too.
    const broken = modules.filter(
      (module) => module.state() === "failed" && ![...module.children.allTests("failed")].length,
    ).length
    const tally = {
      passed: count("passed"),
      failed: count("failed") + broken + errors.length,
      skipped: count("skipped"),
    }
    if (process.env.TALLY_FILE !== undefined)
      writeFileSync(process.env.TALLY_FILE, JSON.stringify(tally))
  }
}
