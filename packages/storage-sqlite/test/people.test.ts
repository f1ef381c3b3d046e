import { afterAll } from "vitest"
import { tellOfTicketsOn } from "../../core/test/admission/tickets.suite.ts"
import { tellOfDeletedPeopleOn } from "../../core/test/closing/deleted-people.suite.ts"
import { newFile, openFresh } from "./temporary.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = await openFresh({ file: newFile() })
  opened.push(storage)
  return storage
}

tellOfDeletedPeopleOn("SQLite", open)
tellOfTicketsOn("SQLite", open)
