import { beforeAll, describe, expect, it } from "vitest"
import type { Facade, IdentifierRef, Storage } from "../../src/index.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"

const hourMs = 3_600_000

const openClub = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club, clubUuid } = world
  const manager = world.forClub("manager")
  await symbolon.tiers.create({ organization: club, name: "Plain" })
  let people = 0
  const person = async (tierSlug?: string) => {
    people += 1
    const username = `person-${people}`
    const user = await world.make(username)
    if (tierSlug !== undefined)
      await symbolon.memberships.add({
        organization: club,
        member: { type: "username", value: username },
        tierSlug,
      })
    const to = { type: "username", value: username } as const
    return { user, to, as: symbolon.as(userCaller(user.uuid)) }
  }
  type Person = Awaited<ReturnType<typeof person>>
  /** A ticket of a new template that a new person claimed. */
  const claimed = async (terms: object = {}, change: object = {}) => {
    const template = await manager.rewards.create({
      organization: club,
      organizationUuid: clubUuid,
      name: "Gala",
      contentConfig: {
        storageType: "internal",
        contentTemplate: {
          data: { hall: "B" },
          items: [
            { type: "coupon", code: "HERS-ALONE" },
            {
              type: "ticket",
              title: "Gala",
              ticket_number: "G-1",
              barcode: { format: "qr", value: "FIRST" },
              ...terms,
            },
          ],
          content_version: "1",
        },
      },
      ...change,
    })
    const holder = await person("plain")
    const { transactionId = "", walletAddress: wallet } = await holder.as.rewards.claim({
      reward: template.uuid,
      metadata: { private: "hers" },
    })
    return { template, holder, transaction: transactionId, wallet }
  }
  let keys = 0
  const handOn = (
    { as }: Pick<Person, "as">,
    of: { readonly wallet: string; readonly transaction: string },
    { to }: { readonly to: IdentifierRef },
  ) => {
    keys += 1
    const { wallet, transaction } = of
    return as.tickets.transfer({ wallet, transaction, to, idempotencyKey: `hand-on-${keys}` })
  }
  const opened = async (as: Facade, transaction: string, wallet: string) => {
    const data = await as.transactions.decrypt({ transaction, wallet })
    const content = await symbolon.transactions.readContent({
      transaction,
      accessKey: data.accessKey ?? "",
    })
    return { additional: data.additionalData, content }
  }
  const own = async ({ as }: Person) =>
    (await as.wallets.list({ page })).items.find(({ isPrimary }) => isPrimary)?.address ?? ""
  return { ...world, manager, person, claimed, handOn, opened, own }
}

