import { equal } from "node:assert/strict"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { doorManifest, newSigningKey } from "../fixtures/door.ts"
import { openScratch } from "../fixtures/scratch.ts"
import type { Side, Suite } from "../harness/bench.ts"
import { startProcess } from "../harness/processes.ts"
import type { LoadCase, Peak } from "../memory/peak.ts"

const holders = 100_000

/** How far loading a large manifest raises the peak of a process, each time a new one. */
export const loadMemory: Suite = {
  name: "door-memory",
  open: async () => {
    const { dir, remove } = await openScratch()
    const key = newSigningKey()
    const { payload, text } = doorManifest(holders, key)
    const files = { text: join(dir, "response.json"), payload: join(dir, "payload.json") }
    await writeFile(files.text, text)
    await writeFile(files.payload, payload)
    const load = (side: LoadCase["side"]): Promise<Peak> =>
      loadOnce({
        side,
        files,
        key: String(key.privateKey.export({ type: "pkcs8", format: "pem" })),
      })
    const side = (name: string, which: LoadCase["side"]): Side => ({
      name,
      measure: async () => {
        const { megabytes } = await load(which)
        if (!(megabytes > 0)) throw new Error(`${name} raised no peak.`)
        return { value: megabytes }
      },
    })
    const agree = async (): Promise<void> => {
      equal((await load("ours")).version, 7)
      equal((await load("floor")).version, 7)
    }
    const bench = {
      name: `door peak memory, ${holders} holders`,
      a: side("Door.load", "ours"),
      b: side("JSON.parse + verify", "floor"),
      unit: "MB",
      aim: 1.2,
      agree,
    } as const
    return { benches: [bench], close: remove }
  },
}

const loadOnce = async (wanted: LoadCase): Promise<Peak> => {
  const { ask, stop } = startProcess<LoadCase, Peak>(
    join(import.meta.dirname, "..", "memory", "peak.ts"),
  )
  try {
    return await ask(wanted)
  } finally {
    stop()
  }
}
