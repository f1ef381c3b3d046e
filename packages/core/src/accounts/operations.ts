/** What can be done with accounts: every operation of the folder, for the facade. @module */
export * from "./operations/people.ts"
export * from "./operations/sign-in.ts"
export * from "./operations/passwords.ts"
export * from "./operations/profile.ts"
export * from "./operations/closing.ts"
export * from "./operations/passkeys.ts"
