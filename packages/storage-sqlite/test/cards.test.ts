import { afterAll } from "vitest"
import { attackCardsOn } from "../../core/test/card-consent.suite.ts"
import { tellOfCardsOn } from "../../core/test/cards.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
}
tellOfCardsOn("SQLite", open)
attackCardsOn("SQLite", open)
