import type { Headers, Reply } from "../../exchange.ts"

interface PageReply {
  /**
   * Where forms of the page lead in the end, besides to us: URLs, of which the origin is allowed.
   * Browsers check the policy after a redirect too.
   */
  readonly formActions?: readonly string[]
  readonly headers?: Headers
  /** Whether the page runs our scripts. Default: it does. */
  readonly hasScripts?: boolean
}

/**
 * Builds a page's reply: not cached, not framed, without external resources and without a
 * cross-site referrer.
 *
 * @example
 * pageReply(200, consentPage(interaction, { baseUrl }), { formActions: [redirectUri] })
 */
export const pageReply = (
  status: number,
  html: string,
  { formActions = [], headers = {}, hasScripts = true }: PageReply = {},
): Reply => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy(formActions, hasScripts),
    "x-frame-options": "DENY",
    // Not `no-referrer`: browsers would then send `Origin: null` for our own forms, like forms of
    // other sites (Fetch standard, "append a request Origin header"). Other sites get no referrer
    // with this value either.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "publickey-credentials-get=(self), publickey-credentials-create=(self)",
    ...headers,
  },
  body: html,
})

const policy = (formActions: readonly string[], hasScripts: boolean): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${hasScripts ? "'self'" : "'none'"}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ["form-action 'self'", ...new Set(formActions.map(sourceOf))].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ")

/**
 * What of a URL a policy can name. It has no words for an address in brackets or for an app's own
 * scheme: there the scheme must do.
 */
const sourceOf = (url: string): string => {
  const { protocol, origin, hostname } = new URL(url)
  const hasOrigin = (protocol === "https:" || protocol === "http:") && !hostname.startsWith("[")
  return hasOrigin ? origin : protocol
}
