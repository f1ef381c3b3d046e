import { posix } from "node:path"

/** A text file of the repository. */
export interface Source {
  /** From the root of the workspace, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** What can be cited: pages with their anchors, decisions by number, and every file. */
export interface Targets {
  /** Anchors of each Markdown file, by path. */
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
  /** Four digits each. */
  readonly decisions: ReadonlySet<string>
  readonly exists: (path: string) => boolean
}

/**
 * The anchors of a Markdown page: what GitHub makes of its headings, and ids that the page sets
 * itself.
 */
export const anchorsOf = (page: string): ReadonlySet<string> => {
  const prose = page.replaceAll(/^```.*?^```$/gms, "")
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => slugOf(heading))
  return new Set([
    ...headings,
    ...[...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id),
  ])
}

const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-")

/** Words that cite what is not in the repository, each with what to do instead. */
const unavailable: readonly (readonly [RegExp, string])[] = [
  [/\breference[ /]?0?\d{1,2}\b/gi, "say the thing itself, or cite a page of docs/"],
  [/\breference tables?\b/gi, "cite docs/membership-rules.md"],
  [/\bdecisions,? sections? \d+/gi, "cite a file of docs/decisions"],
  [/\bdecisions\.md\b|\bservice-api\b/gi, "cite a page of docs/"],
  [
    /\bthe specification\b|\bspecification, ["`]/gi,
    "say the thing itself: nobody outside can open the specification",
  ],
]

/** Sentences, each naming a file and a citation that leads nowhere; none when all is well. */
export const brokenCitations = (sources: readonly Source[], targets: Targets): readonly string[] =>
  sources.flatMap((source) =>
    [
      ...pages(source, targets),
      ...links(source, targets),
      ...files(source, targets),
      ...decisions(source, targets),
      ...rows(source, targets),
      ...words(source),
    ].map((what) => `${source.path} ${what}`),
  )

/** Pages that code and prose name: a file of docs, and perhaps an anchor of it. */
const pages = ({ text }: Source, { anchors, exists }: Targets): readonly string[] =>
  [...text.matchAll(/(?<![\w/.-])(docs\/[a-z0-9/-]+\.md)(?:#([\w-]+))?/g)].flatMap(
    ([cited, page = "", anchor]) => {
      if (!exists(page)) return [`cites ${page}, which does not exist`]
      return anchor === undefined || anchors.get(page)?.has(anchor) === true
        ? []
        : [`cites ${cited}, an anchor that does not exist`]
    },
  )

/** Relative links of a Markdown page. */
const links = ({ path, text }: Source, { anchors, exists }: Targets): readonly string[] => {
  if (!path.endsWith(".md")) return []
  return [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
    ([, to = "", anchor]) => {
      const target = to === "" ? path : posix.join(posix.dirname(path), to)
      if (!exists(target)) return [`links to ${to}, which does not exist`]
      const isMissing =
        anchor !== undefined && target.endsWith(".md") && anchors.get(target)?.has(anchor) !== true
      return isMissing ? [`links to ${to}#${anchor}, an anchor that does not exist`] : []
    },
  )
}

/**
 * Files that a page names in code: `packages/core/src/door/rules.ts`. A decision tells of its time
 * and may name one that has gone since.
 */
const files = ({ path, text }: Source, { exists }: Targets): readonly string[] => {
  if (!/^(?:docs\/[a-z-]+|[A-Z]+)\.md$/.test(path)) return []
  return [
    ...text.matchAll(/`((?:packages|examples|vectors|scripts|test|bench)\/[\w./@-]+)`/g),
  ].flatMap(([, file = ""]) => (exists(file) ? [] : [`names ${file}, which does not exist`]))
}

const decisions = ({ text }: Source, { decisions: known }: Targets): readonly string[] =>
  [...text.matchAll(/\bdecisions?[ /](\d{1,4})\b(?!\.\d)/gi)].flatMap(([cited, number = ""]) =>
    known.has(number.padStart(4, "0")) ? [] : [`cites ${cited}, a decision without a file`],
  )

/** Ids of the table of memberships; a time of the day (`T20:00`) is none. */
const rows = ({ path, text }: Source, { anchors }: Targets): readonly string[] => {
  if (!/membership|accounts\//.test(path)) return []
  const known = anchors.get("docs/membership-rules.md")
  return [...text.matchAll(/(?<![\w}])T(\d{1,2})\b(?!:\d)/g)].flatMap(([cited, number = ""]) =>
    known?.has(`t${number}`) === true
      ? []
      : [`cites ${cited}, which docs/membership-rules.md does not have`],
  )
}

const words = ({ text }: Source): readonly string[] =>
  unavailable.flatMap(([pattern, advice]) =>
    [...text.matchAll(pattern)].map(([cited]) => `cites "${cited}": ${advice}`),
  )

/** Sentences about decisions that do not have their three parts, in their order. */
export const shapelessDecisions = (sources: readonly Source[]): readonly string[] =>
  sources.flatMap(({ path, text }) => {
    const parts = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading)
    const number = /(\d{4})-/.exec(path)?.[1] ?? ""
    return [
      ...(parts.join() === "Context,Decision,Consequences"
        ? []
        : [`${path} has the parts ${parts.join(", ") || "none"}`]),
      ...(new RegExp(`^# ${Number(number)}\\. \\S`).test(text)
        ? []
        : [`${path} does not begin with "# ${Number(number)}. Title"`]),
    ]
  })
