import { createHmac, hash, timingSafeEqual } from "node:crypto"

/**
 * How an opaque value is stored: lower-case hex SHA-256. It has 256 random bits, so a slow hash
 * would add nothing.
 */
export const tokenHash = (token: string): string => hash("sha256", token, "hex")

/** Compares two texts without telling by the time where they differ. */
export const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"))

/** A token that only who has `key` can make for `subject`: base64url HMAC-SHA256. */
export const keyedToken = (key: string, subject: string): string =>
  createHmac("sha256", key).update(subject).digest("base64url")
