import { Effect, Result } from "effect"
import { uploadAccess } from "../../contract/access.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/files.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { Conflict, Invalid, NotFound } from "../../foundation/errors/refusals.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { slugOf, withSuffix } from "../../foundation/kernel/slug.ts"
import type { ObjectStore } from "../../foundation/ports/object-store.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, transact, Tx } from "../../foundation/unit-of-work.ts"
import { holdOrganization } from "../../organizations/steps.ts"
import type { StoredFile } from "../file.ts"
import {
  bytesRefusal,
  cleanFileName,
  contentFault,
  partBytesOf,
  partsOf,
  permitAnotherUpload,
  permitFile,
  storageKeyOf,
  uploadRefusal,
} from "../file-rules.ts"
import type { CompleteUploadInput, StartUploadInput, UploadInput } from "../inputs.ts"
import { clearOf, forgetFile, looksOf, objectStoreHere } from "../prepare.ts"
import type { RemovedFile, StartedUpload } from "../results.ts"
import { lockOwner, ownerFor, ownerOfFound, viewFile } from "../steps.ts"

/**
 * Begins the upload of a file and returns where its bytes are to be sent. `Invalid` for a type or a
 * size that the owner cannot have, `Conflict` where no files are kept, while too many uploads of the
 * owner are unfinished, and where its files leave no room for another.
 */
export const startUpload = step(function* (caller: Caller, input: StartUploadInput) {
  const { settings } = yield* Ports
  const access = uploadAccess[input.ownerType]
  yield* Effect.fromResult(permitToken(accessOf(endpoints.startUpload), caller))
  yield* Effect.fromResult(permitToken(access, caller))
  const store = yield* objectStoreHere()
  const contentType = input.contentType.toLowerCase()
  const upload: StartUploadInput = { ...input, contentType }
  yield* Effect.fromResult(permitFile(upload, settings.files.maxBytes))
  let found = yield* rowOf(caller, upload)
  // What is over counts until its bytes are gone: it goes now, and not with the next sweep.
  while (!("file" in found) && (yield* clearOf(store, found.holderUuid)))
    found = yield* rowOf(caller, upload)
  if (!("file" in found)) return yield* found.refusal
  const { file } = found
  const key = storageKeyOf(file.uuid)
  // The row first: what the store begins for it is removed with it.
  const token = yield* prepare(() =>
    store.begin({ key, contentType, isMultipart: file.partBytes !== undefined }),
  )
  const begun: StoredFile = { ...file, uploadToken: token }
  const isThere = yield* transact(function* (tx) {
    // It may have been removed with its owner meanwhile.
    const row = yield* tx.files.lock(file.uuid)
    return row?.state === "pending" && (yield* tx.files.change(begun))
  })
  if (!isThere) {
    yield* forgetFile(store, begun)
    return yield* new NotFound({ what: input.ownerType })
  }
  return yield* prepare(() => urlsOf(store, begun, settings.baseUrl))
})

/** Writes the row of an upload. Where its holder has no room for it, answers that and writes none. */
const rowOf = step(function* (caller: Caller, input: StartUploadInput) {
  const { ids, settings } = yield* Ports
  const { ownerType, ownerUuid, sizeInBytes, contentType } = input
  const partBytes = partBytesOf(sizeInBytes, settings.files.partBytes)
  const fileName = cleanFileName(input.fileName)
  const seconds =
    partBytes === undefined ? limits.uploadLifetimeSeconds : limits.multipartUploadLifetimeSeconds
  return yield* transact(function* (tx, now) {
    const owner = yield* ownerFor(caller, uploadAccess[ownerType], ownerType, ownerUuid)
    const { holderUuid } = owner
    if (ownerType !== "user") yield* holdOrganization({ uuid: holderUuid })
    yield* lockOwner(ownerType, owner)
    yield* Effect.fromResult(permitAnotherUpload(yield* tx.files.countPending(holderUuid, now)))
    const { bytesPerUser, bytesPerOrganization } = settings.files
    const allowedBytes = ownerType === "user" ? bytesPerUser : bytesPerOrganization
    const usedBytes = yield* tx.files.lockBytes(holderUuid)
    const refusal = bytesRefusal(sizeInBytes, { usedBytes, allowedBytes })
    if (refusal !== undefined) return { holderUuid, refusal }
    const base: Omit<StoredFile, "slug"> = {
      uuid: ids.uuid(),
      ownerType,
      ownerUuid: owner.uuid,
      holderUuid,
      fileName,
      contentType,
      sizeInBytes,
      countedBytes: sizeInBytes,
      state: "pending",
      partBytes,
      uploadToken: "",
      clearAt: new Date(now.getTime() + seconds * 1000),
      createdAt: now,
      updatedAt: undefined,
    }
    const named = (): StoredFile => ({ ...base, slug: withSuffix(slugOf(fileName), ids.suffix()) })
    let file = named()
    while (!(yield* tx.files.add(file))) file = named()
    return { file }
  })
})

