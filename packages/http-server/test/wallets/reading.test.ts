import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readBody } from "../fixtures/read.ts"
import { newKey, openTestWallets, type TestWallets } from "../fixtures/wallets.ts"

let wallets: TestWallets
beforeEach(async () => {
  wallets = await openTestWallets()
})
afterEach(() => wallets.world.close())

const asAda = (method: string, path: string, body?: unknown) =>
  wallets.as(wallets.adaToken, method, path, body)
const asBob = (method: string, path: string, body?: unknown) =>
  wallets.as(wallets.bobToken, method, path, body)
const asApp = (path: string) => wallets.world.call("GET", path)

describe("wallets", () => {
  it("are one's own; an organization's token sees its treasury", async () => {
    const own = await readBody(await asAda("GET", "/api/v1/wallets"), 200)
    const { uuid } = own.items[0] ?? { uuid: "" }
    const pem = expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/)
    expect(own).toMatchObject({
      total_items: 1,
      items: [
        { address: wallets.ada, uuid, user_uuid: wallets.world.ada.uuid, public_key_pem: pem },
      ],
    })
    const [ours] = (await readBody(await asApp("/api/v1/wallets"), 200)).items
    expect(ours).toMatchObject({ address: wallets.treasury, user_uuid: null })
    expect(await readBody(await asAda("GET", `/api/v1/wallets/${wallets.ada}`), 200)).toEqual(
      own.items[0],
    )
  })

  it("tell what stands behind them, one by one and in the list", async () => {
    const { world, pay } = wallets
    const tiers = `/api/v1/organizations/${world.club.slug}/membership-tiers`
    const { slug } = await readBody(await world.call("POST", tiers, { name: "Gold" }), 201)
    const joined = { user_uuid: world.ada.uuid, membership_tier_slug: slug }
    const member = await readBody(
      await world.call("POST", `/api/v1/organizations/${world.club.slug}/memberships`, joined),
      201,
    )
    await pay("ada", 70, newKey())
    const list = await readBody(await asAda("GET", "/api/v1/wallets?details=true"), 200)
    const [primary, inClub] = list.items
    expect(primary).toMatchObject({
      address: wallets.ada,
      wallet_address: wallets.ada,
      is_primary: true,
      organization: null,
      membership: null,
    })
    const membership = {
      uuid: member.uuid,
      tier_name: "Gold",
      joined_at: "2026-11-21T10:00:00.000Z",
    }
    const { uuid, slug: clubSlug } = world.club
    const organization = { uuid, name: "Harbour Club", slug: clubSlug }
    expect(inClub).toMatchObject({
      is_primary: false,
      balance: 70,
      available: 70,
      organization,
      membership,
    })
    const one = await readBody(
      await asAda("GET", `/api/v1/wallets/${inClub?.address}/details`),
      200,
    )
    expect(inClub).toMatchObject(one)
    expect(
      await readBody(await asAda("GET", `/api/v1/wallets/${inClub?.address}/balance`), 200),
    ).toEqual({ balance: 70 })
  })

  it("of others read as absent, as what is mistyped, unknown, or of another network does", async () => {
    const mistyped = wallets.ada.replace(/.$/, (last) => (last === "q" ? "p" : "q"))
    const foreign = wallets.ada.replace(/^tsy/, "sy")
    for (const address of [wallets.bob, wallets.treasury, mistyped, foreign, "nobody"])
      for (const rest of ["", "/details", "/balance", "/transactions", "/transactions/recent"])
        expect(
          await readBody(await asAda("GET", `/api/v1/wallets/${address}${rest}`), 404),
        ).toMatchObject({ code: "not_found" })
  })

  it("are found in any case, as a QR code or a keyboard has them", async () => {
    for (const spelt of [
      wallets.ada.toUpperCase(),
      `T${wallets.ada.slice(1)}`,
      wallets.ada.slice(0, 9) + wallets.ada.slice(9).toUpperCase(),
    ]) {
      expect(await readBody(await asAda("GET", `/api/v1/wallets/${spelt}`), 200)).toMatchObject({
        address: wallets.ada,
      })
      for (const of of ["details", "balance", "transactions", "transactions/recent"])
        expect((await asAda("GET", `/api/v1/wallets/${spelt}/${of}`)).status).toBe(200)
      await wallets.pay("ada", 5, newKey())
      const body = {
        to: { type: "wallet", value: `T${wallets.bob.slice(1)}` },
        amount: 1,
        idempotency_key: newKey(),
      }
      const sent = await readBody(
        await asAda("POST", `/api/v1/wallets/${spelt}/transfer`, body),
        201,
      )
      expect(sent).toMatchObject({ from_address: wallets.ada, to_address: wallets.bob })
      // Again by what is remembered of both wallets.
      expect(
        await readBody(
          await asAda("POST", `/api/v1/wallets/${spelt}/transfer`, {
            ...body,
            idempotency_key: newKey(),
          }),
          201,
        ),
      ).toMatchObject({
        from_address: wallets.ada,
        to_address: wallets.bob,
      })
    }
  })
})

