import { issuerOf } from "../tokens/access-token.ts"
import type { ResponseMode, ReturnAddress, ReturnedError } from "./authorization-request.ts"
import type { Interaction } from "./interaction.ts"

/** How an authorization request ends, or goes on. */
export type AuthorizationAnswer = Returning | Asking

/** The browser goes back to the app with these parameters. */
export interface Returning {
  readonly kind: "return"
  readonly redirectUri: string
  readonly responseMode: ResponseMode
  readonly parameters: Readonly<Record<string, string>>
}

/** A user has to be asked first. */
export interface Asking {
  readonly kind: "interaction"
  readonly interaction: Interaction
  /** Where the app waits for its answer: pages must allow their forms to lead there. */
  readonly redirectUri: string
  /** What the browser's cookie has to be; undefined for a program that keeps none. */
  readonly browserToken: string | undefined
}

/** The answer with a code (RFC 6749 section 4.1.2), naming who gives it (RFC 9207). */
export const returnCode = (back: ReturnAddress, code: string, baseUrl: string): Returning =>
  returning(back, { code }, baseUrl)

/** The answer with an error (RFC 6749 section 4.1.2.1). */
export const returnError = (error: ReturnedError, baseUrl: string): Returning =>
  returning(error, { error: error.error, error_description: error.description }, baseUrl)

const returning = (
  { redirectUri, responseMode, state }: ReturnAddress,
  parameters: Readonly<Record<string, string>>,
  baseUrl: string,
) =>
  ({
    kind: "return",
    redirectUri,
    responseMode,
    parameters: {
      ...parameters,
      ...(state === undefined ? {} : { state }),
      iss: issuerOf(baseUrl),
    },
  }) as const
