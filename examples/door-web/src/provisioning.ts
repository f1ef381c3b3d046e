/** What a door needs to know to begin. */
export interface Provision {
  readonly baseUrl: string
  readonly session: string
  readonly token: string
  /** What the page calls itself, such as the name of the entrance. */
  readonly name: string
}

/**
 * Reads a setup link. Everything stands in the fragment, which a browser never sends: neither the server of this page nor a
 * log of it ever sees the token. Undefined for anything else.
 */
export const readSetupLink = (text: string): Provision | undefined => {
  const fragment = text.slice(text.indexOf("#") + 1)
  if (!text.includes("#") || fragment === "") return undefined
  const members = new URLSearchParams(fragment)
  const [baseUrl, session, token] = [members.get("base"), members.get("session"), members.get("token")]
  if (baseUrl === null || session === null || token === null || !/^https?:\/\/[^\s]+$/.test(baseUrl) || session === "" || token === "")
    return undefined
  return { baseUrl: baseUrl.replace(/\/+$/, ""), session, token, name: members.get("name") ?? session }
}

/** Writes a setup link for a page at `pageUrl`. */
export const setupLink = (pageUrl: string, { baseUrl, session, token, name }: Provision): string =>
  `${pageUrl}#${new URLSearchParams({ base: baseUrl, session, token, name }).toString()}`
