import type { Io } from "./command.ts"
import { storageNoteOf } from "./storage-note.ts"

type Env = Io["env"]

/** Whether `npm start` of the repository runs this process. */
const isNpmStart = (env: Env): boolean =>
  env["npm_lifecycle_event"] === "start" && env["npm_package_name"] === "symbolon"

/**
 * How a person calls the command where this process was started: in a clone, in a project that
 * installed it, or on the path.
 */
export const commandWord = (env: Env): string => {
  if (isNpmStart(env) || env["PNPM_PACKAGE_NAME"] === "symbolon") return "npx -y pnpm exec symbolon"
  return env["npm_lifecycle_event"] === undefined && env["npm_command"] === undefined
    ? "symbolon"
    : "npx symbolon"
}

/** How a person starts a server with more flags where this process was started. */
export const serveWith = (env: Env, flags: string): string =>
  isNpmStart(env) ? `npm start -- ${flags}` : flags

/** A path as one word of a shell. */
export const shellWord = (text: string): string => {
  if (/^[\w./:@%+,-]+$/.test(text)) return text
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`
}

/**
 * Returns the step before a printed command if the database URL is not stored; empty if it is
 * stored or not needed.
 */
export const databaseFirst = (databaseUrl: string | undefined): readonly string[] => {
  const note = storageNoteOf(databaseUrl)
  return note.engine === "sqlite" || note.is_whole
    ? []
    : [
        `First set SYMBOLON_DATABASE_URL there to the whole URL of ${note.url}. It is neither shown nor stored, because it may contain a password.`,
      ]
}
