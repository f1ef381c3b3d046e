import { networkInterfaces } from "node:os"

const everyAddress: readonly string[] = ["0.0.0.0", "::"]

/**
 * Returns the addresses of a server: all addresses of this machine if it listens on all of them,
 * otherwise the configured one.
 */
export const addressesOf = (host: string, url: string): readonly string[] => {
  if (!everyAddress.includes(host)) return [url]
  const { port } = new URL(url)
  const families = host === "::" ? ["IPv4", "IPv6"] : ["IPv4"]
  const found = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, scopeid }) => families.includes(family) && (scopeid ?? 0) === 0)
    .map(({ family, address }) => `http://${family === "IPv6" ? `[${address}]` : address}:${port}`)
  return found.length === 0 ? [url] : [...new Set(found)]
}

/**
 * Returns a warning if the server listens on every address and no base URL is configured; undefined
 * otherwise.
 */
export const addressWarning = (
  host: string,
  configured: string | undefined,
  baseUrl: string,
): string | undefined =>
  everyAddress.includes(host) && configured === undefined
    ? `Tokens, links and pages use ${baseUrl}, which other machines cannot reach. Set --base-url to the public address.`
    : undefined
