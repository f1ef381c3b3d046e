export * from "../organizations/operations/invitations.ts"
