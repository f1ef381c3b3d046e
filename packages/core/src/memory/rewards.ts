import type { RewardTemplate } from "../rewards/reward-template.ts"
import type { RewardTemplateRepository } from "../rewards/reward-template-repository.ts"
import type { TicketHoldingRepository, TicketsOf } from "../rewards/ticket-holding-repository.ts"
import { reservesSeat, type TicketDoor } from "../ledger/tickets/door-terms.ts"
import type { TicketHolding } from "../ledger/tickets/ticket-holding.ts"
import { compare, pageOf, rowsOf, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import type { Tables } from "./tables.ts"

/** The template, unless what it issued and set aside is no part of its supply. */
export const soundSupply = (template: RewardTemplate): RewardTemplate => {
  const { supplyTotal = Infinity, supplyRedeemed: redeemed, supplyReserved: reserved } = template
  if (redeemed < 0 || reserved < 0 || redeemed + reserved > supplyTotal)
    throw new Error(`The supply of ${template.uuid} would be exceeded, or below zero.`)
  return template
}

const templateOrders = { created_at: "createdAt", name: "name" } as const

export const rewardTemplates = (tables: Tables): RewardTemplateRepository => ({
  add: async (template) => tables.rewardTemplates.add(soundSupply(template)),
  find: async (slugOrUuid) =>
    tables.rewardTemplates.at(slugOrUuid) ?? tables.rewardTemplates.get(slugOrUuid),
  lock: async (uuid) => tables.rewardTemplates.get(uuid),
  list: async (of, page) =>
    pageOf(
      tables.rewardTemplates
        .rows()
        .filter(({ organizationUuid }) => organizationUuid === of.organizationUuid)
        .filter((row) => row.activityUuid === (of.activityUuid ?? row.activityUuid))
        .filter(({ status }) => of.statuses?.includes(status) ?? true),
      page,
      (template) => template[templateOrders[page.sortBy]],
      ({ uuid }) => uuid,
    ),
  change: async (template) => {
    if (tables.rewardTemplates.get(template.uuid) === undefined) return false
    tables.rewardTemplates.put(soundSupply(template))
    return true
  },
  remove: async (uuid) => {
    if (tables.rewardTemplates.get(uuid) === undefined) return false
    tables.rewardContents.delete(uuid)
    releaseFiles(tables, uuid)
    tables.rewardTemplates.delete(uuid)
    return true
  },
  contents: async (uuids) => rowsOf(tables.rewardContents.get, uuids),
  putContent: async (content) => {
    if (tables.rewardTemplates.get(content.rewardTemplateUuid) === undefined)
      throw new Error("There is no such reward template.")
    tables.rewardContents.put(content)
  },
  removeContent: async (uuid) => tables.rewardContents.delete(uuid),
  holdFiles: async (rewardTemplateUuid, fileUuids) => {
    for (const fileUuid of fileUuids) tables.rewardFiles.put({ rewardTemplateUuid, fileUuid })
  },
  releaseFiles: async (uuid) => releaseFiles(tables, uuid),
  findByName: async (organizationUuid, activityUuid, name) =>
    tables.rewardTemplates
      .rows()
      .filter(
        (row) =>
          row.organizationUuid === organizationUuid &&
          row.activityUuid === activityUuid &&
          row.name === name,
      )
      .filter(({ status }) => status === "active")
      .toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.uuid, b.uuid))[0],
})

const releaseFiles = (tables: Tables, uuid: string): void => {
  for (const { rewardTemplateUuid, fileUuid } of tables.rewardFiles.rows())
    if (rewardTemplateUuid === uuid) tables.rewardFiles.delete(place(uuid, fileUuid))
}

/** Who holds a ticket: a user by uuid, or the address of a wallet without a user. */
export const ticketHolder = (
  tables: Tables,
  { userUuid, walletAddress }: TicketHolding,
): string => {
  const card = tables.cards
    .rows()
    .find((row) => row.walletAddress === walletAddress && row.claimedAt !== undefined)
  return userUuid ?? card?.holderUserUuid ?? walletAddress
}

/** The holders of valid tickets of a template that reserve a seat at a door. */
export const ticketHolders = (
  tables: Tables,
  uuid: string,
  door: TicketDoor,
): ReadonlySet<string> =>
  new Set(
    tables.tickets
      .rows()
      .filter(({ state, rewardTemplateUuid }) => state === "valid" && rewardTemplateUuid === uuid)
      .filter((ticket) => reservesSeat(ticket, door))
      .map((ticket) => ticketHolder(tables, ticket)),
  )

const holdersOf = (tables: Tables, uuid: string): readonly string[] => [
  ...new Set(
    tables.tickets
      .rows()
      .filter(({ state, rewardTemplateUuid }) => state === "valid" && rewardTemplateUuid === uuid)
      .map(({ walletAddress }) => walletAddress),
  ),
]

const validIn = (
  tables: Tables,
  uuid: string,
  addresses: readonly string[],
): readonly TicketHolding[] =>
  tables.tickets
    .rows()
    .filter(({ state, rewardTemplateUuid }) => state === "valid" && rewardTemplateUuid === uuid)
    .filter(({ walletAddress }) => addresses.includes(walletAddress))

export const tickets = (tables: Tables): TicketHoldingRepository => ({
  holders: async (uuid, after, limit) =>
    sliceOf(holdersOf(tables, uuid), (address) => address, after, limit),
  amongWallets: async (uuid, addresses) => validIn(tables, uuid, addresses),
  heldIn: async (uuid, addresses) => validIn(tables, uuid, addresses),
  countHolders: async (uuid, door) => ticketHolders(tables, uuid, door).size,
  find: async (uid) => tables.tickets.get(uid),
  among: async ({ uids, transactionIds }) =>
    tables.tickets
      .rows()
      .filter((row) => uids.includes(row.uid) || transactionIds.includes(row.transactionId)),
  countValid: async ({ rewardTemplateUuids, activityUuid }) => {
    const totals = new Map<string, number>()
    for (const ticket of tables.tickets.rows()) {
      const isNamed = rewardTemplateUuids.includes(ticket.rewardTemplateUuid)
      const isTo = activityUuid !== undefined && ticket.activityUuid === activityUuid
      if (ticket.state === "valid" && (isNamed || isTo))
        totals.set(ticket.rewardTemplateUuid, (totals.get(ticket.rewardTemplateUuid) ?? 0) + 1)
    }
    return [...totals].map(([rewardTemplateUuid, total]) => ({ rewardTemplateUuid, total }))
  },
  lastVoid: async (rewardTemplateUuid, walletAddress) =>
    tables.tickets
      .rows()
      .filter(
        (ticket) =>
          ticket.state === "void" &&
          ticket.walletAddress === walletAddress &&
          isOf(ticket, { rewardTemplateUuid }),
      )
      .toSorted((a, b) => compare(b.uid, a.uid))[0],
  listValid: async (of, after, limit) =>
    sliceOf(
      tables.tickets.rows().filter((ticket) => ticket.state === "valid" && isOf(ticket, of)),
      ({ uid }) => uid,
      after,
      limit,
    ),
})

const isOf = (ticket: TicketHolding, of: TicketsOf): boolean => {
  if ("rewardTemplateUuid" in of) return ticket.rewardTemplateUuid === of.rewardTemplateUuid
  return "activityUuid" in of
    ? ticket.activityUuid === of.activityUuid
    : ticket.walletAddress === of.walletAddress
}
