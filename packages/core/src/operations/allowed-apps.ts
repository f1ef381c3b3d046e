export * from "../oauth/operations/allowed-apps.ts"
