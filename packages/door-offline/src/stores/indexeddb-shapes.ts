/**
 * The few members of IndexedDB that the store uses, so that its types need no library of a browser.
 */
export interface DatabaseFactory {
  open(name: string, version: number): OpenRequest
}

/** A request that ends with a result or an error. */
export interface Request<T> {
  readonly result: T
  readonly error: unknown
  onsuccess: ((event: never) => unknown) | null
  onerror: ((event: never) => unknown) | null
}

/** The request of a database. */
export interface OpenRequest extends Request<Database> {
  onupgradeneeded: ((event: never) => unknown) | null
}

/** A database. */
export interface Database {
  transaction(
    stores: string,
    mode: "readonly" | "readwrite",
    options?: { readonly durability: "strict" },
  ): Transaction
  createObjectStore(name: string): unknown
  close(): void
  onclose: ((event: never) => unknown) | null
  onversionchange: ((event: never) => unknown) | null
}

/** A transaction. */
export interface Transaction {
  objectStore(name: string): {
    get(key: string): Request<unknown>
    put(value: string, key: string): unknown
  }
  readonly error: unknown
  oncomplete: ((event: never) => unknown) | null
  onabort: ((event: never) => unknown) | null
  onerror: ((event: never) => unknown) | null
}

/** The result of a request; rejects with its error. */
export const awaitRequest = <T>(request: Request<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * Resolves when a transaction is complete, not merely when its requests are; rejects when it was
 * undone.
 */
export const awaitTransaction = (transaction: Transaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(transaction.error ?? new Error("The transaction was aborted."))
    transaction.onerror = () => reject(transaction.error)
  })
