import { timingSafeEqual } from "node:crypto"
import type { OauthClient } from "./client.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"

/** How a client secret is stored. */
export const secretHash = tokenHash

const nobody = "0".repeat(64)

/**
 * Whether the secret is one of the client's. Takes the same time for an unknown client and a wrong
 * secret.
 */
export const knowsSecret = (client: OauthClient | undefined, secret: string): boolean => {
  const given = Buffer.from(secretHash(secret))
  const hashes = client?.secretHashes ?? []
  return [...hashes, nobody].map((hash) => timingSafeEqual(given, Buffer.from(hash))).includes(true)
}
