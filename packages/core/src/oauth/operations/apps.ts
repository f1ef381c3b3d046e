import { Effect } from "effect"
import { actingUser, type Caller, isServiceStaff } from "../../foundation/access/caller.ts"
import { type Access, permitHost } from "../../foundation/access/permit.ts"
import * as endpoints from "../../contract/endpoints/console-apps.ts"
import { scopes } from "../../contract/scopes.ts"
import { Conflict, Forbidden, NotFound } from "../../foundation/errors/refusals.ts"
import { mapPage, type Page } from "../../foundation/kernel/page.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { isAtLeast, type Role } from "../../foundation/access/role.ts"
import { holdOrganization, organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, sharedRead, transact, Tx } from "../../foundation/unit-of-work.ts"
import { type AppView, type OauthClient, viewApp } from "../clients/client.ts"
import { judgeRegistration, type Registration } from "../clients/registration.ts"
import { secretHash } from "../clients/secret.ts"
import type { AppInput, CreateAppInput, ListAppsInput, UpdateAppInput } from "../inputs.ts"
import type { CreatedApp, CreatedAppSecret } from "../results.ts"

/**
 * Registers an app. Returns the secret of a confidential app once; only its hash is stored.
 *
 * An app gets at most the role that the caller has in the organization. Only service staff and the
 * host register first-party apps, which need no consent.
 */
export const create = step(function* (caller: Caller, input: CreateAppInput) {
  const { ids } = yield* Ports
  const clientSecret = input.clientType === "confidential" ? ids.secret("sy_cs_") : undefined
  return yield* transact(function* (tx, now) {
    const organizationUuid = yield* organizationUuidFor(
      caller,
      endpoints.createApp.access,
      input.organization,
    )
    if (organizationUuid !== undefined) yield* holdOrganization({ uuid: organizationUuid })
    const registration: Registration = {
      organizationUuid,
      name: input.name.trim(),
      clientType: input.clientType,
      grantTypes: input.grantTypes,
      scopes: input.scopes,
      redirectUris: input.redirectUris ?? [],
      postLogoutRedirectUris: input.postLogoutRedirectUris ?? [],
      serviceRole: input.serviceRole,
      isFirstParty: input.isFirstParty ?? false,
      iconUrl: input.iconUrl,
      websiteUrl: input.websiteUrl,
      policyUrl: input.policyUrl,
      tosUrl: input.tosUrl,
    }
    yield* permitApp(caller, registration)
    const client: OauthClient = {
      ...(yield* Effect.fromResult(judgeRegistration(registration, Object.keys(scopes)))),
      clientId: ids.uuid(),
      secretHashes: clientSecret === undefined ? [] : [secretHash(clientSecret)],
      createdAt: now,
      updatedAt: undefined,
      disabledAt: undefined,
    }
    yield* tx.oauthClients.add(client)
    const created: CreatedApp = { client: viewApp(client), clientSecret }
    return created
  })
})

/**
 * Lists the apps of an organization, without removed ones. Without an organization, lists the
 * platform's own apps, for the host alone.
 */
export const list = listing(function* (caller: Caller, input: ListAppsInput) {
  return yield* read(function* (tx) {
    const organizationUuid = yield* organizationUuidFor(
      caller,
      endpoints.listApps.access,
      input.organization,
    )
    const found = yield* tx.oauthClients.list(organizationUuid, input.page)
    const apps: Page<AppView> = mapPage(found, viewApp)
    return apps
  })
})

/** Returns an app. `NotFound` for a removed app and for another organization's. */
export const get = step(function* (caller: Caller, input: AppInput) {
  return yield* sharedRead(function* () {
    return viewApp(yield* appFor(caller, endpoints.getApp.access, input))
  })
})

/**
 * Changes an app. Scopes, grants and a role that it loses are refused from the next call on, for
 * existing tokens too.
 */
export const update = step(function* (caller: Caller, input: UpdateAppInput) {
  return yield* transact(function* (tx, now) {
    const before = yield* appFor(caller, endpoints.updateApp.access, input)
    yield* permitApp(caller, before)
    const app = changed(before, input)
    yield* permitApp(caller, app)
    yield* Effect.fromResult(judgeRegistration(app, Object.keys(scopes)))
    const after: OauthClient = { ...app, updatedAt: now }
    yield* tx.oauthClients.change(after)
    return viewApp(after)
  })
})

