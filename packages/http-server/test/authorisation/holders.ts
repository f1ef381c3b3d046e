import type { Role, TokenKind } from "@symbolon/core"
import { scopes, scopesFor } from "@symbolon/core/contract"
import { portsOf } from "@symbolon/core/effect"
import type { TwoOrganizations, PersonName } from "../fixtures/two-organizations.ts"

/** Who holds a token, and by which app they got it. */
export interface Holder {
  readonly kind: TokenKind
  /**
   * The organization the token is bound to and the app is registered with; for a user's token the
   * app's alone.
   */
  readonly home: "club" | "elsewhere"
  /**
   * For an app: the role it has, or none for somebody without one. For a door: the owner's is of
   * the session that calls name, others' of another.
   */
  readonly who: PersonName
  readonly isFirstParty: boolean
}

/** The role somebody has in the club; and the owner of the other organization there. */
export const roleOf = ({ who, home }: Holder): Role | undefined => {
  if (who === "stranger") return home === "elsewhere" ? "owner" : undefined
  return who === "owner" || who === "manager" || who === "staff" || who === "door" ? who : undefined
}

/**
 * The strongest holder of each kind: nothing but the access of an endpoint can stand in their way.
 */
export const strongest = (kind: TokenKind): Holder => ({
  kind,
  home: "club",
  who: "owner",
  isFirstParty: true,
})

/**
 * A token with every scope its kind can have, `without` one; the same one again for the same wish.
 */
export const tokenOf = (
  setup: TwoOrganizations,
  holder: Holder,
  without?: string,
): Promise<string> =>
  setup.once(`token ${JSON.stringify(holder)} ${without ?? ""}`, () =>
    issue(setup, holder, without),
  )

/** A token with a session of its own, for ending it. */
export const issue = async (
  setup: TwoOrganizations,
  holder: Holder,
  without?: string,
): Promise<string> => {
  const { symbolon, people } = setup
  const { kind, home, who } = holder
  if (kind === "door")
    return (
      await symbolon.sessions.createDeviceToken({
        session: (await sessionOf(setup, home, who === "owner" ? "" : " late")).slug,
      })
    ).token
  const { clientId, clientSecret } = await appOf(setup, holder)
  const granted = scopesFor(kind).filter((scope) => scope !== without)
  if (kind === "client")
    return (
      await symbolon.oauth.issueClientToken({
        client: { clientId, clientSecret },
        scope: granted.join(" "),
      })
    ).accessToken
  const organization = kind === "organization" ? setup[home].slug : undefined
  return (
    await symbolon.oauth.issueUserToken({
      clientId,
      userUuid: people[who].uuid,
      organization,
      scopes: granted,
    })
  ).accessToken
}

/** Ends the session behind a token; a door's by revoking its device. */
export const end = async ({ symbolon }: TwoOrganizations, token: string): Promise<void> => {
  const caller = await symbolon.authenticate(token)
  if (caller.kind === "host") throw new Error("No token is the host's.")
  if (caller.kind === "door") {
    await symbolon.sessions.revokeDeviceToken({ device: caller.deviceUuid })
    return
  }
  const hasEnded = await portsOf(symbolon).storage.transact("write", (tx) =>
    tx.oauthSessions.end(caller.sid, symbolon.clock.now(), "test"),
  )
  if (!hasEnded) throw new Error("The session had ended before.")
}

const appOf = (
  setup: TwoOrganizations,
  holder: Holder,
): Promise<{ readonly clientId: string; readonly clientSecret: string }> => {
  const { home, isFirstParty, kind } = holder
  const serviceRole = kind === "client" ? roleOf(holder) : "owner"
  return setup.once(`app ${home} ${serviceRole} ${isFirstParty}`, () =>
    registerApp(setup, home, { serviceRole, isFirstParty }),
  )
}

/** Registers an app with every scope there is. */
export const registerApp = async (
  { symbolon, ...places }: TwoOrganizations,
  home: Holder["home"],
  how: { readonly serviceRole: Role | undefined; readonly isFirstParty: boolean },
) => {
  const { client, clientSecret } = await symbolon.apps.create({
    organization: places[home].slug,
    name: "App",
    clientType: "confidential",
    grantTypes: [
      "authorization_code",
      "refresh_token",
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:token-exchange",
    ],
    redirectUris: ["https://app.sample.test/"],
    scopes: Object.keys(scopes),
    ...how,
  })
  return { clientId: client.clientId, clientSecret: clientSecret ?? "" }
}

/** A session of an organization that is open now, made by need; another with another `name`. */
export const sessionOf = (setup: TwoOrganizations, home: Holder["home"], name = "") =>
  setup.once(`session ${home}${name}`, async () => {
    const activity = await activityOf(setup, home)
    const now = setup.symbolon.clock.now().getTime()
    return setup.symbolon.sessions.create({
      activity: activity.slug,
      name: `Evening ${home}${name}`,
      startTime: new Date(now - 60_000),
      endTime: new Date(now + 6 * 3_600_000),
    })
  })

/** An activity of an organization, made by need. */
export const activityOf = (setup: TwoOrganizations, home: Holder["home"]) =>
  setup.once(`activity ${home}`, () =>
    setup.symbolon.activities.create({ organization: setup[home].slug, name: `Sailing ${home}` }),
  )

/** One that is called off. */
export const cancelledActivityOf = (setup: TwoOrganizations, home: Holder["home"]) =>
  setup.once(`cancelled activity ${home}`, async () => {
    const { slug } = await setup.symbolon.activities.create({
      organization: setup[home].slug,
      name: `Off ${home}`,
    })
    return setup.symbolon.activities.cancel({ activity: slug })
  })

/** A session that is cancelled. */
export const cancelledSessionOf = (setup: TwoOrganizations, home: Holder["home"]) =>
  setup.once(`cancelled session ${home}`, async () =>
    setup.symbolon.sessions.cancel({ session: (await sessionOf(setup, home, " off")).slug }),
  )

/** A series of one session. */
export const seriesOf = (setup: TwoOrganizations, home: Holder["home"]) =>
  setup.once(`series ${home}`, async () => {
    const now = setup.symbolon.clock.now().getTime()
    const dates = [{ startTime: new Date(now + 3_600_000), endTime: new Date(now + 7_200_000) }]
    const { series } = await setup.symbolon.sessions.createBatch({
      activity: (await activityOf(setup, home)).slug,
      name: `Run ${home}`,
      dates,
    })
    return series
  })
