import type { SymbolonOptions } from "./symbolon-options.ts"
import { baseUrlProblem } from "./foundation/kernel/base-url.ts"
import { limits } from "./foundation/kernel/limits.ts"
import { nearest } from "./foundation/kernel/nearest.ts"
import { readNetwork } from "./foundation/kernel/network.ts"
import type { Settings } from "./foundation/ports/ports.ts"

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
  wall: true,
  ids: true,
  passwords: true,
  passkeys: true,
  payments: true,
  mailer: true,
  outgoingHttp: true,
  logger: true,
  observer: true,
  baseUrl: true,
  namesLedger: true,
  manifest: true,
  doors: true,
  ledger: true,
  oauth: true,
  webhooks: true,
  keeping: true,
  objectStore: true,
  files: true,
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
  if (!Object.hasOwn(known, name)) return [unknownOption(name, Object.keys(known))]
  if (has(value, ["then"])) return [`${name} is a Promise, put "await" before it`]
  if (name === "storage" && !has(value, ["transact", "close"]))
    return ['storage must be a storage, such as openSqlite({ file: "club.db" })']
  if (name === "vault" && !has(value, ["wrap", "unwrap"]))
    return ['vault must be a key vault, such as await localKeyVault("keys/vault.key")']
  if (name === "mailer" && !has(value, ["send"]))
    return ["mailer must be an object with send(mail), which hands a mail to a mail server"]
  if (name === "webhooks") return optionProblems(name, value, webhookRules, "{ httpsOnly: true }")
  if (name === "files") return optionProblems(name, value, fileRules, "{ maxBytes: 10_000_000 }")
  if (name === "objectStore" && !has(value, ["begin", "uploadUrl", "complete", "read"]))
    return ['objectStore must be an object store, such as await localFiles("files")']
  const wrong = name === "baseUrl" ? baseUrlProblem(value) : undefined
  return wrong === undefined ? [] : [`baseUrl ${JSON.stringify(value)} ${wrong}`]
}

const unknownOption = (name: string, names: readonly string[]): string => {
  const meant = nearest(name, names)
  return `there is no option ${name}${meant === undefined ? "" : `, did you mean ${meant}?`}`
}

/** What each option of `webhooks` must be; a mistake in one could open a network. */
const webhookRules: {
  readonly [Name in keyof Settings["webhooks"]]-?: (value: unknown) => string | undefined
} = {
  allowedNetworks: (value) => {
    if (!Array.isArray(value)) return "must be a list of networks such as 10.0.0.0/8"
    const wrong: unknown = value.find(
      (entry) => typeof entry !== "string" || readNetwork(entry) === undefined,
    )
    return wrong === undefined
      ? undefined
      : `has ${JSON.stringify(wrong)}, which is neither an address nor a network such as 10.0.0.0/8`
  },
  httpsOnly: (value) => (typeof value === "boolean" ? undefined : "must be true or false"),
  timeoutMs: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= limits.outgoingTimeoutMsMax
      ? undefined
      : `must be a whole number of milliseconds, 1 to ${limits.outgoingTimeoutMsMax}`,
}

const wholeBytes =
  (min: number, max: number) =>
  (value: unknown): string | undefined =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number of bytes, ${min} to ${max}`

const bytesOrNone = (value: unknown): string | undefined =>
  value === null ? undefined : wholeBytes(1, Number.MAX_SAFE_INTEGER)(value)

const fileRules: {
  readonly [Name in keyof Settings["files"]]-?: (value: unknown) => string | undefined
} = {
  maxBytes: wholeBytes(1, limits.fileBytesMost),
  partBytes: wholeBytes(limits.filePartBytesMin, limits.filePartBytesMax),
  bytesPerUser: bytesOrNone,
  bytesPerOrganization: bytesOrNone,
  mirroredBytesPerOrganization: wholeBytes(0, Number.MAX_SAFE_INTEGER),
}

const optionProblems = (
  option: string,
  given: unknown,
  rules: Readonly<Record<string, (value: unknown) => string | undefined>>,
  example: string,
): readonly string[] => {
  if (typeof given !== "object" || given === null)
    return [`${option} must be an object, such as ${example}`]
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return []
    const rule = Object.entries(rules).find(([known]) => known === name)?.[1]
    if (rule === undefined) return [`${option}: ${unknownOption(name, Object.keys(rules))}`]
    const wrong = rule(value)
    return wrong === undefined ? [] : [`${option}.${name} ${wrong}`]
  })
}

/** Whether a value has all of some methods. */
const has = (value: unknown, methods: readonly string[]): boolean =>
  typeof value === "object" &&
  value !== null &&
  methods.every((method) => typeof Reflect.get(value, method) === "function")