describe("transactions", () => {
  it("of a wallet come most recent first, with who sent them where that is asked", async () => {
    await wallets.pay("ada", 10, newKey())
    await wallets.pay("ada", 20, newKey())
    const sent = {
      to: { type: "username", value: "bob" },
      amount: 5,
      idempotency_key: newKey(),
      description: "tea",
      tags: ["tea"],
    }
    await readBody(await asAda("POST", `/api/v1/wallets/${wallets.ada}/transfer`, sent), 201)
    const list = await readBody(
      await asAda("GET", `/api/v1/wallets/${wallets.ada}/transactions`),
      200,
    )
    expect(list.total_items).toBe(3)
    expect(list.items.map(({ amount }) => amount)).toEqual([5, 20, 10])
    expect(list.items[0]).toMatchObject({
      description: "tea",
      tags: ["tea"],
      from_sequence: 3,
      status: "confirmed",
    })
    const page = await readBody(
      await asAda(
        "GET",
        `/api/v1/wallets/${wallets.ada}/transactions?page=2&page_size=1&sort_order=asc`,
      ),
      200,
    )
    expect(page.items).toEqual([list.items[1]])
    const recent = await readBody(
      await asBob("GET", `/api/v1/wallets/${wallets.bob}/transactions/recent`),
      200,
    )
    const ada = {
      user_uuid: wallets.world.ada.uuid,
      username: "ada",
      first_name: "Ada",
      last_name: null,
      avatar_image_file_url: null,
    }
    expect(recent.items).toEqual([{ ...list.items[0], sender: { ...ada, organization: null } }])
    const ofAda = await readBody(
      await asAda("GET", `/api/v1/wallets/${wallets.ada}/transactions/recent`),
      200,
    )
    const { uuid, slug } = wallets.world.club
    const club = {
      user_uuid: null,
      username: null,
      organization: { uuid, slug, name: "Harbour Club" },
    }
    expect(ofAda.items[1]).toMatchObject({ amount: 20, sender: club })
  })

  it("of all of one's own wallets, one between two of them once, filtered before they are paged", async () => {
    const { world, pay } = wallets
    const tiers = `/api/v1/organizations/${world.club.slug}/membership-tiers`
    const { slug } = await readBody(await world.call("POST", tiers, { name: "Gold" }), 201)
    const joined = { user_uuid: world.ada.uuid, membership_tier_slug: slug }
    await readBody(
      await world.call("POST", `/api/v1/organizations/${world.club.slug}/memberships`, joined),
      201,
    )
    await pay("ada", 70, newKey())
    const inClub =
      (await readBody(await asAda("GET", "/api/v1/wallets"), 200)).items[1]?.address ?? ""
    const between = {
      to: { type: "wallet", value: wallets.ada },
      amount: 30,
      idempotency_key: newKey(),
    }
    const own = await readBody(
      await asAda("POST", `/api/v1/wallets/${inClub}/transfer`, between),
      201,
    )
    const out = { to: { type: "username", value: "bob" }, amount: 4, idempotency_key: newKey() }
    const gone = await readBody(
      await asAda("POST", `/api/v1/wallets/${wallets.ada}/transfer`, out),
      201,
    )
    const undo = { reason: "again", idempotency_key: newKey() }
    const all = await readBody(await asAda("GET", "/api/v1/transactions"), 200)
    expect(all.items.map(({ amount }) => amount)).toEqual([4, 30, 70])
    expect(all.total_items).toBe(3)
    const paid = all.items[2]?.id ?? ""
    await readBody(
      await world.call("POST", `/console/v1/transactions/${paid}/reversal`, {
        ...undo,
        on_insufficient: "partial",
      }),
      201,
    )
    const listed = async (query: string) =>
      (await readBody(await asAda("GET", `/api/v1/transactions?${query}`), 200)).items.map(
        ({ amount, transaction_type: type }) => `${String(type)} ${String(amount)}`,
      )
    expect(await listed("status=reversed")).toEqual(["transfer 70"])
    expect(await listed("status=reversed&status=confirmed&transaction_type=transfer")).toEqual([
      "transfer 4",
      "transfer 30",
      "transfer 70",
    ])
    expect(await listed("transaction_type=reversal")).toEqual(["reversal 40"])
    expect(await listed("status=failed")).toEqual([])
    expect(await readBody(await asAda("GET", `/api/v1/transactions/${own.id}`), 200)).toEqual(own)
    expect(await readBody(await asBob("GET", `/api/v1/transactions/${gone.id}`), 200)).toEqual(gone)
    expect(await readBody(await asBob("GET", `/api/v1/transactions/${own.id}`), 404)).toMatchObject(
      {
        code: "not_found",
      },
    )
  })

  it("are filtered by what there is alone", async () => {
    const wrong = [
      ["status=lost", "status"],
      ["status=confirmed&status=lost", "status"],
      ["transaction_type=gift", "transaction_type"],
      ["transaction_type=mint&transaction_type=burn", "transaction_type"],
      ["sort_by=amount", "sort_by"],
      ["page_size=101", "page_size"],
    ] as const
    for (const [query, field] of wrong) {
      const { errors } = await readBody(await asAda("GET", `/api/v1/transactions?${query}`), 422)
      expect(
        Object.keys(errors).some((name) => name.startsWith(field)),
        `${query}: ${JSON.stringify(errors)}`,
      ).toBe(true)
    }
  })
})
