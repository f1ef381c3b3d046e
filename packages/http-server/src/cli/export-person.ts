import { createWriteStream } from "node:fs"
import { resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type Command, CommandFailed, print } from "./command.ts"
import { toolSettings, withCore } from "./open.ts"
import { uuidOfUser } from "./user-named.ts"

/** `symbolon users export` */
export const exportUser: Command = {
  name: "users export",
  summary:
    "Writes everything that is stored of a user to a file, as NDJSON without secrets. The file must not exist.",
  examples: ["symbolon users export ada ada.ndjson", "symbolon users export ada ada.ndjson --json"],
  positionals: ["USER", "FILE"],
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const [user = "", name = ""] = invocation.positionals
      const file = resolve(invocation.io.cwd, name)
      const userUuid = await uuidOfUser(symbolon, user)
      const kinds = new Map<string, number>()
      async function* lines() {
        for await (const line of symbolon.exportPerson({ userUuid })) {
          const { kind } = JSON.parse(line) as { readonly kind: string }
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          yield `${line}\n`
        }
      }
      // Personal data: for its owner's eyes alone.
      const target = createWriteStream(file, { flags: "wx", mode: 0o600 })
      await pipeline(Readable.from(lines()), target).catch((reason: NodeJS.ErrnoException) => {
        throw reason.code === "EEXIST"
          ? new CommandFailed(`${file} already exists. Choose another name.`)
          : reason
      })
      const written = { file, user_uuid: userUuid, lines: Object.fromEntries(kinds) }
      print(invocation, written, [
        `Wrote ${file}.`,
        ...[...kinds].map(([kind, total]) => `${kind.padEnd(16)}  ${total}`),
      ])
      return 0
    }),
}
