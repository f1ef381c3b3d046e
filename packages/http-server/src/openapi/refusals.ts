import { envelopes, everywhere, type RefusalTag } from "@symbolon/core"
import type { AnyEndpoint } from "../route.ts"
import { type WireCode, wireStatus } from "../wire-refusal.ts"

/** The codes an endpoint may answer, by status. */
export type CodesByStatus = ReadonlyMap<number, readonly string[]>

const ofRefusal = (tag: string): readonly [number, string] => {
  const row = envelopes[tag as RefusalTag] as (typeof envelopes)[RefusalTag] | undefined
  if (row === undefined) throw new Error(`${tag} has no row in the table of refusals.`)
  return [row.status, row.code]
}

const ofWire = (code: WireCode): readonly [number, string] => [wireStatus(code), code]

/** Whether a body is looked at: where one is declared, and on writes that refuse any. */
const readsBody = ({ body, method }: AnyEndpoint): boolean => body !== undefined || method !== "GET"

/**
 * The authorization server answers invalid fields like any bad request: 400 (RFC 6749 section 5.2).
 */
const byBase = ({ base }: AnyEndpoint, tag: RefusalTag): boolean =>
  base !== "oauth2" || tag !== "Invalid"

/**
 * Every way an endpoint can refuse: what it declares, what any call may answer, and what its body
 * may be refused for.
 */
export const codesOf = (endpoint: AnyEndpoint): CodesByStatus => {
  const anybody =
    endpoint.access === undefined
      ? everywhere.filter((tag) => tag !== "InvalidCredentials" && tag !== "Forbidden")
      : everywhere
  const pairs = [
    ...["BadRequest", ...anybody.filter((tag) => byBase(endpoint, tag)), ...endpoint.errors].map(
      ofRefusal,
    ),
    ...(!readsBody(endpoint)
      ? []
      : (["request_timeout", "payload_too_large", "unsupported_media_type"] as const).map(ofWire)),
  ].sort(([a], [b]) => a - b)
  const groups = Map.groupBy(pairs, ([status]) => status)
  return new Map(
    [...groups].map(([status, group]) => [status, [...new Set(group.map(([, code]) => code))]]),
  )
}
