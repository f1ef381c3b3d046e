import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { link, open, readFile, rm } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import {
  expectVault,
  type LocalFiles,
  localFiles,
  localKeyVault,
  StaleSchema,
} from "@symbolon/core"
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
import { isSameObjects, type ObjectsTally, writeObjects } from "./backup/saved-objects.ts"
import { openSealed, writeSealed } from "./backup/sealed-file.ts"
import { type Command, CommandFailed, type Invocation, print, textOf } from "./command.ts"
import type { Config } from "../config.ts"
import { databaseSettings, filesSettings } from "../config/setting-groups.ts"
import { bootstrapFileOf, filesDirOf, vaultFileOf } from "./data-dir.ts"
import { commandWord, shellWord } from "./how-called.ts"
import { configOf, openExisting, type SettledConfig, settle } from "./open.ts"

/** `symbolon backup` */
export const backup: Command = {
  name: "backup",
  summary:
    "Writes a backup to one new file while the server runs: a snapshot of the database, vault.key, server.json, and the uploaded files of a directory. Exits with 0 only after the file was read back and verified.",
  examples: [
    "symbolon backup /backups/club-2026-11-21.symbolon --passphrase-file passphrase.txt",
    "symbolon backup club.symbolon --data-dir /var/lib/symbolon --database-url postgres://symbolon@localhost/symbolon",
  ],
  positionals: ["FILE"],
  flags: {
    "passphrase-file": passphraseFlag,
    "without-files": { kind: "switch", help: "leave out the bytes of uploaded files" },
  },
  settings: ["dataDir", ...databaseSettings, ...filesSettings],
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
      const store = await filesToSave(invocation, config)
      const code = await writeTo(invocation, { file, passphrase, config, storage, store })
      if (store === undefined) invocation.io.err(notInIt(config))
      return code
    } finally {
      await storage.close()
    }
  },
}

/** The directory of uploaded files, where they are to be in the backup and there are any. */
const filesToSave = async (
  { flags }: Invocation,
  { filesS3, filesDir, dataDir }: Config,
): Promise<LocalFiles | undefined> => {
  const directory = filesDir ?? filesDirOf(dataDir)
  const isThere = filesS3 === undefined && existsSync(join(directory, "objects"))
  return isThere && flags["without-files"] !== true ? localFiles(directory) : undefined
}

/** What a backup has only the rows of; empty where there is nothing. */
const notInIt = ({ filesS3, filesDir, dataDir }: Config): string => {
  if (filesS3 !== undefined)
    return `Uploaded files are not in this backup. They are in the bucket ${filesS3.bucket}: back it up too, after this.\n`
  const directory = filesDir ?? filesDirOf(dataDir)
  return existsSync(join(directory, "objects"))
    ? `Uploaded files are not in this backup. Copy ${directory} too, after this, and put it back before a restore.\n`
    : ""
}

interface Parts {
  readonly file: string
  readonly passphrase: string | undefined
  readonly config: SettledConfig
  readonly storage: PortableStorage
  readonly store: LocalFiles | undefined
}

/** What is in a backup. */
interface Saved {
  readonly rows: Tally
  /** Undefined where the backup has only the rows of files. */
  readonly files: ObjectsTally | undefined
}

const writeTo = async (
  invocation: Invocation,
  { file, passphrase, config, storage, store }: Parts,
): Promise<number> => {
  const steps = await storage.migrations.status()
  const pending = steps.filter(({ appliedAt }) => appliedAt === undefined).map(({ name }) => name)
  if (pending.length > 0) throw new StaleSchema(pending)
  await expectVault(storage, await localKeyVault(vaultFileOf(config.dataDir)))
  const contents = () =>
    contentsOf(
      config,
      steps.map(({ name }) => name),
      store !== undefined,
    )
  const madeAt = new Date()
  const draft = `${file}.${randomBytes(4).toString("hex")}.part`
  try {
    const written = await writeDraft(draft, { madeAt, passphrase }, async (write) => {
      const rows = await writeBackup(write, contents, storage.allRows.read)
      // After the rows: an object that a row of the snapshot names is there by now, or was deleted.
      const files = store && (await writeObjects(write, store, progressOf(invocation)))
      return { rows, files } satisfies Saved
    })
    if (!isSame(written, await readThrough(draft, passphrase).catch(notWritten))) notWritten()
    await publish(draft, file)
    return report(invocation, { file, madeAt, saved: written, isSealed: passphrase !== undefined })
  } finally {
    await rm(draft, { force: true })
  }
}

