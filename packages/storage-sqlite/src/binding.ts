import type { Repositories } from "@symbolon/core/storage"
import type { BoundExecutor, Connection } from "./connection.ts"

/** The repositories bound to a connection, and the executor that opens and ends them. */
export interface Binding {
  readonly executor: BoundExecutor
  readonly tx: Repositories
}

/**
 * What binds a connection. A binding is made once and opened again for each transaction, since the
 * core keeps what it makes of it; under `strict` each transaction has its own, so that a verb
 * called too late cannot slip into somebody else's.
 */
export type Bindings = (connection: Connection, mode: "read" | "write") => () => Binding
