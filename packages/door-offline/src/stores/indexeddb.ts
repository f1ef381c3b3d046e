import type { HostStore } from "../connected/host-store.ts"
import {
  awaitRequest,
  awaitTransaction,
  type Database,
  type DatabaseFactory,
} from "./indexeddb-shapes.ts"

export {
  type DurableDoor,
  type DurableDoorOptions,
  openDurableDoor,
} from "../connected/durable-door.ts"
export type { HostStore } from "../connected/host-store.ts"
export type { DatabaseFactory } from "./indexeddb-shapes.ts"

/** The place of a text in IndexedDB. */
export interface IndexedDbStoreOptions {
  /** The name of the text, so that one database can hold several. */
  readonly name: string
  /** Default `symbolon-door`. */
  readonly database?: string | undefined
  /** Default the platform's. */
  readonly indexedDB?: DatabaseFactory | undefined
}

const TEXTS = "texts"

/**
 * Keeps a text in IndexedDB. `write` resolves when its transaction is complete with strict
 * durability, that is when the browser has handed the text to the disk. It is asynchronous, hence
 * no store for a bare `Door`: put it under `openDurableDoor`, which answers no tap before the write
 * is done. Rejects when the database cannot be had or is full.
 */
export const indexedDbStore = ({
  name,
  database = "symbolon-door",
  indexedDB,
}: IndexedDbStoreOptions): HostStore => {
  let opening: Promise<Database> | undefined
  const open = (): Promise<Database> => {
    opening ??= openDatabase(indexedDB ?? platformFactory(), database, () => {
      opening = undefined
    })
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }
  /** Browsers close idle databases now and then; the second attempt has a fresh one. */
  const attempt = async <T>(work: (each: Database) => Promise<T>): Promise<T> => {
    const first = await open()
    try {
      return await work(first)
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "InvalidStateError") throw error
      opening = undefined
      return work(await open())
    }
  }
  return {
    read: () =>
      attempt(async (each) => {
        const found = await awaitRequest(
          each.transaction(TEXTS, "readonly").objectStore(TEXTS).get(name),
        )
        return typeof found === "string" ? found : null
      }),
    write: (text) =>
      attempt(async (each) => {
        const transaction = each.transaction(TEXTS, "readwrite", { durability: "strict" })
        const done = awaitTransaction(transaction)
        transaction.objectStore(TEXTS).put(text, name)
        await done
      }),
  }
}

const openDatabase = async (
  factory: DatabaseFactory,
  name: string,
  onClosed: () => void,
): Promise<Database> => {
  const request = factory.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(TEXTS)
  const database = await awaitRequest(request)
  database.onclose = onClosed
  database.onversionchange = () => {
    database.close()
    onClosed()
  }
  return database
}

const platformFactory = (): DatabaseFactory => {
  const { indexedDB }: { readonly indexedDB?: DatabaseFactory } = globalThis as {
    readonly indexedDB?: DatabaseFactory
  }
  if (indexedDB === undefined)
    throw new TypeError("This platform has no IndexedDB. Pass one as `indexedDB`.")
  return indexedDB
}
