// Writes packages/client-sdk/src/generated from the contract. Run it with
// `--conditions=@symbolon/source`, so that it reads the sources; `--check` writes nothing and fails
// when a file is out of date.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { generate } from "../packages/client-sdk/generate/generate.ts"

const folder = join(import.meta.dirname, "../packages/client-sdk/src/generated")
const isCheck = process.argv.includes("--check")

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

const stale = Object.entries(generate()).filter(([name, text]) => read(join(folder, name)) !== text)
for (const [name, text] of stale) {
  if (!isCheck) writeFileSync(join(folder, name), text)
  console.log(`${isCheck ? "out of date" : "written"}: ${name}`)
}
if (isCheck && stale.length > 0) process.exitCode = 1
