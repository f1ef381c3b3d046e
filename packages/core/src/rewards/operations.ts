export { issueTicket } from "./operations/issue-ticket.ts"
export { transferTicket } from "./operations/transfer-ticket.ts"
