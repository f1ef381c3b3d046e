import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import type { ObjectStore } from "../../foundation/ports/object-store.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, read } from "../../foundation/unit-of-work.ts"
import type { SweepFilesInput } from "../inputs.ts"
import { clearFile, slicesOf, uuidOfObject } from "../prepare.ts"
import type { SweptFiles } from "../results.ts"

const sliceMax = 100

/**
 * Removes uploads that nobody finished and the bytes of deleted files; and bytes that no file names
 * and leftovers of uploads, when they are a day old. For the host alone; a daily job does so too.
 */
export const sweep = step(function* (caller: Caller, input: SweepFilesInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { objectStore, wall } = yield* Ports
  const nothing: SweptFiles = { cleared: 0, orphans: 0, leftovers: 0 }
  if (objectStore === undefined) return nothing
  const before =
    input.strayBefore ?? new Date(wall.now().getTime() - limits.strayBytesKeptSeconds * 1000)
  const cleared = yield* clearAll(objectStore)
  const leftovers = yield* prepare(() => objectStore.sweep(before))
  const swept: SweptFiles = {
    cleared,
    orphans: yield* removeOrphans(objectStore, before),
    leftovers,
  }
  return swept
})

const clearAll = step(function* (store: ObjectStore) {
  let cleared = 0
  for (;;) {
    const due = yield* read(function* (tx, now) {
      return yield* tx.files.toClear(now, sliceMax)
    })
    for (const file of due) cleared += (yield* clearFile(store, file)) ? 1 : 0
    if (due.length < sliceMax) return cleared
  }
})

const removeOrphans = step(function* (store: ObjectStore, before: Date) {
  const slices = slicesOf(store.list(before))
  let removed = 0
  for (;;) {
    const slice = yield* prepare(() => slices.next())
    const known = yield* read(function* (tx) {
      return yield* tx.files.findAll(slice.map(uuidOfObject))
    })
    const uuids = new Set(known.map(({ uuid }) => uuid))
    const orphans = slice.filter((object) => !uuids.has(uuidOfObject(object)))
    yield* prepare(async () => {
      for (const { key } of orphans) await store.remove(key)
    })
    removed += orphans.length
    if (slice.length < slices.size) return removed
  }
})
