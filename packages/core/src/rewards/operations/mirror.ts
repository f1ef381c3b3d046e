import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { sha256 } from "../../foundation/kernel/digest.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { slugOf, withSuffix } from "../../foundation/kernel/slug.ts"
import type { ObjectStore } from "../../foundation/ports/object-store.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import type { StoredFile } from "../../files/file.ts"
import { contentFault, imageTypes, storageKeyOf } from "../../files/file-rules.ts"
import { forgetFile, looksOfBytes } from "../../files/prepare.ts"
import { contentInside } from "../../ledger/content/content.ts"
import { openContent } from "../../ledger/content/seal-content.ts"
import { readIssuedContent } from "../issued-content.ts"
import { sourcesIn } from "../mirroring/mirrored-items.ts"
import { mirrorAnswerOf, type MirrorTask } from "../mirroring/mirroring.ts"
import type { RewardTemplate } from "../reward-template.ts"
import { carriedBy } from "../steps/holdings.ts"

/**
 * Copies an image or a document that an issued reward names at another host, once for all who have
 * the reward. What is too large, not public, or neither an image nor a PDF by its bytes is settled
 * as not copied. `false` while the host fails and may be asked again.
 */
export const copyAsset = step(function* (
  caller: Caller,
  { transactionId, sourceHash, isLast }: MirrorTask & { readonly isLast: boolean },
) {
  yield* Effect.fromResult(permitHost(caller))
  const { objectStore, outgoingHttp } = yield* Ports
  const place = yield* placeOf(transactionId, sourceHash)
  if (place === undefined || objectStore === undefined) return true
  const { url, template } = place
  const result = yield* prepare(() =>
    outgoingHttp.send({
      // What follows a `#` is for who shows it, and never part of a request (RFC 3986 section 3.5).
      url: url.split("#", 1)[0] ?? url,
      method: "GET",
      headers: { accept: "image/*, application/pdf" },
      timeoutMs: limits.mirrorFetchTimeoutMs,
      maxBodyBytes: limits.mirroredBytesMax,
    }),
  )
  const answer = mirrorAnswerOf(result)
  if (answer.kind === "failed" && !isLast) return false
  const source = { sourceHash, organizationUuid: template.organizationUuid }
  if (answer.kind !== "bytes") return yield* settleWithout(source)
  const { type = "", pixels } = yield* looksOfBytes(answer.bytes)
  const isCopied = imageTypes.includes(type) || type === "application/pdf"
  if (!isCopied || contentFault(type, { type, pixels }) !== undefined)
    return yield* settleWithout(source)
  const bytes = { bytes: answer.bytes, contentType: type, contentHash: sha256(answer.bytes) }
  yield* keep(objectStore, template, sourceHash, bytes)
  return true
})

/** Where it is, and whose; undefined if that is settled, or the reward is erased. */
const placeOf = step(function* (transactionId: string, sourceHash: string) {
  const { settings } = yield* Ports
  const carried = yield* read(function* (tx) {
    if ((yield* tx.mirroredAssets.findAll([sourceHash])).length > 0) return undefined
    const transaction = yield* tx.transactions.find(transactionId)
    return transaction && (yield* carriedBy([transaction]))[0]
  })
  if (carried === undefined) return undefined
  const inside = contentInside(yield* openContent(carried.sealed))
  if (inside === undefined) return undefined
  const content = readIssuedContent(inside)
  const url = sourcesIn(content, settings.baseUrl).get(sourceHash)
  const template = yield* read(function* (tx) {
    return yield* tx.rewardTemplates.find(content.template_slug ?? "")
  })
  return url === undefined || template?.organizationUuid !== content.issuer?.id
    ? undefined
    : template && { url, template }
})

/** What a source has that is not copied. */
const nothing = { contentHash: undefined, fileUuid: undefined }

const settleWithout = step(function* (source: {
  readonly sourceHash: string
  readonly organizationUuid: string
}) {
  yield* transact(function* (tx, createdAt) {
    yield* tx.mirroredAssets.add({ ...source, ...nothing, createdAt })
  })
  return true
})

interface MirroredBytes {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly contentHash: string
}

