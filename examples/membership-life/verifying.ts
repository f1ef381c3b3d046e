/** A stranger without an account, who verifies a credential as docs/credentials.md says. */
import { gunzipSync } from "node:zlib"
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from "jose"

/** What a stranger learns of a credential. */
export interface VerifiedCredential {
  /** The DID of the organization. */
  readonly issuer: string
  readonly badge: string
  readonly isRevoked: boolean
}

/** Verifies the signature of a credential, and whether it was revoked since; throws if it is wrong. */
export const verifyCredential = async (
  credential: string,
  currentDate: Date,
): Promise<VerifiedCredential> => {
  const said = (await verifySigned(credential, currentDate)) as OpenBadge
  const { statusListCredential, statusListIndex } = said.credentialStatus
  const signedList = await (await fetch(statusListCredential)).text()
  const { credentialSubject } = (await verifySigned(signedList, currentDate)) as StatusList
  // "u" says that base64url follows (multibase).
  const bits = gunzipSync(Buffer.from(credentialSubject.encodedList.slice(1), "base64url"))
  const place = Number(statusListIndex)
  return {
    issuer: said.iss,
    badge: said.credentialSubject.achievement.name,
    isRevoked: ((bits[place >> 3] ?? 0) & (0x80 >> (place & 7))) !== 0,
  }
}

interface OpenBadge {
  readonly iss: string
  readonly credentialSubject: { readonly achievement: { readonly name: string } }
  readonly credentialStatus: {
    readonly statusListCredential: string
    readonly statusListIndex: string
  }
}

interface StatusList {
  readonly credentialSubject: { readonly encodedList: string }
}

/** What a JWT says that is signed by a key of its issuer's DID document. */
const verifySigned = async (jwt: string, currentDate: Date): Promise<unknown> => {
  const { kid = "" } = decodeProtectedHeader(jwt)
  const [issuer = ""] = kid.split("#")
  const { verificationMethod: keys } = (await (await fetch(documentUrl(issuer))).json()) as {
    readonly verificationMethod: readonly { readonly id: string; readonly publicKeyJwk: JWK }[]
  }
  const jwk = keys.find(({ id }) => id === kid)?.publicKeyJwk
  if (jwk === undefined) throw new Error(`The document of ${issuer} has no key ${kid}.`)
  const { payload } = await jwtVerify(jwt, await importJWK(jwk, "EdDSA"), { currentDate, issuer })
  return payload
}

/** Where a did:web has its document. It wants HTTPS; this server is on this machine and has none. */
const documentUrl = (did: string): string => {
  const [host = "", ...path] = did.replace("did:web:", "").split(":")
  return `http://${decodeURIComponent(host)}/${path.join("/")}/did.json`
}
