import { accessOf } from "../contract/endpoint.ts"
import * as endpoints from "../contract/endpoints/console-credentials.ts"
import type { Caller } from "../foundation/access/caller.ts"
import { Conflict, NotFound } from "../foundation/errors/refusals.ts"
import type { NoInput, OrganizationInput } from "../foundation/kernel/inputs.ts"
import { step } from "../foundation/step.ts"
import { listing } from "../foundation/listing.ts"
import { Ports, prepare, read, transact } from "../foundation/unit-of-work.ts"
import { organizationFor } from "../organizations/steps.ts"
import { keysInForce } from "../service-keys/prepare.ts"
import type { CredentialKey } from "./credential-key.ts"
import { credentialJwt } from "./credential-jwt.ts"
import { didDocument, organizationDid, serviceDid } from "./did.ts"
import type { CredentialIssuerInput, StatusListInput } from "./inputs.ts"
import { credentialSigner, prepareCredentialKey, statusListsUrl } from "./prepare.ts"
import type { CredentialKeyRotation, CredentialKeyView } from "./results.ts"
import { statusListCredential, statusListLength } from "./status-list.ts"

/** Returns the DID document of the service: the public keys of its ledger. Public. */
export const serviceDidDocument = step(function* (_caller: Caller, _input: NoInput) {
  const { settings } = yield* Ports
  const keys = [
    ...(yield* keysInForce("ledger_checkpoint")),
    ...(yield* keysInForce("ledger_status")),
  ]
  return didDocument(serviceDid(settings.baseUrl), keys)
})

/**
 * Returns the DID document of an organization, with every key that has ever signed its credentials.
 * It stays when the organization is deleted. `NotFound` before it has issued a credential. Public.
 */
export const didDocumentOf = step(function* (
  _caller: Caller,
  { organizationUuid }: CredentialIssuerInput,
) {
  const { settings } = yield* Ports
  const keys = yield* read(function* (tx) {
    return yield* tx.credentialKeys.list(organizationUuid)
  })
  if (keys.length === 0) return yield* new NotFound({ what: "DID document" })
  const did = organizationDid(settings.baseUrl, organizationUuid)
  return didDocument(did, keys, serviceDid(settings.baseUrl))
})

/**
 * Returns a status list of an organization, a signed BitstringStatusListCredential: the bit of a
 * credential is set once its reward was reversed. It stays when the organization is deleted.
 * `NotFound` for a list that no credential names. Public.
 */
export const statusList = step(function* (
  _caller: Caller,
  { organizationUuid, list }: StatusListInput,
) {
  const { settings } = yield* Ports
  const first = list * statusListLength
  const found = yield* read(function* (tx) {
    const isIssued = (yield* tx.credentialKeys.countIndexes(organizationUuid)) > first
    const [oldest] = yield* tx.credentialKeys.list(organizationUuid)
    const treasury = yield* tx.wallets.ofOrganization(organizationUuid, "treasury")
    if (!isIssued || oldest === undefined || treasury === undefined)
      return yield* new NotFound({ what: "status list" })
    const range = { first, count: statusListLength }
    const reversed = yield* tx.issuances.reversedCredentials(treasury.address, range)
    return { reversed, validFrom: oldest.createdAt }
  })
  const signer = yield* credentialSigner(organizationUuid)
  const credential = statusListCredential({
    ...found,
    url: `${statusListsUrl(settings.baseUrl, organizationUuid)}/${list}`,
    did: signer.did,
  })
  return yield* prepare(() => credentialJwt("vc+jwt", credential, signer))
})

/** Lists the keys of an organization's credentials, retired ones too, the oldest first. */
export const listKeys = listing(function* (caller: Caller, input: OrganizationInput) {
  const keys = yield* read(function* (tx) {
    const { uuid } = yield* organizationFor(
      caller,
      accessOf(endpoints.rotateKey),
      input.organization,
    )
    return yield* tx.credentialKeys.list(uuid)
  })
  return keys.map(viewOf)
})

/**
 * Gives an organization a new key that signs its credentials from now on. What the former key signed
 * stays valid: the DID document goes on listing it. Of two rotations at once one is a `Conflict`
 * (`key_changed`).
 */
export const rotateKey = step(function* (caller: Caller, input: OrganizationInput) {
  const { before, organization } = yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      accessOf(endpoints.rotateKey),
      input.organization,
    )
    return { organization, before: yield* tx.credentialKeys.active(organization.uuid) }
  })
  const made = yield* prepareCredentialKey()
  return yield* transact(function* (tx, now) {
    const { uuid } = yield* organizationFor(
      caller,
      accessOf(endpoints.rotateKey),
      organization.uuid,
    )
    const isRetired = before === undefined || (yield* tx.credentialKeys.retire(before.keyId, now))
    const key: CredentialKey = {
      ...made,
      organizationUuid: uuid,
      createdAt: now,
      retiredAt: undefined,
    }
    if (!isRetired || !(yield* tx.credentialKeys.add(key))) return yield* changedMeanwhile()
    const rotation: CredentialKeyRotation = {
      key: viewOf(key),
      retired: before && { ...viewOf(before), retiredAt: now },
    }
    return rotation
  })
})

const viewOf = ({ sealed: _, ...view }: CredentialKey): CredentialKeyView => view

const changedMeanwhile = () =>
  new Conflict({
    reason: "key_changed",
    message: "The key of credentials was just rotated. Try again.",
  })
