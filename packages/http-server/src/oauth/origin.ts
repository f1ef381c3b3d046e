import { InteractionRefused } from "@symbolon/core"
import type { Headers } from "../exchange.ts"

/**
 * Refuses a form that another site's page sent. Browsers say where a request that changes something
 * comes from; a program that is no browser says nothing, and holds no cookies that somebody could
 * abuse.
 *
 * @throws {InteractionRefused}
 */
export const expectOwnOrigin = (headers: Headers, origins: readonly string[]): void => {
  const { origin } = headers
  const isStrange =
    origin === undefined ? headers["sec-fetch-site"] === "cross-site" : !origins.includes(origin)
  if (isStrange) throw new InteractionRefused({ reason: "The form was sent from another site." })
}
