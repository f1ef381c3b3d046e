import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/files.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact } from "../../foundation/unit-of-work.ts"
import type { ListRewardFilesInput, RewardFileInput } from "../inputs.ts"
import { forgetFile, objectStoreHere } from "../prepare.ts"
import type { RemovedFile } from "../results.ts"
import { filesOf, ownerFor, removeFileOf } from "../steps.ts"

/** Lists the files of a reward. */
export const listFiles = listing(function* (caller: Caller, input: ListRewardFilesInput) {
  const access = accessOf(endpoints.listRewardFiles)
  return yield* read(function* (_tx, now) {
    const owner = yield* ownerFor(caller, access, "reward", input.reward)
    return yield* filesOf(owner, input.page, now)
  })
})

/** Deletes a file of a reward. */
export const deleteFile = step(function* (caller: Caller, input: RewardFileInput) {
  const store = yield* objectStoreHere()
  const access = accessOf(endpoints.deleteRewardFile)
  const file = yield* transact(function* (_tx, now) {
    const owner = yield* ownerFor(caller, access, "reward", input.reward)
    return yield* removeFileOf(owner, input.fileUuid, now)
  })
  yield* forgetFile(store, file)
  const removed: RemovedFile = { uuid: file.uuid, fileName: file.fileName }
  return removed
})
