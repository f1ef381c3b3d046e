import { domainOf, order, type Role, type Rule, roleOf, rules } from "./import-rules.ts"
import type { Import, Module } from "./modules.ts"

/** Sentences, each naming a file and what is wrong with it; none when all is well. */
export type Complaints = readonly string[]

/** Imports that the table does not allow. */
export const forbiddenImports = (modules: readonly Module[]): Complaints =>
  modules.flatMap((module) => {
    const role = roleOf(module.path)
    if (role === undefined) return []
    const rule = rules[role]
    if (rule === undefined) return [`${module.path} belongs to no room of the architecture`]
    return module.imports.flatMap((one) =>
      complaints(module, role, rule, one).map((what) => `${module.path} (${role}) ${what}`),
    )
  })

function complaints(module: Module, role: Role, rule: Rule, one: Import): Complaints {
  if (one.specifier === "effect") return effectImport(rule, one)
  if (one.target === undefined) return packageImport(rule, one)
  const target = roleOf(one.target)
  if (target === undefined) return [`imports ${one.target}, which is no source`]
  if (packageOf(one.target) !== packageOf(module.path))
    return [`reaches into another package: ${one.specifier}`]
  return [...roleImport(rule, role, target, one), ...orderOfDomains(module, target, one)]
}

function roleImport(rule: Rule, role: Role, target: Role, one: Import): Complaints {
  if (rule.isTypes === true && !one.isType)
    return [`imports values from ${one.target}, yet is made of types`]
  if (target === role)
    return rule.isAlone === true && !one.isType
      ? [`imports another of its kind: ${one.target}`]
      : []
  if (rule.from?.includes(target) === true) return []
  if (rule.types?.includes(target) === true)
    return one.isType ? [] : [`may import only types from ${target}: ${one.target}`]
  return [`may not import ${target}: ${one.target}`]
}

/**
 * Steps call steps towards the left, so that they never go round in a circle. (Nobody imports an
 * operation, so those may call any.)
 */
function orderOfDomains(module: Module, target: Role, one: Import): Complaints {
  const [mine, theirs] = [domainOf(module.path), domainOf(one.target ?? "")]
  if (
    roleOf(module.path) !== "steps" ||
    target !== "steps" ||
    one.isType ||
    mine === undefined ||
    theirs === undefined ||
    mine === theirs
  )
    return []
  const [from, to] = [order.indexOf(mine), order.indexOf(theirs)]
  if (from < 0 || to < 0)
    return [
      `uses ${one.target}, but ${from < 0 ? mine : theirs} has no place in the order of domains`,
    ]
  return to < from
    ? []
    : [`uses ${one.target}: ${theirs} stands to the right of ${mine}, leave an outbox event`]
}

function packageImport(rule: Rule, one: Import): Complaints {
  const within = (names: readonly string[] = []) =>
    names.some(
      (name) => one.specifier === name || (/[/:]$/.test(name) && one.specifier.startsWith(name)),
    )
  if (within(rule.packages)) return []
  if (within(rule.packageTypes))
    return one.isType ? [] : [`may import only types from ${one.specifier}`]
  return [`may not import ${one.specifier}`]
}

function effectImport(rule: Rule, one: Import): Complaints {
  const { effect } = rule
  if (effect === undefined) return ["may not import effect"]
  if (effect === "any") return []
  return one.names
    .filter(
      ({ named, isType }) => !isType && (named === undefined || !effect.names.includes(named)),
    )
    .map(({ named, local }) => `may not import ${named ?? local} from effect`)
}

/** Verbs of `Effect` outside the few that operations and steps are written in. */
export const strangeEffects = (modules: readonly Module[]): Complaints =>
  modules.flatMap((module) => {
    const effect = rules[roleOf(module.path) ?? ""]?.effect
    if (effect === undefined || effect === "any") return []
    const allowed = new Set(effect.verbs.map((verb) => `Effect.${verb}`))
    return [...module.members]
      .filter((member) => member.startsWith("Effect.") && !allowed.has(member))
      .map((member) => `${module.path} uses ${member}`)
  })

const ambient = [
  "Date.now(",
  "new Date()",
  "Date(",
  "performance.now(",
  "Temporal.Now",
  "Math.random(",
  "randomUUID(",
  "randomBytes(",
  "randomInt(",
  "getRandomValues(",
  "generateKeyPair(",
  "generateKeyPairSync(",
]

/**
 * The clock, ids, randomness and fresh keys, taken from the host instead of through a port. Only
 * `core/src/foundation/system` may.
 */
export const ambientCalls = (modules: readonly Module[]): Complaints =>
  modules
    .filter(
      ({ path }) =>
        path.startsWith("packages/core/src/") &&
        roleOf(path) !== "system" &&
        roleOf(path) !== undefined,
    )
    .flatMap((module) =>
      [...module.calls]
        .filter(
          (call) =>
            ambient.some(
              (name) => call === name || (name !== "Date(" && call.endsWith(`.${name}`)),
            ) || call.startsWith("Temporal.Now."),
        )
        .map(
          (call) => `${module.path} takes ${call.endsWith("(") ? `${call})` : call} from the host`,
        ),
    )

const sqlClock =
  /\bnow\s*\(\s*\)|\bcurrent_(timestamp|time|date)\b|\b(clock|statement|transaction)_timestamp\b|'now'|\bunixepoch\s*\(\s*\)|\bjulianday\s*\(\s*\)|\blocaltimestamp\b/i

/** SQL that asks the database for the time. */
export const sqlClocks = (modules: readonly Module[]): Complaints =>
  modules
    .filter(
      ({ path }) => /^packages\/storage-[a-z]+\/src\//.test(path) && roleOf(path) !== undefined,
    )
    .flatMap((module) =>
      module.strings.flatMap((text) => {
        const found = sqlClock.exec(text)?.[0]
        return found === undefined ? [] : [`${module.path} has SQL with ${found}`]
      }),
    )

/** Lines a hand-written file may have; a test that stands beside its source is one. */
const linesMax = 400

/** Lines a file of a `test` folder may have. */
const testLinesMax = 500

/** The cap on the length of a file, in lines. Generated files are not read. */
const linesCapOf = (path: string): number => (/(^|\/)test\//.test(path) ? testLinesMax : linesMax)

/** What the linter does not see, or not everywhere. */
export const styleBreaches = (modules: readonly Module[]): Complaints =>
  modules.flatMap((module) => {
    const isConfiguration = /\.config\.ts$|tally-reporter\.mjs$/.test(module.path)
    const isPlainScript = module.path.endsWith(".mjs")
    return [
      ...(module.lines > linesCapOf(module.path)
        ? [`has ${module.lines} lines; ${linesCapOf(module.path)} is the cap`]
        : []),
      ...(module.hasDefaultExport && !isConfiguration ? ["has a default export"] : []),
      ...module.imports
        .filter(
          ({ target }) =>
            target !== undefined &&
            !/\.(ts|json|css)$/.test(target) &&
            !(isPlainScript && target.endsWith(".mjs")),
        )
        .map(({ specifier }) => `imports ${specifier} without its .ts`),
      ...module.imports
        .filter(
          ({ specifier, names, isType }) =>
            specifier === "zod" && !isType && names.some(({ named }) => named !== undefined),
        )
        .map(() => `imports zod by name: import * as z from "zod"`),
    ].map((what) => `${module.path} ${what}`)
  })

const packageOf = (path: string): string | undefined => /^packages\/([^/]+)\//.exec(path)?.[1]
