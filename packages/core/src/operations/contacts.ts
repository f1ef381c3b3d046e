export * from "../contacts/operations/own.ts"
export * from "../contacts/operations/save.ts"
export * from "../contacts/operations/visits.ts"
export * from "../contacts/operations/drop.ts"
