import { afterAll } from "vitest"
import { attackCardsOn } from "../../core/test/card-consent.ts"
import { tellOfCardsOn } from "../../core/test/cards.ts"
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
