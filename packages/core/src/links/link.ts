/** A link that a user hands out: it opens one of their profile pages, or a wallet of theirs. */
export interface Link {
  readonly uuid: string
  /**
   * What stands behind `/l/`. Whoever has it opens the link; it is kept as it is, because the owner
   * lists it.
   */
  readonly linkToken: string
  /** Whose link it is. */
  readonly userUuid: string
  /** The page that it opens; undefined for the link of a wallet. */
  readonly profilePageUuid: string | undefined
  /** The wallet that it opens, for payers who need no name; undefined for the link of a page. */
  readonly walletAddress: string | undefined
  readonly createdAt: Date
}

/**
 * A wallet that its user handed out by a link, without their name. It stays so when the link is
 * withdrawn: who had the link knows the address.
 */
export interface UnnamedWallet {
  readonly userUuid: string
  readonly walletAddress: string
  /** When the first link to it was made. */
  readonly since: Date
}

const place = "/l/"
/** 256 bits in base64url. */
const tokenPattern = /^[\w-]{43}$/

/** The URL of a link. */
export const linkUrlOf = (baseUrl: string, token: string): string => `${baseUrl}${place}${token}`

/**
 * The token in a text that was scanned or typed: the token itself, or the URL of a link of this
 * service. Undefined for every other text, and for links of other services.
 */
export const linkTokenIn = (given: string, baseUrl: string): string | undefined => {
  const text = given.trim()
  if (tokenPattern.test(text)) return text
  if (!URL.canParse(text)) return undefined
  const { origin, pathname, search, username, password } = new URL(text)
  const start = new URL(linkUrlOf(baseUrl, ""))
  if (origin !== start.origin || !pathname.startsWith(start.pathname)) return undefined
  if (search !== "" || username !== "" || password !== "") return undefined
  const token = pathname.slice(start.pathname.length)
  return tokenPattern.test(token) ? token : undefined
}

/** The one spelling of a link in an identifier: what stands behind the last slash. */
export const canonicalLink = (text: string): string =>
  text.trim().slice(text.trim().lastIndexOf("/") + 1)
