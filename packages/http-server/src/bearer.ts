import { InvalidCredentials } from "@symbolon/core"
import type { Headers } from "./exchange.ts"

const scheme = /^bearer +/i

/** Why a request without a token is refused. */
export const noToken = "Send an access token: Authorization: Bearer <ACCESS_TOKEN>."

/**
 * Returns the bearer token of a request. Its form is not checked here, because `authenticate`
 * checks it.
 *
 * @throws {InvalidCredentials} if the header is missing or has another scheme.
 */
export const bearerToken = ({ authorization }: Headers): string => {
  if (authorization === undefined) throw new InvalidCredentials({ reason: noToken })
  const begins = scheme.exec(authorization)?.[0].length
  const token = begins === undefined ? "" : authorization.slice(begins).trimEnd()
  if (token === "" || token.includes(" "))
    throw new InvalidCredentials({
      reason:
        "The Authorization header has no bearer token. Send Authorization: Bearer and the token.",
    })
  return token
}
