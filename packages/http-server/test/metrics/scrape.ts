/** One line of figures. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A scrape as it was read. */
export interface Scrape {
  /** The type of each metric, by the name that its family has. */
  readonly types: ReadonlyMap<string, string>
  readonly samples: readonly Sample[]
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\.)*)",?/gy

/** Reads OpenMetrics text; throws at a line that is none, and where the end is missing. */
export const readScrape = (text: string): Scrape => {
  const lines = text.split("\n")
  if (lines.pop() !== "" || lines.pop() !== "# EOF") throw new Error("The text does not end.")
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of lines.filter((each) => each !== "")) {
    const [, declared, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (declared !== undefined && type !== undefined) types.set(declared, type)
    else if (!line.startsWith("# HELP ")) samples.push(readSample(line))
  }
  return { types, samples }
}

const readSample = (line: string): Sample => {
  const [, name, labels = "", value] = sampleLine.exec(line) ?? []
  const read = [...labels.matchAll(label)]
  if (name === undefined || read.map(([whole]) => whole).join("") !== labels)
    throw new Error(`This is no sample: ${line}`)
  return {
    name,
    labels: Object.fromEntries(read.map(([, key = "", text = ""]) => [key, text])),
    value: Number(value),
  }
}

/** The sum of the samples of a name that have these labels. */
export const sumOf = (
  { samples }: Scrape,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number =>
  samples
    .filter((each) => each.name === name)
    .filter((each) => Object.entries(labels).every(([key, value]) => each.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0)

/** What a query calls a metric: a counter ends in `_total`. */
export const queriedNames = ({ types }: Scrape): ReadonlyMap<string, string> =>
  new Map([...types].map(([name, type]) => [type === "counter" ? `${name}_total` : name, type]))
