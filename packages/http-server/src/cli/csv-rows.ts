/** A row of a CSV file. */
export interface CsvRow {
  /** The line on which it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Why the row cannot be read; undefined for a row that can. */
  readonly fault: string | undefined
}

/** A row of cards is short. A longer one is a quote that is not closed. */
const rowMax = 10_000

/**
 * Reads a CSV text as it comes (RFC 4180): cells may be quoted and contain commas, line ends and
 * doubled quotes. Skips empty lines.
 */
export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow, void> {
  const reader = rowReader()
  for await (const chunk of chunks) yield* reader.read(chunk)
  yield* reader.end()
}

const rowReader = () => {
  let line = 1
  let begun = line
  let cells: string[] = []
  let cell = ""
  let length = 0
  let fault: string | undefined
  let state: "plain" | "quoted" | "closed" = "plain"
  let isEmpty = true

  const endCell = (): void => {
    cells.push(cell)
    cell = ""
    state = "plain"
  }
  function* endRow(): Generator<CsvRow, void> {
    endCell()
    if (!isEmpty) yield { line: begun, cells, fault }
    cells = []
    fault = undefined
    isEmpty = true
    length = 0
  }
  const quote = (): void => {
    if (state === "quoted") state = "closed"
    else if (state === "closed") {
      cell += '"'
      state = "quoted"
    } else if (cell === "") state = "quoted"
    else fault = "has a quote in the middle of a cell: quote the whole cell, and double the quote"
  }
  const add = (character: string): void => {
    if (state === "closed") fault = "has text behind a quoted cell"
    else cell += character
  }
  function* read(chunk: string): Generator<CsvRow, void> {
    for (const character of chunk) {
      if (character === "\n") line += 1
      if (character === "\n" && state !== "quoted") {
        yield* endRow()
        begun = line
        continue
      }
      if (character === "\r" && state !== "quoted") continue
      isEmpty = false
      length += 1
      if (length > rowMax)
        throw new RangeError(
          `line ${begun} has more than ${rowMax} characters. Is a quote not closed?`,
        )
      if (character === '"') quote()
      else if (character === "," && state !== "quoted") endCell()
      else add(character)
    }
  }
  function* end(): Generator<CsvRow, void> {
    if (state === "quoted") fault = "has a quote that is not closed"
    yield* endRow()
  }
  return { read, end }
}
