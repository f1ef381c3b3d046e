export * from "../oauth/operations/apps.ts"
