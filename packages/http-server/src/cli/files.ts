import {
  type FaultyFile,
  type FileRecord,
  type FileState,
  fileStates,
  type StrayFiles,
  type Symbolon,
} from "@symbolon/core"
import { type Command, type Invocation, oneOf, print, textOf, UsageFault } from "./command.ts"
import { filesPlaceOf, toolSettings, withCore } from "./open.ts"
import { uuidOfUser } from "./user-named.ts"

const pageMax = 100

/** `symbolon files list` */
export const listFiles: Command = {
  name: "files list",
  summary: `Lists uploaded files and uploads under way, the oldest first, at most ${pageMax}, one a line.`,
  examples: [
    "symbolon files list --org harbour-club",
    "symbolon files list --user ada --state pending",
    "symbolon files list --min-bytes 10000000 --json",
  ],
  flags: {
    user: { kind: "text", hint: "USER", help: "only files of a user" },
    org: {
      kind: "text",
      hint: "ORG",
      help: "only files of an organization, its activities and its rewards",
    },
    state: { kind: "text", hint: "STATE", help: `only files that are ${fileStates.join(", ")}` },
    "min-bytes": { kind: "text", hint: "N", help: "only files of at least so many bytes" },
    after: { kind: "text", hint: "FILE_UUID", help: "only files after this one" },
  },
  settings: toolSettings,
  run: (invocation) => {
    const asked = askedOf(invocation)
    return withCore(invocation, async (symbolon) => {
      const holderUuid = await holderOf(symbolon, invocation)
      const files = await symbolon.files.listAll({ ...asked, holderUuid, limit: pageMax })
      print(invocation, files.map(rowOf), linesOf(files))
      return 0
    })
  },
}

const askedOf = (invocation: Invocation) => {
  const [user, org, state, bytes, after] = ["user", "org", "state", "min-bytes", "after"].map(
    (name) => textOf(invocation, name),
  )
  if (user !== undefined && org !== undefined)
    throw new UsageFault("Name a user or an organization, not both.")
  if (bytes !== undefined && !/^\d{1,15}$/.test(bytes))
    throw new UsageFault("--min-bytes must be a whole number.")
  if (after !== undefined && !/^[0-9a-f-]{36}$/.test(after))
    throw new UsageFault(`--after ${JSON.stringify(after)} is not the uuid of a file.`)
  return {
    after,
    state: state === undefined ? undefined : oneOf<FileState>(fileStates, state, "state"),
    minBytes: bytes === undefined ? undefined : Number(bytes),
  }
}

const holderOf = async (
  symbolon: Symbolon,
  invocation: Invocation,
): Promise<string | undefined> => {
  const [user, organization] = [textOf(invocation, "user"), textOf(invocation, "org")]
  if (user !== undefined) return uuidOfUser(symbolon, user)
  if (organization === undefined) return undefined
  return (await symbolon.organizations.get({ organization })).uuid
}

const rowOf = (file: FileRecord) => ({
  uuid: file.uuid,
  slug: file.slug,
  state: file.state,
  owner_type: file.ownerType,
  owner_uuid: file.ownerUuid,
  holder_uuid: file.holderUuid,
  file_name: file.fileName,
  content_type: file.contentType,
  size_in_bytes: file.sizeInBytes,
  storage_key: file.storageKey,
  created_at: file.createdAt.toISOString(),
})

const linesOf = (files: readonly FileRecord[]): readonly string[] => {
  const last = files.at(-1)
  if (last === undefined) return ["There are no such files."]
  const lines = files.map(({ uuid, state, ownerType, ownerUuid, sizeInBytes, fileName }) =>
    [uuid, state.padEnd(7), `${ownerType} ${ownerUuid}`, `${sizeInBytes} bytes`, fileName].join(
      "  ",
    ),
  )
  return files.length < pageMax ? lines : [...lines, `More: the same with --after ${last.uuid}`]
}

/** `symbolon files verify` */
export const verifyFiles: Command = {
  name: "files verify",
  summary:
    "Checks that every stored file has its bytes in the directory or bucket, as many as it should, reports bytes that no file names, and counts anew what the files of each user and organization take of their allowance. Exits with 1 if a file is without its bytes.",
  examples: ["symbolon files verify", "symbolon files verify --json"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon, { config }) => {
      const { checked, faults } = await verifiedBy(symbolon, progressOf(invocation))
      const strays = await symbolon.files.listStrays({})
      const recounted = await symbolon.files.recount({})
      const place = filesPlaceOf(config)
      const found = {
        store: place,
        checked,
        faults: faults.map((fault) => ({ ...rowOf(fault), found_bytes: fault.foundBytes ?? null })),
        strays: {
          count: strays.count,
          size_in_bytes: strays.sizeInBytes,
          storage_keys: strays.storageKeys,
        },
        recounted: recounted.map(({ holderUuid, bytes, actualBytes }) => ({
          holder_uuid: holderUuid,
          counted_bytes: bytes,
          actual_bytes: actualBytes,
        })),
      }
      print(invocation, found, [
        ...faults.map(faultLine),
        ...strayLines(strays),
        ...recounted.map(
          ({ holderUuid, bytes, actualBytes }) =>
            `counted  ${holderUuid}  ${bytes} bytes instead of ${actualBytes}: mended`,
        ),
        faults.length === 0
          ? `${checked} files have their bytes in ${place}.`
          : `${faults.length} of ${checked} files are without their bytes in ${place}. If they are elsewhere, name the place; else restore them from your backup.`,
      ])
      return faults.length === 0 ? 0 : 1
    }),
}

const verifiedBy = async (
  { files }: Symbolon,
  progress: (checked: number) => void,
): Promise<{ readonly checked: number; readonly faults: readonly FaultyFile[] }> => {
  const faults: FaultyFile[] = []
  let checked = 0
  let after: string | undefined
  for (;;) {
    const slice = await files.verify({ after })
    checked += slice.checked
    faults.push(...slice.faults)
    after = slice.next
    if (after === undefined) return { checked, faults }
    progress(checked)
  }
}

/** A line on err for a person; a script reads the result. */
const progressOf =
  ({ io }: Invocation) =>
  (checked: number): void => {
    if (io.isTerminal) io.err(`${checked} files checked\n`)
  }

const faultLine = ({ uuid, fileName, sizeInBytes, foundBytes }: FaultyFile): string =>
  foundBytes === undefined
    ? `missing  ${uuid}  ${fileName}  ${sizeInBytes} bytes`
    : `size     ${uuid}  ${fileName}  ${foundBytes} bytes instead of ${sizeInBytes}`

const strayLines = ({ count, sizeInBytes, storageKeys }: StrayFiles): readonly string[] =>
  count === 0
    ? []
    : [
        ...storageKeys.map((key) => `stray    ${key}`),
        `${count} objects, ${sizeInBytes} bytes, have no file. symbolon files sweep removes those that are a day old.`,
      ]

/** `symbolon files sweep` */
export const sweepFiles: Command = {
  name: "files sweep",
  summary:
    "Removes now what the daily sweep of a server removes: uploads that nobody finished, the bytes of deleted files, and what no file names and is a day old.",
  examples: ["symbolon files sweep", "symbolon files sweep --json"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const { cleared, orphans, leftovers } = await symbolon.files.sweep({})
      print(invocation, { cleared, orphans, leftovers }, [
        `deleted files and expired uploads  ${cleared}`,
        `objects without a file             ${orphans}`,
        `leftovers of uploads               ${leftovers}`,
      ])
      return 0
    }),
}
