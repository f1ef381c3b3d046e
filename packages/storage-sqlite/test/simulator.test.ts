import { simulatorSuite } from "../../core/test/simulator/simulator.suite.ts"
import { openSqlite } from "../src/index.ts"
import { newFile } from "./temporary.ts"

const openDisk = () => {
  const file = newFile()
  return {
    open: () => openSqlite({ file, strict: true }),
    shut: (storage: { readonly close: () => Promise<void> }) => storage.close(),
  }
}

simulatorSuite("SQLite", openDisk, 8)
