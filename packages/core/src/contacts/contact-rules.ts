import { Result } from "effect"
import { isEmail } from "../accounts/email.ts"
import { Conflict, Invalid } from "../foundation/errors/refusals.ts"
import { limits } from "../foundation/kernel/limits.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import type { Contact, ContactVisit } from "./contact.ts"

/** Who a new contact is: a person here, or a name with an e-mail address. */
export type Meant =
  | {
      readonly kind: "person"
      /** Undefined where the page alone says who it is. */
      readonly identifier: IdentifierRef | undefined
      readonly profilePageUuid: string | undefined
    }
  | { readonly kind: "typed"; readonly name: string; readonly email: string }

/** The fields that say who is meant. */
interface MeantInput {
  readonly identifier?: IdentifierRef | undefined
  readonly profilePageUuid?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
}

/** Reads who is meant: a person by identifier or page, or a name with an e-mail address. */
export const meantBy = ({
  identifier,
  profilePageUuid,
  name,
  email,
}: MeantInput): Result.Result<Meant, Invalid> => {
  if (identifier !== undefined || profilePageUuid !== undefined)
    return name === undefined && email === undefined
      ? Result.succeed({ kind: "person", identifier, profilePageUuid })
      : invalid({
          [identifier === undefined ? "profile_page_uuid" : "identifier"]:
            "must not be sent together with name or email",
        })
  const typed = typedBy({ name, email })
  return typed === undefined
    ? invalid({ identifier: "is required unless profile_page_uuid, or name and email, are sent" })
    : typed
}

/** Refuses a page of an account beside a name with an e-mail address, which do not tell whose. */
export const permitOnePerson = ({
  profilePageUuid,
  name,
  email,
}: MeantInput): Result.Result<void, Invalid> =>
  profilePageUuid === undefined || (name === undefined && email === undefined)
    ? Result.void
    : invalid({ profile_page_uuid: "must not be sent together with name or email" })

/** Reads a name with its e-mail address; undefined when neither is sent. */
export const typedBy = ({
  name,
  email,
}: Pick<MeantInput, "name" | "email">):
  | Result.Result<Extract<Meant, { readonly kind: "typed" }>, Invalid>
  | undefined => {
  if (name === undefined && email === undefined) return undefined
  if (name === undefined || name.trim() === "")
    return invalid({ name: "is required together with email" })
  if (email === undefined) return invalid({ email: "is required together with name" })
  if (!isEmail(email.trim())) return invalid({ email: "is no e-mail address" })
  return Result.succeed({ kind: "typed", name: name.trim(), email: email.trim() })
}

const invalid = (errors: Readonly<Record<string, string>>) => Result.fail(new Invalid({ errors }))

const earliest = new Date("2000-01-01T00:00:00.000Z")

/** Refuses the time of an encounter that lies ahead, or before the year 2000. */
export const permitVisitedAt = (
  visitedAt: Date | undefined,
  now: Date,
): Result.Result<void, Invalid> => {
  const latest = new Date(now.getTime() + limits.clockToleranceSeconds * 1000)
  return visitedAt === undefined || (visitedAt >= earliest && visitedAt <= latest)
    ? Result.void
    : invalid({ visited_at: "must be between the year 2000 and now" })
}

const minuteMs = 60_000

/** The encounter that a repeated request has recorded already: at most a minute away. */
export const repeatedVisit = (
  visits: readonly ContactVisit[],
  { visitedAt, sessionUuid }: Pick<ContactVisit, "visitedAt" | "sessionUuid">,
): ContactVisit | undefined =>
  visits.find(
    (visit) =>
      visit.sessionUuid === sessionUuid &&
      Math.abs(visit.visitedAt.getTime() - visitedAt.getTime()) < minuteMs,
  )

/**
 * Whether a request to save a contact changes nothing: it recorded that encounter with that note
 * before, and leaves the contact as it is.
 */
export const isRepeated = (
  before: Contact,
  after: Contact,
  visits: readonly ContactVisit[],
  visit: Pick<ContactVisit, "visitedAt" | "sessionUuid" | "notes">,
): boolean => {
  const recorded = repeatedVisit(visits, visit)
  const fields: readonly (keyof Contact)[] = [
    "type",
    "name",
    "email",
    "jobTitle",
    "company",
    "profilePageUuid",
  ]
  return (
    recorded !== undefined &&
    (visit.notes === undefined || visit.notes === recorded.notes) &&
    fields.every((field) => before[field] === after[field])
  )
}

