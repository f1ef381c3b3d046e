import { createPublicKey, hash, type KeyObject } from "node:crypto"
import { type DoorClaims, doorClaimsIn } from "../../devices/door-token.ts"
import type { ServiceKeyring } from "../../service-keys/service-keyring.ts"
import { type AccessClaims, accessClaimsIn } from "./access-token.ts"
import { isInForce } from "./in-force.ts"
import { keyIdOf, openSignedToken, type SignedToken } from "./signed-token.ts"

/** Checks tokens of this service. Says nothing about whether the session behind one still lives. */
export interface TokenVerifier {
  /**
   * The claims of an access token, or of a door's, that is good now: signature, type, issuer,
   * audience and time. Only an access token's have a `sid`.
   */
  readonly check: (token: string, now: Date) => Checked | Promise<Checked>
  /** Any token that one of our keys signed, of whatever type and however old. */
  readonly open: (token: string) => Promise<SignedToken | undefined>
  /** Whether a token names a key that is not among ours, as far as we know by now. */
  readonly namesStrangeKey: (token: string) => boolean
}

type Checked = AccessClaims | DoorClaims | undefined

const rememberedMax = 10_000

/**
 * A token whose signature was good once, and what it says to the API: undefined where it says
 * nothing there, whatever the time.
 */
interface Known {
  readonly signed: SignedToken
  readonly claims: AccessClaims | DoorClaims | undefined
}

/**
 * Verifies a signature once and remembers that under the token's SHA-256: a known token costs
 * microseconds. Only good ones are remembered, never the token itself, and nothing beyond a change
 * of keys.
 */
export const openTokenVerifier = (
  keyring: Pick<ServiceKeyring, "all" | "generation">,
  baseUrl: string,
): TokenVerifier => {
  let generation = Number.NaN
  let publicKeys: ReadonlyMap<string, KeyObject> = new Map()
  const known = new Map<string, Known>()

  const followKeys = (): void => {
    if (generation === keyring.generation) return
    generation = keyring.generation
    publicKeys = new Map(
      keyring
        .all("tokens")
        .map((key) => [
          key.keyId,
          createPublicKey({ key: JSON.parse(key.publicKey), format: "jwk" }),
        ]),
    )
    known.clear()
  }
  const remember = (digest: string, signed: SignedToken): Known => {
    const entry = {
      signed,
      claims: accessClaimsIn(signed, baseUrl) ?? doorClaimsIn(signed, baseUrl),
    }
    known.set(digest, entry)
    if (known.size <= rememberedMax) return entry
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
    return entry
  }
  /** At once for a token that was good before. */
  const find = (token: string): Known | Promise<Known | undefined> => {
    followKeys()
    const digest = hash("sha256", token, "base64")
    return known.get(digest) ?? verified(token, digest)
  }
  const verified = async (token: string, digest: string): Promise<Known | undefined> => {
    const asOf = generation
    const signed = await openSignedToken(token, (keyId) => publicKeys.get(keyId))
    followKeys()
    // The key may have been revoked while the signature was checked.
    if (generation !== asOf) return find(token)
    return signed && remember(digest, signed)
  }
  return {
    open: async (token) => (await find(token))?.signed,
    namesStrangeKey: (token) => {
      followKeys()
      const keyId = keyIdOf(token)
      return keyId !== undefined && !publicKeys.has(keyId)
    },
    check: (token, now) => {
      const found = find(token)
      return found instanceof Promise
        ? found.then((known) => claimsNow(known, now))
        : claimsNow(found, now)
    },
  }
}

const claimsNow = (known: Known | undefined, now: Date): Checked =>
  known?.claims !== undefined && isInForce(known.claims, now) ? known.claims : undefined
