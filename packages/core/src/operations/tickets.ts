export * from "../rewards/operations/issue-ticket.ts"
export * from "../rewards/operations/transfer-ticket.ts"
