export * from "../memberships/operations/cards.ts"
export * from "../memberships/operations/members.ts"
export * from "../memberships/operations/own.ts"
export * from "../payments/operations/checkouts.ts"
