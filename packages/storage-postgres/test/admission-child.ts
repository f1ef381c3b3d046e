// A process of its own: node --conditions=@symbolon/source admission-child.ts <url> <now>, doors as
// JSON on its input. Prints what each tap was answered, and how many transactions had to run again.
import { text } from "node:stream/consumers"
import { createSymbolon } from "../../core/src/index.ts"
import { memoryKeyVault, testClock } from "../../core/src/testing/index.ts"
import { openPostgres, type Retry } from "../src/index.ts"
import { bringIn, type DoorTaps } from "./door-taps.ts"

const [connectionString = "", now = ""] = process.argv.slice(2)
const doors: readonly DoorTaps[] = JSON.parse(await text(process.stdin))
const retries: Retry[] = []
const storage = openPostgres({ connectionString, max: 8, onRetry: (retry) => retries.push(retry) })
const symbolon = await createSymbolon({
  storage,
  vault: memoryKeyVault(new Uint8Array(32).fill(7)),
  testClock: testClock(now),
})
const answers = await Promise.all(doors.map((door) => bringIn(symbolon, door)))
process.stdout.write(JSON.stringify({ answers: answers.flat(), retries: retries.length }))
await symbolon.close()
