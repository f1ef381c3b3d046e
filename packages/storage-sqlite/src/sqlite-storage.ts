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
import { rejectionOf, type Patience } from "./busy.ts"
import type { Binding, Bindings } from "./binding.ts"
import {
  type CheckpointLimits,
  type Checkpoints,
  noCheckpoints,
  openCheckpoints,
} from "./checkpoints.ts"
import { executorOf, openWriter, type Connection } from "./connection.ts"
import { sqliteFlavor } from "./flavor.ts"
import { expectNode } from "./node-version.ts"
import { openReaders } from "./readers.ts"
import { withinItsTurns } from "./turns.ts"
import { openWriterQueue } from "./writer.ts"

/** How to open a store in a file. */
export interface SqliteOptions {
  /**
   * The path of the database, which is made if it is missing; its directory is not. `":memory:"`
   * keeps everything in memory until the store is closed; reads then take turns with writes, since
   * they have to share the one connection.
   */
  readonly file: string
  /** Rejects a `work` that awaits anything but `tx`. For tests. */
  readonly strict?: boolean
  /** The clock for the time of a migration; by default the system's. */
  readonly clock?: { readonly now: () => Date }
  /** How long a write waits for another process before it is rejected: 10 s. */
  readonly busyForMs?: number
  /** Called with warnings for the operator. */
  readonly onWarning?: (message: string) => void
}

/** What one kind of transaction runs on. */
interface Lane {
  readonly transact: <A>(work: (binding: Binding) => Promise<A>) => Promise<A>
  readonly close: () => Promise<void>
}

const memory = ":memory:"

/**
 * Opens a store in one SQLite file, for one server (command-line tools may work beside it).
 *
 * @example
 * const storage = openSqlite({ file: "symbolon.db" })
 * await storage.migrations.up()
 *
 * @throws {TypeError} without a `file`.
 * @throws {UnsupportedNode} when this Node is older than 22.19.
 */
export const openSqlite = (options: SqliteOptions): PortableStorage => {
  if (typeof options?.file !== "string" || options.file === "")
    throw new TypeError(
      'openSqlite needs `file`, the path of the database: openSqlite({ file: "symbolon.db" }).',
    )
  return openImage(undefined, options)
}

/**
 * The same; a store in memory begins with what the image of a file holds, and a test may have
 * checkpoints earlier than usual.
 */
export const openImage = (
  image: Buffer | undefined,
  {
    file,
    strict = false,
    clock = systemClock,
    busyForMs = 10_000,
    onWarning = ignore,
  }: SqliteOptions,
  limits?: CheckpointLimits,
): PortableStorage => {
  // Before anything native is loaded: on an older Node that ends the whole process.
  expectNode(process.versions.node)
  const engine = engineOf(sqliteFlavor)
  const bindTo = repositoriesOf(engine)
  const patience: Patience = { busyForMs, onWarning }
  const nesting = openNesting()
  const connection = openWriter(image ?? file)
  const bindings = (to: Connection, mode: "read" | "write"): (() => Binding) => {
    const bind = (): Binding => {
      const executor = executorOf(to, mode)
      return { executor, tx: bindTo(executor) }
    }
    if (strict) return bind
    const binding = bind()
    return () => binding
  }
  const checkpoints =
    file === memory ? noCheckpoints : openCheckpoints(file, connection, onWarning, limits)
  const { writes, reads } = lanesOf(file, connection, bindings, { patience, checkpoints })
  let closing: Promise<void> | undefined

  const run = async <A>(
    mode: "read" | "write",
    work: (binding: Binding) => Promise<A>,
  ): Promise<A> => {
    nesting.refuse()
    if (closing !== undefined) throw new StorageClosed()
    const lane = mode === "write" ? writes : reads
    try {
      return await lane.transact((binding) => {
        const running = nesting.inside(() => work(binding))
        return strict ? withinItsTurns(running, binding.executor.turnsGiven) : running
      })
    } catch (reason) {
      throw rejectionOf(reason)
    }
  }

  const transactBare: TransactBare = (mode, work) => run(mode, ({ executor }) => work(executor))

  return {
    transact: (mode, work) => run(mode, ({ tx }) => work(tx)),
    expectOutside: nesting.refuse,
    migrations: migrationsOf(engine, transactBare, { clock }),
    allRows: allRowsOf(engine, transactBare, { clock }),
    ping: async () => {
      await transactBare("read", (tx) =>
        tx.run({ text: "select 1 as one", writes: false, isKept: true }, []),
      )
    },
    close: () => {
      closing ??= (async () => {
        await Promise.all([reads.close(), writes.close()])
        await checkpoints.stop()
        connection.close()
      })()
      return closing
    },
  }
}

const lanesOf = (
  file: string,
  connection: Connection,
  bindings: Bindings,
  { patience, checkpoints }: { readonly patience: Patience; readonly checkpoints: Checkpoints },
): { readonly writes: Lane; readonly reads: Lane } => {
  const writer = openWriterQueue(connection, patience, checkpoints)
  const queued = (mode: "read" | "write"): Lane => {
    const bind = bindings(connection, mode)
    return { transact: (work) => writer.write(bind(), work), close: writer.idle }
  }
  if (file === memory) return { writes: queued("write"), reads: queued("read") }
  const readers = openReaders(file, bindings, patience)
  return { writes: queued("write"), reads: { transact: readers.read, close: readers.close } }
}

const systemClock = { now: () => new Date() }

const ignore = (): void => undefined
