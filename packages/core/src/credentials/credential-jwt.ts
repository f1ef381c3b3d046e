import type { KeyObject } from "node:crypto"
import { SignJWT } from "jose"
import type { Json, JsonObject } from "../foundation/kernel/json.ts"

/** An organization's key that signs now, opened. */
export interface CredentialSigner {
  /** DID URL of the key. */
  readonly kid: string
  readonly did: string
  readonly privateKey: KeyObject
}

/**
 * A VC-JWT (Open Badges 3.0 section 8.2, W3C VC-JOSE-COSE): the credential is the payload, and the
 * registered claims repeat its id, its issuer and its dates. The same credential makes the same
 * text.
 */
export const credentialJwt = (
  typ: "JWT" | "vc+jwt",
  credential: JsonObject,
  { kid, did, privateKey }: CredentialSigner,
): Promise<string> => {
  const { id, validFrom, validUntil } = credential
  const claims = {
    ...credential,
    iss: did,
    jti: textOf(id),
    nbf: secondsOf(validFrom),
    ...(validUntil === undefined ? {} : { exp: secondsOf(validUntil) }),
  }
  return new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", typ, kid }).sign(privateKey)
}

const secondsOf = (instant: Json | undefined): number =>
  Math.floor(Date.parse(textOf(instant)) / 1000)

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "")
