// A process of its own: node --conditions=@symbolon/source child.ts <command> <file> <arguments>
import { uuid } from "../../storage-sql/test/sample-organization.ts"
import { writeMany } from "../../storage-sql/test/workload.ts"
import { openSqlite } from "../src/index.ts"
import { openImage } from "../src/sqlite-storage.ts"

const [command, file = "", ...rest] = process.argv.slice(2)
const [first = 0, second = 0, third = 0] = rest.map(Number)
/** Small ones: a few writes fill the log. */
const limits = { beside: 20, full: 60 }
const isTight = command?.endsWith("-tight") ?? false
const onWarning = (message: string): void => {
  process.stderr.write(`${message}\n`)
}
const storage = isTight ? openImage(undefined, { file, onWarning }, limits) : openSqlite({ file })

/** Mixed writes. */
const mixed = async (): Promise<void> => {
  await writeMany(storage, { writer: first, turns: second, abreast: 8, members: third })
}

/** Claims names one after the other and tells of each that was answered, until it is killed. */
const claim = async (): Promise<void> => {
  const lane = async (start: number): Promise<void> => {
    for (let n = start; ; n += 4) {
      await storage.transact("write", (tx) =>
        tx.names.claim(`name-${first}-${n}`, { kind: "user", uuid: uuid(n) }),
      )
      process.stdout.write(`name-${first}-${n}\n`)
    }
  }
  await Promise.all([0, 1, 2, 3].map(lane))
}

const migrate = async (): Promise<void> => {
  process.stdout.write(JSON.stringify(await storage.migrations.up()))
}

/** Claims names, and leaves the store open. */
const leave = async (): Promise<void> => {
  for (let n = 0; n < first; n += 1)
    await storage.transact("write", (tx) =>
      tx.names.claim(`left-${n}`, { kind: "user", uuid: uuid(n) }),
    )
  process.stdout.write("all answered")
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  mixed,
  claim,
  "claim-tight": claim,
  migrate,
  "leave-tight": leave,
}
const run = commands[command ?? ""]
if (run === undefined) throw new Error(`no such command: ${command}`)
await run()
if (run !== leave) await storage.close()
