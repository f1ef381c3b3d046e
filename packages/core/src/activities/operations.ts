/** What can be done with activities, for the facade. @module */
export * from "./operations/activities.ts"
export * from "./operations/cancellation.ts"
export * from "./operations/change.ts"
export * from "./operations/remove.ts"
