import { existsSync } from "node:fs"
import { chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { expectVault, localKeyVault } from "@symbolon/core"
import type { PortableStorage } from "@symbolon/storage-sqlite"
import {
  type BackupReading,
  type Contents,
  isSameTally,
  openTally,
  readBackup,
  type Tally,
} from "./backup/backup-text.ts"
import type { Config } from "../config.ts"
import { databaseSettings, filesSettings } from "../config/setting-groups.ts"
import { passphraseFlag, passphraseOf } from "./backup/passphrase.ts"
import {
  aboutMissing,
  filesWithoutBytes,
  type RestoredFiles,
  restoreObjects,
} from "./backup/restored-files.ts"
import { openSealed } from "./backup/sealed-file.ts"
import { type Command, CommandFailed, type Invocation, print, UsageFault } from "./command.ts"
import {
  filesDirOf,
  filesFolder,
  bootstrapFileOf,
  makeDataDir,
  noteFileOf,
  sqliteFileOf,
  vaultFileOf,
} from "./data-dir.ts"
import { commandWord, databaseFirst, shellWord } from "./how-called.ts"
import { configOf, openStorage, type StorageConfig, unreachable } from "./open.ts"
import { storageNoteOf } from "./storage-note.ts"

/** Where a restore works until all is verified. */
const workFolder = ".restoring"

/** `symbolon restore` */
export const restore: Command = {
  name: "restore",
  summary:
    "Restores a backup into an empty data directory, which may contain the backup's vault.key, and with --database-url into an empty PostgreSQL database. Uploaded files of the backup go into files of the data directory, or into --files-dir, and never into a bucket. Exits with 0 only after everything was read back and verified.",
  examples: [
    "symbolon restore club.symbolon --data-dir /var/lib/symbolon --passphrase-file passphrase.txt",
    "symbolon restore club.symbolon --data-dir /var/lib/symbolon --database-url postgres://symbolon@localhost/symbolon",
  ],
  positionals: ["FILE"],
  flags: { "passphrase-file": passphraseFlag },
  settings: ["dataDir", ...databaseSettings, ...filesSettings],
  run: async (invocation) => {
    if (invocation.settings.dataDir === undefined)
      throw new UsageFault("--data-dir is required: the directory to restore into.")
    const file = resolve(invocation.io.cwd, invocation.positionals[0] ?? "")
    const passphrase = await passphraseOf(invocation)
    const { bytes, madeAt } = await openSealed(file, async () => {
      if (passphrase === undefined)
        throw new UsageFault(`${file} is encrypted. Pass --passphrase-file.`)
      return passphrase
    })
    const config = await configOf(invocation)
    const { dataDir, databaseUrl } = config
    const backup = await readBackup(file, bytes())
    try {
      await expectEmptyDir(dataDir, backup.contents)
      const { tally, files } = await restoreInto(config, backup)
      return report(invocation, { file, dataDir, databaseUrl, madeAt, tally, files })
    } finally {
      await backup.close()
    }
  },
}

type TargetConfig = StorageConfig & Pick<Config, "filesDir" | "filesS3">

/** What a restore put back. */
interface Restored {
  readonly tally: Tally
  readonly files: RestoredFiles
}

const restoreInto = async (config: TargetConfig, backup: BackupReading): Promise<Restored> => {
  const { dataDir } = config
  const work = join(dataDir, workFolder)
  await makeDataDir(dataDir)
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { mode: 0o700 })
  try {
    const restored = await fill({ ...config, dataDir: work }, backup, filesPlace(config))
    await moveInto(work, dataDir)
    return restored
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const filesPlace = ({ filesDir, dataDir }: TargetConfig): string => filesDir ?? filesDirOf(dataDir)

/**
 * Permits a restore if the directory is empty or contains only the vault key of that backup. Files
 * of an interrupted restore do not count.
 */
const expectEmptyDir = async (dataDir: string, { vault_key: key }: Contents): Promise<void> => {
  const found = existsSync(dataDir)
    ? (await readdir(dataDir)).filter((name) => name !== workFolder && name !== filesFolder)
    : []
  const vaultFile = vaultFileOf(dataDir)
  const inTheWay = found.map((name) => join(dataDir, name)).find((path) => path !== vaultFile)
  if (inTheWay !== undefined)
    throw new CommandFailed(
      `${dataDir} is not empty: it contains ${inTheWay}. A restore never overwrites files: choose an empty directory.`,
    )
  if (found.length > 0 && !holdsKeys(await readFile(vaultFile, "utf8"), key))
    throw new CommandFailed(
      `${vaultFile} is not the vault key of this backup, which contains its own. A restore never overwrites files: choose an empty directory.`,
    )
}

/** Whether a vault file holds each key of another; it may have newer ones as well. */
const holdsKeys = (held: string, wanted: string): boolean => {
  const lines = (text: string) => text.split("\n").map((line) => line.trim())
  return wanted.trim() !== "" && lines(wanted.trim()).every((line) => lines(held).includes(line))
}

/**
 * Writes a backup into a new directory, reads it back, and returns the tally.
 */
const fill = async (
  config: TargetConfig,
  backup: BackupReading,
  filesDir: string,
): Promise<Restored> => {
  const { contents, batches } = backup
  const { dataDir: work, databaseUrl } = config
  await writeFiles(work, databaseUrl, contents)
  const storage = await openStorage(config)
  try {
    const tally = openTally()
    await storage.allRows
      .write(contents.steps, counted(batches(), tally))
      .catch(unreachable(config))
      .catch(explainTarget)
    const taken = await storage.migrations.up()
    // A migration has changed the rows, so they cannot be compared.
    if (taken.length === 0) await expectSame(storage, tally.read())
    await expectVault(storage, await localKeyVault(vaultFileOf(work)))
    const objects = await restoreObjects(backup, filesDir)
    const bucket = config.filesS3?.bucket
    const missing = bucket === undefined ? await filesWithoutBytes(storage, filesDir) : []
    return { tally: tally.read(), files: { objects, missing, filesDir, bucket } }
  } finally {
    await storage.close()
  }
}

const explainTarget = (reason: unknown): never => {
  if (reason instanceof Error && reason.name === "StoreNotEmpty")
    throw new CommandFailed(
      `${reason.message} A restore never overwrites data: choose an empty database.`,
    )
  if (reason instanceof Error && reason.name === "NewerSchema")
    throw new CommandFailed(
      "A newer version of symbolon made this backup. Restore it with that version.",
    )
  throw reason
}

async function* counted(
  batches: ReturnType<BackupReading["batches"]>,
  tally: ReturnType<typeof openTally>,
) {
  for await (const batch of batches) {
    tally.add(batch)
    yield batch
  }
}

const expectSame = async (storage: PortableStorage, written: Tally): Promise<void> => {
  const found = openTally()
  await storage.allRows.read(async (batch) => found.add(batch))
  if (!isSameTally(written, found.read()))
    throw new CommandFailed(
      "The restored data could not be verified, so it was deleted. Run the restore again.",
    )
}

const writeFiles = async (
  work: string,
  databaseUrl: string | undefined,
  { vault_key, note, bootstrap }: Contents,
): Promise<void> => {
  const own = { mode: 0o600, flush: true } as const
  if (vault_key !== "") await writeFile(vaultFileOf(work), vault_key, own)
  if (bootstrap !== null) await writeFile(bootstrapFileOf(work), bootstrap, own)
  await writeFile(
    noteFileOf(work),
    `${JSON.stringify({ ...note, storage: storageNoteOf(databaseUrl) }, null, 2)}\n`,
    { flush: true },
  )
}

/**
 * Moves the database last, because a server does not start with a vault key and no database. An
 * existing vault key stays unchanged.
 */
const moveInto = async (work: string, dataDir: string): Promise<void> => {
  for (const fileOf of [vaultFileOf, bootstrapFileOf, noteFileOf, sqliteFileOf])
    if (existsSync(fileOf(work)) && !existsSync(fileOf(dataDir))) {
      // SQLite makes files that others can read.
      if (fileOf === sqliteFileOf) await chmod(fileOf(work), 0o600)
      await synced(fileOf(work))
      await rename(fileOf(work), fileOf(dataDir))
    }
  await rm(work, { recursive: true, force: true })
  await synced(dataDir)
}

const synced = async (path: string): Promise<void> => {
  const handle = await open(path, "r")
  await handle.sync()
  await handle.close()
}

interface RestoreReport {
  readonly file: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly madeAt: string
  readonly tally: Tally
  readonly files: RestoredFiles
}

const report = (
  invocation: Invocation,
  { file, dataDir, databaseUrl, madeAt, tally, files }: RestoreReport,
): number => {
  const rows = Object.values(tally).reduce((sum, table) => sum + table.rows, 0)
  const restored = {
    file,
    data_dir: dataDir,
    made_at: madeAt,
    rows,
    files: files.objects,
    files_missing: files.missing,
    verified: true,
  }
  print(invocation, restored, [
    `${dataDir}  ${rows} rows as of ${madeAt}, read back and verified`,
    ...(files.objects === 0 ? [] : [`${files.filesDir}  ${files.objects} files`]),
    `Start it with: ${commandWord(invocation.io.env)} serve --data-dir ${shellWord(dataDir)}`,
    ...databaseFirst(databaseUrl),
  ])
  invocation.io.err(aboutMissing(files))
  return 0
}
