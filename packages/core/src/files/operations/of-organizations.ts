import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/files.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, transact } from "../../foundation/unit-of-work.ts"
import type { ListOrganizationFilesInput, OrganizationFileInput } from "../inputs.ts"
import { forgetFile, objectStoreHere } from "../prepare.ts"
import type { RemovedFile } from "../results.ts"
import { filesOf, ownerFor, removeFileOf } from "../steps.ts"

/** Lists the files of an organization, without those of its activities and rewards. */
export const listFiles = listing(function* (caller: Caller, input: ListOrganizationFilesInput) {
  const access = accessOf(endpoints.listOrganizationFiles)
  return yield* read(function* (_tx, now) {
    const owner = yield* ownerFor(caller, access, "organization", input.organization)
    return yield* filesOf(owner, input.page, now)
  })
})

/**
 * Deletes a file of an organization, without those of its activities and rewards. `Conflict` while
 * something shows it.
 */
export const deleteFile = step(function* (caller: Caller, input: OrganizationFileInput) {
  const store = yield* objectStoreHere()
  const access = accessOf(endpoints.deleteOrganizationFile)
  const file = yield* transact(function* (_tx, now) {
    const owner = yield* ownerFor(caller, access, "organization", input.organization)
    return yield* removeFileOf(owner, input.fileUuid, now)
  })
  yield* forgetFile(store, file)
  const removed: RemovedFile = { uuid: file.uuid, fileName: file.fileName }
  return removed
})
