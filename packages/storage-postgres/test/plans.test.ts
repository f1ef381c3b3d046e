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
import { openDatabases } from "./database.ts"

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
const pool = new pg.Pool({
  connectionString: await databases.create(),
  max: 1,
  types,
  pipeline: true,
})
pool.on("error", () => undefined)
let client: pg.PoolClient
let nodes: Node[] = []

const flat = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]

/** Notes the plan that a prepared statement ends up with, whatever its values, and then runs it. */
const explaining = (executor: Executor, isOfInterest: (text: string) => boolean): Executor => {
  const explain = async ({ text }: Command): Promise<void> => {
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
  await client.query("begin")
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

const scanned = (plan: readonly Node[]): readonly string[] =>
  plan.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"] ?? "")

beforeAll(async () => {
  const storage = openPostgres({ connectionString: pool.options.connectionString })
  await storage.migrations.up()
  await load(storage, 10_000)
  await storage.close()
  client = await pool.connect()
  await client.query("vacuum analyze")
}, 120_000)

afterAll(async () => {
  client.release()
  await pool.end()
})

describe("with 10,000 members", () => {
  // Small tables are read whole, and rightly so. Where the planner may not, it does so only for
  // want of an index.
  it.each(verbCalls)("$name has an index for what it looks for", async ({ name }) => {
    expect(
      scanned(await plansOf(name, ["enable_seqscan = off"])).filter((table) => table !== "ledger"),
    ).toEqual([])
  })

  // All members here are those of one organization, so that who counts them has to read them all.
  const isCounting = (text: string): boolean => text.includes("count(*)")
  const large = new Set([
    "users",
    "wallets",
    "memberships",
    "membership_terms",
    "membership_history",
    "membership_moves",
    "user_words",
    "presences",
    "admissions",
    "transactions",
    "outcomes",
    "jobs",
    "outbox",
    "oauth_sessions",
    "oauth_codes",
    "refresh_tokens",
    "oauth_challenges",
    "consents",
    "logins",
    "checkouts",
    "payment_inbox",
  ])

  it.each(verbCalls)("$name reads no large table whole, left to the planner", async ({ name }) => {
    expect(
      scanned(await plansOf(name, [], (text) => !isCounting(text))).filter((table) =>
        large.has(table),
      ),
    ).toEqual([])
  })

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
