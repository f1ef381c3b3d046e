import { readFileSync } from "node:fs"

/**
 * Where a command is asked for `--help`, prints what stands at the head of its file, and what more
 * there is to say, and ends the process.
 */
export const helpWhereAsked = (file: string, more = ""): void => {
  if (!process.argv.includes("--help")) return
  const [, head = ""] = /^\/\*\*\n(.*?)\n \*\/$/ms.exec(readFileSync(file, "utf8")) ?? []
  console.log(head.replaceAll(/^ \* ?/gm, ""))
  if (more !== "") console.log(`\n${more}`)
  process.exit(0)
}
