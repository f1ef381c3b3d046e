import { randomBytes } from "node:crypto"
import { existsSync, readdirSync } from "node:fs"
import { link, open, readFile, rm } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { expectVault, localKeyVault, StaleSchema } from "@symbolon/core"
import type { PortableStorage } from "@symbolon/storage-sqlite"
import {
  type Contents,
  isSameTally,
  readBackup,
  type Tally,
  type Write,
  writeBackup,
} from "./backup/backup-text.ts"
import { passphraseFlag, passphraseOf } from "./backup/passphrase.ts"
import { openSealed, writeSealed } from "./backup/sealed-file.ts"
import { type Command, CommandFailed, type Invocation, print, textOf } from "./command.ts"
import type { Config } from "../config.ts"
import { databaseSettings } from "../config/setting-groups.ts"
import { bootstrapFileOf, filesDirOf, vaultFileOf } from "./data-dir.ts"
import { commandWord, shellWord } from "./how-called.ts"
import { configOf, openExisting, type SettledConfig, settle } from "./open.ts"

/** `symbolon backup` */
export const backup: Command = {
  name: "backup",
  summary:
    "Writes a backup to one new file while the server runs: a snapshot of the database, vault.key and server.json. Exits with 0 only after the file was read back and verified.",
  examples: [
    "symbolon backup /backups/club-2026-11-21.symbolon --passphrase-file passphrase.txt",
    "symbolon backup club.symbolon --data-dir /var/lib/symbolon --database-url postgres://symbolon@localhost/symbolon",
  ],
  positionals: ["FILE"],
  flags: { "passphrase-file": passphraseFlag },
  settings: ["dataDir", ...databaseSettings],
  run: async (invocation) => {
    const file = resolve(invocation.io.cwd, invocation.positionals[0] ?? "")
    const passphrase = await passphraseOf(invocation)
    if (existsSync(file))
      throw new CommandFailed(
        `${file} already exists. A backup never overwrites a file: choose another name.`,
      )
    if (!existsSync(dirname(file)))
      throw new CommandFailed(
        `The folder ${dirname(file)} does not exist. Create it first, or choose another folder for the backup.`,
      )
    const config = await settle(await configOf(invocation))
    const storage = await openExisting({ ...config, migrate: false })
    try {
      const code = await writeTo(invocation, { file, passphrase, config, storage })
      if (code === 0) invocation.io.err(aboutFiles(config))
      return code
    } finally {
      await storage.close()
    }
  },
}

/** A backup has the rows of uploaded files and not their bytes; empty where there are none here. */
const aboutFiles = ({ filesS3, filesDir, dataDir }: Config): string => {
  if (filesS3 !== undefined)
    return `Uploaded files are not in this backup. They are in the bucket ${filesS3.bucket}: back it up too.\n`
  const directory = filesDir ?? filesDirOf(dataDir)
  const objects = join(directory, "objects")
  return existsSync(objects) && readdirSync(objects).length > 0
    ? `Uploaded files are not in this backup. Copy ${directory} too, and put it back after a restore.\n`
    : ""
}

interface Parts {
  readonly file: string
  readonly passphrase: string | undefined
  readonly config: SettledConfig
  readonly storage: PortableStorage
}

const writeTo = async (
  invocation: Invocation,
  { file, passphrase, config, storage }: Parts,
): Promise<number> => {
  const steps = await storage.migrations.status()
  const pending = steps.filter(({ appliedAt }) => appliedAt === undefined).map(({ name }) => name)
  if (pending.length > 0) throw new StaleSchema(pending)
  await expectVault(storage, await localKeyVault(vaultFileOf(config.dataDir)))
  const contents = () =>
    contentsOf(
      config,
      steps.map(({ name }) => name),
    )
  const madeAt = new Date()
  const draft = `${file}.${randomBytes(4).toString("hex")}.part`
  try {
    const written = await writeDraft(draft, { madeAt, passphrase }, (write) =>
      writeBackup(write, contents, storage.allRows.read),
    )
    if (!isSameTally(written, await readThrough(draft, passphrase).catch(notWritten))) notWritten()
    await publish(draft, file)
    return report(invocation, { file, madeAt, tally: written, isSealed: passphrase !== undefined })
  } finally {
    await rm(draft, { force: true })
  }
}

