import { Effect } from "effect"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/files.ts"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost, permitToken } from "../../foundation/access/permit.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, sharedRead } from "../../foundation/unit-of-work.ts"
import { imageTypes, isPublic, storageKeyOf } from "../file-rules.ts"
import type { FileInput, LocateFileInput } from "../inputs.ts"
import type { LocatedFile } from "../results.ts"
import { ownerOfFound, viewFile } from "../steps.ts"

/** Returns a file by slug or uuid. `NotFound` for a file of somebody else. */
export const get = step(function* (caller: Caller, input: FileInput) {
  const access = accessOf(endpoints.getFile)
  yield* Effect.fromResult(permitToken(access, caller))
  return yield* sharedRead(function* (tx, now) {
    const file = yield* tx.files.find(input.file)
    if (file?.state !== "stored") return yield* new NotFound({ what: "file" })
    yield* ownerOfFound(caller, access, file, "file")
    return yield* viewFile(file, now)
  })
})

/**
 * Returns the file whose bytes a URL asks for. `NotFound` where there is none, or it is not public
 * and the URL is not signed or has expired. For the host alone, which answers any reader.
 */
export const locate = step(function* (caller: Caller, input: LocateFileInput) {
  yield* Effect.fromResult(permitHost(caller))
  const { objectStore } = yield* Ports
  const { storageKey, query } = input
  const uuid = storageKey.slice(storageKey.lastIndexOf("/") + 1)
  return yield* sharedRead(function* (tx, now) {
    const file = yield* tx.files.find(uuid)
    const isThere = file?.state === "stored" && storageKeyOf(file.uuid) === storageKey
    if (!isThere || objectStore === undefined) return yield* new NotFound({ what: "file" })
    if (!isPublic(file) && !objectStore.permitsDownload(storageKey, query, now))
      return yield* new NotFound({ what: "file" })
    const located: LocatedFile = {
      uuid: file.uuid,
      fileName: file.fileName,
      contentType: file.contentType,
      sizeInBytes: file.sizeInBytes,
      storageKey,
      isPublic: isPublic(file),
      isInline: imageTypes.includes(file.contentType),
    }
    return located
  })
})
