import { afterAll } from "vitest"
import { ticketsSuite } from "../../core/test/admission/tickets.suite.ts"
import { deletedPeopleSuite } from "../../core/test/closing/deleted-people.suite.ts"
import { newFile, openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: newFile() })
  opened.push(storage)
  return storage
}

deletedPeopleSuite("SQLite", open)
ticketsSuite("SQLite", open)
