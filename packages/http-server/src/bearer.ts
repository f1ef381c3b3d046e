import { InvalidCredentials } from "@symbolon/core"
import type { Headers } from "./exchange.ts"

const scheme = /^bearer +([\w.~+/-]+=*) *$/i

/** Why a request without a token is refused. */
export const noToken = "Send an access token: Authorization: Bearer <ACCESS_TOKEN>."

/**
 * The token of a request; undefined when it sends no `Authorization` at all.
 *
 * @throws {InvalidCredentials} when it sends something else.
 */
export const bearerToken = ({ authorization }: Headers): string | undefined => {
  if (authorization === undefined) return undefined
  const token = scheme.exec(authorization)?.[1]
  if (token === undefined) throw new InvalidCredentials({ reason: noToken })
  return token
}
