import type { TokenKind } from "@symbolon/core"
import { expected, type Situation, weaker } from "./expectation.ts"
import { type Holder, roleOf, strongest } from "./holders.ts"
import type { PersonName } from "../fixtures/two-organizations.ts"
import { isNested, ownerOf } from "./things.ts"
import type { Guarded } from "./walk.ts"

/** Somebody tries a call; the situation says what is wrong with that. */
export interface Case {
  readonly name: string
  readonly holder: Holder
  readonly situation: Situation
  /** A scope that the token lacks. */
  readonly without?: string
  /** Whose own things the call names, where that is not the holder. */
  readonly about?: PersonName
  /**
   * A read that names nothing may answer a weak caller, or another organization's, with what is
   * their own, instead of refusing them. Then it must give away nothing of the club's.
   */
  readonly mayAnswer?: boolean
  /** The path begins at the other organization and goes on to a thing of the club. */
  readonly isMixed?: boolean
}

export const kinds: readonly TokenKind[] = ["user", "organization", "client", "door"]

/** What the call of a holder reaches into. */
const reachOf = (guarded: Guarded, { kind, home }: Holder): Situation["reaches"] => {
  const owners = guarded.params.map((name) => ownerOf(name, { kind }, guarded))
  if (owners.includes("organization")) return home === "club" ? "own" : "another"
  // A call that names nothing answers a bound token for its own organization.
  return guarded.params.length > 0 || kind === "user" ? "neither" : "own"
}

const situationOf = (
  guarded: Guarded,
  holder: Holder,
  change: Partial<Situation> = {},
): Situation => ({
  token: "good",
  kind: holder.kind,
  hasScope: true,
  isFirstParty: holder.isFirstParty,
  isPlatform:
    (holder.who === "platform" || holder.who === "agent") &&
    holder.isFirstParty &&
    (holder.kind === "user" || holder.kind === "organization"),
  reaches: reachOf(guarded, holder),
  role: roleOf(holder),
  ...change,
})

/** A case of a holder, and how it stands to the endpoint. */
export const caseOf = (
  guarded: Guarded,
  name: string,
  holder: Holder,
  change?: Partial<Situation>,
): Case => ({
  name,
  holder,
  situation: situationOf(guarded, holder, change),
})

const namesNothing = ({ params, endpoint }: Guarded): boolean =>
  params.length === 0 && endpoint.method === "GET"

/** The cases that there is something to see of: whoever may after all is left out. */
const refusedOf = (guarded: Guarded, cases: readonly Case[]): readonly Case[] =>
  namesNothing(guarded)
    ? cases.map((each) => ({ ...each, mayAnswer: true }))
    : cases.filter(({ situation }) => expected(guarded.access, situation).refusals.length > 0)

/** The kinds of token that an endpoint takes. */
export const accepted = ({ access }: Guarded): readonly TokenKind[] =>
  kinds.filter((kind) => access.tokens.includes(kind))

/** Every kind of token the endpoint does not take, in the strongest hands. */
export const strangeKinds = (guarded: Guarded): readonly Case[] =>
  kinds
    .filter((kind) => !guarded.access.tokens.includes(kind))
    .map((kind) => caseOf(guarded, `${kind} token`, strongest(kind)))

/** Every kind it takes, without the scope it asks for. A door token has no scopes. */
export const missingScopes = (guarded: Guarded): readonly Case[] => {
  const { scope } = guarded.access
  if (scope === undefined) return []
  return accepted(guarded)
    .filter((kind) => kind !== "door")
    .map((kind) => ({
      ...caseOf(guarded, `${kind} token without ${scope}`, strongest(kind), { hasScope: false }),
      without: scope,
    }))
}

/** Every kind it takes, got by an app that is not the platform's own. */
export const thirdParties = (guarded: Guarded): readonly Case[] =>
  guarded.access.isFirstPartyOnly
    ? accepted(guarded).map((kind) =>
        caseOf(guarded, `${kind} token of a third-party app`, {
          ...strongest(kind),
          isFirstParty: false,
        }),
      )
    : []

/** Every bound kind it takes, bound to the other organization, where its holder is the owner. */
export const otherOrganizations = (guarded: Guarded): readonly Case[] =>
  refusedOf(
    guarded,
    accepted(guarded)
      .filter((kind) => kind !== "user")
      .map((kind) =>
        caseOf(guarded, `${kind} token of another organization`, {
          ...strongest(kind),
          home: "elsewhere",
          who: "stranger",
        }),
      ),
  )

/** The door of another session of the same organization. */
export const otherDoors = (guarded: Guarded): readonly Case[] =>
  guarded.access.tokens.includes("door")
    ? [
        caseOf(
          guarded,
          "door token of another session",
          { ...strongest("door"), who: "door" },
          { reaches: "another" },
        ),
      ]
    : []

