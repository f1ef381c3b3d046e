export * from "./operations/admit.ts"
export * from "./operations/attendees.ts"
export * from "./operations/check-in.ts"
export * from "./operations/undo.ts"
