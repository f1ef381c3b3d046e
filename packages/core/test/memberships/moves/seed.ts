import { Result } from "effect"
import type { Organization, Storage, Tier } from "../../../src/index.ts"
import { membershipRules, type MembershipAsks } from "../../../src/memberships/index.ts"
import type { Ids } from "../../../src/index.ts"

const chunk = 500

/** What a member is made of besides their tier; the n-th of many. */
export type SeededMember = Partial<
  Pick<MembershipAsks["addMember"], "validUntil" | "customPriceCents" | "customPaymentInterval">
>

/**
 * Many members at once, written straight into a storage: what the rule for adding one writes, but
 * for wallets and the event, so that twenty thousand take seconds.
 */
export const seedMembers = async (
  storage: Storage,
  to: {
    readonly organization: Pick<Organization, "uuid" | "timezone">
    readonly tier: Tier
    readonly ids: Ids
    readonly now: Date
  },
  count: number,
  member: (n: number) => SeededMember = () => ({}),
): Promise<void> => {
  for (let from = 0; from < count; from += chunk) {
    const numbers = Array.from({ length: Math.min(chunk, count - from) }, (_, n) => from + n)
    const changes = numbers.map((n) => seeded(to, member(n)))
    await storage.transact("write", async (tx) => {
      await Promise.all(
        changes.flatMap(({ after }) => [
          tx.users.add(userOf(after.userUuid, to.now), undefined),
          tx.memberships.add(after),
        ]),
      )
      await tx.membershipTerms.add(
        changes.flatMap(({ after, terms }) =>
          terms.map((term, ordinal) => ({ ...term, ordinal, membershipUuid: after.uuid })),
        ),
      )
      const entries = changes.flatMap(({ entry }) => entry ?? [])
      await tx.membershipHistory.append(
        entries.map((entry) => ({
          ...entry,
          uuid: entry.after.uuid,
          membershipUuid: entry.after.uuid,
        })),
      )
    })
  }
}

const seeded = (
  { organization, tier, ids, now }: Parameters<typeof seedMembers>[1],
  of: SeededMember,
) => {
  const state = {
    userUuid: ids.uuid(),
    organizationUuid: organization.uuid,
    zone: organization.timezone ?? "UTC",
    held: undefined,
  }
  const ask = {
    validUntil: undefined,
    customPriceCents: undefined,
    customPaymentInterval: undefined,
    ...of,
  }
  const change = membershipRules.addMember(
    state,
    { by: { kind: "organization" }, tier, uuid: ids.uuid(), ...ask },
    now,
  )
  if (Result.isFailure(change)) throw change.failure
  return change.success
}

const userOf = (uuid: string, createdAt: Date) => ({
  uuid,
  username: `u-${uuid}`,
  firstName: "Somebody",
  lastName: undefined,
  email: undefined,
  emailVerifiedAt: undefined,
  phoneNumber: undefined,
  iamUserId: undefined,
  accountType: "user" as const,
  createdAt,
  updatedAt: undefined,
  disabledAt: undefined,
  deletedAt: undefined,
})
