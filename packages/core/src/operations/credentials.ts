export * from "../credentials/operations.ts"
