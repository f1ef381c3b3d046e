import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import { fileAt } from "../../files/file-rules.ts"

/**
 * Which of some addresses are ours of a public file that is there no more, such as one that went with
 * its organization. What was sealed with such an address shows nothing in its place.
 */
export const goneAmong = step(function* (urls: readonly (string | null | undefined)[]) {
  const tx = yield* Tx
  const { settings } = yield* Ports
  const named = new Map(
    urls.flatMap((url) => {
      const uuid = typeof url === "string" ? fileAt(settings.baseUrl, url) : undefined
      return typeof url === "string" && uuid !== undefined ? [[url, uuid] as const] : []
    }),
  )
  if (named.size === 0) return new Set<string>()
  const found = yield* tx.files.findAll([...new Set(named.values())])
  const stored = new Set(found.flatMap(({ uuid, state }) => (state === "stored" ? [uuid] : [])))
  return new Set([...named].flatMap(([url, uuid]) => (stored.has(uuid) ? [] : [url])))
})
