/**
 * Passkeys for the sign-in pages, by `@simplewebauthn/server` and `@simplewebauthn/browser`, which
 * are installed beside this package.
 * @module
 */
import type { NewPasskey, PasskeyClaim, Passkeys } from "@symbolon/core"
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server"
import * as z from "zod"

/** EdDSA, ES256, RS256: what authenticators have. */
const algorithms = [-8, -7, -257]

/** How long a browser waits for the user: as long as the challenge is valid. */
const timeout = 300_000

/**
 * The {@link Passkeys} of `createSymbolon`: passkeys that sign in without a username, of users whom
 * the authenticator has verified. No attestation is requested.
 *
 * @example
 * const baseUrl = "https://club.example"
 * const symbolon = await createSymbolon({ storage, vault, baseUrl, passkeys: passkeys() })
 */
export const passkeys = (): Passkeys => ({
  registrationOptions,
  verifyRegistration,
  signInOptions,
  verifySignIn,
  claimOf,
})

const registrationOptions: Passkeys["registrationOptions"] = ({ site, challenge, user, known }) =>
  generateRegistrationOptions({
    rpID: site.id,
    rpName: site.name,
    userID: new Uint8Array(Buffer.from(user.uuid)),
    userName: user.username,
    userDisplayName: user.displayName,
    challenge,
    timeout,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transportsOf(transports),
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  })

const verifyRegistration: Passkeys["verifyRegistration"] = async (answer, { site, challenge }) => {
  const response = registration.safeParse(answer).data
  if (response === undefined || !isFromPage(response)) return undefined
  const { verified, registrationInfo } = await orUnverified(
    verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...response.response, transports: [] },
        clientExtensionResults: {},
      },
      expectedChallenge: encoded(challenge),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified || registrationInfo === undefined) return undefined
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: transportsOf(response.response.transports),
    isBackedUp: credentialBackedUp,
  } satisfies NewPasskey
}

const signInOptions: Passkeys["signInOptions"] = ({ site, challenge }) =>
  generateAuthenticationOptions({
    rpID: site.id,
    challenge,
    timeout,
    userVerification: "required",
  })

const verifySignIn: Passkeys["verifySignIn"] = async (answer, { site, challenge, passkey }) => {
  const response = signIn.safeParse(answer).data
  if (response === undefined || !isFromPage(response)) return undefined
  const { verified, authenticationInfo } = await orUnverified(
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: encoded(challenge),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
        transports: transportsOf(passkey.transports),
      },
    }),
  )
  return verified && authenticationInfo !== undefined
    ? { counter: authenticationInfo.newCounter }
    : undefined
}

const claimOf: Passkeys["claimOf"] = (answer) => {
  const response = anyAnswer.safeParse(answer).data
  const challenge = response === undefined ? undefined : clientDataOf(response)?.challenge
  if (response === undefined || challenge === undefined) return undefined
  const { id: credentialId, response: said } = response
  const userUuid = said.userHandle === undefined ? undefined : decoded(said.userHandle)
  return { credentialId, userUuid, challenge: decoded(challenge) } satisfies PasskeyClaim
}

/** Base64url without padding, of at most so many characters. */
const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]*$/)

/** WebAuthn level 3, section 5.1: a credential's id has at most 1,023 bytes. */
const id = base64url(1364).min(1)
const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const
const common = { id, rawId: id, type: z.literal("public-key") }

const registration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z.array(z.string()).max(16).catch([]),
  }),
})

const signIn = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
  }),
})

const anyAnswer = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url(4096), userHandle: base64url(128).optional() }),
})

const clientData = z.object({ challenge: base64url(1024), crossOrigin: z.boolean().optional() })

const clientDataOf = ({
  response,
}: z.infer<typeof anyAnswer>): z.infer<typeof clientData> | undefined => {
  try {
    return clientData.safeParse(JSON.parse(decoded(response.clientDataJSON))).data
  } catch {
    return undefined
  }
}

/** Our pages are never framed, so a frame's answer is never legitimate. */
const isFromPage = (response: z.infer<typeof anyAnswer>): boolean =>
  clientDataOf(response)?.crossOrigin !== true

const encoded = (text: string): string => Buffer.from(text).toString("base64url")
const decoded = (text: string): string => Buffer.from(text, "base64url").toString("utf8")

const isTransport = (name: string): name is (typeof transports)[number] =>
  transports.some((known) => known === name)

const transportsOf = (names: readonly string[]) => names.filter(isTransport)

/** The library throws for whatever is wrong with an answer. */
const orUnverified = <Verified extends { readonly verified: boolean }>(
  verifying: Promise<Verified>,
): Promise<
  | Verified
  | {
      readonly verified: false
      readonly registrationInfo?: undefined
      readonly authenticationInfo?: undefined
    }
> => verifying.catch(() => ({ verified: false }))
