import type { NewPasskey } from "../foundation/ports/passkeys.ts"

/** A passkey of a user: a key pair of which we know the public half (WebAuthn level 3). */
export interface Passkey extends NewPasskey {
  readonly userUuid: string
  /** What its owner calls it. */
  readonly name: string
  readonly createdAt: Date
  readonly usedAt: Date | undefined
}

/**
 * Whether a counter may follow another: it grows, or the authenticator does not count. One that
 * stands still or goes back tells of a copy (WebAuthn level 3, section 6.1.1).
 */
export const mayFollow = (counter: number, last: number): boolean =>
  counter > last || (counter === 0 && last === 0)

/**
 * The site that passkeys of a service belong to. Undefined where there can be none: a browser makes
 * them for host names only, never for addresses, and over https, but for localhost.
 */
export const siteOf = (
  baseUrl: string,
): { readonly id: string; readonly origin: string; readonly name: string } | undefined => {
  const { protocol, hostname, origin } = new URL(baseUrl)
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost")
  if (protocol !== "https:" && !isLocal) return undefined
  if (hostname.startsWith("[") || /^[0-9.]+$/.test(hostname)) return undefined
  return { id: hostname, origin, name: hostname }
}
