import { tables } from "@symbolon/storage-sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  createStaffedOrganization,
  dayMs,
  page,
} from "../../core/test/fixtures/staffed-organization.ts"
import { addWebhook, answer, testReceivers } from "../../core/test/fixtures/webhooks.ts"
import { claimCard, createTestCard, createTestSession } from "../../core/test/fixtures/world.ts"
import { openSqlite } from "../src/index.ts"

/** What stays of a person whose account was deleted, by table and column, and why. */
const staying: Readonly<Record<string, string>> = {
  "names.name": "a username is never given to another person",
  "names.uuid": "a username is never given to another person",
  "users.uuid": "the row stays under a pseudonym for what refers to it",
  "userWords.userUuid": "the words of the pseudonym",
  "memberships.userUuid": "an organization accounts for its members",
  "membershipHistory.after": "an organization accounts for its members",
  "admissions.clientId": "who a check-in of one's own came from",
  "cards.holderUserUuid":
    "the card stays theirs, and resolves to no one, until its organization assigns it to another",
  "wallets.userUuid": "the ledger names wallets for good; they are closed",
  "presences.userUuid": "a session accounts for who was there",
  "attendances.userUuid": "an activity accounts for who was there",
  "ticketHoldings.userUuid": "a ticket stays in the closed wallet",
  "outbox.data": "events that organizations subscribed to, until they are swept",
  "outcomes.key": "a claim under its key is answered again, and a reward is claimed once",
  "rewardIssuances.userUuid": "an organization accounts for its rewards",
  "rewardDeliveries.userUuid": "an organization accounts for its rewards",
  "jobs.payload": "forgets what late uploads of doors still count, and goes then",
  "rosterChanges.subject": "tells doors that the person is gone",
}

/** What of it is gone when deliveries and uploads are forgotten. */
const swept = ["outbox.data", "jobs.payload"]

/** Columns by which a table names a person, and why the export leaves the table out. */
const notExported: Readonly<Record<string, string>> = {
  names: "the username is in the account",
  userHandles: "the address is in the account",
  userWords: "the words of the account's names",
  profilePageWords: "the words of exported pages",
  oneTimeTokens: "a secret that is used once, and gone within a day",
  oauthSessions: "signed-in apps and browsers: their consents are exported",
  oauthCodes: "a secret that is used once, and gone within minutes",
  refreshTokens: "a secret",
  logins: "browsers that are signed in; no more than a secret and times",
  invitations: "the organization's: whom it asked",
  devices: "the organization's doors, which a person paired for it",
  checkouts: "the membership that was paid is exported with its history",
  paymentInbox: "the organization's payments, which a person settled for it",
  contentAccesses: "a secret that is good for minutes",
  contentReads: "a record of the organization: who opened which content",
  admissions: "what an attendance rests on, which is exported",
  rosterEntries: "copies of who may enter, made of what is exported",
  contactWords: "the words of exported contacts",
  unnamedWallets: "made of links that were exported while they were there",
  fileBytes: "the sum of the bytes of exported files",
  walletKeys: "a secret",
  walletDecryptionKeys: "a secret",
  presenceCounts: "a number of people",
  attendances: "made of the exported presences",
  rewardIssuances: "the list of an organization; the transaction of each reward is exported",
  rewardBatchReceivers:
    "who is still to get a reward; gone within minutes, what they get is exported",
  rewardDeliveries: "how an external reward was asked for; its transaction is exported",
  triggerFirings: "why a reward was issued; its transaction is exported",
  outbox: "events that organizations subscribed to, until they are swept",
  organizations: "an organization is no person",
}

/** Tables of which `exportPerson` has a line for each row of the person. */
const exported: readonly string[] = [
  "users",
  "passkeys",
  "consents",
  "staff",
  "memberships",
  "wallets",
  "transactions",
  "ticketHoldings",
  "presences",
  "cards",
  "profilePages",
  "links",
  "userAssets",
  "contacts",
  "contactVisits",
  "files",
]

const namesPeople =
  /(^u|U)serUuid$|^namedUserUuid$|^holderUuid$|^walletAddress$|^address$|^userUuids$/

const first = "Zephyrine"
const words = [first, "Quillfeather", "zephyrine", "quillfeather", "+49301234567"]

const rowsOf = async (storage: ReturnType<typeof openSqlite>) => {
  const cells: { readonly place: string; readonly text: string }[] = []
  await storage.allRows.read(async ({ table, columns, rows }) => {
    for (const row of rows)
      row.forEach((value, n) =>
        cells.push({ place: `${table}.${columns[n]?.[0]}`, text: JSON.stringify(value) ?? "" }),
      )
  })
  return cells
}