/** The owner of the other organization asks there for what is the club's. */
export const mixedPaths = (guarded: Guarded): readonly Case[] =>
  isNested(guarded)
    ? accepted(guarded).map((kind) => ({
        ...caseOf(
          guarded,
          `${kind} token below another organization`,
          { ...strongest(kind), home: "elsewhere", who: "stranger" },
          { reaches: "another's" },
        ),
        isMixed: true,
      }))
    : []

/**
 * Every kind it takes, in hands too weak for it: each lesser role, none, and none but that of an
 * owner elsewhere.
 */
export const weakRoles = (guarded: Guarded): readonly Case[] => {
  const { role } = guarded.access
  if (role === undefined) return []
  const tried = accepted(guarded)
    .filter((kind) => kind !== "door" && (kind !== "user" || guarded.params.length > 0))
    .flatMap((kind) => [
      ...weaker(role).map((held) =>
        caseOf(guarded, `${kind} token as ${held ?? "nobody"}`, {
          ...strongest(kind),
          who: held ?? "guest",
        }),
      ),
      ...(kind === "client"
        ? []
        : [
            caseOf(guarded, `${kind} token as an owner elsewhere`, {
              ...strongest(kind),
              who: "stranger",
            }),
          ]),
    ])
  return refusedOf(
    guarded,
    tried.filter(({ situation }) => expected(guarded.access, situation).refusals.length > 0),
  )
}

/** Somebody asks about what is another person's own. */
export const strangersThings = (guarded: Guarded): readonly Case[] =>
  accepted(guarded)
    .filter((kind) => guarded.params.some((name) => ownerOf(name, { kind }, guarded) === "asker"))
    .map((kind) => ({
      ...caseOf(
        guarded,
        `${kind} token about another's things`,
        { ...strongest(kind), who: "newcomer" },
        { reaches: "another's" },
      ),
      about: "guest",
    }))

/**
 * The service's own staff, by an app of a third party: there they have the roles they hold
 * themselves, and these hold none. What they read without naming anything is compared with what any
 * user reads, in `service-staff.test.ts`.
 */
export const staffByThirdParties = (guarded: Guarded): readonly Case[] =>
  accepted(guarded)
    .filter((kind) => kind === "user" || kind === "organization")
    .map((kind) =>
      caseOf(
        guarded,
        `${kind} token of the service's staff by a third-party app`,
        byThirdParty("agent", kind),
      ),
    )
    .filter(
      ({ situation }) =>
        !namesNothing(guarded) && expected(guarded.access, situation).refusals.length > 0,
    )

/** A user with a token of a third party's app. */
export const byThirdParty = (who: PersonName, kind: "user" | "organization"): Holder => ({
  ...strongest(kind),
  who,
  isFirstParty: false,
})

/** Everybody with a good token who must be turned away. */
export const allRefused = (guarded: Guarded): readonly Case[] =>
  [
    strangeKinds,
    missingScopes,
    thirdParties,
    otherOrganizations,
    otherDoors,
    mixedPaths,
    weakRoles,
    strangersThings,
    staffByThirdParties,
  ].flatMap((casesOf) => casesOf(guarded))

/**
 * Where the role that an endpoint asks for lets in, but an app has no use of it alone, with the
 * reason.
 */
const notForApps: Readonly<Record<string, string>> = {
  "DELETE /console/v1/organizations/{organization_slug}/staff/{user_uuid}":
    "whoever is on the team may leave it; an app is not on it",
}

/**
 * Who must be let through: the strongest of each kind, whose role just suffices, an app without a
 * role where that may read, and the platform's own staff.
 */
export const welcome = (guarded: Guarded): readonly Case[] => {
  const { role } = guarded.access
  return accepted(guarded).flatMap((kind) => {
    const strong = caseOf(guarded, `${kind} token`, strongest(kind))
    if (role === undefined || kind === "door") return [strong]
    const isOfUse = kind !== "client" || notForApps[guarded.route] === undefined
    const others: readonly Case[] = [
      ...(isOfUse
        ? [caseOf(guarded, `${kind} token as ${role}`, { ...strongest(kind), who: role })]
        : []),
      kind === "client"
        ? caseOf(guarded, "client token without a role", { ...strongest(kind), who: "guest" })
        : caseOf(guarded, `${kind} token of the platform's staff`, {
            ...strongest(kind),
            who: "platform",
          }),
    ]
    return [
      strong,
      ...others.filter(
        ({ situation }) => expected(guarded.access, situation).refusals.length === 0,
      ),
    ]
  })
}
