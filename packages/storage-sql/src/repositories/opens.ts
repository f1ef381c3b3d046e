import type { Engine } from "../engine.ts"
import type { Executor } from "../executor.ts"

/**
 * Opens a repository: its statements are compiled once per engine, and it is bound once per
 * connection.
 */
export type Opens<Repository> = (engine: Engine) => (tx: Executor) => Repository