/** A reward that a person claims, one that a webhook refuses to make, and one that a trigger gives. */
const receiveRewards = async (
  { symbolon, club, clubUuid }: Awaited<ReturnType<typeof createStaffedOrganization>>,
  userUuid: string,
) => {
  const identifier = { type: "user_id", value: userUuid } as const
  const webhook = await addWebhook(symbolon, clubUuid)
  const reward = async (name: string, contentConfig: object) =>
    (
      await symbolon.rewards.create({
        organization: club,
        organizationUuid: clubUuid,
        name,
        contentConfig: { storageType: "internal", ...contentConfig },
      })
    ).uuid
  const contentTemplate = {
    data: {},
    items: [
      { type: "badge", title: "Guest", criteria: { narrative: "Came" } },
      { type: "attachment", url: "https://a.example/map.pdf" },
    ],
    content_version: "1",
  }
  const claimed = await reward("Map", { contentTemplate })
  const made = await reward("Poem", { storageType: "external", externalWebhookUuid: webhook.uuid })
  await symbolon.rewards.claim({ reward: claimed, userUuid, idempotencyKey: "claim" })
  await symbolon.rewards.redeem({ reward: made, identifier, idempotencyKey: "poem" })
  await symbolon.rewardTriggers.create({
    organization: club,
    name: "First",
    rewardTemplateUuid: claimed,
    triggerScopes: ["custom.look:first"],
  })
  await symbolon.rewards.trigger({
    reward: claimed,
    event: "custom.look",
    identifier,
    eventId: "look",
  })
}

/** A trigger counts a person once, of two times. */
const countByTrigger = async (
  { symbolon, club, clubUuid }: Awaited<ReturnType<typeof createStaffedOrganization>>,
  identifier: { readonly type: "username"; readonly value: string },
) => {
  const { uuid: reward } = await symbolon.rewards.create({
    organization: club,
    organizationUuid: clubUuid,
    name: "Drink",
    contentConfig: {
      storageType: "internal",
      contentTemplate: { data: {}, items: [], content_version: "1" },
    },
  })
  await symbolon.rewardTriggers.create({
    organization: club,
    name: "Visit",
    rewardTemplateUuid: reward,
    triggerScopes: ["custom.visit:count:2"],
  })
  const event = "custom.visit"
  await symbolon.rewards.trigger({ reward, event, identifier, eventId: "visit" })
}