/** A line on err for a person, once for a thousand files. */
const progressOf =
  ({ io }: Invocation) =>
  ({ objects, size_in_bytes }: ObjectsTally): void => {
    if (io.isTerminal && objects % 1000 === 0)
      io.err(`${objects} files, ${size_in_bytes} bytes written\n`)
  }

const isSame = (one: Saved, other: Saved): boolean =>
  isSameTally(one.rows, other.rows) &&
  (one.files === undefined || other.files === undefined
    ? one.files === other.files
    : isSameObjects(one.files, other.files))

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
  hasFiles: boolean,
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
    ...(hasFiles ? { has_files: true } : {}),
  }
}

const writeDraft = async (
  draft: string,
  how: Parameters<typeof writeSealed>[1],
  fill: (write: Write) => Promise<Saved>,
): Promise<Saved> => {
  const gzip = createGzip()
  const sealing = pipeline(gzip, (source: AsyncIterable<Buffer>) => writeSealed(draft, how, source))
  sealing.catch(() => undefined)
  const write: Write = async (bytes) => {
    // A full disk ends the sealing, and nothing drains any more.
    if (!gzip.write(bytes))
      await Promise.race([new Promise<void>((resume) => gzip.once("drain", resume)), sealing])
  }
  try {
    const saved = await fill(write)
    gzip.end()
    await sealing
    return saved
  } catch (reason) {
    gzip.destroy()
    await sealing.catch(() => undefined)
    throw reason
  }
}

/** Reads a backup from the disk as a restore would, and answers what it holds. */
const readThrough = async (file: string, passphrase: string | undefined): Promise<Saved> => {
  const { bytes } = await openSealed(file, async () => passphrase ?? "")
  const backup = await readBackup(file, bytes())
  const rows = await ended(backup.batches())
  const files = await ended(backup.objects(), async (object) => {
    for await (const _chunk of object.bytes()) continue
  })
  return { rows, files: backup.contents.has_files === true ? files : undefined }
}

/** What a generator returns, once it has yielded everything. */
const ended = async <Each, End>(
  all: AsyncGenerator<Each, End, undefined>,
  visit: (each: Each) => Promise<void> = async () => undefined,
): Promise<End> => {
  for (;;) {
    const next = await all.next()
    if (next.done === true) return next.value
    await visit(next.value)
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
  readonly saved: Saved
  readonly isSealed: boolean
}

const report = (
  invocation: Invocation,
  { file, madeAt, saved, isSealed }: BackupReport,
): number => {
  const named = textOf(invocation, "passphrase-file")
  const rows = Object.values(saved.rows).reduce((sum, table) => sum + table.rows, 0)
  print(
    invocation,
    {
      file,
      made_at: madeAt.toISOString(),
      rows,
      files: saved.files?.objects ?? null,
      sealed: isSealed,
      verified: true,
    },
    [
      `${file}  ${rows} rows${saved.files === undefined ? "" : ` and ${saved.files.objects} files`}, read back and verified`,
      `Restore it with: ${commandWord(invocation.io.env)} restore ${shellWord(file)} --data-dir DIR${named === undefined ? "" : ` --passphrase-file ${shellWord(named)}`}`,
    ],
  )
  if (!isSealed)
    invocation.io.err(
      "This backup is not encrypted. Anyone who has the file can read the vault key and all data. Use --passphrase-file to encrypt it.\n",
    )
  return 0
}
