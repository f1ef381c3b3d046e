import { afterAll } from "vitest"
import { listCrowdOn } from "../../core/test/manifest/crowd.suite.ts"
import { followRostersOn } from "../../core/test/manifest/rosters.suite.ts"
import { openSqlite } from "../src/index.ts"

const opened: { readonly close: () => Promise<void> }[] = []
afterAll(() => Promise.all(opened.map((storage) => storage.close())))

const open = async () => {
  const storage = openSqlite({ file: ":memory:", strict: true })
  opened.push(storage)
  return storage
}

followRostersOn("SQLite", open, [4], 150)
listCrowdOn("SQLite", open)
