import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it } from "vitest"
import type { Storage } from "../src/foundation/storage/storage.ts"
import { openMemory } from "../src/memory/index.ts"
import { openTestSymbolon } from "./fixtures/world.ts"

/** V8's own collector, which answers when it has collected. */
const collector = (): (() => void) => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect !== "function") throw new Error("This V8 has no collector to call.")
  return () => void Reflect.apply(collect, undefined, [])
}

it("what a Symbolon that nobody holds has read is collected, also without close", async () => {
  const collect = collector()
  const held: WeakRef<Storage>[] = []
  for (let each = 0; each < 3; each += 1) {
    const storage = openMemory({ strict: true })
    await openTestSymbolon(storage)
    held.push(new WeakRef(storage))
  }
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    collect()
  }
  // What ran last may still stand on the stack.
  expect(held.filter((one) => one.deref() !== undefined).length).toBeLessThan(2)
})
