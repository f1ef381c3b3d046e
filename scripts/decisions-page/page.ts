import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = join(import.meta.dirname, "../../docs/decisions")
export const pageFile = join(folder, "README.md")

/** A decision by its file: `0146-short-reads-share-a-snapshot.md`. */
interface Decision {
  readonly file: string
  readonly number: number
  readonly title: string
}

/** All decisions in their order. A file that is not one is an error. */
export const decisions = (): readonly Decision[] =>
  readdirSync(folder)
    .filter((file) => file !== "README.md")
    .toSorted()
    .map((file) => {
      const [, digits] = /^(\d{4})-[a-z0-9-]+\.md$/.exec(file) ?? []
      const [first = ""] = readFileSync(join(folder, file), "utf8").split("\n", 1)
      const [, number, title] = /^# (\d+)\. (.+)$/.exec(first) ?? []
      if (title === undefined || Number(digits) !== Number(number))
        throw new Error(`${file} must be called by its number and begin with "# number. title".`)
      return { file, number: Number(number), title }
    })

/** The page that lists them. */
export const decisionsPage = (): string =>
  [
    "# Decisions",
    "",
    "Why something is the way it is: where the published API leaves a question open, and where the code could be built",
    "otherwise. The newest are at the end. A number that is missing was never used.",
    "",
    ...decisions().map(({ file, number, title }) => `- ${number}. [${title}](${file})`),
    "",
  ].join("\n")
