import { InvalidCredentials } from "@symbolon/core"
import type { Headers } from "./exchange.ts"

const scheme = /^bearer +/i

/** Why a request without a token is refused. */
export const noToken = "Send an access token: Authorization: Bearer <ACCESS_TOKEN>."

/**
 * The token of a request: whatever stands there in one piece, since whoever checks it looks at
 * every letter anyway.
 *
 * @throws {InvalidCredentials} when it sends none, or something else.
 */
export const bearerToken = ({ authorization }: Headers): string => {
  if (authorization === undefined) throw new InvalidCredentials({ reason: noToken })
  const begins = scheme.exec(authorization)?.[0].length
  const token = begins === undefined ? "" : authorization.slice(begins).trimEnd()
  if (token === "" || token.includes(" "))
    throw new InvalidCredentials({ reason: "The Authorization header has no bearer token." })
  return token
}
