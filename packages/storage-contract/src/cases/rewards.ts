import {
  type DoorTerms,
  noNeeds,
  noWrites,
  type Storage,
  type TicketHolding,
  type TicketsOf,
} from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { head, moved, transaction, transactionId } from "../postings.ts"
import { rewardTemplate, ticketHolding } from "../reward-samples.ts"
import { at, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, regatta, gala, treasury, annsPurse, bobsPurse } = club

export const ticketTemplate = rewardTemplate(300)
/** A session that is no ticket's own, and always open. */
const anyDoor = { sessionUuid: uuid(900), opensAt: undefined, closesAt: undefined }
const otherTemplate = rewardTemplate(301, { activityUuid: gala.uuid })

/**
 * The club with two templates, and transactions 0 to 4, each a ticket from the treasury to Ann;
 * `terms` are what they say to doors.
 */
export const foundWithTickets = async (
  storage: Storage,
  terms: readonly Partial<DoorTerms>[] = [],
): Promise<readonly TicketHolding[]> => {
  await found(storage)
  const tickets = [
    ticketHolding(0),
    ticketHolding(1, { activityUuid: regatta.uuid, walletAddress: bobsPurse.address }),
    ticketHolding(2, { rewardTemplateUuid: otherTemplate.uuid, activityUuid: regatta.uuid }),
    ticketHolding(3, { state: "void", activityUuid: regatta.uuid, updatedAt: at(9) }),
    ticketHolding(4),
  ].map((ticket, n) => ({ ...ticket, ...terms[n] }))
  await write(storage, async (tx) => {
    for (const template of [ticketTemplate, otherTemplate])
      claim(await tx.rewardTemplates.add(template), "a template must be added")
    let [from, to] = [treasury, annsPurse]
    const transactions = tickets.map((_, logIndex) => {
      const transfer = { from, to, amount: 0, logIndex }
      ;[from, to] = moved(transfer)
      return transaction(transfer)
    })
    await tx.ledger.write({
      ...noWrites,
      transactions,
      tickets,
      wallets: [from, to],
      ledger: head(5),
    })
  })
  return tickets
}

const load = (storage: Storage, tickets: readonly string[]) =>
  write(storage, async (tx) => [
    ...(await tx.ledger.load({ ...noNeeds, tickets })).tickets.entries(),
  ])

const uids = (storage: Storage, of: TicketsOf, after: string | undefined, limit: number) =>
  read(storage, async (tx) => (await tx.tickets.listValid(of, after, limit)).map(({ uid }) => uid))

export const rewardTemplates: readonly StorageCase[] = [
  storageCase(
    "rewardTemplates: found by slug and by uuid; a slug is taken once in the deployment",
    async (storage) => {
      await found(storage)
      const bare = rewardTemplate(100)
      const full = rewardTemplate(101, {
        organizationUuid: away.uuid,
        activityUuid: regatta.uuid,
        status: "archived",
      })
      await write(storage, async (tx) => {
        for (const row of [bare, full])
          claim(await tx.rewardTemplates.add(row), "a new template must be added")
        claim(
          !(await tx.rewardTemplates.add(
            rewardTemplate(102, { slug: bare.slug, organizationUuid: away.uuid }),
          )),
          "the slug is taken",
        )
      })
      await read(storage, async (tx) => {
        for (const row of [bare, full])
          for (const name of [row.slug, row.uuid])
            same(await tx.rewardTemplates.find(name), row, `found by ${name}`)
        same(await tx.rewardTemplates.find(uuid(102)), undefined, "the one that was refused")
      })
    },
  ),
  storageCase(
    "rewardTemplates: by name it is the organization's oldest active one, for the activity or for none",
    async (storage) => {
      await found(storage)
      const named = { name: "Ticket", createdAt: at(5) }
      const [later, first, twin] = [
        rewardTemplate(100, { name: "Ticket", createdAt: at(6) }),
        rewardTemplate(101, named),
        rewardTemplate(102, named),
      ]
      const [ofRegatta, elsewhere] = [
        rewardTemplate(104, { ...named, activityUuid: regatta.uuid }),
        rewardTemplate(105, { ...named, organizationUuid: away.uuid }),
      ]
      const shut = (["draft", "archived"] as const).map((status, n) =>
        rewardTemplate(106 + n, { name: "Ticket", status, createdAt: at(0) }),
      )
      await write(storage, async (tx) => {
        for (const row of [later, twin, first, ofRegatta, elsewhere, ...shut])
          await tx.rewardTemplates.add(row)
      })
      await read(storage, async (tx) => {
        same(
          await tx.rewardTemplates.findByName(home.uuid, undefined, "Ticket"),
          first,
          "for no activity",
        )
        same(
          await tx.rewardTemplates.findByName(home.uuid, regatta.uuid, "Ticket"),
          ofRegatta,
          "for an activity",
        )
        same(
          await tx.rewardTemplates.findByName(home.uuid, gala.uuid, "Ticket"),
          undefined,
          "for another activity",
        )
        same(
          await tx.rewardTemplates.findByName(away.uuid, undefined, "Ticket"),
          elsewhere,
          "of another organization",
        )
        same(
          await tx.rewardTemplates.findByName(home.uuid, undefined, "ticket"),
          undefined,
          "another spelling",
        )
      })
    },
  ),
]

