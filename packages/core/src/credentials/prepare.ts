import { StorageFailed } from "../foundation/errors/refusals.ts"
import type { StoredFile } from "../files/file.ts"
import { isPublic, publicUrlOf } from "../files/file-rules.ts"
import type { JsonObject } from "../foundation/kernel/json.ts"
import { step } from "../foundation/step.ts"
import { Ports, prepare, read, transact } from "../foundation/unit-of-work.ts"
import type { CredentialKey } from "./credential-key.ts"
import { type CredentialSigner, credentialJwt } from "./credential-jwt.ts"
import { organizationDid, verificationMethodId } from "./did.ts"
import { type Award, type CredentialIssuer, isCredential, openBadge } from "./open-badge.ts"

/** The items of one reward, and what their credentials say beside them. */
export interface AwardedItems extends Pick<Award, "template" | "walletAddress" | "now"> {
  readonly items: readonly JsonObject[]
  readonly organizationUuid: string
  readonly issuer: Omit<CredentialIssuer, "did">
}

/**
 * The items of a reward, each badge and certificate with its `credential`, and the index of all of
 * them in the status lists of the organization: what was issued together is taken back together.
 * Where there is neither, the items as they are: it costs nothing.
 */
export const withCredentials = step(function* (awarded: AwardedItems) {
  const { items, organizationUuid } = awarded
  if (!items.some(isCredential)) return { items, statusIndex: undefined }
  const { ids, credentialIndexes, settings } = yield* Ports
  const signer = yield* credentialSigner(organizationUuid)
  const statusIndex = yield* prepare(() => credentialIndexes.next(organizationUuid))
  const images = yield* publicImages(items, organizationUuid)
  const signed = items.map((item, itemIndex) => {
    if (!isCredential(item)) return Promise.resolve(item)
    const badge = openBadge(item, {
      ...awarded,
      uuid: ids.uuid(),
      issuer: { ...awarded.issuer, did: signer.did },
      itemIndex,
      imageUrl: imageUrlOf(item, images),
      salt: Buffer.from(ids.bytes(saltBytes)).toString("base64url"),
      statusListsUrl: statusListsUrl(settings.baseUrl, organizationUuid),
      statusIndex,
    })
    return credentialJwt("JWT", badge, signer).then((credential) => ({ ...item, credential }))
  })
  return { items: yield* prepare(() => Promise.all(signed)), statusIndex }
})

const saltBytes = 16

/**
 * The addresses of images that badges name as files of their organization, by their uuid. Every
 * other file has no address that strangers can open, or that lasts.
 */
const publicImages = step(function* (items: readonly JsonObject[], organizationUuid: string) {
  const { settings } = yield* Ports
  const uuids = items.filter(isCredential).flatMap(({ image_file_uuid: uuid }) => uuid ?? [])
  const named = uuids.filter((uuid) => typeof uuid === "string")
  if (named.length === 0) return new Map<string, string>()
  const files = yield* read(function* (tx) {
    return yield* tx.files.findAll(named)
  })
  return new Map(
    files
      .filter((file) => isOpenImage(file, organizationUuid))
      .map(({ uuid }) => [uuid, publicUrlOf(settings.baseUrl, uuid)] as const),
  )
})

const isOpenImage = (file: StoredFile, organizationUuid: string): boolean =>
  file.state === "stored" &&
  file.ownerType === "organization" &&
  file.holderUuid === organizationUuid &&
  isPublic(file)

const imageUrlOf = (
  { image_url: url, image_file_uuid: uuid }: JsonObject,
  images: ReadonlyMap<string, string>,
): string | undefined => {
  if (typeof url === "string") return url
  return typeof uuid === "string" ? images.get(uuid) : undefined
}

/** Where the status lists of an organization are; the number of a list follows. */
export const statusListsUrl = (baseUrl: string, organizationUuid: string): string =>
  `${baseUrl}/organizations/${organizationUuid}/credential-status`

/** The key that signs for an organization. Its first is made when it is first needed. */
export const credentialSigner = step(function* (organizationUuid: string) {
  const { credentialKeys, settings } = yield* Ports
  const known = yield* read(function* (tx) {
    return yield* tx.credentialKeys.active(organizationUuid)
  })
  const key = known ?? (yield* firstKey(organizationUuid))
  const did = organizationDid(settings.baseUrl, organizationUuid)
  const signer: CredentialSigner = {
    did,
    kid: verificationMethodId(did, key.keyId),
    privateKey: yield* prepare(() => credentialKeys.open(key)),
  }
  return signer
})

/** Of two processes that make the first key at once, both go on with the one that was stored. */
const firstKey = step(function* (organizationUuid: string) {
  const made = yield* prepareCredentialKey()
  return yield* transact(function* (tx, now) {
    const key: CredentialKey = { ...made, organizationUuid, createdAt: now, retiredAt: undefined }
    if (yield* tx.credentialKeys.add(key)) return key
    return (yield* tx.credentialKeys.active(organizationUuid)) ?? (yield* keyVanished)
  })
})

const keyVanished = new StorageFailed({
  cause: new Error("A key of credentials was not added, and there is none."),
})

/** Makes and seals a key before a transaction begins. Nothing is stored yet. */
export const prepareCredentialKey = step(function* () {
  const { credentialKeys } = yield* Ports
  return yield* prepare(() => credentialKeys.make())
})
