export * from "../cards/operations/models.ts"