describe("a person whose account is deleted", () => {
  const storage = openSqlite({ file: ":memory:" })
  const { outgoingHttp } = testReceivers(() => answer(500, "Zephyrine was not welcome."))
  let uuid: string
  let before: Awaited<ReturnType<typeof rowsOf>>
  let after: Awaited<ReturnType<typeof rowsOf>>
  let later: Awaited<ReturnType<typeof rowsOf>>

  beforeAll(async () => {
    const world = await createStaffedOrganization({ storage, outgoingHttp })
    const { symbolon, club, clubUuid, make } = world
    const { user } = await symbolon.users.create({
      username: "zephyrine",
      firstName: first,
      lastName: "Quillfeather",
      email: "zephyrine@quillfeather.test",
      isEmailVerified: true,
    })
    uuid = user.uuid
    const named = { type: "username", value: "zephyrine" } as const
    const ben = await make("ben")
    const cleo = await make("cleo")
    await storage.transact("write", (tx) =>
      tx.users.change({ ...user, phoneNumber: "+49301234567" }),
    )
    const tier = await symbolon.tiers.create({ organization: club, name: "Friend" })
    await symbolon.memberships.add({ organization: club, member: named, tierSlug: tier.slug })
    await symbolon.staff.add({ organization: club, userUuid: uuid, role: "staff" })
    const card = await createTestCard(symbolon, { organization: club, identifier: "Z1" })
    await claimCard(symbolon, card.uuid, uuid)
    await symbolon.cards.update({ card: card.uuid, userUuid: uuid, name: "Quillfeather's" })
    const { session } = await createTestSession(symbolon, club)
    await symbolon.sessions.checkIn({
      session: session.slug,
      userUuid: uuid,
      idempotencyKey: "check-in",
    })
    await symbolon.tickets.issue({
      organization: club,
      to: named,
      of: { name: "Ticket" },
      idempotencyKey: "ticket",
    })
    await symbolon.points.mint({ organization: club, amount: 100, idempotencyKey: "mint" })
    const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items
    await symbolon.wallets.transfer({
      wallet: treasury?.address ?? "",
      to: named,
      amount: 1,
      idempotencyKey: "pay",
    })
    await symbolon.contacts.save({ userUuid: ben.uuid, identifier: named })
    await symbolon.contacts.save({
      userUuid: uuid,
      identifier: { type: "username", value: "ben" },
      notes: "Quillfeather was here.",
    })
    await symbolon.contacts.drop({
      userUuid: uuid,
      identifier: { type: "username", value: cleo.username },
      name: "Zephyrine Q.",
      email: "zephyrine@quillfeather.test",
    })
    const { transaction } = await symbolon.transactions.issueContent({
      organization: club,
      to: named,
      content: {
        name: "Sea",
        items: [{ type: "asset", asset_type: "background", url: "https://a.example/sea.png" }],
      },
      idempotencyKey: "sea",
    })
    await symbolon.assets.install({ userUuid: uuid, transaction: transaction.body.id })
    const { uuid: profilePageUuid } = await symbolon.profilePages.create({ userUuid: uuid })
    await symbolon.links.create({ userUuid: uuid, profilePageUuid })
    const [wallet] = (await symbolon.wallets.list({ of: { userUuid: uuid }, page })).items
    await symbolon.links.create({ userUuid: uuid, walletAddress: wallet?.address ?? "" })
    await countByTrigger(world, named)
    await receiveRewards(world, uuid)
    while ((await symbolon.work.runDue()) > 0) continue
    before = await rowsOf(storage)
    await symbolon.users.delete({ userUuid: uuid })
    world.clock.set(new Date(world.clock.now().getTime() + dayMs))
    while ((await symbolon.work.runDue()) > 0) continue
    after = await rowsOf(storage)
    for (let day = 0; day < 60; day += 1) {
      world.clock.set(new Date(world.clock.now().getTime() + dayMs))
      while ((await symbolon.work.runDue()) > 0) continue
    }
    later = await rowsOf(storage)
  }, 60_000)
  afterAll(() => storage.close())

  const placesWith = (cells: typeof before, texts: readonly string[]) => [
    ...new Set(
      cells.filter(({ text }) => texts.some((one) => text.includes(one))).map((cell) => cell.place),
    ),
  ]

  it("was in the store by name in many places", () => {
    expect(placesWith(before, words)).toEqual(
      expect.arrayContaining([
        "users.firstName",
        "users.lastName",
        "users.email",
        "users.phoneNumber",
        "userWords.word",
        "profilePageWords.word",
        "userHandles.handle",
        "cards.holderName",
        "contacts.name",
        "contacts.email",
        "contactWords.word",
        "contactVisits.notes",
        "outbox.data",
      ]),
    )
  })

  it("had links to a page and a wallet, an asset, and what a trigger counted", () => {
    expect(placesWith(before, [uuid])).toEqual(
      expect.arrayContaining([
        "links.userUuid",
        "unnamedWallets.userUuid",
        "userAssets.userUuid",
        "triggerEvents.subject",
        "triggerTallies.subject",
        "triggerFirings.userUuid",
        "outbox.namedUserUuid",
      ]),
    )
  })

  it("is nowhere by name but in the list of names that are taken", () => {
    const answered = "webhookAttempts.responseSnippet"
    expect(placesWith(after, words).filter((place) => place !== answered)).toEqual(["names.name"])
  })

  it("stays in what a receiver of events answered, until that is forgotten with the delivery", () => {
    expect(placesWith(after, words)).toContain("webhookAttempts.responseSnippet")
    expect(placesWith(later, words)).toEqual(["names.name"])
  })

  it("is in no event any more when their deliveries are forgotten", () => {
    const places = placesWith(after, [uuid])
    expect(swept.filter((place) => !places.includes(place))).toEqual([])
    const left = placesWith(later, [uuid])
    expect(swept.filter((place) => left.includes(place))).toEqual([])
    expect(left.filter((place) => !places.includes(place))).toEqual([])
  })

  it("is named by uuid where there is a reason, and nowhere else", () => {
    const places = placesWith(after, [uuid])
    expect(places.filter((place) => staying[place] === undefined)).toEqual([])
    // No reason without a place: `names.name` holds the name and not the uuid.
    expect(
      Object.keys(staying).filter((place) => !places.includes(place) && place !== "names.name"),
    ).toEqual([])
  })
})

describe("every table that names a person", () => {
  const naming = Object.entries(tables)
    .filter(([, columns]) => Object.keys(columns).some((name) => namesPeople.test(name)))
    .map(([table]) => table)

  it("is in the export, or left out for a reason", () => {
    expect(
      naming.filter((table) => !exported.includes(table) && notExported[table] === undefined),
    ).toEqual([])
  })
  it("is there", () => {
    const known = Object.keys(tables)
    expect(
      [...exported, ...Object.keys(notExported)].filter((one) => !known.includes(one)),
    ).toEqual([])
  })
})
