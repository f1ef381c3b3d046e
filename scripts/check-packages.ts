// Packs every published package and has publint and attw judge the tarballs. Needs a build.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packPublished } from "./pack.ts"

const bin = (name: string): string => join(import.meta.dirname, "..", "node_modules", ".bin", name)
const judges = [
  { name: "publint", args: ["--strict"] },
  { name: "attw", args: ["--profile", "esm-only", "--format", "ascii"] },
] as const

const folder = mkdtempSync(join(tmpdir(), "symbolon-packages-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))

const failures = [...packPublished(folder)].flatMap(([name, tarball]) =>
  judges.flatMap((judge) => {
    const { status, stdout, stderr } = spawnSync(bin(judge.name), [tarball, ...judge.args], {
      encoding: "utf8",
    })
    console.log(`${status === 0 ? "✓" : "✗"} ${judge.name.padEnd(8)} ${name}`)
    if (status !== 0) console.error(`${stdout}${stderr}`)
    return status === 0 ? [] : [name]
  }),
)
process.exitCode = failures.length > 0 ? 1 : 0
