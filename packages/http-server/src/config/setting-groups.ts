import type { Setting } from "./settings.ts"

/** Where uploaded files are. */
export const filesSettings = [
  "filesDir",
  "filesS3Endpoint",
  "filesS3Region",
  "filesS3Bucket",
  "filesS3AccessKeyId",
  "filesS3SecretAccessKey",
  "filesS3PathStyle",
] as const satisfies readonly Setting[]

/** The settings of every command that opens the database. */
export const databaseSettings = [
  "databaseUrl",
  "databaseConnections",
  "databasePreparedStatements",
] as const satisfies readonly Setting[]
