export * from "../assets/operations.ts"
