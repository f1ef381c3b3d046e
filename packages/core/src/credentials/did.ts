import { base58 } from "@scure/base"
import type { JsonObject } from "../foundation/kernel/json.ts"

/** A public key as a DID document lists it. */
export interface ListedKey {
  readonly keyId: string
  /** Ed25519, raw, base64url. */
  readonly publicKey: string
}

/** The did:web of the service: the host of its base URL, and the path where there is one. */
export const serviceDid = (baseUrl: string): string => {
  const { host, pathname } = new URL(baseUrl)
  const folders = pathname.split("/").filter((folder) => folder !== "")
  return ["did:web", encodeURIComponent(host), ...folders].join(":")
}

/** The did:web of an organization of the service. It stays when the organization is renamed. */
export const organizationDid = (baseUrl: string, organizationUuid: string): string =>
  `${serviceDid(baseUrl)}:organizations:${organizationUuid}`

/** The id of a key in the document of a DID: the `kid` of what it signs. */
export const verificationMethodId = (did: string, keyId: string): string => `${did}#${keyId}`

/**
 * The document of a DID whose keys sign statements. Each key stands twice, since verifiers know the
 * one or the other form of W3C Controlled Identifiers: as a JsonWebKey, which `kid` names, and as a
 * Multikey.
 */
export const didDocument = (
  did: string,
  keys: readonly ListedKey[],
  controller: string = did,
): JsonObject => {
  const methods = keys.flatMap((key) => [jsonWebKey(did, key), multikey(did, key)])
  return {
    "@context": [
      "https://www.w3.org/ns/did/v1",
      "https://w3id.org/security/jwk/v1",
      "https://w3id.org/security/multikey/v1",
    ],
    id: did,
    ...(controller === did ? {} : { controller }),
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}

const jsonWebKey = (did: string, { keyId, publicKey }: ListedKey) => ({
  id: verificationMethodId(did, keyId),
  type: "JsonWebKey",
  controller: did,
  publicKeyJwk: { kty: "OKP", crv: "Ed25519", x: publicKey, kid: keyId, alg: "EdDSA" },
})

/** The code of an Ed25519 public key in multicodec, before the key. */
const ed25519Code = [0xed, 0x01]

const multikey = (did: string, { publicKey }: ListedKey) => {
  const bytes = Uint8Array.from([...ed25519Code, ...Buffer.from(publicKey, "base64url")])
  const publicKeyMultibase = `z${base58.encode(bytes)}`
  return {
    id: `${did}#${publicKeyMultibase}`,
    type: "Multikey",
    controller: did,
    publicKeyMultibase,
  }
}
