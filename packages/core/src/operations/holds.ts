export * from "../ledger/operations/holds.ts"
