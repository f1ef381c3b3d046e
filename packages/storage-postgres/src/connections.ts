import type { Repositories } from "@symbolon/core/storage"
import pg from "pg"
import type { PoolClient, PoolConfig } from "pg"
import { types } from "./codec.ts"
import { gatheringWrites } from "./gathered-writes.ts"
import { controlsOf, openBeginnings, type PlanControls } from "./plans.ts"
import { executorOf, type BoundExecutor, type Texts } from "./executor.ts"

/** The repositories bound to a connection, and the executor that opens and ends them. */
export interface Binding {
  readonly executor: BoundExecutor
  readonly tx: Repositories
}

/** A connection for the time of one transaction. */
export interface Lease {
  readonly client: PoolClient
  readonly bindings: { readonly read: Binding; readonly write: Binding }
  /** What begins the next transaction. */
  readonly beginning: (mode: "read" | "write") => string
  /** To be called before a query of the transaction's own. */
  readonly gather: () => void
}

/** The connections of a store. */
export interface Connections {
  readonly lease: () => Promise<Lease>
  readonly close: () => Promise<void>
}

/**
 * How long a transaction waits for a connection; without a bound it would wait for a server that is
 * away for ever.
 */
const connectWithinMs = 10_000

/**
 * A pool of our own. What it reads values with is its own too. A connection that breaks is dropped:
 * whoever holds it learns so from their next query.
 */
export const openPool = (config: PoolConfig, onWarning: (message: string) => void): pg.Pool => {
  const pool = new pg.Pool({
    application_name: "symbolon",
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    ...config,
    types,
  })
  pool.on("error", (reason) =>
    onWarning(`An idle connection to the database broke: ${reason.message}`),
  )
  // A connection that breaks while in use emits two errors. Without a listener, the second would
  // end the process.
  pool.on("connect", (client) => client.on("error", () => undefined))
  return pool
}

/**
 * The connections of transactions. Queries are sent without waiting for the answers of those before
 * them.
 */
export const openConnections = (
  config: PoolConfig,
  texts: Texts,
  bindTo: (executor: BoundExecutor) => Repositories,
  onWarning: (message: string) => void,
): Connections => {
  const pool = openPool({ ...config, pipeline: true }, onWarning)
  const bound = new WeakMap<PoolClient, Lease>()

  let asked: Promise<PlanControls> | undefined

  /** What the server takes: asked by the first connection of the pool, again after a failure. */
  const controlsFor = (client: PoolClient): Promise<PlanControls> => {
    asked ??= controlsOf(client).catch((reason: unknown) => {
      asked = undefined
      throw reason
    })
    return asked
  }

  const bind = (client: PoolClient, mode: "read" | "write"): Binding => {
    const executor = executorOf(client, mode, texts)
    return { executor, tx: bindTo(executor) }
  }

  return {
    lease: async () => {
      const client = await pool.connect()
      const known = bound.get(client)
      if (known !== undefined) return known
      const controls = await controlsFor(client).catch((reason: unknown) => {
        client.release(true)
        throw reason
      })
      const made = {
        client,
        bindings: { read: bind(client, "read"), write: bind(client, "write") },
        beginning: openBeginnings(() => performance.now(), controls),
        gather: gatheringWrites(client),
      }
      bound.set(client, made)
      return made
    },
    close: () => pool.end(),
  }
}
