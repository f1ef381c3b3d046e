import fc from "fast-check"
import { expect, it } from "vitest"
import { type Storage, wordsOf } from "../src/index.ts"
import {
  createStaffedOrganization,
  dayMs,
  page,
  userCaller,
} from "./fixtures/staffed-organization.ts"

const names = ["Otter", "Heron", "Martén", "Plover", "Curlew"] as const
const name = fc.constantFrom(...names)
const nameOrNone = fc.constantFrom(...names, null)
const of = fc.nat(2)

/** What can happen to a person who is a contact, and to the pages of that person. */
const events = fc.oneof(
  fc.record({
    kind: fc.constant("page"),
    of,
    fields: fc.record({ name: nameOrNone, firstName: nameOrNone, lastName: nameOrNone }),
  }),
  fc.record({
    kind: fc.constant("account"),
    fields: fc.record({ firstName: name, lastName: nameOrNone }),
  }),
  fc.record({ kind: fc.constantFrom("primary", "remove", "save by link", "issue"), of }),
  fc.record({ kind: fc.constantFrom("disable", "enable", "join", "leave", "a month") }),
)
type PersonEvent = typeof events extends fc.Arbitrary<infer Event> ? Event : never

/** The first page, which is the primary one, is Ben's own or the club's. */
const lives = fc
  .tuple(fc.boolean(), fc.array(events, { minLength: 4, maxLength: 12 }))
  .map(([isIssued, happened]) => [
    { kind: isIssued ? ("issue" as const) : ("primary" as const), of: 0 },
    ...happened,
  ])

/** Ada, who has Ben as a contact; Ben has three pages, each primary in turn. */
const openPeople = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club: organization } = world
  const tier = await symbolon.tiers.create({
    organization,
    name: "Gold",
    paymentInterval: "monthly",
  })
  const person = async (username: string) => {
    const { user } = await symbolon.users.create({ username, firstName: "Otter" })
    return { user, as: symbolon.as(userCaller(user.uuid)) }
  }
  const [ada, ben] = [await person("ada"), await person("ben")]
  await ada.as.contacts.save({ identifier: { type: "username", value: "ben" } })
  let made = 0
  const nextUuid = () => `01900000-0000-7000-8000-${String((made += 1)).padStart(12, "0")}`
  const addPages = () =>
    storage.transact("write", async (tx) => {
      const { items } = await tx.profilePages.list(ben.user.uuid, page)
      const [first] = items
      for (let n = items.length; first !== undefined && n < 3; n += 1)
        await tx.profilePages.add({
          ...first,
          uuid: nextUuid(),
          name: names[n],
          organizationUuid: undefined,
          primarySince: undefined,
        })
    })
  await ben.as.profilePages.create({ name: "Heron" })
  await addPages()
  return { ...world, storage, tier, ada, ben, addPages }
}
type People = Awaited<ReturnType<typeof openPeople>>

const refused = () => undefined

const changePage = async (
  { ada, ben, storage, clubUuid, addPages }: People,
  event: Extract<PersonEvent, { readonly of: number }>,
): Promise<void> => {
  const { items } = await ben.as.profilePages.list({ page })
  const found = items[event.of % items.length]
  if (found === undefined) throw new Error("Ben has a page.")
  const named = { profilePageUuid: found.uuid }
  if (event.kind === "page" && "fields" in event)
    await ben.as.profilePages.update({ ...named, ...event.fields })
  if (event.kind === "primary") await ben.as.profilePages.makePrimary(named).catch(refused)
  if (event.kind === "remove") await ben.as.profilePages.delete(named).catch(refused)
  if (event.kind === "issue")
    await storage.transact("write", async (tx) => {
      const row = await tx.profilePages.find(found.uuid)
      if (row !== undefined) await tx.profilePages.change({ ...row, organizationUuid: clubUuid })
    })
  if (event.kind === "save by link") {
    const { url } = await ben.as.links.create(named)
    await ada.as.contacts.save({ identifier: { type: "link", value: url } }).catch(refused)
  }
  await addPages()
}

