import { createReadStream } from "node:fs"
import { resolve } from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { type Verdict, verifyLedger as verify } from "@symbolon/core"
import { type Command, CommandFailed, type Invocation, print, textOf } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

/** `symbolon export ledger` */
export const exportLedger: Command = {
  name: "export ledger",
  summary: "Writes the whole ledger as NDJSON to standard output, under a signed checkpoint.",
  examples: ["symbolon export ledger > ledger.ndjson", "symbolon export ledger | symbolon verify-ledger"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      for await (const line of symbolon.exportLedger()) invocation.io.out(`${line}\n`)
      return 0
    }),
}

const exitCodes: Readonly<Record<Verdict, number>> = { verified: 0, broken: 1, unanchored: 3 }

/** `symbolon verify-ledger` */
export const verifyLedger: Command = {
  name: "verify-ledger",
  summary: "Verifies an export with no database and no network; exit code 0 verified, 1 broken, 2 usage, 3 unanchored.",
  examples: ["symbolon verify-ledger --export ledger.ndjson", "symbolon export ledger | symbolon verify-ledger --json"],
  flags: { export: { kind: "text", hint: "FILE", help: "the export (standard input)" } },
  run: async (invocation) => {
    const { verdict, leaves, root, firstError } = await verify(linesOf(invocation))
    const error = firstError === undefined ? null : { code: firstError.code, log_index: firstError.logIndex ?? null }
    print(invocation, { verdict, leaves, root, first_error: error }, [
      `${verdict}: ${leaves} ${leaves === 1 ? "entry" : "entries"}`,
      `root ${root}`,
      ...(error === null ? [] : [`first error: ${error.code}${error.log_index === null ? "" : ` at entry ${error.log_index}`}`]),
    ])
    return exitCodes[verdict]
  },
}

async function* linesOf(invocation: Invocation): AsyncGenerator<string, void, undefined> {
  const file = textOf(invocation, "export")
  const input = file === undefined ? Readable.from(invocation.io.readIn()) : createReadStream(resolve(invocation.io.cwd, file))
  try {
    // readline does not pass a stream's error on to whoever iterates over its lines.
    const broken = new Promise<never>((_resolve, reject) => input.once("error", reject))
    broken.catch(() => undefined)
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
    for (let next = await Promise.race([lines.next(), broken]); next.done !== true; next = await Promise.race([lines.next(), broken]))
      yield next.value
  } catch (reason) {
    throw new CommandFailed(`${file ?? "Standard input"} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`)
  }
}
