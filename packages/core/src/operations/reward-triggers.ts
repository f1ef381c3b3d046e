export * from "../rewards/operations/triggers.ts"
