const schemes: readonly string[] = ["https:", "http:", "mailto:", "tel:"]

/**
 * The address of a link that a page may lead to, as browsers read it; undefined for every scheme but
 * `https:`, `http:`, `mailto:` and `tel:`, and for an address with a user name before its host. Rows
 * were judged when they were written; this holds for rows from elsewhere too.
 */
export const followed = (address: string): URL | undefined => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const isPlain = url.username === "" && url.password === ""
  return schemes.includes(url.protocol) && isPlain ? url : undefined
}

/** Where a link leads, for people: a host, a mailbox or a number. */
export const destinationOf = (url: URL): string =>
  url.host === "" ? decoded(url.pathname) : url.host.replace(/^www\./, "")

/** Without percent-encoding, where there is something to decode. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
