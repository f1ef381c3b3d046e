import { engineOf, repositoriesOf, type Command, type Executor } from "@symbolon/storage-sql"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pageCalls } from "../../storage-sql/test/membership-calls.ts"
import { load } from "../../storage-sql/test/load.ts"
import { verbCalls } from "../../storage-sql/test/verb-calls.ts"
import { types } from "../src/codec.ts"
import { executorOf, rememberTexts } from "../src/executor.ts"
import { postgresFlavor } from "../src/flavor.ts"
import { openPostgres } from "../src/index.ts"
import { openBeginnings } from "../src/plans.ts"
import { openDatabases } from "./database.ts"
import { ask } from "./server.ts"

/** A node of a plan, as far as we look at it. */
interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly Plans?: readonly Node[]
}

const databases = await openDatabases()
// Anew each time: a store remembers how long its lists are, and then there is no plan of counting
// them.
const bindTo: ReturnType<typeof repositoriesOf> = (executor) =>
  repositoriesOf(engineOf(postgresFlavor(undefined)))(executor)
const pools: pg.Pool[] = []
/** A connection to each state of a store: new, just begun, and large. */
const states = new Map<string, pg.PoolClient>()
const [few, some, many] = [60, 2_000, 10_000]
const filled = `just filled with ${some} members`
let client: pg.PoolClient
let nodes: Node[] = []
let texts: string[] = []
const beginning = openBeginnings(() => 0)

const flat = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]

/** Notes the plan that a prepared statement ends up with, whatever its values, and then runs it. */
const explaining = (executor: Executor, isOfInterest: (text: string) => boolean): Executor => {
  const explain = async ({ text }: Command): Promise<void> => {
    texts.push(text)
    if (!isOfInterest(text)) return
    const { rows } = await client.query<{ "QUERY PLAN": readonly [{ readonly Plan: Node }] }>(
      `explain (generic_plan, format json) ${text}`,
    )
    nodes.push(...rows.flatMap((row) => flat(row["QUERY PLAN"][0].Plan)))
  }
  return {
    mode: executor.mode,
    run: async (command, values) => {
      await explain(command)
      return executor.run(command, values)
    },
    runEach: async (command, rows) => {
      await explain(command)
      return executor.runEach(command, rows)
    },
  }
}

/** The plans of a verb, in a transaction that is undone. */
const plansOf = async (
  name: string,
  settings: readonly string[],
  isOfInterest: (text: string) => boolean = () => true,
): Promise<readonly Node[]> => {
  nodes = []
  texts = []
  await client.query(beginning("write"))
  try {
    for (const setting of settings) await client.query(`set local ${setting}`)
    const executor = executorOf(client, "write", rememberTexts(false))
    executor.begin(Promise.resolve())
    await verbCalls
      .find((one) => one.name === name)
      ?.call(bindTo(explaining(executor, isOfInterest)))
  } finally {
    await client.query("rollback")
  }
  return nodes
}

/** The plan that a prepared statement ends up with in a state, whatever its values. */
const planIn = async (state: pg.PoolClient, text: string): Promise<readonly Node[]> => {
  await state.query(beginning("write"))
  try {
    const { rows } = await state.query<{ "QUERY PLAN": readonly [{ readonly Plan: Node }] }>(
      `explain (generic_plan, format json) ${text}`,
    )
    return rows.flatMap((row) => flat(row["QUERY PLAN"][0].Plan))
  } finally {
    await state.query("rollback")
  }
}

/** What a plan reads or joins whole. */
const wholes = (plan: readonly Node[]): readonly string[] =>
  plan.flatMap((node) => {
    const type = node["Node Type"]
    if (type === "Seq Scan") return [`${type} of ${node["Relation Name"]}`]
    return type === "Hash Join" || type === "Merge Join" ? [type] : []
  })

/** Otherwise the server might analyse the lines while a test looks at their plans. */
const unwatched = "alter table roster_entries set (autovacuum_enabled = false)"

const openState = async (
  name: string,
  members: number,
  isAnalysed = members > 0,
): Promise<pg.PoolClient> => {
  const connectionString = await databases.create()
  const storage = openPostgres({ connectionString })
  await storage.migrations.up()
  if (!isAnalysed) await ask(connectionString, unwatched)
  if (members > 0) await load(storage, members)
  await storage.close()
  const pool = new pg.Pool({ connectionString, max: 1, types, pipeline: true })
  pool.on("error", () => undefined)
  pools.push(pool)
  const state = await pool.connect()
  // Nobody has analysed a new store.
  if (isAnalysed) await state.query("vacuum analyze")
  states.set(name, state)
  return state
}

beforeAll(async () => {
  await openState("new", 0)
  await openState(`with ${few} members`, few)
  await openState(filled, some, false)
  client = await openState(`with ${many} members`, many)
}, 240_000)

afterAll(async () => {
  for (const state of states.values()) state.release()
  for (const pool of pools) await pool.end()
})

