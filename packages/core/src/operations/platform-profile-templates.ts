export * from "../profiles/operations/platform-templates.ts"
