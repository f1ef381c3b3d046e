import { engineOf, repositoriesOf, type Executor } from "@symbolon/storage-sql"
import { beforeAll, describe, expect, it } from "vitest"
import { pageCalls } from "../../storage-sql/test/membership-calls.ts"
import { load } from "../../storage-sql/test/load.ts"
import { uuid } from "../../storage-sql/test/sample-organization.ts"
import { verbCalls } from "../../storage-sql/test/verb-calls.ts"
import { executorOf, openWriter, type Connection } from "../src/connection.ts"
import { sqliteFlavor } from "../src/flavor.ts"
import { bind } from "../src/row.ts"
import { newFile, openFresh } from "./temporary.ts"

const file = newFile()
const steps: string[] = []
// Anew each time: a store remembers how long its lists are, and then there is no plan of counting
// them.
const bindTo: ReturnType<typeof repositoriesOf> = (executor) =>
  repositoriesOf(engineOf(sqliteFlavor))(executor)
let connection: Connection

/** Notes how SQLite goes about each statement, and then runs it. */
const explaining = (executor: Executor): Executor => {
  const explain = (text: string, values: readonly unknown[]): void => {
    const plan = connection.database
      .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
      .all(...values.map(bind))
    steps.push(...plan.map(({ detail }) => detail))
  }
  return {
    mode: executor.mode,
    run: (command, values) => {
      explain(command.text, values)
      return executor.run(command, values)
    },
    runEach: (command, rows) => {
      if (rows[0] !== undefined) explain(command.text, rows[0])
      return executor.runEach(command, rows)
    },
  }
}

beforeAll(async () => {
  const storage = await openFresh({ file })
  await load(storage, 20_000)
  await storage.close()
  connection = openWriter(file)
}, 120_000)