/** Keeps the bytes as a file of the reward; where the organization has them, as that file. */
const keep = step(function* (
  store: ObjectStore,
  template: RewardTemplate,
  sourceHash: string,
  { bytes, contentType, contentHash }: MirroredBytes,
) {
  const { organizationUuid } = template
  const asset = { sourceHash, organizationUuid, contentHash }
  const file = yield* transact(function* (tx, createdAt) {
    // Nothing is copied for an organization that was deleted meanwhile.
    if ((yield* tx.organizations.hold(organizationUuid)) === undefined) return undefined
    const copy = yield* copyHeld(asset)
    if (copy === undefined && !(yield* hasRoom(organizationUuid, bytes.length))) {
      yield* tx.mirroredAssets.add({ sourceHash, organizationUuid, ...nothing, createdAt })
      return undefined
    }
    if (copy === undefined)
      return yield* beginFile(template, { bytes, contentType, contentHash }, createdAt)
    yield* tx.mirroredAssets.add({ ...asset, fileUuid: copy, createdAt })
    return undefined
  })
  if (file === undefined) return
  // The row first: bytes that come to nothing are swept with it.
  yield* prepare(() => store.put({ key: storageKeyOf(file.uuid), contentType, bytes }))
  const isKept = yield* transact(function* (tx, now) {
    // Two jobs that bring the same bytes come one after the other.
    if ((yield* tx.organizations.lock(organizationUuid)) === undefined) return false
    const copy = yield* copyHeld(asset)
    const mine = yield* tx.files.lock(file.uuid)
    const isFirst =
      copy === undefined &&
      mine?.state === "pending" &&
      (yield* hasRoom(organizationUuid, bytes.length))
    if (isFirst)
      yield* tx.files.change({ ...mine, state: "stored", clearAt: undefined, updatedAt: now })
    else if (mine?.state === "pending")
      yield* tx.files.change({ ...mine, state: "removed", clearAt: now })
    const fileUuid = copy ?? (isFirst ? file.uuid : undefined)
    const added =
      fileUuid !== undefined &&
      (yield* tx.mirroredAssets.add({ ...asset, fileUuid, createdAt: now }))
    if (isFirst && !added) yield* tx.files.change({ ...mine, state: "removed", clearAt: now })
    return isFirst && added
  })
  if (!isKept) yield* forgetFile(store, file)
})

/** Whether so many bytes more may be copied for an organization. */
const hasRoom = step(function* (organizationUuid: string, bytes: number) {
  const { settings } = yield* Ports
  const tx = yield* Tx
  const taken = yield* tx.mirroredAssets.bytesOf(organizationUuid)
  return taken + bytes <= settings.files.mirroredBytesPerOrganization
})

/** The stored file of an organization that has these bytes. */
const copyHeld = step(function* (asset: {
  readonly organizationUuid: string
  readonly contentHash: string
}) {
  const tx = yield* Tx
  const copy = yield* tx.mirroredAssets.latestCopy(asset.organizationUuid, asset.contentHash)
  if (copy?.fileUuid === undefined) return undefined
  const file = yield* tx.files.lock(copy.fileUuid)
  return file?.state === "stored" ? file.uuid : undefined
})

/** Writes the row of a file whose bytes are about to be stored. */
const beginFile = step(function* (
  { uuid: ownerUuid, organizationUuid: holderUuid }: RewardTemplate,
  { bytes, contentType, contentHash }: MirroredBytes,
  now: Date,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  // Of the address nothing is told: it is sealed.
  const fileName = `${contentHash.slice(0, 16)}.${contentType.split("/")[1]}`
  const base: Omit<StoredFile, "slug"> = {
    uuid: ids.uuid(),
    ownerType: "reward",
    ownerUuid,
    holderUuid,
    fileName,
    contentType,
    sizeInBytes: bytes.length,
    // Copies have an allowance of their own.
    countedBytes: 0,
    state: "pending",
    partBytes: undefined,
    uploadToken: "",
    clearAt: new Date(now.getTime() + limits.uploadLifetimeSeconds * 1000),
    createdAt: now,
    updatedAt: undefined,
  }
  const named = (): StoredFile => ({ ...base, slug: withSuffix(slugOf(fileName), ids.suffix()) })
  let file = named()
  while (!(yield* tx.files.add(file))) file = named()
  return file
})
