import { openMemory } from "@symbolon/core/memory"
import { afterAll, describe, expect, test } from "vitest"
import { writingVerbs as refusedByMemory } from "../../core/src/memory/writing-verbs.ts"
import { equal } from "../src/claims.ts"
import {
  type CaseOutcome,
  modelCheck,
  runContract,
  type StorageCase,
  storageContract,
} from "../src/index.ts"
import { writingVerbs } from "../src/writing-verbs.ts"
import { breakages } from "./breakages/index.ts"

/**
 * With SHOW_BREAKAGES=1 each broken storage runs the whole contract, and the table of who noticed
 * what is printed.
 */
const showsTable = process.env["SHOW_BREAKAGES"] === "1"

const memory = async () => openMemory()
const failed = (outcomes: readonly CaseOutcome[]) =>
  outcomes.filter(({ outcome }) => outcome === "failed").map(({ name }) => name)

describe("the contract notices a storage in which", () => {
  const table: string[] = []
  test.for(breakages.map((one) => [one.name, one] as const))(
    "%s",
    async ([name, { noticedBy, open }]) => {
      const cases = storageContract.filter((one) => showsTable || one.name === noticedBy)
      const noticed = failed(await runContract(open, { cases }))
      table.push(`${name}\n  ${noticed.length}: ${noticed.slice(0, 3).join(" | ")}`)
      expect(noticed).toContain(noticedBy)
    },
  )
  afterAll(() => {
    if (showsTable) console.log(table.join("\n"))
  })
})

describe("the model check", () => {
  test("finds no difference between memory and itself", () =>
    modelCheck(memory, { runs: 50, seed: 20_261_121 }))
  const found = [
    "a work that throws is kept",
    "undefined comes back as null",
    "a refused membership is answered true",
    "a balance below zero is zero",
    "complete ignores the token",
    "ties are in the other direction",
    "the first note of a subject stays",
    "only the last term is forgotten",
    "a payment is applied as often as it comes",
    "many are replaced whatever their revision",
    "words are found from their middle",
    "a deleted organization can be held",
  ]
  for (const { name, open } of breakages.filter((breakage) => found.includes(breakage.name))) {
    test(`finds that ${name}, and tells the seed`, async () => {
      await expect(modelCheck(open, { runs: 300, seed: 14 })).rejects.toThrow(/seed: 14/)
    })
  }
})

describe("the contract as data", () => {
  test("names are unique and begin with the noun they are about", () => {
    const names = storageContract.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const nouns = [...Object.keys(refusedByMemory), "values"]
    for (const name of names) expect(nouns).toContain(name.split(":")[0])
    for (const noun of nouns)
      expect(
        names.some((name) => name.startsWith(`${noun}: `)),
        noun,
      ).toBe(true)
  })
  test("every verb that memory holds for writing is one that a read must refuse", () => {
    const verbs = Object.entries(refusedByMemory).flatMap(([noun, list]) =>
      list.map((verb) => `${noun}.${verb}`),
    )
    expect(writingVerbs.map(({ name }) => name).toSorted()).toEqual(verbs.toSorted())
  })
  test("runContract tells what passed, failed and was skipped, and why", async () => {
    const cases: readonly StorageCase[] = [
      { name: "good", run: async () => undefined },
      { name: "bad", run: () => Promise.reject(new Error("broken")) },
      { name: "left out", run: async () => undefined },
    ]
    expect(
      await runContract(memory, { cases, skip: [{ name: "left out", reason: "no such index" }] }),
    ).toEqual([
      { name: "good", outcome: "passed" },
      { name: "bad", outcome: "failed", reason: new Error("broken") },
      { name: "left out", outcome: "skipped", reason: "no such index" },
    ])
  })
  test("a skip names a case and gives a reason", async () => {
    await expect(
      runContract(memory, { skip: [{ name: "no such case", reason: "because" }] }),
    ).rejects.toThrow(/no case of this name/)
    const [one] = storageContract
    await expect(
      runContract(memory, { skip: [{ name: one?.name ?? "", reason: " " }] }),
    ).rejects.toThrow(/Why/)
  })
})

test("claims tell values apart", () => {
  const same: readonly (readonly [unknown, unknown])[] = [
    [{ a: 1, b: undefined }, { a: 1 }],
    [new Date(5), new Date(5)],
    [new Map([["a", { b: [1] }]]), new Map([["a", { b: [1] }]])],
    [[{ a: [] }], [{ a: [] }]],
    [Number.NaN, Number.NaN],
  ]
  const other: readonly (readonly [unknown, unknown])[] = [
    [{ a: null }, { a: undefined }],
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], { 0: 1 }],
    [new Date(5), new Date(6)],
    [new Date(5), new Date(5).toISOString()],
    [new Map([["a", 1]]), new Map([["a", 2]])],
    [new Map([["a", 1]]), { a: 1 }],
    [1, "1"],
    [{ a: 1, b: 2 }, { a: 1 }],
  ]
  for (const [one, two] of same) expect(equal(one, two)).toBe(true)
  for (const [one, two] of other) expect([equal(one, two), equal(two, one)]).toEqual([false, false])
})
