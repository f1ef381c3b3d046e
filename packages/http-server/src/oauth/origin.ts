import { InteractionRefused } from "@symbolon/core"
import type { Headers } from "../exchange.ts"

/**
 * Refuses a form from another site. Browsers send the origin of a write. Other programs send none,
 * and have no cookies to abuse.
 *
 * @throws {InteractionRefused}
 */
export const expectOwnOrigin = (headers: Headers, origins: readonly string[]): void => {
  const { origin } = headers
  const isStrange =
    origin === undefined ? headers["sec-fetch-site"] === "cross-site" : !origins.includes(origin)
  if (isStrange)
    throw new InteractionRefused({
      reason: "The form was sent from another site. Open the page here and send it again.",
    })
}
