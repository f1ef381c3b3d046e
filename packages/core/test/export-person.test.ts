import { describe, expect, it } from "vitest"
import type { Storage } from "../src/index.ts"
import { openMemory } from "../src/memory/index.ts"
import { createStaffedOrganization, page, userCaller } from "./fixtures/staffed-organization.ts"
import { claimCard, createTestCard, createTestSession } from "./fixtures/world.ts"

interface Line {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

const linesOf = async (lines: AsyncIterable<string>): Promise<readonly Line[]> => {
  const read: Line[] = []
  for await (const line of lines) read.push(JSON.parse(line) as Line)
  return read
}

const passwordHash = "$argon2id$of-a-password"

/** A member with something of every kind. */
const openMember = async (storage: Storage = openMemory({ strict: true })) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club, clubUuid, make } = world
  const { user } = await symbolon.users.create({
    username: "ada",
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@mail.test",
  })
  await storage.transact("write", (tx) => tx.users.setPassword(user.uuid, passwordHash))
  const tier = await symbolon.tiers.create({ organization: club, name: "Friend" })
  await symbolon.memberships.add({
    organization: club,
    member: { type: "username", value: "ada" },
    tierSlug: tier.slug,
  })
  await symbolon.staff.add({ organization: club, userUuid: user.uuid, role: "staff" })
  const card = await createTestCard(symbolon, { organization: club, identifier: "A1" })
  await claimCard(symbolon, card.uuid, user.uuid)
  await make("ben")
  const { session } = await createTestSession(symbolon, club)
  const ada = symbolon.as(userCaller(user.uuid))
  await ada.contacts.save({ identifier: { type: "username", value: "ben" }, notes: "At the pier." })
  await symbolon.points.mint({ organization: club, amount: 1_000, idempotencyKey: "mint" })
  const [treasury] = (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items
  const pay = (n: number) =>
    symbolon.wallets.transfer({
      wallet: treasury?.address ?? "",
      to: { type: "username", value: "ada" },
      amount: 1,
      idempotencyKey: `pay-${n}`,
    })
  await pay(0)
  await symbolon.sessions.checkIn({
    session: session.slug,
    userUuid: user.uuid,
    idempotencyKey: "check-in",
  })
  await symbolon.tickets.issue({
    organization: club,
    to: { type: "username", value: "ada" },
    of: { name: "Ticket" },
    idempotencyKey: "ticket",
  })
  const { uuid: profilePageUuid } = await ada.profilePages.create({})
  const { linkToken } = await ada.links.create({ profilePageUuid })
  return { ...world, user, pay, linkToken, treasury: treasury?.address ?? "" }
}