const notWritten = (): never => {
  throw new CommandFailed(
    "The backup could not be verified after writing, so it was deleted. Check the disk and its free space, then run symbolon backup again.",
  )
}

/**
 * Read once the moment of the rows is fixed: a new key is in `vault.key` before it wraps anything,
 * so the file opens all of them.
 */
const contentsOf = async (
  { dataDir, databaseUrl, note }: SettledConfig,
  steps: readonly string[],
): Promise<Contents> => {
  const vaultFile = vaultFileOf(dataDir)
  return {
    steps,
    engine: databaseUrl === undefined ? "sqlite" : "postgres",
    vault_key: existsSync(vaultFile) ? await readFile(vaultFile, "utf8") : "",
    note: {
      ...(note.network === undefined ? {} : { network: note.network }),
      ...(note.base_url === undefined ? {} : { base_url: note.base_url }),
    },
    bootstrap: existsSync(bootstrapFileOf(dataDir))
      ? await readFile(bootstrapFileOf(dataDir), "utf8")
      : null,
  }
}

const writeDraft = async (
  draft: string,
  how: Parameters<typeof writeSealed>[1],
  fill: (write: Write) => Promise<Tally>,
): Promise<Tally> => {
  const gzip = createGzip()
  const sealing = pipeline(gzip, (source: AsyncIterable<Buffer>) => writeSealed(draft, how, source))
  sealing.catch(() => undefined)
  const write: Write = async (text) => {
    // A full disk ends the sealing, and nothing drains any more.
    if (!gzip.write(text))
      await Promise.race([new Promise<void>((resume) => gzip.once("drain", resume)), sealing])
  }
  try {
    const tally = await fill(write)
    gzip.end()
    await sealing
    return tally
  } catch (reason) {
    gzip.destroy()
    await sealing.catch(() => undefined)
    throw reason
  }
}

/** Reads a backup from the disk as a restore would, and answers what it holds. */
const readThrough = async (file: string, passphrase: string | undefined): Promise<Tally> => {
  const { bytes } = await openSealed(file, async () => passphrase ?? "")
  const batches = (await readBackup(file, bytes())).batches()
  for (;;) {
    const next = await batches.next()
    if (next.done === true) return next.value
  }
}

/** Gives the file its name, unless something else has it by now. */
const publish = async (draft: string, file: string): Promise<void> => {
  await link(draft, file).catch((reason: NodeJS.ErrnoException) => {
    throw reason.code === "EEXIST"
      ? new CommandFailed(
          `${file} already exists. A backup never overwrites a file: choose another name.`,
        )
      : reason
  })
  const folder = await open(dirname(file), "r")
  await folder.sync()
  await folder.close()
}

interface BackupReport {
  readonly file: string
  readonly madeAt: Date
  readonly tally: Tally
  readonly isSealed: boolean
}

const report = (
  invocation: Invocation,
  { file, madeAt, tally, isSealed }: BackupReport,
): number => {
  const named = textOf(invocation, "passphrase-file")
  const rows = Object.values(tally).reduce((sum, table) => sum + table.rows, 0)
  print(
    invocation,
    { file, made_at: madeAt.toISOString(), rows, sealed: isSealed, verified: true },
    [
      `${file}  ${rows} rows, read back and verified`,
      `Restore it with: ${commandWord(invocation.io.env)} restore ${shellWord(file)} --data-dir DIR${named === undefined ? "" : ` --passphrase-file ${shellWord(named)}`}`,
    ],
  )
  if (!isSealed)
    invocation.io.err(
      "This backup is not encrypted. Anyone who has the file can read the vault key and all data. Use --passphrase-file to encrypt it.\n",
    )
  return 0
}