const changed = (app: OauthClient, input: UpdateAppInput): OauthClient => ({
  ...app,
  name: input.name?.trim() ?? app.name,
  grantTypes: input.grantTypes ?? app.grantTypes,
  scopes: input.scopes ?? app.scopes,
  redirectUris: input.redirectUris ?? app.redirectUris,
  postLogoutRedirectUris: input.postLogoutRedirectUris ?? app.postLogoutRedirectUris,
  isFirstParty: input.isFirstParty ?? app.isFirstParty,
  serviceRole: patched(app.serviceRole, input.serviceRole),
  iconUrl: patched(app.iconUrl, input.iconUrl),
  websiteUrl: patched(app.websiteUrl, input.websiteUrl),
  policyUrl: patched(app.policyUrl, input.policyUrl),
  tosUrl: patched(app.tosUrl, input.tosUrl),
})

const deleteApp = step(function* (caller: Caller, input: AppInput) {
  return yield* transact(function* (tx, now) {
    const app = yield* appFor(caller, endpoints.deleteApp.access, input)
    yield* permitApp(caller, app)
    const removed: OauthClient = { ...app, disabledAt: now }
    yield* tx.oauthClients.change(removed)
    yield* tx.oauthSessions.endAll({ clientId: app.clientId }, now, "client_removed")
    return viewApp(removed)
  })
})
export {
  /**
   * Removes an app permanently: its tokens are refused from the next call on, and it is not found
   * any more.
   */
  deleteApp as delete,
}

const liveSecretsMax = 2

/**
 * Creates another secret of a confidential app and returns it once. The previous secret stays
 * valid, so that the app can change over; a third retires the oldest.
 */
export const createSecret = step(function* (caller: Caller, input: AppInput) {
  const { ids } = yield* Ports
  const clientSecret = ids.secret("sy_cs_")
  return yield* transact(function* (tx, now) {
    const app = yield* appFor(caller, endpoints.createSecret.access, input)
    yield* permitApp(caller, app)
    if (app.clientType === "public")
      return yield* new Conflict({
        reason: "client_is_public",
        message: "A public app cannot have a secret. It signs users in with PKCE alone.",
      })
    const secretHashes = [...app.secretHashes, secretHash(clientSecret)].slice(-liveSecretsMax)
    const client: OauthClient = { ...app, secretHashes, updatedAt: now }
    yield* tx.oauthClients.change(client)
    const created: CreatedAppSecret = { client: viewApp(client), clientSecret }
    return created
  })
})

const organizationUuidFor = step(function* (
  caller: Caller,
  access: Access | undefined,
  organization: string | undefined,
) {
  if (organization !== undefined) return (yield* organizationFor(caller, access, organization)).uuid
  yield* Effect.fromResult(permitHost(caller))
  return undefined
})

/** The app, locked where something is to be written. */
const appFor = step(function* (
  caller: Caller,
  access: Access | undefined,
  { organization, clientId }: AppInput,
) {
  const tx = yield* Tx
  const organizationUuid = yield* organizationUuidFor(caller, access, organization)
  const app = yield* tx.oauthClients.lock(clientId)
  const isMeant = organization === undefined || app?.organizationUuid === organizationUuid
  return app === undefined || app.disabledAt !== undefined || !isMeant
    ? yield* new NotFound({ what: "app" })
    : app
})

type AppRights = Pick<OauthClient, "organizationUuid" | "serviceRole" | "isFirstParty">

/**
 * Whether the caller may make an app what it is, change or remove one that is so, or get its
 * secret: the way to a role or a trust that is not theirs.
 */
const permitApp = step(function* (caller: Caller, app: AppRights) {
  if (app.isFirstParty && caller.kind !== "host" && !isServiceStaff(caller))
    return yield* new Forbidden({
      reason: "Only service staff can create and change first-party apps.",
    })
  return yield* permitRoleOf(caller, app)
})

/** A user cannot get an app that may do more in the organization than they may. */
const permitRoleOf = step(function* (caller: Caller, { organizationUuid, serviceRole }: AppRights) {
  if (serviceRole === undefined || organizationUuid === undefined) return
  const own = yield* roleIn(caller, organizationUuid)
  if (own === undefined || !isAtLeast(own, serviceRole))
    return yield* new Forbidden({
      reason: `This call needs the role ${serviceRole} in the organization, because the app has that role.`,
      details: { role: serviceRole },
    })
  return
})

const roleIn = step(function* (caller: Caller, organizationUuid: string) {
  if (caller.kind === "host" || isServiceStaff(caller)) return "owner" satisfies Role
  if (caller.kind === "client") return caller.serviceRole
  const tx = yield* Tx
  return (yield* tx.staff.find(organizationUuid, actingUser(caller) ?? ""))?.role
})