/** Tickets by what names them. */
export const ticketsAmong: readonly StorageCase[] = [
  storageCase(
    "tickets: among finds those of the uids and those that a transaction brought, void ones too",
    async (storage) => {
      const [t0, t1, t2, t3] = await foundWithTickets(storage)
      const moving = { ...ticketHolding(0), transactionId: transactionId(5), updatedAt: at(50) }
      const moves = { from: { ...annsPurse, sequence: 5 }, to: bobsPurse, amount: 0, logIndex: 5 }
      await write(storage, (tx) =>
        tx.ledger.write({
          ...noWrites,
          transactions: [transaction(moves)],
          movedTickets: [moving],
          wallets: moved(moves),
          ledger: head(6),
        }),
      )
      const among = (uids: readonly string[], transactionIds: readonly string[]) =>
        read(storage, (tx) => tx.tickets.among({ uids, transactionIds }))
      const [id0, id1, id2, id3] = [t0, t1, t2, t3].map((one) => one?.uid ?? "")
      const ids = [id0 ?? "", id1 ?? "", id2 ?? "", id3 ?? ""] as const
      sameSet(await among([ids[0], ids[3], "unknown"], []), [moving, t3], "by uid")
      sameSet(
        await among([], [transactionId(5), ids[1], ids[0], "unknown"]),
        [moving, t1],
        "by the transaction that brought it",
      )
      sameSet(await among([ids[0], ids[2]], [transactionId(5)]), [moving, t2], "by both, once")
      same(await among([], []), [], "of none")
    },
  ),
]

