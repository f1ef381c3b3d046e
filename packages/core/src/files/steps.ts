import { Effect } from "effect"
import { lockedUser } from "../accounts/steps.ts"
import { actingUser, type Caller } from "../foundation/access/caller.ts"
import { type Access, permitToken } from "../foundation/access/permit.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { Page, PageRequest } from "../foundation/kernel/page.ts"
import { step } from "../foundation/step.ts"
import { orAbsent, Ports, Tx } from "../foundation/unit-of-work.ts"
import { organizationFor } from "../organizations/steps.ts"
import { templateFor } from "../rewards/steps.ts"
import { activityFor } from "../sessions/steps.ts"
import type { FileOwnerType, StoredFile } from "./file.ts"
import { isPublic, permitImage, permitRemoval, publicUrlOf, storageKeyOf } from "./file-rules.ts"
import type { FileView } from "./results.ts"

/** Whom a file belongs to, and with whom it goes. */
interface Owner {
  readonly uuid: string
  readonly holderUuid: string
}

const userFor = step(function* (caller: Caller, access: Access, uuid: string) {
  yield* Effect.fromResult(permitToken(access, caller))
  if (caller.kind !== "host" && actingUser(caller) !== uuid)
    return yield* new NotFound({ what: "user" })
  const user = yield* lockedUser(uuid)
  return { uuid: user.uuid, holderUuid: user.uuid } satisfies Owner
})

const rewardFor = step(function* (caller: Caller, access: Access, reference: string) {
  const { template } = yield* templateFor(caller, access, reference)
  return { uuid: template.uuid, holderUuid: template.organizationUuid } satisfies Owner
})

/** The owner of files, by slug or uuid, for a caller who may do this there; or `NotFound`. */
export const ownerFor = step(function* (
  caller: Caller,
  access: Access,
  type: FileOwnerType,
  reference: string,
) {
  if (type === "user") return yield* userFor(caller, access, reference)
  if (type === "reward") return yield* rewardFor(caller, access, reference)
  if (type === "activity") {
    const { activity } = yield* activityFor(caller, access, reference)
    return { uuid: activity.uuid, holderUuid: activity.organizationUuid } satisfies Owner
  }
  const { uuid } = yield* organizationFor(caller, access, reference)
  return { uuid, holderUuid: uuid } satisfies Owner
})

/**
 * Locks an activity or a reward to which a file is about to be added: its deletion removes the files
 * that it has by then, and none comes after it. `NotFound` when it was deleted meanwhile.
 */
export const lockOwner = step(function* (type: FileOwnerType, { uuid }: { readonly uuid: string }) {
  const tx = yield* Tx
  if (type === "activity" && (yield* tx.activities.lock(uuid)) === undefined)
    return yield* new NotFound({ what: "activity" })
  if (type === "reward" && (yield* tx.rewardTemplates.lock(uuid)) === undefined)
    return yield* new NotFound({ what: "reward" })
})

/**
 * The owner of a file or an upload that is there, for a caller who may do this. For every other
 * caller it is `NotFound`, as one that is not there.
 */
export const ownerOfFound = (
  caller: Caller,
  access: Access,
  { ownerType, ownerUuid }: Pick<StoredFile, "ownerType" | "ownerUuid">,
  what: "file" | "upload",
) => orAbsent(ownerFor(caller, access, ownerType, ownerUuid), () => new NotFound({ what }))

/** A file as its owner sees it, with a URL that is good now. */
export const viewFile = step(function* (file: StoredFile, now: Date) {
  const { objectStore, settings } = yield* Ports
  const storageKey = storageKeyOf(file.uuid)
  const url = publicUrlOf(settings.baseUrl, file.uuid)
  const until = new Date(now.getTime() + limits.fileUrlLifetimeSeconds * 1000)
  const isSigned = !isPublic(file) && objectStore !== undefined
  const view: FileView = {
    uuid: file.uuid,
    slug: file.slug,
    ownerType: file.ownerType,
    ownerUuid: file.ownerUuid,
    fileName: file.fileName,
    contentType: file.contentType,
    sizeInBytes: file.sizeInBytes,
    url: isSigned ? `${url}?${objectStore.signDownload(storageKey, until)}` : url,
    storageKey,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
  }
  return view
})

/**
 * Permits images, by field name of the wire, to be shown by what one of these owners has, and locks
 * them: none is deleted before the transaction ends. What is not sent or is cleared needs no
 * permission.
 */
export const holdImages = step(function* (
  sent: Readonly<Record<string, string | null | undefined>>,
  ownerUuids: readonly string[],
) {
  const tx = yield* Tx
  const inLockOrder = Object.entries(sent)
    .flatMap(([field, uuid]) => (typeof uuid === "string" ? [{ field, uuid }] : []))
    .toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1))
  for (const { field, uuid } of inLockOrder)
    yield* Effect.fromResult(permitImage(field, yield* tx.files.lock(uuid), ownerUuids))
})

/**
 * Removes a stored file of an owner, its row locked. `NotFound` for every other, `Conflict` while
 * something shows it.
 */
export const removeFileOf = step(function* (
  owner: { readonly uuid: string },
  uuid: string,
  now: Date,
) {
  const tx = yield* Tx
  const file = yield* tx.files.lock(uuid)
  if (file?.state !== "stored" || file.ownerUuid !== owner.uuid)
    return yield* new NotFound({ what: "file" })
  yield* Effect.fromResult(permitRemoval(yield* tx.files.uses(uuid, limits.fileUsesShown)))
  const removed: StoredFile = { ...file, state: "removed", clearAt: now }
  yield* tx.files.change(removed)
  return removed
})

/** A page of the stored files of an owner. */
export const filesOf = step(function* (
  owner: { readonly uuid: string },
  page: PageRequest<"created_at">,
  now: Date,
) {
  const tx = yield* Tx
  const { items, totalItems } = yield* tx.files.list(owner.uuid, page)
  const views: FileView[] = []
  for (const file of items) views.push(yield* viewFile(file, now))
  const found: Page<FileView> = { items: views, totalItems }
  return found
})
