import { InvalidCredentials } from "@symbolon/core"
import type { Headers } from "./exchange.ts"

const scheme = /^bearer +([\w.~+/-]+=*) *$/i

/** Why a request without a token is refused. */
export const noToken = "Send an access token: Authorization: Bearer <ACCESS_TOKEN>."

/**
 * The token of a request.
 *
 * @throws {InvalidCredentials} when it sends none, or something else.
 */
export const bearerToken = ({ authorization }: Headers): string => {
  if (authorization === undefined) throw new InvalidCredentials({ reason: noToken })
  const token = scheme.exec(authorization)?.[1]
  if (token === undefined) throw new InvalidCredentials({ reason: "The Authorization header holds no bearer token." })
  return token
}