export const tickets: readonly StorageCase[] = [
  storageCase(
    "tickets: the valid ones of a template, an activity or a wallet, by uid, from one on, at most as many as asked",
    async (storage) => {
      const all = await foundWithTickets(storage)
      const [t0, t1, t2, , t4] = all.map(({ uid }) => uid)
      same(
        await uids(storage, { rewardTemplateUuid: ticketTemplate.uuid }, undefined, 10),
        [t0, t1, t4],
        "of a template",
      )
      same(
        await uids(storage, { rewardTemplateUuid: ticketTemplate.uuid }, t0, 1),
        [t1],
        "the next one",
      )
      same(
        await uids(storage, { rewardTemplateUuid: ticketTemplate.uuid }, t4, 10),
        [],
        "after the last",
      )
      same(
        await uids(storage, { activityUuid: regatta.uuid }, undefined, 10),
        [t1, t2],
        "of an activity, without void ones",
      )
      same(
        await uids(storage, { walletAddress: annsPurse.address }, undefined, 10),
        [t0, t2, t4],
        "of a wallet",
      )
      same(
        await uids(storage, { walletAddress: treasury.address }, undefined, 10),
        [],
        "of a wallet without",
      )
      await read(storage, async (tx) => {
        for (const ticket of all) same(await tx.tickets.find(ticket.uid), ticket, "one by its uid")
        same(await tx.tickets.find(transactionId(99)), undefined, "an unknown uid")
        same(
          await tx.tickets.listValid({ activityUuid: regatta.uuid }, t1, 1),
          [all[2]],
          "a listed one",
        )
      })
    },
  ),
  storageCase(
    "tickets: who holds a valid one of a template, each wallet once and in order",
    async (storage) => {
      const all = await foundWithTickets(storage)
      const both = [annsPurse.address, bobsPurse.address].toSorted()
      await read(storage, async (tx) => {
        same(await tx.tickets.holders(ticketTemplate.uuid, undefined, 10), both, "the holders")
        same(
          await tx.tickets.holders(ticketTemplate.uuid, undefined, 1),
          both.slice(0, 1),
          "at most one",
        )
        same(
          await tx.tickets.holders(ticketTemplate.uuid, both[0], 10),
          both.slice(1),
          "behind the first",
        )
        same(
          await tx.tickets.holders(otherTemplate.uuid, undefined, 10),
          [annsPurse.address],
          "of another template",
        )
        same(await tx.tickets.countHolders(ticketTemplate.uuid, anyDoor), 2, "how many")
        same(await tx.tickets.countHolders(uuid(999), anyDoor), 0, "of none")
        const among = (...addresses: readonly string[]) =>
          tx.tickets.amongWallets(ticketTemplate.uuid, addresses)
        sameSet(
          await among(...both, treasury.address),
          [all[0], all[1], all[4]],
          "among three, without a void one",
        )
        sameSet(await among(bobsPurse.address), [all[1]], "of one")
        same(await among(treasury.address), [], "among others")
        same(await among(), [], "among none")
      })
      const ended: TicketHolding = {
        ...ticketHolding(1, { activityUuid: regatta.uuid, walletAddress: bobsPurse.address }),
        state: "void",
      }
      await write(storage, (tx) =>
        tx.ledger.write({ ...noWrites, movedTickets: [ended], ledger: head(5) }),
      )
      same(
        await read(storage, (tx) => tx.tickets.holders(ticketTemplate.uuid, undefined, 10)),
        [annsPurse.address],
        "without the void one",
      )
      same(
        await read(storage, (tx) => tx.tickets.countHolders(ticketTemplate.uuid, anyDoor)),
        1,
        "how many then",
      )
    },
  ),
  storageCase(
    "tickets: load finds one by the transaction that issued it and by the last that moved it, and write moves it",
    async (storage) => {
      const all = await foundWithTickets(storage)
      const moves = { from: { ...annsPurse, sequence: 5 }, to: bobsPurse, amount: 0, logIndex: 5 }
      const moving: TicketHolding = {
        ...ticketHolding(0),
        walletAddress: bobsPurse.address,
        transactionId: transactionId(5),
        updatedAt: at(50),
      }
      const forged: TicketHolding = {
        ...moving,
        rewardTemplateUuid: otherTemplate.uuid,
        activityUuid: gala.uuid,
      }
      await write(storage, (tx) =>
        tx.ledger.write({
          ...noWrites,
          transactions: [transaction(moves)],
          movedTickets: [forged],
          wallets: moved(moves),
          ledger: head(6),
        }),
      )
      same(
        await read(storage, (tx) => tx.tickets.find(moving.uid)),
        moving,
        "the ticket that was moved: what it is for stays",
      )
      same(await load(storage, [transactionId(0)]), [[moving.uid, moving]], "by its issue")
      same(await load(storage, [transactionId(5)]), [[moving.uid, moving]], "by its last move")
      same(
        await load(storage, [transactionId(0), transactionId(5)]),
        [[moving.uid, moving]],
        "by both, once",
      )
      sameSet(
        await load(storage, [transactionId(5), transactionId(1), transactionId(99)]),
        [
          [moving.uid, moving],
          [all[1]?.uid, all[1]],
        ],
        "of many",
      )
      same(await load(storage, []), [], "of none")
      const ended: TicketHolding = { ...moving, state: "void", updatedAt: at(60) }
      await write(storage, (tx) =>
        tx.ledger.write({ ...noWrites, movedTickets: [ended], ledger: head(6) }),
      )
      same(
        await uids(storage, { walletAddress: bobsPurse.address }, undefined, 10),
        [all[1]?.uid],
        "what is left to whom it was moved",
      )
    },
  ),
  storageCase(
    "tickets: one is issued once, a transaction holds one ticket, and what is moved is there",
    async (storage) => {
      await foundWithTickets(storage)
      const issue = (ticket: TicketHolding) =>
        write(storage, (tx) => tx.ledger.write({ ...noWrites, tickets: [ticket], ledger: head(5) }))
      await rejects(issue(ticketHolding(0, { transactionId: transactionId(0) })), "the same uid")
      const twice = ticketHolding(1, { transactionId: transactionId(0) })
      await rejects(
        write(storage, (tx) =>
          tx.ledger.write({ ...noWrites, movedTickets: [twice], ledger: head(5) }),
        ),
        "two tickets on one transaction",
      )
      await rejects(
        write(storage, (tx) =>
          tx.ledger.write({ ...noWrites, movedTickets: [ticketHolding(99)], ledger: head(5) }),
        ),
        "a ticket that is not there",
      )
      same(
        await read(storage, (tx) => tx.tickets.find(transactionId(1))),
        ticketHolding(1, { activityUuid: regatta.uuid, walletAddress: bobsPurse.address }),
        "nothing of it is written",
      )
    },
  ),
]
