import { createHash, timingSafeEqual } from "node:crypto"
import type { OauthClient } from "./client.ts"

/** How a client secret is stored: lower-case hex SHA-256. It has 256 random bits, so a slow hash would add nothing. */
export const secretHash = (secret: string): string => createHash("sha256").update(secret).digest("hex")

const nobody = "0".repeat(64)

/** Whether the secret is one of the client's. Takes the same time for an unknown client and a wrong secret. */
export const knowsSecret = (client: OauthClient | undefined, secret: string): boolean => {
  const given = Buffer.from(secretHash(secret))
  const hashes = client?.secretHashes ?? []
  return [...hashes, nobody].map((hash) => timingSafeEqual(given, Buffer.from(hash))).includes(true)
}
