import { Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  type Invitation,
  invitationLifetimeMs,
  isSameInvitee,
  permitAcceptance,
  startInvitation,
  invitationStatus,
} from "./invitation.ts"

const now = new Date("2026-11-21T10:00:00.000Z")
const later = (ms: number) => new Date(now.getTime() + ms)
const mailed = startInvitation(
  {
    uuid: "i",
    organizationUuid: "o",
    role: "staff",
    userUuid: undefined,
    email: "ada@club.example",
    tokenHash: "h",
    invitedByUserUuid: "ann",
  },
  now,
)
const named: Invitation = { ...mailed, email: undefined, userUuid: "ada" }
const settled = (settlement: "accepted" | "withdrawn"): Partial<Invitation> => ({
  settlement,
  settledAt: now,
})

const outcome = (invitation: Invitation | undefined, userUuid: string, at = now): string => {
  const result = permitAcceptance(invitation, userUuid, at)
  if (Result.isSuccess(result)) return "yes"
  return "reason" in result.failure && result.failure._tag === "Conflict"
    ? result.failure.reason
    : result.failure._tag
}

describe("permitAcceptance", () => {
  it.each([
    ["whom it names", outcome(named, "ada"), "yes"],
    ["somebody else", outcome(named, "bob"), "ForbiddenNotAuthorized"],
    [
      "somebody else, when it is used",
      outcome({ ...named, ...settled("accepted") }, "bob"),
      "ForbiddenNotAuthorized",
    ],
    ["whoever holds the token of an address", outcome(mailed, "bob"), "yes"],
    ["nothing", outcome(undefined, "ada"), "NotFound"],
    ["one that was withdrawn", outcome({ ...mailed, ...settled("withdrawn") }, "ada"), "NotFound"],
    ["one that was used", outcome({ ...mailed, ...settled("accepted") }, "ada"), "invitation_used"],
    ["its last moment", outcome(mailed, "ada", later(invitationLifetimeMs - 1)), "yes"],
    [
      "a moment too late",
      outcome(mailed, "ada", later(invitationLifetimeMs)),
      "invitation_expired",
    ],
  ])("%s", (_, found, expected) => expect(found).toBe(expected))

  it("is good for seven days", () =>
    expect(mailed.expiresAt).toEqual(new Date("2026-11-28T10:00:00.000Z")))
})

describe("invitationStatus", () => {
  it.each([
    [mailed, now, "open"],
    [mailed, later(invitationLifetimeMs), "expired"],
    [{ ...mailed, ...settled("accepted") }, later(invitationLifetimeMs), "accepted"],
    [{ ...mailed, ...settled("withdrawn") }, now, "withdrawn"],
  ])("%#", (invitation, at, expected) => expect(invitationStatus(invitation, at)).toBe(expected))
})

describe("isSameInvitee", () => {
  it("compares addresses in lower case", () =>
    expect(isSameInvitee(mailed, { ...mailed, email: "ADA@Club.example" })).toBe(true))
  it("tells users apart", () =>
    expect(isSameInvitee(named, { ...named, userUuid: "bob" })).toBe(false))
  it("tells a user from an address", () => expect(isSameInvitee(named, mailed)).toBe(false))
})