/** On what terms tickets of rewards are handed on, on any storage. */
export const ticketTermsSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`terms of tickets on ${name}`, () => {
    let world: Awaited<ReturnType<typeof openClub>>
    beforeAll(async () => {
      world = await openClub(await open())
    })

    it("a ticket is sealed anew for its next holder: itself alone, with another barcode", async () => {
      const { holder, transaction, wallet } = await world.claimed()
      const next = await world.person()
      const { transaction: moved } = await world.handOn(holder, { wallet, transaction }, next)
      const hers = await world.opened(holder.as, transaction, wallet)
      expect(hers.additional).toEqual({
        private: "hers",
        superseded_by: moved.body.id,
      })
      const theirs = await world.opened(next.as, moved.body.id, moved.body.to_address)
      expect(theirs.additional).toEqual({})
      expect(theirs.content).toMatchObject({
        data: { hall: "B" },
        items: [{ type: "ticket", ticket_number: "G-1", uid: `${transaction}-1` }],
      })
      expect(JSON.stringify(theirs.content)).not.toContain("FIRST")
      expect(JSON.stringify(theirs.content)).not.toContain("HERS-ALONE")
      // Who gave it away cannot open what the next holder has: the new barcode is theirs.
      await expect(world.opened(holder.as, moved.body.id, wallet)).rejects.toMatchObject({
        _tag: "NotFound",
        what: "content",
      })
      expect(await next.as.rewards.getItem({ item: `${transaction}-1` })).toMatchObject({
        transactionId: moved.body.id,
        item: { ticket_number: "G-1" },
      })
      await expect(holder.as.rewards.getItem({ item: `${transaction}-1` })).rejects.toMatchObject({
        _tag: "NotFound",
      })
    })

    it("is opened by nobody once its issue was taken back, however far it has gone", async () => {
      const { holder, transaction, wallet } = await world.claimed()
      const [second, third] = [await world.person(), await world.person()]
      const { transaction: first } = await world.handOn(holder, { wallet, transaction }, second)
      const at = { wallet: first.body.to_address, transaction: first.body.id }
      const { transaction: last } = await world.handOn(second, at, third)
      const ends = [
        { as: holder.as, transaction, wallet },
        { as: second.as, ...at },
        { as: third.as, wallet: last.body.to_address, transaction: last.body.id },
      ]
      const keys = await Promise.all(
        ends.map(({ as, ...of }) => as.transactions.decrypt(of).then(({ accessKey }) => accessKey)),
      )
      await world.symbolon.transactions.reverse({ transaction, idempotencyKey: "taken back" })
      for (const [index, { as, ...of }] of ends.entries()) {
        await expect(as.transactions.decrypt(of)).rejects.toMatchObject({ reason: "reversed" })
        await expect(
          world.symbolon.transactions.readContent({
            transaction: of.transaction,
            accessKey: keys[index] ?? "",
          }),
        ).rejects.toMatchObject({ _tag: "Conflict", reason: "reversed" })
      }
    })

    it("is not handed on where its terms say no, but goes between wallets of one person", async () => {
      const { holder, transaction, wallet } = await world.claimed({ transferable: false })
      await expect(
        world.handOn(holder, { wallet, transaction }, await world.person()),
      ).rejects.toMatchObject({ _tag: "Conflict", reason: "ticket_not_transferable" })
      const to = { type: "wallet", value: await world.own(holder) } as const
      expect(await world.handOn(holder, { wallet, transaction }, { to })).toMatchObject({
        replayed: false,
      })
    })

    it("is handed on as often as its terms say", async () => {
      const { holder, transaction, wallet } = await world.claimed({ transfer_limit: 1 })
      const [second, third] = [await world.person(), await world.person()]
      const { transaction: moved } = await world.handOn(holder, { wallet, transaction }, second)
      const at = { wallet: moved.body.to_address, transaction: moved.body.id }
      await expect(world.handOn(second, at, third)).rejects.toMatchObject({
        reason: "ticket_transfer_limit",
      })
    })

    it("is handed on until its terms say", async () => {
      const until = new Date(world.clock.now().getTime() + hourMs)
      const [early, late] = [
        await world.claimed({ transfer_until: until.toISOString() }),
        await world.claimed({ transfer_until: until.toISOString() }),
      ]
      await world.advance(hourMs - 1)
      expect(await world.handOn(early.holder, early, await world.person())).toMatchObject({
        replayed: false,
      })
      await world.advance(1)
      await expect(world.handOn(late.holder, late, await world.person())).rejects.toMatchObject({
        reason: "ticket_transfer_ended",
      })
    })

    it("goes to nobody whom the reward is not for", async () => {
      const { holder, transaction, wallet } = await world.claimed(
        {},
        { requiredEntitlement: "member" },
      )
      const [stranger, member] = [await world.person(), await world.person("plain")]
      await expect(world.handOn(holder, { wallet, transaction }, stranger)).rejects.toMatchObject({
        _tag: "MembershipRequired",
        entitlement: "member",
      })
      expect(await world.handOn(holder, { wallet, transaction }, member)).toMatchObject({
        replayed: false,
      })
    })

    it("keeps the terms it was issued on, whatever the template says now", async () => {
      const { template, holder, transaction, wallet } = await world.claimed()
      await world.manager.rewards.update({
        reward: template.uuid,
        contentConfig: {
          storageType: "internal",
          contentTemplate: {
            data: {},
            items: [{ type: "ticket", title: "T", ticket_number: "1", transferable: false }],
            content_version: "2",
          },
        },
      })
      expect(
        await world.handOn(holder, { wallet, transaction }, await world.person()),
      ).toMatchObject({ replayed: false })
    })

    it("has one ticket at most in a content", async () => {
      const two = [1, 2].map((n) => ({ type: "ticket", title: "T", ticket_number: `${n}` }))
      await expect(
        world.manager.rewards.create({
          organization: world.club,
          organizationUuid: world.clubUuid,
          name: "Two",
          contentConfig: {
            storageType: "internal",
            contentTemplate: { data: {}, items: two, content_version: "1" },
          },
        }),
      ).rejects.toMatchObject({
        errors: {
          "content_config.content_template.items": expect.stringContaining("more than one"),
        },
      })
    })
  })
}
