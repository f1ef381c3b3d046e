export * from "../files/operations/files.ts"
export * from "../files/operations/inspect.ts"
export * from "../files/operations/sweep.ts"
export * from "../files/operations/uploads.ts"