describe("the export of a person", () => {
  it("has a line of every kind, and no secret", async () => {
    const { symbolon, user, linkToken } = await openMember()
    const lines = await linesOf(symbolon.exportPerson({ userUuid: user.uuid }))
    const kinds = new Set(lines.map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([
      "account",
      "attendance",
      "card",
      "card_wallet",
      "contact",
      "link",
      "membership",
      "profile_page",
      "sign_in_methods",
      "staff_role",
      "ticket",
      "transaction",
      "wallet",
    ])
    const first = (kind: string) => lines.find((line) => line.kind === kind)?.data
    expect(first("account")).toMatchObject({
      uuid: user.uuid,
      username: "ada",
      email: "ada@mail.test",
      last_name: "Lovelace",
      subscription: { tier: "free" },
    })
    expect(first("sign_in_methods")).toEqual({ password: true, passkeys: [] })
    expect(first("membership")).toMatchObject({
      terms: [expect.any(Object)],
      history: [expect.any(Object)],
    })
    expect(first("contact")).toMatchObject({ visits: [{ notes: "At the pier." }] })
    expect(first("link")).toMatchObject({ link_token: linkToken, wallet_address: null })
    expect(first("transaction")).toMatchObject({ body: { amount: 1 }, has_content: false })
    const text = JSON.stringify(lines)
    for (const secret of [passwordHash, "upload_token", "encrypted_data", "claim_code"])
      expect(text).not.toContain(secret)
  })

  it("is the same whether a drop arrived or not", async () => {
    const { symbolon, user } = await openMember()
    const { user: eve } = await symbolon.users.create({ username: "eve", firstName: "Eve" })
    const linesNow = () => linesOf(symbolon.exportPerson({ userUuid: user.uuid }))
    const before = await linesNow()
    const ada = symbolon.as(userCaller(user.uuid))
    const identifier = { type: "username", value: "eve" } as const
    await ada.contacts.drop({ identifier })
    await ada.contacts.drop({ identifier, name: "A. Lovelace", email: "a@mail.test" })
    const received = await symbolon.as(userCaller(eve.uuid)).contacts.list({ page })
    expect(received.items).toMatchObject([{ type: "dropped" }, { type: "dropped" }])
    expect(await linesNow()).toEqual(before)
  })

  it("has the wallet of a claimed card, and nothing of the holder before", async () => {
    const { symbolon, user, club, treasury, make, forClub } = await openMember()
    const card = await createTestCard(symbolon, { organization: club, identifier: "B2" })
    const pay = (amount: number) =>
      symbolon.wallets.transfer({
        wallet: treasury,
        to: { type: "wallet", value: card.walletAddress },
        amount,
        idempotencyKey: `card-${amount}`,
      })
    const ofCard = async (userUuid = user.uuid) => {
      const lines = await linesOf(symbolon.exportPerson({ userUuid }))
      const wallets = lines.filter(({ kind }) => kind === "card_wallet").map(({ data }) => data)
      const isOfCard = ({ body }: Line["data"]) =>
        [card.walletAddress].includes((body as { readonly to_address: string }).to_address)
      const paid = lines.filter(({ kind, data }) => kind === "transaction" && isOfCard(data))
      return {
        wallet: wallets.find(({ address }) => address === card.walletAddress),
        paid: paid.map(({ data }) => (data["body"] as { readonly amount: number }).amount),
      }
    }
    await pay(7)
    expect(await ofCard()).toEqual({ wallet: undefined, paid: [] })
    const claim = (userUuid: string) =>
      symbolon.as(userCaller(userUuid)).cards.claim({ identifier: "B2" })
    await claim(user.uuid)
    await pay(9)
    expect(await ofCard()).toMatchObject({ wallet: { kind: "card" }, paid: [7, 9] })
    for (const isWithdrawn of [true, false])
      await forClub("staff").cards.updateState({ card: card.uuid, isWithdrawn })
    const eve = await make("eve")
    await claim(eve.uuid)
    await pay(11)
    expect(await ofCard(eve.uuid)).toMatchObject({ wallet: { kind: "card" }, paid: [11] })
    expect(await ofCard()).toEqual({ wallet: undefined, paid: [] })
    const lines = await linesOf(symbolon.exportPerson({ userUuid: eve.uuid }))
    expect(JSON.stringify(lines)).not.toContain("history_from")
  })

  it("has the rows of one person alone", async () => {
    const { symbolon, make } = await openMember()
    const eve = await make("eve")
    const lines = await linesOf(symbolon.exportPerson({ userUuid: eve.uuid }))
    expect(lines.map(({ kind }) => kind)).toEqual(["account", "sign_in_methods", "wallet"])
    await expect(linesOf(symbolon.exportPerson({ userUuid: "nobody" }))).rejects.toMatchObject({
      _tag: "NotFound",
      what: "user",
    })
  })

  it("reads no further than it is asked, and never more than 500 rows at once", async () => {
    const memory = openMemory()
    const asked: number[] = []
    const storage: Storage = {
      ...memory,
      transact: (mode, work) =>
        memory.transact(mode, (tx) =>
          work({
            ...tx,
            transactions: {
              ...tx.transactions,
              chainOf: (address, after, limit) => {
                asked.push(limit)
                return tx.transactions.chainOf(address, after, limit)
              },
            },
          }),
        ),
    }
    const { symbolon, user, pay } = await openMember(storage)
    for (let n = 1; n <= 501; n += 1) await pay(n)
    asked.length = 0
    let transactions = 0
    let askedForFirst = 0
    for await (const line of symbolon.exportPerson({ userUuid: user.uuid })) {
      if (!line.startsWith('{"kind":"transaction"')) continue
      transactions += 1
      if (transactions === 1) askedForFirst = asked.length
    }
    // One page of each of the two wallets.
    expect(askedForFirst).toBeLessThanOrEqual(2)
    expect(transactions).toBeGreaterThan(501)
    expect(Math.max(...asked)).toBe(500)
  })
})
