import { afterAll, describe, expect, it } from "vitest"
import {
  type Mistake,
  mistakesOf,
  type PortVerb,
  unheeded,
  written,
} from "../packages/storage-contract/test/breakages/mistakes.ts"
import { openMemory } from "../packages/core/src/memory/index.ts"
import type { Repositories } from "../packages/core/src/foundation/storage/storage.ts"
import { type StorageCase, storageContract } from "../packages/storage-contract/src/index.ts"
import { readPort } from "./port-parts.ts"

const port = readPort()
const labels = port.flatMap(({ parts }) => parts.map(({ label }) => label))
const nouns = [...new Set(port.map(({ noun }) => noun))]
let count = 0

const help =
  "No case of the storage contract fails when a storage does this. " +
  "Add a case to packages/storage-contract/src/cases that fails then: with rows of another organization, person or session beside " +
  "those asked for, or with every field set. An argument that the verb writes belongs to `written`, " +
  "one that may go unheeded to `unheeded`, both in packages/storage-contract/test/breakages/mistakes.ts."

/** The verbs that a case asks of a sound storage: of no other can it notice how it is answered. */
const askedBy = async ({ run }: StorageCase): Promise<ReadonlySet<string>> => {
  const asked = new Set<string>()
  const noting = (noun: string, repository: object) =>
    new Proxy(repository, {
      get: (target, verb) => {
        asked.add(`${noun}.${String(verb)}`)
        return Reflect.get(target, verb)
      },
    })
  await run(async () => {
    const storage = openMemory()
    const watched = (tx: Repositories): Repositories =>
      new Proxy(tx, { get: (nouns, noun) => noting(String(noun), Reflect.get(nouns, noun)) })
    return {
      ...storage,
      transact: (mode, work) => storage.transact(mode, (tx) => work(watched(tx))),
    }
  })
  return asked
}

const asking = await Promise.all(
  storageContract.map(async (one) => ({ one, asked: await askedBy(one) })),
)

/** Those that no case notices; the cases of the noun are asked first, and only those of the verb. */
const unnoticed = async (
  { noun, verb }: PortVerb,
  mistakes: readonly Mistake[],
): Promise<readonly string[]> => {
  const isOurs = ({ name }: { readonly name: string }) => name.startsWith(`${noun}: `)
  const using = asking.filter(({ asked }) => asked.has(`${noun}.${verb}`)).map(({ one }) => one)
  const cases = [...using.filter(isOurs), ...using.filter((one) => !isOurs(one))]
  const names: string[] = []
  for (const { name, open } of mistakes) {
    let isNoticed = false
    for (const { run } of cases) {
      if (isNoticed) break
      await run(open).catch(() => (isNoticed = true))
    }
    if (!isNoticed) names.push(name)
  }
  return names
}

describe("a storage that does not heed a part of what it is asked is noticed by a case of the contract:", () => {
  it.each(nouns)("%s", async (noun) => {
    const names: string[] = []
    for (const verb of port.filter((one) => one.noun === noun)) {
      const mistakes = mistakesOf(verb)
      count += mistakes.length
      names.push(...(await unnoticed(verb, mistakes)))
    }
    expect(names, help).toEqual([])
  })
  afterAll(() => console.log(`${count} ways not to heed what ${port.length} verbs are asked`))
})

describe("the parts of the storage port", () => {
  it("are read from its types", () => {
    const listOf = port.find(({ noun, verb }) => noun === "memberships" && verb === "listOf")
    expect(listOf?.names).toEqual(["of", "page"])
    expect(listOf?.parts.filter(({ path }) => path.length > 1)).toMatchObject([
      {
        label: "memberships.listOf of.userUuid",
        path: [0, "userUuid"],
        kind: "text",
        isOptional: false,
      },
      {
        label: "memberships.listOf of.organizationUuid",
        path: [0, "organizationUuid"],
        kind: "text",
        isOptional: true,
      },
      {
        label: "memberships.listOf of.filter",
        kind: "choice",
        choices: ["active", "current", "ended", "lapsed"],
      },
      { label: "memberships.listOf of.at", kind: "moment" },
      { label: "memberships.listOf page.page", kind: "number" },
      { label: "memberships.listOf page.pageSize", kind: "number" },
      {
        label: "memberships.listOf page.sortBy",
        choices: ["created_at", "joined_at", "valid_until"],
      },
      { label: "memberships.listOf page.sortOrder", choices: ["asc", "desc"] },
    ])
    expect(new Set(labels).size).toBe(labels.length)
    expect(labels.length).toBeGreaterThan(1_400)
  })
  it("have no exception for one that does not exist", () => {
    expect(written.filter((label) => !labels.includes(label))).toEqual([])
    expect(
      Object.keys(unheeded).filter((start) => !labels.some((label) => label.startsWith(start))),
    ).toEqual([])
  })
})
