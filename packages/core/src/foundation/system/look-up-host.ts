import { lookup, Resolver } from "node:dns/promises"
import { setTimeout as delay } from "node:timers/promises"

/**
 * Returns all addresses of a name, at least one, or rejects with an error that has a `code`. Ends
 * soon after the signal does.
 */
export type LookUpHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/** Where {@link dnsLookup} looks. */
export interface DnsOptions {
  /**
   * Whether a name that the DNS does not know is looked up as other programs of the machine do:
   * hosts file, search domains. Only for names that the operator may have made: see
   * {@link dnsLookup}.
   */
  readonly asksSystem: boolean
  /** Addresses of name servers. Default: those of the machine. */
  readonly servers?: readonly string[]
}

/**
 * Looks names up with c-ares, both families at once. `getaddrinfo`, which Node uses otherwise, holds
 * one of the few threads of the process until the last name server has timed out: a few names on
 * servers that do not answer would hold up every other lookup. c-ares takes no thread, and its
 * queries can be cancelled.
 */
export const dnsLookup =
  ({ asksSystem, servers }: DnsOptions): LookUpHost =>
  async (host, signal) => {
    // One for each lookup, so that a change of the machine's name servers counts at once.
    const resolver = new Resolver({ timeout: queryMs, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener("abort", cancel, { once: true })
    try {
      return await bothFamilies(resolver, host)
    } catch (reason) {
      if (!asksSystem || signal.aborted) throw reason
      return (await lookup(host, { all: true })).map(({ address }) => address)
    } finally {
      signal.removeEventListener("abort", cancel)
      cancel()
    }
  }

const queryMs = 2_000

/** How long one family waits for the other: some name servers never answer a query for IPv6. */
const patienceMs = 500

const bothFamilies = async (resolver: Resolver, host: string): Promise<readonly string[]> => {
  const found: string[] = []
  const queries = [resolver.resolve4(host), resolver.resolve6(host)].map(async (query) => {
    found.push(...(await query))
  })
  const both = Promise.allSettled(queries)
  const enough = new AbortController()
  try {
    await Promise.any(queries)
    await Promise.race([both, delay(patienceMs, undefined, { signal: enough.signal })])
    return [...found]
  } catch (reason) {
    throw reason instanceof AggregateError ? reason.errors[0] : reason
  } finally {
    enough.abort()
  }
}
