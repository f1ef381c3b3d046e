import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/files.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact } from "../../foundation/unit-of-work.ts"
import type { ListActivityFilesInput, ActivityFileInput } from "../inputs.ts"
import { forgetFile, objectStoreHere } from "../prepare.ts"
import type { RemovedFile } from "../results.ts"
import { filesOf, ownerFor, removeFileOf } from "../steps.ts"

/** Lists the files of an activity. */
export const listFiles = listing(function* (caller: Caller, input: ListActivityFilesInput) {
  const access = accessOf(endpoints.listActivityFiles)
  return yield* read(function* (_tx, now) {
    const owner = yield* ownerFor(caller, access, "activity", input.activity)
    return yield* filesOf(owner, input.page, now)
  })
})

/** Deletes a file of an activity. `Conflict` while something shows it. */
export const deleteFile = step(function* (caller: Caller, input: ActivityFileInput) {
  const store = yield* objectStoreHere()
  const access = accessOf(endpoints.deleteActivityFile)
  const file = yield* transact(function* (_tx, now) {
    const owner = yield* ownerFor(caller, access, "activity", input.activity)
    return yield* removeFileOf(owner, input.fileUuid, now)
  })
  yield* forgetFile(store, file)
  const removed: RemovedFile = { uuid: file.uuid, fileName: file.fileName }
  return removed
})
