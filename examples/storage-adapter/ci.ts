/** The contract passes on a sound adapter, and names the case on one that was broken on purpose. */
import { spawnSync } from "node:child_process"

const contract = (env: Record<string, string>) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--test", "--test-reporter=tap", "contract.test.ts"],
    {
      cwd: import.meta.dirname,
      env: { ...process.env, ...env },
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    },
  )
  return {
    status,
    failed: [...stdout.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name]) => name),
    passed: [...stdout.matchAll(/^ok \d+ - /gm)].length,
  }
}

const sound = contract({})
console.log(`a sound adapter: ${sound.passed} cases pass, ${sound.failed.length} fail`)
const broken = contract({ BREAK: "membership" })
console.log(
  `memberships.add broken on purpose: ${broken.failed.length} fail\n  ${broken.failed.join("\n  ")}`,
)
if (sound.status !== 0 || sound.passed < 100 || broken.status === 0 || broken.failed.length === 0)
  throw new Error("The contract did not judge as it should.")
