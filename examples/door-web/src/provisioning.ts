import { readPairingCode } from "./pairing-code.ts"

/** What a door needs to know to begin. */
export interface Provision {
  readonly baseUrl: string
  readonly session: string
  readonly token: string
  /** What the page calls itself, such as the name of the entrance. */
  readonly name: string
}

/** A code that the page's server exchanges for a {@link Provision}, once. */
export interface PairingCode {
  readonly code: string
}

/** What sets up a door. */
export type Setup = Provision | PairingCode

/**
 * Reads a setup link. Everything stands in the fragment, which a browser never sends: neither the
 * server of this page nor a log of it ever sees a token in an address. Undefined for anything else.
 */
export const readSetupLink = (text: string): Setup | undefined => {
  const fragment = text.slice(text.indexOf("#") + 1)
  if (!text.includes("#") || fragment === "") return undefined
  const members = new URLSearchParams(fragment)
  const pair = members.get("pair")
  if (pair !== null) {
    const code = readPairingCode(pair)
    return code === undefined ? undefined : { code }
  }
  const [baseUrl, session, token] = [
    members.get("base"),
    members.get("session"),
    members.get("token"),
  ]
  return readProvision({ baseUrl, session, token, name: members.get("name") ?? session })
}

/** Reads what a person pastes or types to set up a door: a setup link, or a pairing code alone. */
export const readSetup = (text: string): Setup | undefined => {
  const code = readPairingCode(text)
  return code === undefined ? readSetupLink(text) : { code }
}

/** Reads a provision from its members; undefined when one is missing or malformed. */
export const readProvision = (members: unknown): Provision | undefined => {
  const { baseUrl, session, token, name }: Readonly<Record<string, unknown>> = Object(members)
  if (![baseUrl, session, token, name].every((each) => typeof each === "string" && each !== ""))
    return undefined
  if (!/^https?:\/\/[^\s]+$/.test(String(baseUrl))) return undefined
  return {
    baseUrl: String(baseUrl).replace(/\/+$/, ""),
    session: String(session),
    token: String(token),
    name: String(name),
  }
}

/**
 * Writes a setup link that carries a door token, for a page at `pageUrl` whose server exchanges no
 * pairing codes.
 */
export const setupLink = (pageUrl: string, { baseUrl, session, token, name }: Provision): string =>
  `${pageUrl}#${new URLSearchParams({ base: baseUrl, session, token, name }).toString()}`

/** Writes the setup link of a pairing code. */
export const pairingLink = (pageUrl: string, code: string): string => `${pageUrl}#pair=${code}`
