import type { KeptEntry, Membership, MembershipTerm } from "@symbolon/core/storage"
import { kindOf, namesOf } from "../schema/columns.ts"
import { membershipColumns } from "../schema/memberships.ts"
import type { MembershipFields, StoredEntry, TermFields } from "../schema/membership-history.ts"

const names = namesOf(membershipColumns)

/** An entry as it is kept. */
export const storedEntry = ({
  by,
  before,
  after,
  termsBefore,
  termsAfter,
  ...entry
}: KeptEntry): StoredEntry => {
  const fieldsAfter = fieldsOf(after)
  const terms = termsAfter.map(termFields)
  return {
    ...entry,
    revision: after.revision,
    actorKind: by.kind,
    actorUuid: by.uuid,
    before: before === undefined ? undefined : otherThan(fieldsAfter, fieldsOf(before)),
    after: otherThan(withoutFields(entry.membershipUuid, after.revision), fieldsAfter),
    termsBefore: withoutThoseOf(terms, termsBefore.map(termFields)),
    termsAfter: terms,
  }
}

/** The entry again, exactly as it was. */
export const entryOf = ({
  actorKind,
  actorUuid,
  revision,
  before,
  after,
  termsBefore,
  termsAfter,
  ...entry
}: StoredEntry): KeptEntry => {
  const fieldsAfter = { ...withoutFields(entry.membershipUuid, revision), ...after }
  return {
    ...entry,
    by: { kind: actorKind, uuid: actorUuid },
    before: before === undefined ? undefined : membershipOf({ ...fieldsAfter, ...before }),
    after: membershipOf(fieldsAfter),
    termsBefore: termsBefore.map((term) =>
      termOf(typeof term === "number" ? present(termsAfter[term]) : term),
    ),
    termsAfter: termsAfter.map(termOf),
  }
}

/** A membership of which nothing is known but what stands in columns of its own. */
const withoutFields = (uuid: string, revision: number): MembershipFields => ({
  ...Object.fromEntries(names.map((name) => [name, null])),
  uuid,
  revision,
})

const fieldsOf = (membership: Membership): MembershipFields =>
  Object.fromEntries(
    names.map((name) => {
      const value = membership[name]
      return [name, value instanceof Date ? value.getTime() : (value ?? null)]
    }),
  )

/** Those of `fields` that are not the same in `base`. */
const otherThan = (base: MembershipFields, fields: MembershipFields): MembershipFields =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== base[name]))

const membershipOf = (fields: MembershipFields): Membership =>
  Object.fromEntries(
    names.map((name) => {
      const value = fields[name] ?? undefined
      return [
        name,
        typeof value === "number" && kindOf(membershipColumns[name]) === "instant"
          ? new Date(value)
          : value,
      ]
    }),
  ) as unknown as Membership

const termFields = ({
  startsAt,
  endsAt,
  paymentRef,
  priceCents,
  currency,
  interval,
  cause,
}: MembershipTerm): TermFields => ({
  startsAt: startsAt.getTime(),
  ...(endsAt === undefined ? {} : { endsAt: endsAt.getTime() }),
  priceCents,
  currency,
  interval,
  cause,
  ...(paymentRef === undefined ? {} : { paymentRef }),
})

const termOf = ({ startsAt, endsAt, paymentRef, ...term }: TermFields): MembershipTerm => ({
  ...term,
  startsAt: new Date(startsAt),
  endsAt: endsAt === undefined ? undefined : new Date(endsAt),
  paymentRef,
})

const withoutThoseOf = (
  after: readonly TermFields[],
  before: readonly TermFields[],
): readonly (TermFields | number)[] =>
  before.map((term) => {
    const place = after.findIndex((other) => isSame(term, other))
    return place === -1 ? term : place
  })

const isSame = (one: TermFields, other: TermFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const present = (term: TermFields | undefined): TermFields => {
  if (term === undefined)
    throw new Error("A term that the history names is not in it: the store was tampered with")
  return term
}