const changePerson = async (
  { symbolon, ben, club: organization, tier, advance }: People,
  event: Exclude<PersonEvent, { readonly of: number }>,
): Promise<void> => {
  const { uuid: userUuid } = ben.user
  if (event.kind === "account" && "fields" in event)
    await ben.as.users.updateProfile(event.fields).catch(refused)
  if (event.kind === "disable") await symbolon.users.disable({ userUuid })
  if (event.kind === "enable") await symbolon.users.enable({ userUuid })
  if (event.kind === "join")
    await symbolon.memberships
      .add({ organization, member: { type: "user_id", value: userUuid }, tierSlug: tier.slug })
      .catch(refused)
  if (event.kind === "leave")
    await symbolon.memberships.removeMember({ organization, userUuid }).catch(refused)
  if (event.kind === "a month") await advance(31 * dayMs)
}

/** By what a contact is found, on any storage; called from the tests of each. */
export const contactSearchSuite = (
  storageName: string,
  open: () => Promise<Storage>,
  numRuns = 10,
): void => {
  it(`a contact on ${storageName} is found by the name and the username that it shows, and by nothing else`, async () => {
    const seen = { pages: 0, accounts: 0, nobody: 0 }
    await fc.assert(
      fc.asyncProperty(lives, async (happened) => {
        const people = await openPeople(await open())
        const { contacts } = people.ada.as
        for (const event of happened) {
          if ("of" in event) await changePage(people, event)
          else await changePerson(people, event)
          const [shown] = (await contacts.list({ page })).items
          const { person } = shown ?? {}
          seen[
            person === undefined ? "nobody" : person.profile.profilePageUuid ? "pages" : "accounts"
          ] += 1
          const words =
            person === undefined ? [] : wordsOf(`${person.username} ${person.profile.name}`)
          for (const sought of wordsOf(`ben ${names.join(" ")}`)) {
            const { items } = await contacts.list({ search: sought.slice(0, 4), page })
            expect([sought, items.length]).toEqual([sought, words.includes(sought) ? 1 : 0])
          }
        }
      }),
      { numRuns, seed: 26 },
    )
    expect(Object.values(seen).filter((times) => times < numRuns / 10)).toEqual([])
  })

  it(`a search on ${storageName} tells no name of an account that its page does not show`, async () => {
    const { symbolon, ada, ben } = await openPeople(await open())
    const found = async (search: string) =>
      (await ada.as.contacts.list({ search, page })).items.map(({ person }) => person?.profile.name)
    await ben.as.users.updateProfile({ firstName: "Benedict", lastName: "Secret" })
    expect(await found("benedict")).toEqual([])
    for (const search of ["", " ", "!!", "😀"]) expect(await found(search)).toEqual([])
    expect(await found("secret")).toEqual([])
    expect(await found("heron")).toEqual(["Heron"])
    await symbolon.users.disable({ userUuid: ben.user.uuid })
    expect(await found("heron")).toEqual([])
    expect(await found("ben")).toEqual([])
  })

  it(`who searches for much at once on ${storageName} waits for themself, and keeps nobody waiting`, async () => {
    const { symbolon, ada, ben } = await openPeople(await open())
    const search = { search: "heron", page }
    // Each has a connection then: to open one takes longer than to search for some of the others.
    await Promise.all([ada, ben].map((one) => one.as.contacts.list(search)))
    const answered: string[] = []
    const asked = Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        ada.as.contacts.list(search).then(() => answered.push(`ada ${n}`)),
      ),
    )
    await ben.as.contacts.list(search).then(() => answered.push("ben"))
    expect(answered.length).toBeLessThan(9)
    await expect(ada.as.contacts.list({ page })).resolves.toMatchObject({ totalItems: 1 })
    await expect(
      symbolon.contacts.list({ ...search, userUuid: ada.user.uuid }),
    ).resolves.toBeDefined()
    const all = await asked
    expect(all.filter(({ status }) => status === "fulfilled").length).toBe(17)
    for (const one of all.slice(17)) expect(one).toMatchObject({ reason: { _tag: "Unavailable" } })
    await expect(ada.as.contacts.list(search)).resolves.toMatchObject({ totalItems: 1 })
  })
}
