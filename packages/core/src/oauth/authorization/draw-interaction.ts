import type { User } from "../../accounts/user.ts"
import type { Organization } from "../../organizations/organization.ts"
import type { AuthorizationRequest } from "./authorization-request.ts"
import type { OauthClient } from "../clients/client.ts"
import { type Consent, scopesToAsk } from "./consent.ts"
import type { Interaction } from "./interaction.ts"

/** What a scope says to people. */
export interface ScopeText {
  readonly description: string
  readonly sensitive: boolean
}

interface Scene {
  readonly status: Interaction["status"]
  readonly challenge: string
  readonly expiresAt: Date
  readonly csrfToken: string
  readonly request: AuthorizationRequest
  readonly client: OauthClient
  readonly organization: Organization | undefined
  readonly user: User | undefined
  readonly consent: Consent | undefined
  readonly methods: Interaction["login"]["methods"]
}

/**
 * What is shown of a request that waits: everything a page needs, and nothing a stranger may not
 * see.
 */
export const drawInteraction = (
  scene: Scene,
  scopeTexts: Readonly<Record<string, ScopeText>>,
): Interaction => {
  const {
    status,
    challenge,
    expiresAt,
    csrfToken,
    request,
    client,
    organization,
    user,
    consent,
    methods,
  } = scene
  const toAsk = scopesToAsk(request.scopes, consent)
  return {
    status,
    challenge,
    expiresAt,
    csrfToken,
    client: {
      clientId: client.clientId,
      name: client.name,
      iconUrl: client.iconUrl,
      websiteUrl: client.websiteUrl,
      policyUrl: client.policyUrl,
      tosUrl: client.tosUrl,
      redirectHost: redirectHostOf(request.redirectUri),
      isFirstParty: client.isFirstParty,
      organization: organization && {
        uuid: organization.uuid,
        name: organization.name,
        slug: organization.slug,
      },
    },
    user: user && {
      uuid: user.uuid,
      username: user.username,
      firstName: user.firstName,
      lastName: user.lastName,
      avatarImageFileUuid: user.avatarImageFileUuid,
    },
    scopes: request.scopes.map((name) => ({
      name,
      description: scopeTexts[name]?.description ?? name,
      isSensitive: scopeTexts[name]?.sensitive ?? false,
      isAlreadyGranted: !toAsk.includes(name),
    })),
    login: { methods, hint: request.loginHint },
    prompt: request.prompt,
    uiLocales: request.uiLocales,
  }
}

/**
 * Where the browser goes afterwards, as people read it: a host, or the scheme of an installed app.
 */
export const redirectHostOf = (redirectUri: string): string => {
  const { host, protocol } = new URL(redirectUri)
  return host === "" ? protocol.slice(0, -1) : host
}
