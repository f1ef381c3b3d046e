import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { openSqlite } from "@symbolon/storage-sqlite"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { claimCodeHash } from "../../core/src/cards/claim-code.ts"
import { csvRows } from "../src/cli/csv-rows.ts"
import { runIn } from "./fixtures/cli-run.ts"

let cwd: string
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "symbolon-cards-"))
  await run("migrate up")
})
afterEach(() => rm(cwd, { recursive: true, force: true }))

const run = (line: string) => runIn(() => cwd)(line)
const write = (text: string | Uint8Array) => writeFile(join(cwd, "cards.csv"), text)
const imported = async (text: string, flags = "") => {
  await write(text)
  const { code, out, err } = await run(`cards import cards.csv --json ${flags}`)
  return { code, err, ...(out === "" ? {} : (JSON.parse(out) as object)) }
}

/** The cards of these identifiers, as they are stored. */
const cardsOf = async (...identifiers: readonly string[]) => {
  const storage = openSqlite({ file: join(cwd, ".symbolon", "symbolon.db") })
  const found = []
  for (const identifier of identifiers)
    found.push(await storage.transact("read", ({ cards }) => cards.findByIdentifier(identifier)))
  await storage.close()
  return found
}

describe("symbolon cards import", () => {
  it("makes the cards of a file, in any order of columns", async () => {
    const text = '\uFEFFcard_type,claim_code,identifier\r\nnfc, 4711 ,04:a2\r\nqr,,"a ""b"", c"\r\n'
    expect(await imported(text)).toMatchObject({ code: 0, made: 2, refused: [] })
    const [nfc, qr] = await cardsOf("04:A2", 'A "B", C')
    expect(nfc).toMatchObject({ cardType: "nfc", organizationUuid: undefined })
    expect(nfc?.claimCodeHash).toBe(claimCodeHash(nfc?.uuid ?? "", "4711"))
    expect(qr).toMatchObject({ cardType: "qr", claimCodeHash: undefined })
  })

  it("makes them for one organization, which has to be there", async () => {
    await run("users create ada --first-name Ada")
    await run("orgs create Harbour --owner ada")
    const made = await imported("identifier,card_type\nF1,nfc\n", "--org harbour")
    expect(made).toMatchObject({ code: 0, made: 1 })
    expect((await cardsOf("F1"))[0]?.madeForUuid).toMatch(/^[0-9a-f-]{36}$/)
    const text = "identifier,card_type\nF2,nfc\n"
    expect((await imported(text, "--org no-such-club")).code).toBe(1)
    expect((await imported(text, "--org no-such-club --dry-run")).code).toBe(1)
    expect(await cardsOf("F2")).toEqual([undefined])
  })

  const faulty = [
    "identifier,card_type,claim_code",
    "A1,nfc,",
    "A2,paper,",
    "",
    " a1,qr,",
    "A3,nfc",
    `${"x".repeat(191)},nfc,`,
    'A4,nfc,"',
    '1"',
    ",nfc,",
    "  ,nfc,",
    "A5,virtual,5",
    'A"6,nfc,',
    '"A7"x,nfc,',
  ].join("\n")
  const faults = [
    [3, "card_type must be one of nfc, qr, virtual"],
    [5, "identifier is also in line 2"],
    [6, "the line has 2 columns, not 3"],
    [7, "identifier must have at most 190 characters"],
    [8, expect.stringContaining("claim_code")],
    [10, "identifier must have at least 1 character"],
    [11, "identifier has nothing but spaces and prefixes"],
    [13, expect.stringContaining("the line has a quote in the middle of a cell")],
    [14, "the line has text behind a quoted cell"],
  ].map(([line, message]) => ({ line, message }))

  it("names every line that it does not import, and imports the others", async () => {
    const { code, err, ...report } = await imported(faulty)
    expect(report).toEqual({ made: 2, refused: faults })
    expect(code).toBe(1)
    expect(err).toContain("cards.csv:3: card_type must be one of nfc, qr, virtual\n")
    expect(err).toContain("2 made, 9 refused\n")
    expect(await cardsOf("A1", "A5", "A2", "A3")).toEqual([
      expect.objectContaining({ cardType: "nfc" }),
      expect.objectContaining({ cardType: "virtual" }),
      undefined,
      undefined,
    ])
  })

  it("reports the same in a dry run and makes nothing", async () => {
    expect(await imported(faulty, "--dry-run")).toMatchObject({
      code: 1,
      would_make: 2,
      refused: faults,
    })
    expect(await cardsOf("A1", "A5")).toEqual([undefined, undefined])
    await imported(faulty)
    const again = {
      refused: [{ line: 2 }, ...faults.slice(0, 7), { line: 12 }, ...faults.slice(7)],
    }
    expect(await imported(faulty, "--dry-run")).toMatchObject({ ...again, would_make: 0 })
    expect(await imported(faulty)).toMatchObject({ ...again, made: 0 })
  })

  it("takes more lines than a call does, and says how far it is", async () => {
    const lines = Array.from({ length: 2_500 }, (_, n) => `N${n},virtual`)
    const text = ["identifier,card_type", ...lines, "n0,nfc"].join("\n")
    const { code, out, err } = await write(text).then(() => run("cards import cards.csv"))
    expect([code, out]).toEqual([1, "made  2500\nrefused  1\n"])
    expect(err).toBe(
      "1000 made, 0 refused\n2000 made, 0 refused\ncards.csv:2502: identifier is also in line 2\n2500 made, 1 refused\n",
    )
  })

  it("says what was made before a line that ends the import, and makes the others afterwards", async () => {
    const lines = Array.from({ length: 1_000 }, (_, n) => `N${n},virtual`)
    const head = ["identifier,card_type", ...lines].join("\n")
    const stopped = await imported(`${head}\n"${"x\n".repeat(6_000)}`)
    expect(stopped).toMatchObject({ code: 1, made: 1_000, refused: [] })
    expect(stopped.err).toContain("line 1002 has more than 10000 characters")
    expect(await imported(`${head}\nlast,qr`)).toMatchObject({ code: 1, made: 1 })
  })

  it("names the lines in which the database failed, and makes the others afterwards", async () => {
    const database = new DatabaseSync(join(cwd, ".symbolon", "symbolon.db"))
    database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON cards WHEN NEW.identifier = 'N300' BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    )
    const lines = Array.from({ length: 600 }, (_, n) => `N${n},virtual`)
    const text = ["identifier,card_type", "A,paper", ...lines].join("\n")
    const stopped = await imported(text)
    expect(stopped).toMatchObject({ code: 1, made: 0, refused: [{ line: 2 }] })
    expect(stopped.err).toContain("Stopped in lines 3 to 602")
    expect(await cardsOf("N0", "N300")).toEqual([expect.anything(), undefined])
    database.exec("DROP TRIGGER full")
    database.close()
    expect(await imported(text)).toMatchObject({ code: 1, made: 350 })
  })

  it.each<readonly [string, string | Uint8Array, string]>([
    ["nothing", "", "is empty"],
    ["no columns", "A1,nfc\n", "must name the columns"],
    ["a column that is unknown", "identifier,card_type,colour\n", "must name the columns"],
    ["a column twice", "identifier,card_type,card_type\n", "must name the columns"],
    ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x41]), "is not UTF-8"],
  ])("refuses a file with %s", async (_, text, words) => {
    await write(text)
    const { code, err } = await run("cards import cards.csv")
    expect(code).toBe(1)
    expect(err).toContain(words)
  })

  it("refuses a file that is not there, and tells no totals of it", async () => {
    expect(await run("cards import none.csv")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/There is no file .*none\.csv\.\n$/),
    })
  })
})

describe("CSV", () => {
  const text = 'a,"b\r\n""c"",",d\r\n\r\n,\n"x"'
  const rows = [
    { line: 1, cells: ["a", 'b\r\n"c",', "d"], fault: undefined },
    { line: 4, cells: ["", ""], fault: undefined },
    { line: 5, cells: ["x"], fault: undefined },
  ]
  const read = async (chunks: readonly string[]) => {
    const found = []
    for await (const row of csvRows(
      (async function* () {
        yield* chunks
      })(),
    ))
      found.push(row)
    return found
  }

  it("is the same however it is cut", async () => {
    for (let size = 1; size <= text.length; size++) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? []
      expect(await read(chunks)).toEqual(rows)
    }
  })

  it("with an open quote at its end has a fault", async () => {
    expect(await read(['a\n"b'])).toMatchObject([
      { fault: undefined },
      { line: 2, fault: "has a quote that is not closed" },
    ])
  })
})
