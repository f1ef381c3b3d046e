import pg from "pg"
import { afterAll, vi } from "vitest"
import {
  countedOperationsSuite,
  type Counter,
} from "../../storage-sql/test/counted-operations.suite.ts"
import { openDatabases } from "./database.ts"

const databases = await openDatabases()

/** What a connection is at. */
interface Busy {
  isReading: boolean
  waiting: number
}

const textOf = (query: unknown): string => {
  if (typeof query === "string") return query
  if (typeof query === "object" && query !== null && "text" in query) return String(query.text)
  return ""
}

/**
 * Counts what the connections of stores send. What is sent while an answer is awaited travels with
 * what was sent before; that a transaction which read is over, nobody waits for.
 */
const openCounter = (): Counter => {
  const busy = new WeakMap<object, Busy>()
  let [statements, journeys] = [0, 0]
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, "query")
  spy.mockImplementation(function (this: pg.Client, ...query: unknown[]) {
    const at = busy.get(this) ?? { isReading: false, waiting: 0 }
    busy.set(this, at)
    const text = textOf(query[0])
    const sent: unknown = Reflect.apply(send, this, query)
    if (text.startsWith("begin")) at.isReading = text.includes("read only")
    else if (text !== "commit" && text !== "rollback") statements += 1
    if (text === "commit" && at.isReading) return sent
    if (at.waiting === 0) journeys += 1
    at.waiting += 1
    const answered = (): void => {
      at.waiting -= 1
    }
    if (sent instanceof Promise) sent.then(answered, answered)
    return sent
  })
  afterAll(() => spy.mockRestore())
  return {
    reset: () => {
      ;[statements, journeys] = [0, 0]
    },
    asked: () => ({ statements, journeys }),
  }
}

countedOperationsSuite("PostgreSQL", async () => {
  const storage = await databases.openFresh()
  return { storage, counter: openCounter() }
})
