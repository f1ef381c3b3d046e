/**
 * Whether a caller prefers HTML to JSON (RFC 9110 section 12.5.1). Without an explicit HTML type,
 * the answer is JSON.
 */
export const prefersHtml = (accept: string | undefined): boolean => {
  const html = qualityOf(accept ?? "", "text/html")
  return html > 0 && html >= qualityOf(accept ?? "", "application/json")
}

const qualityOf = (accept: string, mediaType: string): number => {
  for (const range of accept.split(",")) {
    const [name, ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    if (name !== mediaType) continue
    const quality = parameters.find((each) => each.startsWith("q="))?.slice(2)
    return quality === undefined ? 1 : Number(quality) || 0
  }
  return 0
}