describe("with 20,000 members", () => {
  it("the plans of every verb are looked at", () => {
    const tx = bindTo(executorOf(connection, "write"))
    const verbs = Object.entries(tx).flatMap(([noun, repository]) =>
      Object.keys(repository).map((verb) => `${noun}.${verb}`),
    )
    const called = new Set(verbCalls.map(({ name }) => name.split(/[ ,]/)[0]))
    expect(verbs.length).toBeGreaterThan(70)
    expect(verbs.filter((verb) => !called.has(verb))).toEqual(["transactions.head"])
  })

  // The list of everybody is in the order of an index, and counts them all.
  const ofEverybody = new Set([
    "users.list",
    "users.list by username",
    "activities.list of all",
    "rosters.idle",
  ])

  it.each(verbCalls)("$name scans no table", async ({ name, call }) => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    await call(bindTo(explaining(executor)))
    const tables = new Set(
      connection.database
        .prepare("select name from sqlite_schema where type = 'table'")
        .pluck()
        .all(),
    )
    // The next due job is the first entry of its index: a scan that ends where it begins.
    const scanned = steps.filter((step) =>
      tables.has(/^SCAN (\w+)(?! USING INDEX jobs_next_due)\b/.exec(step)?.[1]),
    )
    expect(
      ofEverybody.has(name) ? scanned.filter((step) => !step.includes(" INDEX ")) : scanned,
    ).toEqual([])
  })

  it.each([
    "memberships.list active",
    ...pageCalls,
    "memberships.onTier",
    "memberships.onTier, further on",
    "memberships.customOnTier",
    "memberships.newest",
    "membershipTerms.of",
    "membershipHistory.all",
    "membershipHistory.newest",
    "membershipMoves.running",
    "memberships.holders",
    "memberships.holders of tiers",
    "presences.list",
    "presences.walkIns",
    "presences.page",
    "presences.page by recording",
    "presences.page by creation",
    "presences.admissionsOf",
    "outbox.list",
    "jobs.claim",
    "jobs.nextDue",
    "jobs.countDue",
    "transactions.leaves",
    "transactions.hashes, of tiles",
    "ledger.load",
    "oauthSessions.find",
    "oauthSessions.endAll, of a user",
    "oauthSessions.endAll, of a client",
    "oauthSessions.sweep",
    "oauthCodes.sweep",
    "refreshTokens.sweep",
    "oauthChallenges.sweep",
    "logins.endAll",
    "logins.sweep",
    "oauthClients.list",
    "paymentConnections.list",
    "paymentInbox.listParked",
    "oauthClients.list by name",
    "consents.ofUser",
    "serviceKeys.list",
    "credentialKeys.list",
    "contents.readsOf",
    "contents.sweepAccess",
    "wrappedKeys.wrappedBy, wallet",
    "wrappedKeys.wrappedBy, decryption",
  ])("%s sorts nothing", async (name) => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    await verbCalls.find((one) => one.name === name)?.call(bindTo(explaining(executor)))
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.filter((step) => step.includes("TEMP B-TREE"))).toEqual([])
  })

  it("the members of a tier are counted by an index alone", async () => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    await verbCalls.find((one) => one.name === "tiers.members")?.call(bindTo(explaining(executor)))
    expect(steps).toEqual([
      expect.stringContaining("USING COVERING INDEX memberships_of_tier_by_validity (tier_uuid=?)"),
    ])
  })

  it.each([
    ["memberships.list of all by creation asc", "memberships_by_validity (organization_uuid=?)"],
    ["memberships.list of a tier by creation asc", "memberships_of_tier_by_validity (tier_uuid=?)"],
    [
      "memberships.list of a few ending by creation asc",
      "memberships_by_validity (organization_uuid=? AND valid_until<?)",
    ],
    [
      "memberships.list of a few ending on a tier by creation asc",
      "memberships_of_tier_by_validity (tier_uuid=? AND valid_until<?)",
    ],
  ])("%s is counted by an index alone", async (name, index) => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    await verbCalls.find((one) => one.name === name)?.call(bindTo(explaining(executor)))
    expect(steps).toContain(`SEARCH memberships USING COVERING INDEX ${index}`)
  })

  it.each(["contacts.list, a search that finds few", "contacts.list at an activity"])(
    "%s looks contacts up one by one",
    async (name) => {
      steps.length = 0
      const executor = executorOf(connection, "write")
      executor.begin()
      await verbCalls.find((one) => one.name === name)?.call(bindTo(explaining(executor)))
      expect(steps).toContainEqual(expect.stringMatching(/^SEARCH contacts .*\(uuid=\?\)$/))
      const walked = /^SEARCH (contacts|theirs) .*\(owner_user_uuid=\?\)$/
      expect(steps.filter((step) => walked.test(step))).toEqual([])
    },
  )

  it.each([
    ["", ["cards (organization_uuid=?)"]],
    [" by identifier", ["cards (identifier=?)"]],
    [
      ", a search that finds few",
      ["card_endings (organization_uuid=? AND ending>? AND ending<?)", "cards (uuid=?)"],
    ],
    [
      ", a search that finds many",
      [
        "card_endings (organization_uuid=? AND ending>? AND ending<?)",
        "cards (organization_uuid=?)",
        "card_endings (card_uuid=?)",
      ],
    ],
  ])("cards.listInventory%s seeks only what it lists", async (how, sought) => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    const name = `cards.listInventory${how}`
    await verbCalls.find((one) => one.name === name)?.call(bindTo(explaining(executor)))
    const seeks = steps.filter((step) => step.startsWith("SEARCH"))
    const sides = seeks.map((step) => step.replace(/^SEARCH (\w+) .*(\(.*\))$/, "$1 $2"))
    expect([...new Set(sides)]).toEqual(sought)
  })

  it.each([
    ["memberships", "user_uuid=?"],
    ["wallets", "user_uuid=?"],
    ["profilePages", "user_uuid=?"],
    ["links", "user_uuid=?"],
    ["files", "owner_uuid=? AND uuid>?"],
    ["contacts", "owner_user_uuid=?"],
    ["assets", "user_uuid=?"],
  ])("%s of a person are walked among those of the person", async (noun, condition) => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    await verbCalls.find((one) => one.name === `${noun}.walkOf`)?.call(bindTo(explaining(executor)))
    expect(steps.filter((step) => step.startsWith("SEARCH"))).toEqual([
      expect.stringContaining(`(${condition}`),
    ])
  })

  it("reversed credentials are walked among what their treasury sent and got back", async () => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    const name = "issuances.reversedCredentials"
    await verbCalls.find((one) => one.name === name)?.call(bindTo(explaining(executor)))
    expect(steps).toContainEqual(
      expect.stringMatching(/^SEARCH transactions .*transactions_reversed \(from_address=\?\)$/),
    )
  })

  it("people of a rare name are looked up one by one", async () => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    const few = verbCalls.filter((one) => one.name.startsWith("memberships.list of few found"))
    for (const { call } of few) await call(bindTo(explaining(executor)))
    const found = steps.filter((step) => step.startsWith("SEARCH memberships "))
    expect(found).toHaveLength(few.length)
    expect(found.filter((step) => !step.includes(" memberships_by_user (user_uuid=?"))).toEqual([])
  })

  const [words, other] = ["sqlite_autoindex_user_words_1", "user_words_of_user (user_uuid=?"]
  const slice = (column: string) => `(${column},uuid)>(?,?)`
  it.each([
    [
      "of many found by one of two words by creation asc",
      [`${words} ((word,user_uuid)>(?,?) AND`, other, "memberships_by_user (user_uuid=?"],
      "memberships_by_creation",
    ],
    [
      "of many found by two words by validity desc",
      [`memberships_by_creation (organization_uuid=? AND ${slice("created_at")}`, other],
      "memberships_by_validity",
    ],
    [
      "of many found on a tier by joining desc",
      [`memberships_of_tier_by_creation (tier_uuid=? AND ${slice("created_at")}`, other],
      "memberships_by_validity",
    ],
    [
      "of many found who end by creation asc",
      [`memberships_by_validity (organization_uuid=? AND ${slice("valid_until")}`, other],
      "memberships_by_joining",
    ],
    [
      "of many found again by joining asc",
      ["memberships_by_joining (organization_uuid=? AND (joined_at,uuid)<(?,?))", other],
      "memberships_by_validity",
    ],
  ])("memberships.list %s goes by slices of an index", async (name, sought, unused) => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    const call = verbCalls.find((one) => one.name === `memberships.list ${name}`)
    await call?.call(bindTo(explaining(executor)))
    for (const index of sought) expect(steps).toContainEqual(expect.stringContaining(index))
    expect(steps.filter((step) => step.includes(` USING INDEX ${unused} `))).toEqual([])
  })

  it.each([
    [
      "contacts.list, a search that finds many",
      "contacts_user (owner_user_uuid=? AND contact_user",
    ],
    [
      "contacts.list, a search that finds many names on pages",
      "contacts_by_creation (owner_user_uuid=? AND (created_at,uuid)>(?,?)",
    ],
    [
      "contacts.list, a search that finds many again",
      "contacts_by_latest (owner_user_uuid=? AND (latest_at,uuid)>(?,?)",
    ],
  ])("%s goes by slices of an index", async (name, index) => {
    steps.length = 0
    const executor = executorOf(connection, "write")
    executor.begin()
    await verbCalls.find((one) => one.name === name)?.call(bindTo(explaining(executor)))
    expect(steps).toContainEqual(expect.stringContaining(index))
  })

  it("what every call of the API asks is one statement", async () => {
    const texts: string[] = []
    const executor = executorOf(connection, "read")
    executor.begin()
    const run: Executor["run"] = (command, values) => {
      texts.push(command.text)
      return executor.run(command, values)
    }
    expect(await bindTo({ ...executor, run }).oauthSessions.find(uuid(78))).toMatchObject({
      session: { sid: uuid(78) },
    })
    expect(texts).toHaveLength(1)
  })
})
