/** What can be done with payments: every operation of the folder, for the facade. @module */
export * from "./operations/connections.ts"
export * from "./operations/checkouts.ts"
export * from "./operations/callbacks.ts"
export * from "./operations/parked.ts"
