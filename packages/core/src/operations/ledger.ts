export * from "../ledger/operations/log.ts"
