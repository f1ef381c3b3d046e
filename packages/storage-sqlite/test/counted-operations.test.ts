import Database from "better-sqlite3"
import { afterAll, vi } from "vitest"
import {
  countedOperationsSuite,
  type Counter,
} from "../../storage-sql/test/counted-operations.suite.ts"
import { openFresh } from "./temporary.ts"

const framing = /^(begin|commit|rollback|savepoint|release|pragma)/i

/** Counts what runs on all connections; one statement over many rows is one. */
const openCounter = (): Counter => {
  const prepared = new Database(":memory:").prepare("select 1")
  const prototype: unknown = Object.getPrototypeOf(prepared)
  if (typeof prototype !== "object" || prototype === null) throw new Error("Statements have verbs.")
  let statements = 0
  let last: unknown
  const note = (statement: unknown): void => {
    const isStatement = typeof statement === "object" && statement !== null && "source" in statement
    if (!isStatement || framing.test(String(statement.source))) return
    const { source } = statement
    const isRead = "reader" in statement && statement.reader === true
    if (isRead || source !== last) statements += 1
    last = source
  }
  for (const verb of ["run", "all", "get"]) {
    const original: unknown = Reflect.get(prototype, verb)
    if (typeof original !== "function") throw new Error(`Statements have ${verb}.`)
    const counting = function (this: unknown, ...values: unknown[]): unknown {
      note(this)
      return Reflect.apply(original, this, values)
    }
    Reflect.set(prototype, verb, vi.fn(counting))
    afterAll(() => Reflect.set(prototype, verb, original))
  }
  return {
    reset: () => {
      statements = 0
      last = undefined
    },
    asked: () => ({ statements, journeys: 0 }),
  }
}

countedOperationsSuite("SQLite", async () => ({
  storage: await openFresh(),
  counter: openCounter(),
}))
