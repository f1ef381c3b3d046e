import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

/** A configuration file, read. */
export interface ConfigFile {
  readonly path: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Names that are looked for in the working directory, in this order. */
export const fileNames = [
  "symbolon.config.json",
  "symbolon.config.js",
  "symbolon.config.mjs",
  "symbolon.config.ts",
] as const

/**
 * Reads the configuration file: the named one, or else the first of {@link fileNames} that exists;
 * undefined without one. A module exports its settings as default.
 *
 * @throws {Error} with the path in its message, if the file cannot be read or is not an object.
 */
export const readConfigFile = async (
  cwd: string,
  named: string | undefined,
): Promise<ConfigFile | undefined> => {
  const path =
    named === undefined
      ? fileNames.map((name) => join(cwd, name)).find(existsSync)
      : resolve(cwd, named)
  if (path === undefined) return undefined
  const values = await contents(path).catch((reason: unknown) => {
    throw new Error(
      `${path} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  })
  if (typeof values !== "object" || values === null || Array.isArray(values))
    throw new Error(`${path} does not contain an object of settings.`)
  return { path, values: values as Readonly<Record<string, unknown>> }
}

const contents = async (path: string): Promise<unknown> => {
  if (path.endsWith(".json")) return JSON.parse(await readFile(path, "utf8"))
  return ((await import(pathToFileURL(path).href)) as { readonly default?: unknown }).default
}
