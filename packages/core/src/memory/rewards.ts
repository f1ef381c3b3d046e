import type { RewardTemplateRepository } from "../rewards/reward-template-repository.ts"
import type { TicketHoldingRepository, TicketsOf } from "../rewards/ticket-holding-repository.ts"
import type { TicketHolding } from "../rewards/ticket-holding.ts"
import { compare, sliceOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const rewardTemplates = (tables: Tables): RewardTemplateRepository => ({
  add: async (template) => tables.rewardTemplates.add(template),
  find: async (slugOrUuid) => tables.rewardTemplates.at(slugOrUuid) ?? tables.rewardTemplates.get(slugOrUuid),
  findByName: async (organizationUuid, activityUuid, name) =>
    tables.rewardTemplates
      .rows()
      .filter((row) => row.organizationUuid === organizationUuid && row.activityUuid === activityUuid && row.name === name)
      .filter(({ status }) => status === "active")
      .toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.uuid, b.uuid))[0],
})

export const tickets = (tables: Tables): TicketHoldingRepository => ({
  find: async (uid) => tables.tickets.get(uid),
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
  return "activityUuid" in of ? ticket.activityUuid === of.activityUuid : ticket.walletAddress === of.walletAddress
}
