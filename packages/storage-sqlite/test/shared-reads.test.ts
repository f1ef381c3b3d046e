import { afterAll } from "vitest"
import { nestedReadsSuite } from "../../core/test/nested-reads.suite.ts"
import { sharedReadsSuite } from "../../core/test/shared-reads.suite.ts"
import { newFile, openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const openAt = async (file: string, strict = true) => {
  const storage = await openFresh({ file, strict })
  opened.push(storage)
  return storage
}

// In memory it has one connection, and in a file readers of its own.
sharedReadsSuite("SQLite in memory", () => openAt(":memory:"))
sharedReadsSuite("SQLite in a file", () => openAt(newFile()))
nestedReadsSuite("SQLite in memory", () => openAt(":memory:", false))
nestedReadsSuite("SQLite in a file", () => openAt(newFile(), false))
