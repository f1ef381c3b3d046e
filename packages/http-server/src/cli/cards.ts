import { createReadStream } from "node:fs"
import { basename, resolve } from "node:path"
import { isSymbolonError, type Symbolon } from "@symbolon/core"
import { consoleCards, reader } from "@symbolon/core/contract"
import { normaliseCardIdentifier } from "@symbolon/core/door"
import { portsOf } from "@symbolon/core/effect"
import { type Command, CommandFailed, type Invocation, print, textOf } from "./command.ts"
import { type CsvRow, csvRows } from "./csv-rows.ts"
import { toolSettings, withCore } from "./open.ts"

/** `symbolon cards import` */
export const importCards: Command = {
  name: "cards import",
  summary:
    "Makes the cards of a CSV file with the columns identifier, card_type and, if you want, claim_code. Names each line that cannot be imported, and imports the others. Exits with 1 if there was such a line.",
  examples: [
    "symbolon cards import cards.csv --dry-run",
    "symbolon cards import cards.csv --org harbour-club",
  ],
  positionals: ["FILE"],
  flags: {
    org: {
      kind: "text",
      hint: "ORG",
      help: "slug of the organization that the cards are made for: no other can take them",
    },
    "dry-run": { kind: "switch", help: "only report what would be imported, and make nothing" },
  },
  settings: toolSettings,
  run: (invocation) =>
    withCore(invocation, async (symbolon) => {
      const isDryRun = invocation.flags["dry-run"] === true
      const file = resolve(invocation.io.cwd, invocation.positionals[0] ?? "")
      const organization = textOf(invocation, "org")
      // Said before a file is read, also in a dry run.
      if (organization !== undefined) await symbolon.organizations.get({ organization })
      const work: Import = { symbolon, isDryRun, organization, known: new Map() }
      const report: Report = { cards: 0, faults: [] }
      try {
        for await (const batch of batchesOf(entriesOf(file)))
          await importBatch(work, batch, report, (fault) =>
            invocation.io.err(`${basename(file)}:${fault.line}: ${fault.message}\n`),
          ).finally(() => tellProgress(invocation, isDryRun, report))
      } catch (reason) {
        // A file that cannot be read has no totals: its error says all there is.
        if (report.cards + report.faults.length > 0) printReport(invocation, isDryRun, report)
        throw reason
      }
      printReport(invocation, isDryRun, report)
      return report.faults.length === 0 ? 0 : 1
    }),
}

interface Import {
  readonly symbolon: Symbolon
  readonly isDryRun: boolean
  readonly organization: string | undefined
  /** The line of each identifier so far. */
  readonly known: Map<string, number>
}

/** A line that is not imported. */
interface Fault {
  readonly line: number
  readonly message: string
}

/** What an import came to so far. */
interface Report {
  /** Cards that were made, or that a dry run would make. */
  cards: number
  readonly faults: Fault[]
}

const printReport = (invocation: Invocation, isDryRun: boolean, report: Report): void => {
  const { cards, faults } = report
  print(invocation, { [isDryRun ? "would_make" : "made"]: cards, refused: faults }, [
    `${isDryRun ? "would make" : "made"}  ${cards}`,
    `refused  ${faults.length}`,
  ])
}

const tellProgress = ({ io }: Invocation, isDryRun: boolean, { cards, faults }: Report): void =>
  io.err(`${cards} ${isDryRun ? "can be made" : "made"}, ${faults.length} refused\n`)

/** A row as the endpoint takes it. */
interface Entry {
  readonly line: number
  readonly fault: string | undefined
  readonly card: {
    readonly identifier: string
    readonly card_type: string
    readonly claim_code?: string
  }
}

const columns = ["identifier", "card_type", "claim_code"] as const
type Column = (typeof columns)[number]

/** The rows of a file under the names of its first row. */
async function* entriesOf(file: string): AsyncGenerator<Entry, void> {
  let names: readonly Column[] | undefined
  for await (const row of csvRows(contentOf(file))) {
    if (names === undefined) names = columnsIn(row)
    else yield entryOf(row, names)
  }
  if (names === undefined) throw new CommandFailed(`${file} is empty. ${expected}`)
}

const expected = `The first line must name the columns identifier, card_type and, if you want, claim_code, separated by commas.`

const columnsIn = ({ cells, line }: CsvRow): readonly Column[] => {
  const names = cells.map((cell) => cell.trim())
  const known = columns.filter((column) => names.includes(column))
  const isComplete = known.includes("identifier") && known.includes("card_type")
  if (!isComplete || known.length !== names.length)
    throw new CommandFailed(`line ${line} is ${JSON.stringify(names.join(","))}. ${expected}`)
  return names as readonly Column[]
}