const urlsOf = async (
  store: ObjectStore,
  file: StoredFile,
  baseUrl: string,
): Promise<StartedUpload> => {
  const { contentType, sizeInBytes, partBytes, uploadToken: token } = file
  const expiresAt = file.clearAt ?? file.createdAt
  const key = storageKeyOf(file.uuid)
  const url = (size: number, part: number | undefined) =>
    store.uploadUrl({
      key,
      token,
      contentType,
      sizeInBytes: size,
      part,
      expiresAt,
      now: file.createdAt,
      baseUrl,
    })
  if (partBytes === undefined)
    return {
      uploadId: file.uuid,
      url: await url(sizeInBytes, undefined),
      parts: undefined,
      expiresAt,
    }
  const parts = await Promise.all(
    partsOf(sizeInBytes, partBytes).map(async (part) => ({
      ...part,
      url: await url(part.sizeInBytes, part.number),
    })),
  )
  return { uploadId: file.uuid, url: undefined, parts, expiresAt }
}

/**
 * Completes an upload whose bytes were sent, and returns the file. A repeated call returns the same
 * file. `Invalid` when the parts or the bytes are not what was declared; bytes of another type are
 * removed. `Conflict` while bytes are missing.
 */
export const completeUpload = step(function* (caller: Caller, input: CompleteUploadInput) {
  const store = yield* objectStoreHere()
  const file = yield* transact(function* (_tx, now) {
    yield* Effect.fromResult(permitToken(accessOf(endpoints.completeUpload), caller))
    return yield* uploadFor(caller, input.uploadId, now)
  })
  if (file.state === "pending") {
    yield* Effect.fromResult(permitParts(file, input))
    const { uploadToken: token, sizeInBytes } = file
    const key = storageKeyOf(file.uuid)
    const problem = yield* prepare(() =>
      store.complete({ key, token, sizeInBytes, parts: input.parts ?? undefined }),
    )
    const faults =
      problem === undefined
        ? contentFault(file.contentType, yield* looksOf(store, file))
        : undefined
    if (problem !== undefined || faults !== undefined) {
      // What was abandoned meanwhile has lost its bytes, and is no longer there for its caller.
      const again = yield* transact(function* (_tx, now) {
        return yield* uploadFor(caller, file.uuid, now)
      })
      if (again.state === "pending" && problem !== undefined) return yield* uploadRefusal(problem)
      if (again.state === "pending" && faults !== undefined) {
        yield* discard(store, file)
        return yield* new Invalid({ errors: faults })
      }
    }
  }
  return yield* transact(function* (tx, now) {
    // It may have been completed, abandoned or removed with its owner meanwhile.
    const before = yield* uploadFor(caller, file.uuid, now)
    const stored: StoredFile = { ...before, state: "stored", clearAt: undefined, updatedAt: now }
    if (before.state === "pending") yield* tx.files.change(stored)
    return yield* viewFile(before.state === "pending" ? stored : before, now)
  })
})

const permitParts = (
  { partBytes, sizeInBytes }: StoredFile,
  { parts }: CompleteUploadInput,
): Result.Result<void, Invalid> => {
  const count = partBytes === undefined ? 0 : partsOf(sizeInBytes, partBytes).length
  if ((parts?.length ?? 0) === count) return Result.void
  const fault =
    count === 0 ? "must be left out: the upload has no parts" : `must name all ${count} parts`
  return Result.fail(new Invalid({ errors: { parts: fault } }))
}

/** Abandons an upload: what was sent is removed. `Conflict` for one that is complete. */
export const abandonUpload = step(function* (caller: Caller, input: UploadInput) {
  const store = yield* objectStoreHere()
  const file = yield* transact(function* (tx, now) {
    yield* Effect.fromResult(permitToken(accessOf(endpoints.abandonUpload), caller))
    const found = yield* uploadFor(caller, input.uploadId, now)
    if (found.state === "stored")
      return yield* new Conflict({
        reason: "upload_completed",
        message: "The upload is complete. Delete the file instead.",
      })
    yield* tx.files.change({ ...found, state: "removed", clearAt: now })
    return found
  })
  yield* forgetFile(store, file)
  const removed: RemovedFile = { uuid: file.uuid, fileName: file.fileName }
  return removed
})

/**
 * The upload of a caller who may make it, its row locked; `NotFound` for one that is over,
 * `Forbidden` when the token lacks the scope alone.
 */
const uploadFor = step(function* (caller: Caller, uuid: string, now: Date) {
  const tx = yield* Tx
  const found = yield* tx.files.find(uuid)
  if (found === undefined) return yield* new NotFound({ what: "upload" })
  const access = uploadAccess[found.ownerType]
  // Only who may see the upload learns which scope the token lacks.
  yield* ownerOfFound(caller, { ...access, scope: undefined }, found, "upload")
  yield* Effect.fromResult(permitToken(access, caller))
  const file = yield* tx.files.lock(found.uuid)
  const isOver =
    file === undefined ||
    file.state === "removed" ||
    (file.clearAt !== undefined && file.clearAt <= now)
  return isOver ? yield* new NotFound({ what: "upload" }) : file
})

/** Removes an upload whose bytes are not what was declared. */
const discard = step(function* (store: ObjectStore, file: StoredFile) {
  yield* transact(function* (tx, now) {
    const found = yield* tx.files.lock(file.uuid)
    if (found?.state === "pending")
      yield* tx.files.change({ ...found, state: "removed", clearAt: now })
  })
  yield* forgetFile(store, file)
})
