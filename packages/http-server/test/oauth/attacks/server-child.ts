// A process of its own that serves a SQLite file: node --conditions=@symbolon/source
// server-child.ts <file> <base url>
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createSymbolon } from "@symbolon/core"
import { memoryKeyVault, testClock } from "@symbolon/core/testing"
import { openSqlite } from "@symbolon/storage-sqlite"
import { createHandler } from "../../../src/create-handler.ts"

const [file = "", baseUrl = "", now = ""] = process.argv.slice(2)
const symbolon = await createSymbolon({
  storage: openSqlite({ file }),
  vault: memoryKeyVault(new Uint8Array(32).fill(7)),
  testClock: testClock(new Date(now)),
  baseUrl,
})
const { listener } = createHandler({ symbolon, limits: "off" })
const server = createServer(listener)
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
// Whoever started this process may be gone without ending it.
process.stdin.on("end", () => process.exit(0)).resume()
