import type { Access, Role, TokenKind } from "@symbolon/core"

/** Who calls, and what their call is about. */
export interface Situation {
  readonly token: "none" | "malformed" | "ended" | "good"
  readonly kind: TokenKind
  /** Whether the token carries the scope that the call asks for. */
  readonly hasScope: boolean
  readonly isFirstParty: boolean
  /** Whether a user of the platform's own staff asks: they hold the ownership bypass. */
  readonly isPlatform: boolean
  /**
   * Whether the call reaches into an organization: the one the caller's token and role are of, or
   * another. `neither` when what it names is the caller's own, or it names nothing and answers for
   * whoever asks; `another's` when it is another person's own.
   */
  readonly reaches: "own" | "another" | "neither" | "another's"
  /** Of the user on the organization's team, or of the app; undefined for none. */
  readonly role: Role | undefined
}

/** How a call must end. */
export interface Expectation {
  /** Empty when it must not be refused for who asks. */
  readonly refusals: readonly Refusal[]
}

/** One way to be refused. */
export interface Refusal {
  readonly status: 401 | 403 | 404
  /** In the envelope. */
  readonly codes: readonly string[]
  /** What `WWW-Authenticate` must look like; undefined where nothing is said of it. */
  readonly challenge?: RegExp
  /** What `details` must hold. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** From the strongest. */
const ranks: readonly Role[] = ["owner", "manager", "staff", "door"]

const nobody: Refusal = { status: 401, codes: ["invalid_credentials"] }
const forbidden: Refusal = { status: 403, codes: ["forbidden", "forbidden_not_authorized"] }
/** Absent and forbidden are indistinguishable. */
const hidden: readonly Refusal[] = [forbidden, { status: 404, codes: ["not_found"] }]

/**
 * How a call must end, by the rules of access as we state them here. Written apart
 * from the code that decides it, and never calls it: two readings that agree.
 */
export const expected = (access: Access, situation: Situation): Expectation => {
  const { token, kind } = situation
  if (token === "none") return { refusals: [{ ...nobody, challenge: /^Bearer realm="[^"]+"$/ }] }
  if (token !== "good")
    return { refusals: [{ ...nobody, challenge: /^Bearer realm="[^"]+", error="invalid_token"/ }] }
  if (!access.tokens.includes(kind)) return { refusals: [{ ...forbidden, codes: ["forbidden"] }] }
  // The console is for first-party credentials only.
  if (access.isFirstPartyOnly && !situation.isFirstParty)
    return { refusals: [{ ...forbidden, codes: ["forbidden"] }] }
  if (access.isServiceStaffOnly === true && !situation.isPlatform)
    return { refusals: [{ ...forbidden, codes: ["forbidden"] }] }
  // "A token lacking the scope is refused (403) even if the user could do the action." A door token
  // has its four routes instead.
  if (access.scope !== undefined && !situation.hasScope && kind !== "door")
    return {
      refusals: [
        {
          status: 403,
          codes: ["forbidden"],
          challenge: new RegExp(`error="insufficient_scope", scope="${access.scope}"`),
          details: { scope: access.scope },
        },
      ],
    }
  // "Org-scoped tokens restrict to one organization"; an app's token is bound from birth, a door's
  // to one session.
  if (situation.reaches === "another" && kind !== "user") return { refusals: hidden }
  if (situation.reaches === "another's") return { refusals: hidden }
  // "A scope grants nothing on a resource where the user has no role."
  return { refusals: situation.reaches === "neither" || isEnough(access, situation) ? [] : hidden }
}

const isEnough = (access: Access, { kind, role, isPlatform }: Situation): boolean => {
  if (access.role === undefined || isPlatform) return true
  if (kind === "door") return access.role === "door"
  // An app without a service role reads what the team reads, and no more.
  const held = role ?? (kind === "client" && access.isRead ? "staff" : undefined)
  return held !== undefined && ranks.indexOf(held) <= ranks.indexOf(access.role)
}

/** The roles that are too weak for a call, the strongest first, and none at all. */
export const weaker = (than: Role): readonly (Role | undefined)[] => [
  ...ranks.slice(ranks.indexOf(than) + 1),
  undefined,
]
