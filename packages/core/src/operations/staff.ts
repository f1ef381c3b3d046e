export * from "../organizations/operations/staff.ts"
