export * from "./operations/manufacture.ts"
export * from "./operations/add-to-inventory.ts"
export * from "./operations/change.ts"
