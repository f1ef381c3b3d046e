export * from "../profiles/operations/templates.ts"
