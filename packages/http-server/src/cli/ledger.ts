import { createReadStream } from "node:fs"
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import {
  type LedgerReport,
  readCheckpoint,
  readNote,
  type Verdict,
  verifyLedger as verify,
} from "@symbolon/core/ledger"
import {
  type Command,
  type Invocation,
  type Io,
  listOf,
  print,
  textOf,
  UsageFault,
} from "./command.ts"
import { toolSettings, withCore } from "./open.ts"

/** `symbolon export ledger` */
export const exportLedger: Command = {
  name: "export ledger",
  summary: "Exports the whole ledger as NDJSON to standard output, with a signed checkpoint.",
  examples: [
    "symbolon export ledger > ledger.ndjson",
    "symbolon export ledger | symbolon verify-ledger",
  ],
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
  summary:
    "Verifies an export without a database or a network. Exits with 0 verified, 1 broken, 2 usage or unreadable export, 3 unanchored.",
  examples: [
    "symbolon verify-ledger --export ledger.ndjson --checkpoint checkpoint.txt",
    "symbolon export ledger | symbolon verify-ledger --json",
    "symbolon verify-ledger --export ledger.ndjson --wallet sy1...",
  ],
  flags: {
    export: { kind: "text", hint: "FILE", help: "the export (default: standard input)" },
    checkpoint: {
      kind: "list",
      hint: "FILE",
      help: "a checkpoint stored elsewhere, which this log must extend; repeatable",
    },
    key: {
      kind: "list",
      hint: "BASE64URL",
      help: "a key that must have signed the checkpoints, instead of the keys in the export; repeatable",
    },
    wallet: {
      kind: "text",
      hint: "ADDRESS",
      help: "also prints the balance and head of this wallet",
    },
  },
  run: async (invocation) => {
    const checkpoints = await Promise.all(
      listOf(invocation, "checkpoint").map((file) => noteOf(invocation, file)),
    )
    const keys = listOf(invocation, "key").map(rawKey)
    const { verdict, leaves, root, firstError, wallets } = await verify(linesOf(invocation), {
      checkpoints,
      ...(keys.length === 0 ? {} : { checkpointKeys: keys }),
      progress: progressOn(invocation.io),
    })
    if (firstError !== undefined && isNoExport(firstError))
      throw new UsageFault(
        `${textOf(invocation, "export") ?? "Standard input"}: not a ledger export, because line 1 is not an export header (${firstError.code}). Create one with symbolon export ledger.`,
      )
    const error =
      firstError === undefined
        ? null
        : { code: firstError.code, log_index: firstError.logIndex ?? null }
    const address = textOf(invocation, "wallet")
    const chain = address === undefined ? undefined : wallets.get(address)
    print(
      invocation,
      {
        verdict,
        leaves,
        root,
        first_error: error,
        ...(address === undefined ? {} : { wallet: walletOf(address, chain) }),
      },
      [
        `${verdict}: ${leaves} ${leaves === 1 ? "entry" : "entries"}`,
        `root ${root}`,
        ...(error === null
          ? []
          : [
              `first error: ${error.code}${error.log_index === null ? "" : ` at entry ${error.log_index}`}`,
            ]),
        ...(address === undefined ? [] : [walletLine(address, chain)]),
      ],
    )
    return exitCodes[verdict]
  },
}

/**
 * Whether the first line already is not what an export begins with; then there is no ledger to be
 * broken.
 */
const isNoExport = ({ code, logIndex }: NonNullable<LedgerReport["firstError"]>): boolean =>
  logIndex === undefined && (code === "bad_json" || code === "schema")

type SeenChain = ReturnType<LedgerReport["wallets"]["get"]>

/** Null for a wallet that nothing touched. */
const walletOf = (address: string, chain: SeenChain) =>
  chain === undefined
    ? null
    : {
        address,
        balance: chain.balance,
        held: chain.held,
        sequence: chain.sequence,
        head: chain.head,
      }

const walletLine = (address: string, chain: SeenChain): string =>
  chain === undefined
    ? `wallet ${address}: has no entries`
    : `wallet ${address}: ${chain.sequence} entries, balance ${chain.balance}${chain.held === 0 ? "" : `, of which ${chain.held} are held`}, head ${chain.head}`

const noteOf = async ({ io }: Invocation, file: string): Promise<string> => {
  const note = await readFile(resolve(io.cwd, file), "utf8").catch((reason: unknown) => {
    throw new UsageFault(
      `--checkpoint ${file} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  })
  if (readCheckpoint(readNote(note)?.text ?? "") === null)
    throw new UsageFault(
      `--checkpoint ${file} is not a checkpoint. Save what GET /api/v1/ledger/checkpoint answers.`,
    )
  return note
}

const rawKey = (text: string): Uint8Array => {
  const bytes = Buffer.from(text, "base64url")
  if (bytes.length !== 32 || bytes.toString("base64url") !== text)
    throw new UsageFault(`--key ${text} must be 32 bytes in base64url.`)
  return bytes
}

/** So many entries take about a second. */
const reportEvery = 10_000

/**
 * Prints the progress to standard error: one changing line in a terminal, a line each time in a
 * log.
 */
const progressOn = ({ err, isTerminal }: Io): ((leaves: number) => void) => {
  let reported = 0
  return (leaves) => {
    if (leaves - reported < reportEvery) return
    reported = leaves
    err(isTerminal ? `\r${leaves} entries verified` : `${leaves} entries verified\n`)
  }
}

async function* linesOf(invocation: Invocation): AsyncGenerator<string, void, undefined> {
  const file = textOf(invocation, "export")
  const input =
    file === undefined
      ? Readable.from(invocation.io.readIn())
      : createReadStream(resolve(invocation.io.cwd, file))
  try {
    // readline does not pass a stream's error to the iterator over its lines.
    const broken = new Promise<never>((_resolve, reject) => input.once("error", reject))
    broken.catch(() => undefined)
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[
      Symbol.asyncIterator
    ]()
    for (
      let next = await Promise.race([lines.next(), broken]);
      next.done !== true;
      next = await Promise.race([lines.next(), broken])
    )
      yield next.value
  } catch (reason) {
    throw new UsageFault(
      `${file === undefined ? "Standard input" : `--export ${file}`} cannot be read: ${reason instanceof Error ? reason.message : String(reason)}`,
    )
  }
}
