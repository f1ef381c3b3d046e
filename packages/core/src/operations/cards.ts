export * from "../cards/operations/manufacture.ts"
export * from "../cards/operations/add-to-inventory.ts"
export * from "../cards/operations/change.ts"
