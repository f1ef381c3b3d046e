import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bearer, Client, type RewardsCreateInput } from "@symbolon/client-sdk"
import { createSymbolon } from "@symbolon/core"
import { scopes, scopesFor } from "@symbolon/core/contract"
import { portsOf } from "@symbolon/core/effect"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { openSqlite } from "@symbolon/storage-sqlite"
import { afterEach, expect, it, vi } from "vitest"
import { addWebhook, answer, testReceivers } from "../../core/test/fixtures/webhooks.ts"
import { createHandler } from "../src/create-handler.ts"
import { findIn, overhear, wordOfMouth } from "./oauth/attacks/whole-life.ts"

afterEach(() => vi.restoreAllMocks())

/** What only a holder, and whoever wrote it, may read. */
const inside = {
  "a coupon's code": "COUPON-CODE-4711",
  "a voucher's code": "VOUCHER-CODE-4712",
  "a voucher's pin": "VOUCHER-PIN-4713",
  "a coupon's barcode": "COUPON-BARCODE-4714",
  "a ticket's barcode": "TICKET-BARCODE-4715",
  "a word of the data": "DATA-WORD-4716",
  "a word of an item's metadata": "ITEM-WORD-4717",
  "a word of the issue's metadata": "ISSUE-WORD-4718",
  "a code that a webhook made": "WEBHOOK-CODE-4719",
  "a code that another host has": "HOSTED-CODE-4720",
  "a key to another host": "HOSTED-KEY-4721",
  "a code of a refused item": "REFUSED-CODE-4722",
} as const

const items = [
  {
    type: "coupon",
    code: inside["a coupon's code"],
    barcode: { format: "qr", value: inside["a coupon's barcode"] },
    metadata: { note: inside["a word of an item's metadata"] },
  },
  {
    type: "voucher",
    code: inside["a voucher's code"],
    pin: inside["a voucher's pin"],
    benefit: "A cup of cocoa",
  },
  {
    type: "ticket",
    title: "Boat trip",
    ticket_number: "B-1",
    barcode: { format: "qr", value: inside["a ticket's barcode"] },
  },
] as const

const made = (code: string) => ({
  data: {},
  items: [{ type: "coupon", code }],
  content_version: "1",
})
const hosts: Readonly<Record<string, object>> = {
  "https://club.example/inline": { content: made(inside["a code that a webhook made"]) },
  "https://club.example/hosted": {
    manifest_url: "https://content.example/1",
    access_key: inside["a key to another host"],
  },
  "https://content.example/1": made(inside["a code that another host has"]),
}

/** A club with its data in a file, whose every word is heard. */
const openClub = async (file: string) => {
  const { lines, logger } = wordOfMouth()
  const { received, outgoingHttp } = testReceivers(({ url }) =>
    answer(200, JSON.stringify(hosts[url] ?? {})),
  )
  const baseUrl = "http://symbolon.test"
  const symbolon = await createSymbolon({
    storage: openSqlite({ file }),
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: testClock("2026-11-21T10:00:00.000Z"),
    migrate: true,
    baseUrl,
    logger,
    outgoingHttp,
  })
  const handler = createHandler({ symbolon, logger, limits: "off" })
  const { user: olga } = await symbolon.users.create({ username: "olga", firstName: "Olga" })
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: olga.uuid })
  const app = await symbolon.apps.create({
    organization: undefined,
    name: "Members' page",
    clientType: "public",
    grantTypes: ["authorization_code"],
    redirectUris: ["https://club.example/callback"],
    scopes: Object.keys(scopes),
    isFirstParty: true,
  })
  const clientFor = async (userUuid: string, organization?: string) => {
    const { accessToken } = await symbolon.oauth.issueUserToken({
      clientId: app.client.clientId,
      userUuid,
      organization,
      scopes: scopesFor(organization === undefined ? "user" : "organization"),
    })
    const send = (url: string | URL | Request, init?: RequestInit) =>
      handler.fetch(new Request(url, init))
    return new Client({ baseUrl, auth: bearer(accessToken), fetch: send, retry: false })
  }
  const member = async (username: string) => {
    const { user } = await symbolon.users.create({ username, firstName: username })
    return { ...user, client: await clientFor(user.uuid) }
  }
  const staff = await clientFor(olga.uuid, club.slug)
  const reward = (name: string, content: RewardsCreateInput["content_config"]) =>
    staff.rewards.create(club.slug, {
      organization_uuid: club.uuid,
      name,
      content_config: content,
    })
  const workDone = async () => {
    while ((await symbolon.work.runDue()) > 0) continue
  }
  return { symbolon, handler, club, staff, member, reward, workDone, lines, received }
}

type Club = Awaited<ReturnType<typeof openClub>>