const entryOf = ({ line, cells, fault }: CsvRow, names: readonly Column[]): Entry => {
  const cell = (name: Column): string => cells[names.indexOf(name)] ?? ""
  const claimCode = cell("claim_code")
  return {
    line,
    fault:
      fault ??
      (cells.length === names.length
        ? undefined
        : `has ${cells.length} columns, not ${names.length}`),
    card: {
      identifier: cell("identifier"),
      card_type: cell("card_type").trim(),
      ...(claimCode === "" ? {} : { claim_code: claimCode }),
    },
  }
}

async function* contentOf(file: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  try {
    for await (const bytes of createReadStream(file))
      yield decoder.decode(bytes as Uint8Array, { stream: true })
    yield decoder.decode()
  } catch (reason) {
    const { code } = reason as { readonly code?: unknown }
    if (code === "ENOENT") throw new CommandFailed(`There is no file ${file}.`)
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw new CommandFailed(`${file} is not UTF-8.`)
    throw reason
  }
}

/** The most that one call takes. */
const batchMax = 1000

async function* batchesOf(entries: AsyncIterable<Entry>): AsyncGenerator<readonly Entry[], void> {
  let batch: Entry[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < batchMax) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const importBatch = async (
  work: Import,
  batch: readonly Entry[],
  report: Report,
  tell: (fault: Fault) => void,
): Promise<void> => {
  const refused = new Map<Entry, string>()
  const wanted = readable(work, batch, refused)
  try {
    for (const [entry, message] of await refusedOf(work, wanted)) refused.set(entry, message)
    report.cards += wanted.filter((entry) => !refused.has(entry)).length
  } catch (reason) {
    const [first, last] = [wanted[0], wanted.at(-1)]
    const why = reason instanceof Error || isSymbolonError(reason) ? reason.message : String(reason)
    throw new CommandFailed(
      `Stopped in lines ${first?.line} to ${last?.line}, of which some cards may have been made: ${why}\nRun the command again. It refuses the cards that exist and makes the others.`,
    )
  } finally {
    for (const entry of batch) {
      const message = refused.get(entry)
      if (message === undefined) continue
      const fault = { line: entry.line, message }
      report.faults.push(fault)
      tell(fault)
    }
  }
}

const readCards = reader(consoleCards.manufacture.body ?? never())

function never(): never {
  throw new TypeError("the endpoint has no body")
}

/** The entries that the endpoint takes; notes what is wrong with the others. */
const readable = (
  { known }: Import,
  batch: readonly Entry[],
  refused: Map<Entry, string>,
): readonly Entry[] => {
  const reading = readCards({ cards: batch.map(({ card }) => card) })
  const errors = "errors" in reading ? Object.entries(reading.errors) : []
  for (const [path, message] of errors) {
    const [, index, field = "the line"] = /^cards\.(\d+)(?:\.(\w+))?/.exec(path) ?? []
    const entry = batch[Number(index)]
    if (entry !== undefined) refused.set(entry, `${field} ${message}`)
  }
  for (const entry of batch) {
    if (entry.fault !== undefined) refused.set(entry, `the line ${entry.fault}`)
    if (refused.has(entry)) continue
    const identifier = normaliseCardIdentifier(entry.card.identifier)
    const earlier = known.get(identifier)
    if (identifier === "") refused.set(entry, "identifier has nothing but spaces and prefixes")
    else if (earlier !== undefined) refused.set(entry, `identifier is also in line ${earlier}`)
    else known.set(identifier, entry.line)
  }
  return batch.filter((entry) => !refused.has(entry))
}

type Refused = readonly (readonly [Entry, string])[]

/** Makes the cards, or only looks; returns those that cannot be made. */
const refusedOf = async (
  { symbolon, isDryRun, organization }: Import,
  wanted: readonly Entry[],
): Promise<Refused> => {
  if (wanted.length === 0) return []
  if (isDryRun) return takenOf(symbolon, wanted)
  const { refused } = await symbolon.cards.manufacture({
    organization,
    cards: wanted.map(({ card: { identifier, card_type, claim_code } }) => ({
      identifier,
      cardType: card_type as CardType,
      claimCode: claim_code,
    })),
  })
  const messages = new Map(refused.map(({ identifier, message }) => [identifier, message]))
  return wanted.flatMap((entry) => {
    const message = messages.get(entry.card.identifier)
    return message === undefined ? [] : [[entry, message] as const]
  })
}

type CardType = Parameters<Symbolon["cards"]["manufacture"]>[0]["cards"][number]["cardType"]

const takenOf = async (symbolon: Symbolon, wanted: readonly Entry[]): Promise<Refused> => {
  const identifierOf = ({ card }: Entry) => normaliseCardIdentifier(card.identifier)
  const taken = new Set(
    await portsOf(symbolon).storage.transact("read", ({ cards }) =>
      cards.takenAmong(wanted.map(identifierOf)),
    ),
  )
  return wanted
    .filter((entry) => taken.has(identifierOf(entry)))
    .map((entry) => [entry, "A card with this identifier exists already."])
}