/**
 * Refuses one more encounter with a contact that has as many as a contact can have. A repeated
 * request is none more.
 */
export const permitVisit = (
  contact: Contact,
  visits: readonly ContactVisit[],
  visit: Pick<ContactVisit, "visitedAt" | "sessionUuid">,
): Result.Result<void, Conflict> =>
  hasRoom(contact) || repeatedVisit(visits, visit) !== undefined
    ? Result.void
    : Result.fail(
        new Conflict({
          reason: "too_many_visits",
          message: `A contact can have ${limits.visitsPerContactMax} encounters. Delete one first.`,
        }),
      )

/** Whether one more encounter with a contact can be recorded. */
export const hasRoom = ({ visitCount }: Contact): boolean => visitCount < limits.visitsPerContactMax

/** A contact with what its encounters amount to; `visits` has the latest first. */
export const withVisits = (contact: Contact, visits: readonly ContactVisit[]): Contact => ({
  ...contact,
  visitCount: visits.length,
  latestAt: visits[0]?.visitedAt ?? contact.createdAt,
  metSessionUuid: visits.at(-1)?.sessionUuid,
})

/** Encounters, the latest first. */
export const latestFirst = (visits: readonly ContactVisit[]): readonly ContactVisit[] =>
  visits.toSorted(
    (a, b) =>
      b.visitedAt.getTime() - a.visitedAt.getTime() ||
      Number(b.uuid > a.uuid) - Number(b.uuid < a.uuid),
  )

/** What is written on a contact besides who it is; what is undefined stays. */
export interface ContactDetails {
  readonly jobTitle?: string | undefined
  readonly company?: string | undefined
}

/** A contact as its owner saves it again: what is sent now takes the place of what was there. */
export const savedAgain = (
  contact: Contact,
  typed: { readonly name: string; readonly email: string } | undefined,
  { jobTitle, company }: ContactDetails,
  now: Date,
): Contact => ({
  ...contact,
  ...typed,
  type: "saved",
  savedAt: contact.savedAt ?? now,
  jobTitle: jobTitle ?? contact.jobTitle,
  company: company ?? contact.company,
  updatedAt: now,
})

/** What a sender gives in a drop: themself as a user, or a name with an e-mail address. */
export type Given =
  | {
      readonly kind: "user"
      readonly userUuid: string
      /** The page of theirs that they show; undefined for the public one. */
      readonly profilePageUuid: string | undefined
    }
  | Extract<Meant, { readonly kind: "typed" }>

/** A dropped contact with exactly what its sender gave this time. */
export const givenTo = (
  contact: Contact,
  given: Given,
  { jobTitle, company }: ContactDetails,
): Contact => ({
  ...contact,
  contactUserUuid: given.kind === "user" ? given.userUuid : undefined,
  name: given.kind === "user" ? undefined : given.name,
  email: given.kind === "user" ? undefined : given.email,
  profilePageUuid: given.kind === "user" ? given.profilePageUuid : undefined,
  jobTitle,
  company,
})

/** What a drop becomes in the list of its receiver. */
export type DropTarget =
  /** A new contact, instead of the sender's one under another address. */
  | { readonly kind: "new"; readonly instead: Contact | undefined }
  /** The sender's own drop of the same account or address, not saved yet. */
  | { readonly kind: "again"; readonly contact: Contact }
  /** Nobody but the owner changes what was saved. */
  | { readonly kind: "nothing" }

/**
 * What a drop becomes: `present` is what the receiver has of that account, or saved of that address,
 * and `waiting` is the sender's drop under a name that is not saved. A drop by account and one by
 * name and address are contacts of their own: nothing tells that they have one sender.
 */
export const dropTarget = (
  given: Given,
  present: Contact | undefined,
  waiting: Contact | undefined,
): DropTarget => {
  if (present !== undefined)
    return present.type === "saved" ? { kind: "nothing" } : { kind: "again", contact: present }
  if (given.kind === "user") return { kind: "new", instead: undefined }
  return waiting?.email?.toLowerCase() === given.email.toLowerCase()
    ? { kind: "again", contact: waiting }
    : { kind: "new", instead: waiting }
}
