export * from "./operations/issue-ticket.ts"
export * from "./operations/transfer-ticket.ts"
