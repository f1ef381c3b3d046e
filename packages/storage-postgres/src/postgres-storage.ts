import {
  allRowsOf,
  engineOf,
  migrationsOf,
  openNesting,
  type PortableStorage,
  repositoriesOf,
  StorageClosed,
  type TransactBare,
} from "@symbolon/storage-sql"
import type { PoolConfig } from "pg"
import { openConnections, openPool, type Binding, type Lease } from "./connections.ts"
import { rememberTexts } from "./executor.ts"
import { postgresFlavor } from "./flavor.ts"
import { postgresRateLimits } from "./rate-limits/postgres-rate-limits.ts"
import { retrying, type Retry } from "./retry.ts"
import { rejectionOf, rejectionOfCommit } from "./unavailable.ts"

/**
 * Options of {@link openPostgres}, in addition to all options of `pg`'s pool except `types`. A
 * transaction waits up to `connectionTimeoutMillis` (default 10 s) for a connection.
 */
export interface PostgresOptions extends Omit<PoolConfig, "types" | "pipeline"> {
  /**
   * The schema of the tables, which the migrations make if it is missing; the connection's own
   * without it. `[a-z_][a-z0-9_]*`.
   */
  readonly schema?: string
  /**
   * `false` behind a pooler that hands out another connection with each transaction and cannot
   * carry prepared statements along.
   */
  readonly prepareStatements?: boolean
  /**
   * How many connections count rate limits, besides the `max` of transactions. Default: two for
   * every five of `max`, which is 4. They are opened when they are needed.
   */
  readonly rateLimitConnections?: number
  /** The clock for the time of a migration; by default the system's. */
  readonly clock?: { readonly now: () => Date }
  /**
   * Called for each transaction that the engine rolled back and that runs again. Deadlocks should
   * not occur.
   */
  readonly onRetry?: (retry: Retry) => void
  /** Called with warnings for the operator. */
  readonly onWarning?: (message: string) => void
}

/** The engine undid a transaction without saying why. */
export class TransactionAborted extends Error {
  override readonly name = "TransactionAborted"
  constructor() {
    super("The database undid the transaction instead of committing it.")
  }
}

type Work<A> = (binding: Binding) => Promise<A>

/** The default of `pg`. */
const transactionsMax = 10
/**
 * Connections of limits for one of transactions. With fewer, requests that take one limit and write
 * once wait for their limits longer than for their writes.
 */
const limitShare = 0.4

/** A request waits for its limits no longer than this, and is then counted by its process alone. */
const limitWithinMs = 2000

/** `pg` ignores an option that it does not know, and would connect to where it does by default. */
const checkOptions = (options: PostgresOptions): void => {
  const { schema } = options
  if ("url" in options || "databaseUrl" in options)
    throw new TypeError(
      'The address of the database is `connectionString`: openPostgres({ connectionString: "postgres://..." }).',
    )
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new RangeError(`Invalid schema name: ${schema}`)
}

/**
 * Opens a store in a PostgreSQL database, for any number of servers.
 *
 * @example
 * const storage = openPostgres({ connectionString: "postgres://symbolon@localhost/symbolon" })
 * await storage.migrations.up()
 */
export const openPostgres = (options: PostgresOptions): PortableStorage => {
  const {
    schema,
    prepareStatements = true,
    rateLimitConnections = Math.ceil((options.max ?? transactionsMax) * limitShare),
    clock = systemClock,
    onRetry = ignore,
    onWarning = ignore,
    ...config
  } = options
  checkOptions(options)
  const engine = engineOf(postgresFlavor(schema))
  const nesting = openNesting()
  const connections = openConnections(
    config,
    rememberTexts(prepareStatements),
    repositoriesOf(engine),
    onWarning,
  )
  const limits = openPool(
    {
      ...config,
      min: 0,
      max: rateLimitConnections,
      connectionTimeoutMillis: limitWithinMs,
      query_timeout: limitWithinMs,
    },
    onWarning,
  )
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  const run = async <A>(mode: "read" | "write", work: Work<A>): Promise<A> => {
    nesting.refuse()
    if (closing !== undefined) throw new StorageClosed()
    const transaction = retrying(async () => {
      const lease = await connections.lease()
      return transactOn(lease, mode, (binding) => nesting.inside(() => work(binding)))
    }, onRetry).catch(rejected)
    const forget = (): void => {
      running.delete(transaction)
    }
    running.add(transaction)
    transaction.then(forget, forget)
    return transaction
  }

  const transactBare: TransactBare = (mode, work) => run(mode, ({ executor }) => work(executor))

  return {
    transact: (mode, work) => run(mode, ({ tx }) => work(tx)),
    expectOutside: nesting.refuse,
    migrations: migrationsOf(engine, transactBare, { clock }),
    rateLimitStore: postgresRateLimits({
      ask: (query) => retrying(() => limits.query<unknown[]>(query), onRetry).catch(rejected),
      table: schema === undefined ? "rate_limits" : `"${schema}".rate_limits`,
      isPrepared: prepareStatements,
    }),
    allRows: allRowsOf(engine, transactBare, { clock }),
    ping: async () => {
      await transactBare("read", (tx) =>
        tx.run({ text: "select 1 as one", writes: false, isKept: false }, []),
      )
    },
    close: () => {
      closing ??= (async () => {
        await Promise.allSettled(running)
        await Promise.all([connections.close(), limits.end()])
      })()
      return closing
    },
  }
}

const rejected = (reason: unknown): never => {
  throw rejectionOf(reason)
}

const transactOn = async <A>(
  { client, bindings, beginning, gather }: Lease,
  mode: "read" | "write",
  work: Work<A>,
): Promise<A> => {
  const binding = bindings[mode]
  const { executor } = binding
  let isBroken = true
  try {
    gather()
    const begun = client.query(beginning(mode))
    // What only reads or locks does not wait for `begin`: it is sent along. What writes does, since it
    // must run in a transaction; and a transaction that may write waits for the commit.
    begun.catch(ignore)
    executor.begin(begun)
    const answer = await work(binding)
    executor.end()
    await begun
    if (mode === "write") await commit(client, executor)
    else client.query("commit").catch(ignore)
    isBroken = false
    return answer
  } catch (reason) {
    executor.end()
    isBroken = await client.query("rollback").then(
      () => false,
      () => true,
    )
    throw reason
  } finally {
    client.release(isBroken)
  }
}

// After a failed statement, the engine rolls the transaction back, even if `work` swallowed the
// error.
const commit = async (client: Lease["client"], executor: Binding["executor"]): Promise<void> => {
  const { command } = await client.query("commit").catch((reason: unknown): never => {
    throw rejectionOfCommit(reason)
  })
  if (command === "COMMIT") return
  const failure = executor.failure()
  throw failure === undefined ? new TransactionAborted() : failure.reason
}

const systemClock = { now: () => new Date() }

const ignore = (): void => undefined
