/**
 * The header that names a file for saving, or for showing in the browser. The name is in ASCII, and
 * once more as it is (RFC 8187).
 */
export const contentDisposition = (how: "inline" | "attachment", fileName: string): string => {
  const ascii = fileName.replaceAll(/[^\w .()-]/g, "_")
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
