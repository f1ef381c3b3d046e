import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestClub, createTestClub, type TierSlug } from "../fixtures/club.ts"

let club: TestClub
const uuids = new Map<string, string>()

/** Who joined in this order, a second apart; at the end it is the 26th. */
const people: readonly (readonly [
  username: string,
  first: string,
  last: string,
  tier: TierSlug,
  validUntil?: string | null,
])[] = [
  ["anna", "Anna", "Åström", "gold"],
  ["elodie", "Élodie", "Müller-Ruiz", "friend"],
  ["zoe-oneill", "Zoë", "O'Neill", "crew", "2026-11-30T00:00:00.000Z"],
  ["jan", "Jan", "van der Berg", "gold"],
  ["kim", "Kim", "Berg", "crew"],
  ["lea", "Léa", "Sánchez", "mate"],
  ["mira", "Mira", "Anand", "gold", "2026-11-25T00:00:00.000Z"],
  ["nils", "Nils", "Holm", "gold", "2026-11-23T00:00:00.000Z"],
  ["oda", "Oda", "Holm", "board", null],
]

beforeAll(async () => {
  club = await createTestClub()
  for (const [index, [username, firstName, lastName, tier, valid_until]] of people.entries()) {
    await club.to(`2026-11-21T10:00:0${index}.000Z`)
    const { user } = await club.world.symbolon.users.create({
      username,
      firstName,
      lastName,
    })
    uuids.set(username, user.uuid)
    await club.admit(tier, valid_until === undefined ? {} : { valid_until }, user.uuid)
  }
  for (const leaving of ["jan", "nils"])
    await club.as(uuids.get(leaving) ?? "")("DELETE", club.own, 200)
  await club.asClub("DELETE", `${club.at}/memberships/${uuids.get("kim")}`, 200)
  await club.to("2026-11-26T00:00:00.000Z")
})
afterAll(() => club.close())

const list = (query: string, status = 200) =>
  club.asClub("GET", `${club.at}/memberships${query}`, status)
const names = async (query: string) =>
  (await list(query)).items.map(({ user }) => Object(user).username)
const all = ["anna", "elodie", "zoe-oneill", "jan", "lea", "mira", "oda"]

describe("the list of members", () => {
  it.each<readonly [string, readonly string[]]>([
    ["", all],
    ["?status=current", all],
    ["?status=active", ["anna", "elodie", "zoe-oneill", "jan", "lea", "oda"]],
    ["?status=lapsed", ["mira"]],
    ["?status=ended", ["kim", "nils"]],
    ["?tier=gold", ["anna", "jan", "mira"]],
    ["?tier=gold&status=ended", ["nils"]],
    ["?tier=board", ["oda"]],
    ["?tier=platinum", []],
    ["?ends_before=2026-11-30T00:00:00.001Z", ["zoe-oneill", "mira"]],
    ["?ends_before=2026-11-30T00:00:00.000Z", ["mira"]],
    ["?ends_before=2026-11-30T01:00:00.001%2B01:00", ["zoe-oneill", "mira"]],
    ["?ends_before=2026-12-24T00:00:00Z&status=active&tier=gold", ["anna", "jan"]],
    ["?ends_before=9999-12-31T00:00:00Z", ["anna", "zoe-oneill", "jan", "lea", "mira"]],
  ])("is of those asked for: %s", async (query, expected) =>
    expect(await names(query)).toEqual(expected),
  )

  it.each<readonly [string, readonly string[]]>([
    ["elodie", ["elodie"]],
    ["ÉLODIE", ["elodie"]],
    ["muller", ["elodie"]],
    ["Müller-Ru", ["elodie"]],
    ["ruiz elo", ["elodie"]],
    ["astrom", ["anna"]],
    ["ÅST", ["anna"]],
    ["an", ["anna", "mira"]],
    ["a", ["anna", "mira"]],
    ["berg", ["jan"]],
    ["der van", ["jan"]],
    ["oneill", ["zoe-oneill"]],
    ["o'neill", ["zoe-oneill"]],
    ["  zoë  ", ["zoe-oneill"]],
    ["sanchez léa", ["lea"]],
    ["sanchez anna", []],
    ["odie", []],
    [" ", []],
    ["!!", []],
    ["😀", []],
  ])("is searched by beginnings of words, without case and accents: %s", async (search, expected) =>
    expect(await names(`?search=${encodeURIComponent(search)}`)).toEqual(expected),
  )

  it("is searched within what else is asked for", async () => {
    expect(await names("?search=holm")).toEqual(["oda"])
    expect(await names("?search=holm&status=ended")).toEqual(["nils"])
    expect(await names("?search=a&tier=gold&ends_before=2026-12-01T00:00:00Z")).toEqual(["mira"])
  })

  it.each<readonly [string, readonly string[]]>([
    ["sort_by=created_at", all],
    ["sort_by=joined_at", all],
    ["sort_by=joined_at&sort_order=desc", all.toReversed()],
    // What never ends comes last, and first where the order is turned round.
    ["sort_by=valid_until", ["mira", "zoe-oneill", "anna", "jan", "lea", "elodie", "oda"]],
    [
      "sort_by=valid_until&sort_order=desc",
      ["oda", "elodie", "lea", "jan", "anna", "zoe-oneill", "mira"],
    ],
  ])("is sorted: %s", async (query, expected) => expect(await names(`?${query}`)).toEqual(expected))

  it("comes in pages, and counts them all", async () => {
    const page = async (number: number) => {
      const { items, ...counted } = await list(`?page_size=3&page=${number}&sort_by=joined_at`)
      return [items.map(({ user }) => Object(user).username), counted]
    }
    const counted = { total_items: 7, total_pages: 3 }
    expect(await page(1)).toEqual([all.slice(0, 3), { ...counted, current_page: 1 }])
    expect(await page(3)).toEqual([all.slice(6), { ...counted, current_page: 3 }])
    expect(await page(4)).toEqual([[], { ...counted, current_page: 4 }])
    expect(await list("?search=nobody")).toEqual({
      total_items: 0,
      total_pages: 0,
      current_page: 1,
      items: [],
    })
  })

  it("shows each as reading them alone does", async () => {
    for (const query of ["", "?status=ended"])
      for (const item of (await list(query)).items)
        expect(
          await club.asClub("GET", `${club.at}/memberships/${String(item["user_uuid"])}`, 200),
        ).toEqual(item)
    expect((await list("?status=ended")).items).toMatchObject([
      { status: "ended", ended_by: "removed", ended_at: "2026-11-21T10:00:08.000Z" },
      { status: "ended", ended_by: "lapsed", ended_at: "2026-11-23T00:00:00.000Z" },
    ])
  })

  it("shows somebody who came back once in each list", async () => {
    const kim = uuids.get("kim") ?? ""
    await club.admit("gold", {}, kim)
    expect(await names("?search=kim")).toEqual(["kim"])
    expect(await names("?search=kim&status=ended")).toEqual(["kim"])
    await club.asClub("DELETE", `${club.at}/memberships/${kim}`, 200)
    expect(await names("?search=kim&status=ended")).toEqual(["kim", "kim"])
  })
})
