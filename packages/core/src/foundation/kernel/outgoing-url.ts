import { isIP } from "node:net"
import { limits } from "./limits.ts"
import type { Network } from "./network.ts"
import { isPublicAddress } from "./public-address.ts"
import { isWebAddress } from "./text.ts"

/** What the operator allows of the addresses that organizations give. */
export interface OutgoingRules {
  /** Whether `http:` is refused. */
  readonly httpsOnly: boolean
  /** Networks that are not public and may be reached all the same. */
  readonly allowedNetworks: readonly Network[]
}

/** What is wrong with a URL that the service is asked to send requests to. */
export interface OutgoingUrlProblem {
  /** `blocked_address` if its host is not public, else `url_refused`. */
  readonly code: "url_refused" | "blocked_address"
  /** The end of a sentence that begins with the name of the field: "must ...". */
  readonly text: string
}

/**
 * What is wrong with a URL that an organization gave, judged by its text alone; undefined when
 * nothing is. It must be absolute, http or https, at most 2048 characters long, without user
 * information and fragment, and on a port that browsers open too. Its host must not be an address
 * that {@link isPublicAddress} refuses, in any spelling that the WHATWG URL parser reads, nor a name
 * that is not of the public DNS. With allowed networks every name but those of `.local` may be
 * public: what it resolves to decides.
 */
export const outgoingUrlProblem = (
  text: string,
  { httpsOnly, allowedNetworks }: OutgoingRules,
): OutgoingUrlProblem | undefined => {
  if (text.length > limits.outgoingUrlMax)
    return refused(`must be at most ${limits.outgoingUrlMax} characters long`)
  const schemes = httpsOnly ? "https://" : "http:// or https://"
  if (!(httpsOnly ? /^https:\/\//i : /^https?:\/\//i).test(text))
    return refused(`must be a URL that begins with ${schemes}${SUCH_AS}`)
  if (!isWebAddress(text))
    return refused(`must be a URL with a host and without a user name or spaces${SUCH_AS}`)
  if (text.includes("#")) return refused(`must have no fragment${SUCH_AS}`)
  const { hostname, port } = new URL(text)
  if (badPorts.has(port)) return refused(`must have another port: ${port} is of another protocol`)
  const host = plainHost(hostname)
  if (host === "") return refused(`must be a URL with a host${SUCH_AS}`)
  const isInside =
    isIP(host) === 0
      ? isLinkName(host) || (allowedNetworks.length === 0 && isInsideName(host))
      : !isPublicAddress(host, allowedNetworks)
  return isInside ? { code: "blocked_address", text: notPublic } : undefined
}

/** See {@link OutgoingUrlProblem.text}: it does not tell what a name resolved to. */
export const notPublic = `must have a host that is on the public internet, such as https://club.example/hooks; for other networks, the operator sets SYMBOLON_WEBHOOKS_ALLOWED_NETWORKS`

const SUCH_AS = ", such as https://club.example/hooks"

const refused = (text: string): OutgoingUrlProblem => ({ code: "url_refused", text })

/**
 * The host of a parsed URL as a resolver and a socket take it: without the brackets of IPv6 and the
 * dot that ends a name.
 */
export const plainHost = (hostname: string): string =>
  hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.+$/, "")

/**
 * Names that are not of the public DNS: one label alone, and the special-use names of RFC 6761,
 * 6762, 7686 and 8375, and ICANN's `internal`.
 */
const isInsideName = (host: string): boolean =>
  !host.includes(".") || /(^|\.)(localhost|localdomain|local|internal|home\.arpa|onion)$/.test(host)

/** Names that are asked for on the link alone (RFC 6762). */
const isLinkName = (host: string): boolean => /(^|\.)local$/.test(host)

/** Ports of other protocols, which speak to who sends them lines: the Fetch standard's "bad ports". */
const badPorts: ReadonlySet<string> = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 " +
    "113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 " +
    "548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 " +
    "6566 6665 6666 6667 6668 6669 6679 6697 10080"
  ).split(" "),
)