/** Every way in which a content comes to a holder, once; answers what holders read of it. */
const rewardsOfAllKinds = async (world: Club): Promise<readonly string[]> => {
  const { symbolon, club, staff, member, reward, workDone } = world
  await addWebhook(symbolon, club.uuid, { events: ["reward.redeemed"] })
  const [ada, ben] = [await member("ada"), await member("ben")]
  const named = (username: string) => ({ type: "username", value: username }) as const
  const note = { note: inside["a word of the issue's metadata"] }
  const data = { word: inside["a word of the data"] }
  const { slug } = await reward("Boat trip", {
    storage_type: "internal",
    content_template: { data, items, content_version: "1" },
  })
  const refused = await reward("Refused", {
    storage_type: "internal",
    content_template: {
      data: {},
      items: [{ type: "coupon", code: inside["a code of a refused item"], terms: 1 as never }],
      content_version: "1",
    },
  }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 422 })
  const given = await staff.rewards.redeem(slug, {
    identifier: named("ada"),
    metadata: note,
    idempotency_key: "given",
  })
  await ben.client.rewards.claim(slug, { metadata: note, idempotency_key: "claimed" })
  await staff.rewards.propagate(slug, {
    audience: { type: "identifiers", identifiers: [named("ada"), named("ben")] },
    skip_existing: false,
    metadata: note,
    idempotency_key: "all",
  })
  await ada.client.wallets.transfer(given.wallet_address, {
    to: named("ben"),
    transaction_id: given.transaction_id ?? "",
    idempotency_key: "ticket",
  })
  for (const form of ["inline", "hosted"]) {
    const { webhook } = await symbolon.webhooks.create({
      organization: club.slug,
      url: `https://club.example/${form}`,
      events: ["membership.left"],
    })
    const external = await reward(form, {
      storage_type: "external",
      external_webhook_uuid: webhook.uuid,
    })
    await ada.client.rewards.claim(external.slug, { metadata: note, idempotency_key: form })
  }
  await workDone()
  const seen: string[] = []
  for (const { client } of [ada, ben])
    for (const { transaction_id: id, wallet_address } of (await client.rewards.list()).items) {
      seen.push(JSON.stringify(await client.rewards.getByTransaction(id)))
      seen.push(JSON.stringify(await client.transactions.decrypt(id, { wallet_address })))
    }
  await workDone()
  return seen
}

it("what a reward contains is nowhere in the clear: not in the database or its log, in no event, no log line", async () => {
  const directory = await mkdtemp(join(tmpdir(), "symbolon-reward-secrets-"))
  const heard: string[] = []
  overhear(heard)
  const world = await openClub(join(directory, "a.db"))
  const seen = await rewardsOfAllKinds(world)
  const files: Record<string, Buffer> = {}
  for (const name of await readdir(directory)) files[name] = await readFile(join(directory, name))
  const events = await portsOf(world.symbolon).storage.transact("read", (tx) =>
    tx.outbox.list(undefined, 1000),
  )
  await world.handler.close()
  await world.symbolon.close()
  vi.restoreAllMocks()
  // What is left when the file was closed, and its log has been written into it.
  for (const name of await readdir(directory))
    files[`closed ${name}`] = await readFile(join(directory, name))
  await rm(directory, { recursive: true })
  expect(Object.keys(files)).toEqual(expect.arrayContaining(["a.db", "a.db-wal", "closed a.db"]))

  const secrets = new Map<string, string>(
    Object.entries(inside).map(([name, secret]) => [secret, name]),
  )
  // A ticket that was handed on has a value that nobody has sent.
  const [handedOn = ""] = seen.flatMap((text) => newBarcodesOf(text))
  expect(handedOn.length).toBeGreaterThan(10)
  secrets.set(handedOn, "the barcode of a ticket that was handed on")

  const places = {
    ...files,
    "the events": Buffer.from(JSON.stringify(events)),
    "what webhooks are sent": Buffer.from(world.received.map(({ text }) => text).join("\n")),
    "the log": Buffer.from(world.lines.join("\n")),
    "standard output": Buffer.from(heard.join("\n")),
  }
  expect(findIn(places, secrets)).toEqual([])
  // The search finds what is there: all of them were read by a holder, but for what was refused.
  const read = findIn({ "what holders read": Buffer.from(seen.join("\n")) }, secrets)
  expect(read.map((each) => each.replace(" in what holders read", "")).toSorted()).toEqual(
    [...secrets.values()].filter((name) => name !== "a code of a refused item").toSorted(),
  )
  expect(events.filter(({ type }) => type === "reward.redeemed").length).toBeGreaterThanOrEqual(6)
  expect(Buffer.concat(Object.values(files)).includes(Buffer.from("Boat trip"))).toBe(true)
})

/** Values of barcodes of tickets that the issuer did not write. */
const newBarcodesOf = (text: string): readonly string[] =>
  [...text.matchAll(/"format":"qr","value":"([^"]+)"/g)]
    .flatMap(([, value]) => value ?? [])
    .filter((value) => !Object.values<string>(inside).includes(value))
