import { isUtf8 } from "node:buffer"
import { BadRequest } from "@symbolon/core"
import { jsonLevelsMax, type JsonTextFault, readJsonText } from "@symbolon/core/contract"

/**
 * Parses a JSON body. Refuses invalid UTF-8, invalid JSON, duplicate members (parsers differ on
 * which one counts) and deep nesting.
 */
export const parseJson = (bytes: Uint8Array): unknown => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(buffer)) throw malformed("The body is not UTF-8.")
  const reading = readJsonText(buffer.toString("utf8"))
  if ("fault" in reading) throw malformed(faults[reading.fault])
  return reading.value
}

const faults: Readonly<Record<JsonTextFault, string>> = {
  not_json: "The body is not JSON.",
  too_deep: `The body is nested deeper than ${jsonLevelsMax} levels.`,
  member_twice: "The body contains a member twice.",
}

const malformed = (reason: string): BadRequest => new BadRequest({ field: "_root", reason })
