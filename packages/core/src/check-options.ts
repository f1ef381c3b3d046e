import type { SymbolonOptions } from "./symbolon-options.ts"
import { baseUrlProblem } from "./foundation/kernel/base-url.ts"
import { nearest } from "./foundation/kernel/nearest.ts"

/**
 * Every option. An object and not a list, so that one that is added to {@link SymbolonOptions} and
 * not here does not compile.
 */
const known: { readonly [Name in keyof SymbolonOptions]-?: true } = {
  storage: true,
  vault: true,
  contentSealer: true,
  clock: true,
  testClock: true,
  ids: true,
  passwords: true,
  passkeys: true,
  payments: true,
  mailer: true,
  logger: true,
  baseUrl: true,
  namesLedger: true,
  manifest: true,
  doors: true,
  ledger: true,
  oauth: true,
  limits: true,
  rateLimitStore: true,
  migrate: true,
}

/**
 * Looks at the options of `createSymbolon` before anything is opened.
 *
 * @throws {TypeError} that names every option that is missing, unknown, a Promise, or otherwise of
 * no use.
 */
export const checkOptions = (options: unknown): void => {
  if (typeof options !== "object" || options === null)
    throw refused(["it needs { storage, vault }"])
  const given = new Map(Object.entries(options).filter(([, value]) => value !== undefined))
  const problems = [...given].flatMap(([name, value]) => problemOf(name, value))
  if (!given.has("storage"))
    problems.push('storage is missing, such as openSqlite({ file: "club.db" })')
  if (!given.has("vault"))
    problems.push('vault is missing, such as await localKeyVault("keys/vault.key")')
  if (problems.length > 0) throw refused(problems)
}

const refused = (problems: readonly string[]): TypeError =>
  new TypeError(`createSymbolon: ${problems.join("; ")}`)

const problemOf = (name: string, value: unknown): readonly string[] => {
  if (!Object.hasOwn(known, name)) {
    const meant = nearest(name, Object.keys(known))
    return [`there is no option ${name}${meant === undefined ? "" : `, did you mean ${meant}?`}`]
  }
  if (has(value, ["then"])) return [`${name} is a Promise, put "await" before it`]
  if (name === "storage" && !has(value, ["transact", "close"]))
    return ['storage must be a storage, such as openSqlite({ file: "club.db" })']
  if (name === "vault" && !has(value, ["wrap", "unwrap"]))
    return ['vault must be a key vault, such as await localKeyVault("keys/vault.key")']
  const wrong = name === "baseUrl" ? baseUrlProblem(value) : undefined
  return wrong === undefined ? [] : [`baseUrl ${JSON.stringify(value)} ${wrong}`]
}

/** Whether a value has all of some methods. */
const has = (value: unknown, methods: readonly string[]): boolean =>
  typeof value === "object" &&
  value !== null &&
  methods.every((method) => typeof Reflect.get(value, method) === "function")
