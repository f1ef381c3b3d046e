import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * A word of `details.reason`, and the messages that come with it; what differs from case to case is
 * `...`.
 */
export interface ConflictReason {
  readonly reason: string
  readonly messages: readonly string[]
}

const sources = join(import.meta.dirname, "../../packages/core/src")
const text = /("(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source
const written = new RegExp(
  `new Conflict\\(\\{\\s*reason: "(\\w+)",\\s*message:\\s*${text}|\\bconflict\\(\\s*live,\\s*"(\\w+)",\\s*${text}|\\brefused\\(\\s*"(\\w+)",\\s*${text}`,
  "g",
)

/**
 * Every reason that the core refuses with where the reason and the message are written out, in the
 * order of the alphabet.
 */
export const conflictReasons = (): readonly ConflictReason[] => {
  const found = sourceTexts()
    .flatMap(({ text: source }) => [...source.matchAll(written)])
    .map(([, ...parts]) => parts.filter((part) => part !== undefined))
    .map(([reason = "", message = ""]) => ({ reason, message: plain(message) }))
  return [...Map.groupBy(found, ({ reason }) => reason)]
    .map(([reason, group]) => ({
      reason,
      messages: [...new Set(group.map(({ message }) => message))],
    }))
    .toSorted((a, b) => (a.reason < b.reason ? -1 : 1))
}

/** Those that make a conflict of what they are given; whoever calls them writes it out. */
const builders = [
  "cards/card-rules.ts",
  "ledger/commit/posting-change.ts",
  "memberships/machine/change.ts",
] as const

/**
 * The places in which the core refuses with a conflict whose reason or message is not written out,
 * so that {@link conflictReasons} misses it.
 */
export const unreadConflicts = (): readonly string[] =>
  sourceTexts().flatMap(({ path, text: source }) => {
    const read = new Set([...source.matchAll(written)].map(({ index }) => index))
    const unread = [...source.matchAll(/new Conflict\(|\bconflict\(\s*live\b/g)].filter(
      ({ index }) => !read.has(index),
    )
    const built = builders.some((builder) => builder === path) ? 1 : 0
    return unread.slice(built).map(({ index }) => `${path}: ${source.slice(index, index + 80)}`)
  })

const sourceTexts = (): readonly { readonly path: string; readonly text: string }[] =>
  readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(sources, path), "utf8") }))

const plain = (literal: string): string =>
  literal
    .slice(1, -1)
    .replaceAll(/\$\{[^}]*\}/g, "...")
    .replaceAll("\\`", "`")
