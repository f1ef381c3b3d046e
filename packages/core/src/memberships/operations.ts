export * from "./operations/cards.ts"
export * from "./operations/members.ts"
export * from "./operations/own.ts"
