/** Where a data directory's data is. */
export type StorageNote =
  | { readonly engine: "sqlite" }
  | {
      readonly engine: "postgres"
      /** Without a password, and without parameters. */
      readonly url: string
      /** Whether this is the whole URL, so that commands can use it. */
      readonly is_whole: boolean
    }

/**
 * Returns the note about a storage, without the URL's password and parameters, which may contain
 * one.
 */
export const storageNoteOf = (databaseUrl: string | undefined): StorageNote => {
  if (databaseUrl === undefined) return { engine: "sqlite" }
  const url = new URL(databaseUrl)
  const isWhole = url.password === "" && url.search === "" && url.hash === ""
  return { engine: "postgres", url: withoutSecrets(databaseUrl), is_whole: isWhole }
}

/** A database URL as it may be shown: no password, no parameters. */
export const withoutSecrets = (databaseUrl: string): string =>
  Object.assign(new URL(databaseUrl), { password: "", search: "", hash: "" }).href

/** Which database a data directory's commands are to use; a sentence when they must not go on. */
export type StorageChoice =
  | { readonly databaseUrl: string | undefined }
  | { readonly refusal: string }

/** The facts from which {@link chooseStorage} decides. */
export interface StorageFacts {
  readonly dataDir: string
  /** Flag, variable or configuration file. */
  readonly databaseUrl: string | undefined
  readonly note: StorageNote | undefined
  readonly hasSqliteFile: boolean
}

/**
 * Chooses the storage of a command. A data directory that served one engine never silently serves
 * another: a command beside a server on PostgreSQL would otherwise find, or make, an empty SQLite
 * file.
 */
export const chooseStorage = ({
  dataDir,
  databaseUrl,
  note,
  hasSqliteFile,
}: StorageFacts): StorageChoice => {
  const engine = note?.engine ?? (hasSqliteFile ? "sqlite" : undefined)
  if (databaseUrl !== undefined)
    return engine === "sqlite"
      ? {
          refusal: `${dataDir} belongs to a SQLite database. To use it, omit --database-url and unset SYMBOLON_DATABASE_URL. For PostgreSQL, choose another --data-dir.`,
        }
      : { databaseUrl }
  if (note?.engine !== "postgres") return { databaseUrl: undefined }
  return note.is_whole
    ? { databaseUrl: note.url }
    : {
        refusal: `${dataDir} belongs to a service on PostgreSQL, ${note.url}. Pass the whole URL with --database-url or SYMBOLON_DATABASE_URL: its password is not stored.`,
      }
}
