import { isUtf8 } from "node:buffer"
import { isPlainText } from "@symbolon/core"

/** Why a form cannot be read. */
export type FormFault = "not_utf8" | "duplicate"

/** The fields of a form body (application/x-www-form-urlencoded); each may be sent once (RFC 6749 section 3.2). */
export const parseForm = (bytes: Uint8Array): ReadonlyMap<string, string> | FormFault => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(buffer)) return "not_utf8"
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(buffer.toString("utf8"))) {
    if (!isPlainText(value)) return "not_utf8"
    if (fields.has(name)) return "duplicate"
    fields.set(name, value)
  }
  return fields
}