describe("a store that is new, small or large", () => {
  // A connection keeps the plan of a statement while its tables grow.
  it.each(verbCalls)("$name reads no table whole, and joins none", async ({ name }) => {
    await plansOf(name, [], () => false)
    const found: string[] = []
    for (const [state, connection] of states)
      for (const text of new Set(texts))
        for (const whole of wholes(await planIn(connection, text)))
          found.push(`${whole} in a store ${state}: ${text}`)
    expect(found).toEqual([])
  })
})

describe("a store that was just filled", () => {
  // Nobody has analysed it, and each of these indexes looks narrow. Those of versions read the whole
  // roster of a session for each slice of its first manifest.
  it.each([
    ["rosters.entriesOf", "roster_entries_line_key"],
    ["rosters.entriesOf of a version", "roster_entries_line_key"],
    ["rosters.frozenCards", "roster_entries_frozen"],
  ])("%s seeks by %s", async (name, index) => {
    await plansOf(name, [], () => false)
    const state = states.get(filled)
    if (state === undefined) throw new Error("The store is there.")
    const plan: Node[] = []
    for (const text of new Set(texts)) plan.push(...(await planIn(state, text)))
    expect(plan.flatMap((node) => node["Index Name"] ?? [])).toEqual([index])
  })
})

describe("with 10,000 members", () => {
  // All members here are those of one organization, so that who counts them has to read them all.
  const isCounting = (text: string): boolean => text.includes("count(*)")
  const isSliceEnd = (text: string): boolean => text.includes('as "tie"')

  it("the members of a tier are counted by an index alone", async () => {
    const plan = await plansOf("tiers.members", ["enable_seqscan = off", "enable_bitmapscan = off"])
    expect(plan.map((node) => node["Node Type"])).toEqual(["Aggregate", "Index Only Scan"])
  })

  it.each([
    ["", ["cards_inventory"]],
    [" by identifier", ["cards_inventory_by_identifier"]],
    [", a search that finds few", ["card_endings_pkey", "cards_pkey"]],
    [
      ", a search that finds many",
      ["card_endings_pkey", "cards_inventory", "card_endings_of_card"],
    ],
  ])("cards.listInventory%s seeks only what it lists", async (how, indexes) => {
    const isPlain = how === ""
    const plan = await plansOf(
      `cards.listInventory${how}`,
      [],
      (text) => !(isPlain && isCounting(text)),
    )
    expect([...new Set(plan.flatMap((node) => node["Index Name"] ?? []))]).toEqual(indexes)
  })

  it.each([
    ["few found by creation asc", ["memberships_by_user", "user_words_pkey"]],
    [
      "many found by one of two words by creation asc",
      ["memberships_by_user", "user_words_pkey", "memberships_pkey"],
    ],
    ["many found on a tier by joining desc", ["memberships_of_tier_by_creation"]],
    ["many found by two words by joining desc", ["memberships_by_creation"]],
    ["many found again by joining asc", ["memberships_by_creation", "memberships_by_joining"]],
  ])("memberships.list of %s goes by slices of an index", async (name, indexes) => {
    const plan = await plansOf(`memberships.list of ${name}`, [], (text) => !isCounting(text))
    const used = new Set(plan.flatMap((node) => node["Index Name"] ?? []))
    expect([...used]).toEqual(expect.arrayContaining(["user_words_of_user", ...indexes]))
    // Conditions on dates are asked of what a slice has.
    expect([...used]).not.toContain("memberships_by_validity")
    expect(plan.map((node) => node["Node Type"])).not.toContain("BitmapOr")
  })

  // Else the rare ones are met only after all others, and many are read before any is shown.
  it.each(["a few ending by creation asc", "few that have ended by joining desc"])(
    "memberships.list of %s seeks them by the ends of their terms",
    async (name) => {
      const isPage = (text: string): boolean => text.includes(" offset ") && !isSliceEnd(text)
      const plan = await plansOf(`memberships.list of ${name}`, [], isPage)
      const used = plan.flatMap((node) => node["Index Name"] ?? [])
      expect(used.toSorted()).toEqual(["memberships_by_validity", "memberships_pkey"])
    },
  )

  it.each([
    ...pageCalls,
    "memberships.onTier",
    "memberships.onTier, further on",
    "memberships.customOnTier",
    "memberships.newest",
    "membershipHistory.all",
    "membershipHistory.newest",
    "membershipMoves.running",
    "memberships.holders",
    "memberships.holders of tiers",
    "presences.list",
    "outbox.list",
    "jobs.claim",
    "jobs.nextDue",
    "jobs.countDue",
    "transactions.leaves",
    "transactions.hashes, of tiles",
    "oauthSessions.find",
    "oauthSessions.sweep",
    "oauthCodes.sweep",
    "refreshTokens.sweep",
    "oauthChallenges.sweep",
    "logins.sweep",
    "paymentInbox.listParked",
  ])("%s sorts nothing", async (name) => {
    const plan = await plansOf(name, [])
    expect(plan.length).toBeGreaterThan(0)
    expect(plan.map((node) => node["Node Type"]).filter((type) => type.includes("Sort"))).toEqual(
      [],
    )
  })
})
