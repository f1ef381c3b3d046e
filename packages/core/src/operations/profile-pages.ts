export * from "../profiles/operations/pages.ts"
