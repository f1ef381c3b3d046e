/** A passkey of a user: a key pair of which we know the public half (WebAuthn level 3). */
export interface Passkey {
  /** The authenticator's name for it, base64url; unique in the service. */
  readonly credentialId: string
  readonly userUuid: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** How often it says it was used; many always say 0. */
  readonly counter: number
  /** How the browser reaches it: `internal`, `hybrid`, `usb`. Hints for the browser. */
  readonly transports: readonly string[]
  /** Whether it is kept in more places than one device. */
  readonly isBackedUp: boolean
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
