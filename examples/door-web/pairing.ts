/**
 * Codes that set up a device: short enough for a QR code that any camera reads, good once, and no
 * use after ten minutes.
 */
import { createHash, randomBytes } from "node:crypto"
import { networkOf } from "@symbolon/http-server"
import {
  formatPairingCode,
  PAIRING_ALPHABET,
  PAIRING_CODE_LENGTH,
  readPairingCode,
} from "./src/pairing-code.ts"
import type { Provision } from "./src/provisioning.ts"

const GOOD_FOR_MS = 600_000
const WRONG_CODES = 5
/** Networks whose wrong codes are remembered. */
const MAX_NETWORKS = 10_000

/** What a code came to. A code that never was, was used or has expired is `unknown` alike. */
export type Redeemed =
  | { readonly kind: "paired"; readonly provision: Provision }
  | { readonly kind: "unknown" }
  | { readonly kind: "limited"; readonly retryAfterS: number }
  | { readonly kind: "unavailable" }

/** Issues codes, and exchanges each of them once. */
export interface Pairing {
  /** A new code, as it is shown. */
  readonly issue: () => string
  /** Exchanges a code that the device at `address` sent. Never rejects. */
  readonly redeem: (code: unknown, address: string) => Promise<Redeemed>
}

/** What pairing needs. */
export interface PairingOptions {
  /** Makes the setup of one device, with a door token of its own. */
  readonly newProvision: () => Promise<Provision>
  /** The present in epoch milliseconds. */
  readonly now: () => number
  /** Takes a line for the operator for each exchange, without the code or the token. */
  readonly log: (line: string) => void
}

/** Opens pairing. Codes are kept in memory, as hashes: a restart ends them. */
export const openPairing = ({ newProvision, now, log }: PairingOptions): Pairing => {
  /** Until when each code is good, by its hash. */
  const codes = new Map<string, number>()
  const guesses = openGuesses(now)
  return {
    issue: () => {
      for (const [hash, until] of codes) if (until <= now()) codes.delete(hash)
      const code = newCode()
      codes.set(hashOf(code), now() + GOOD_FOR_MS)
      return formatPairingCode(code)
    },
    redeem: async (sent, address) => {
      const retryAfterMs = guesses.retryAfterMs(address)
      if (retryAfterMs > 0) return { kind: "limited", retryAfterS: Math.ceil(retryAfterMs / 1_000) }
      const code = typeof sent === "string" ? readPairingCode(sent) : undefined
      const hash = hashOf(code ?? "")
      const until = codes.get(hash) ?? 0
      if (until <= now()) {
        guesses.count(address)
        log(`A pairing code from ${address} was refused: it is unknown, was used, or has expired.`)
        return { kind: "unknown" }
      }
      // Taken before the token is asked for, so that two devices that come at once do not both get
      // one.
      codes.delete(hash)
      try {
        const provision = await newProvision()
        log(`The device at ${address} was set up as ${provision.name} of ${provision.session}.`)
        return { kind: "paired", provision }
      } catch (error) {
        codes.set(hash, until)
        log(
          `The device at ${address} was not set up: ${error instanceof Error ? error.message : "unknown error"}`,
        )
        return { kind: "unavailable" }
      }
    },
  }
}

const newCode = (): string =>
  [...randomBytes(PAIRING_CODE_LENGTH)]
    .map((byte) => PAIRING_ALPHABET[byte % PAIRING_ALPHABET.length])
    .join("")

const hashOf = (code: string): string => createHash("sha256").update(code).digest("base64url")

/** Counts the wrong codes of each network. */
const openGuesses = (now: () => number) => {
  const seen = new Map<string, { count: number; readonly until: number }>()
  return {
    /** How long the network of an address has to wait; 0 when it may try. */
    retryAfterMs: (address: string): number => {
      const found = seen.get(networkOf(address))
      return found === undefined || found.count < WRONG_CODES ? 0 : Math.max(0, found.until - now())
    },
    count: (address: string): void => {
      const network = networkOf(address)
      const found = seen.get(network)
      if (found !== undefined && found.until > now()) {
        found.count += 1
        return
      }
      seen.delete(network)
      for (const oldest of seen.keys()) {
        if (seen.size < MAX_NETWORKS) break
        seen.delete(oldest)
      }
      seen.set(network, { count: 1, until: now() + GOOD_FOR_MS })
    },
  }
}
