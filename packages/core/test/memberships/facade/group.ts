import { Result } from "effect"
import { expect } from "vitest"
import { type Tier, toEnvelope } from "../../../src/index.ts"
import { type MoveTerms, permitMove } from "../../../src/memberships/index.ts"
import { staff } from "../life.ts"
import { given, saidOf } from "./given.ts"
import { type House, runJobs } from "../../fixtures/memberships.ts"
import type { Twin } from "./twin.ts"

type Member = Pick<Twin, "user" | "life" | "agree" | "forget" | "met" | "closes" | "tills">
type Move = Pick<MoveTerms, "term"> & { readonly customPricing: "carry" | "clear" }

/**
 * What is done to many members at once, each beside the rule that it is for one of them. `people`
 * is everybody who ever was a member.
 */
export const groupOf = (house: House, people: () => readonly Member[]) => {
  const { organization, symbolon } = house

  /** Holds what was sent against what each of them is the reason of. */
  const agree = async (
    how: { readonly origin?: string; readonly all?: boolean } = {},
  ): Promise<void> => {
    const events = await house.newEvents()
    const of = (person: Member) =>
      events.filter(({ data }) => data["user_uuid"] === person.user.uuid)
    for (const person of people()) await person.agree(of(person), how)
    expect(people().reduce((sum, person) => sum + of(person).length, 0)).toBe(events.length)
  }

  /** Does one thing to everybody it concerns: to those beside, first. */
  const each = (
    concerned: readonly Member[],
    decide: (person: Member) => ReturnType<Member["life"]["leave"]>,
  ): readonly string[] => {
    const rows: string[] = []
    for (const person of concerned) {
      person.life.go(house.clock.now())
      person.forget()
      const answer = decide(person)
      if (Result.isSuccess(answer)) person.closes(answer.success)
      rows.push(...person.met())
    }
    return rows
  }

  const on = (tier: Pick<Tier, "slug">) =>
    people().filter(
      ({ life }) => life.state().held?.tier.slug === tier.slug && life.status() !== "retired",
    )

  return {
    agree,
    /**
     * All members of a tier are moved to another; answers the rows that told of them, or why none
     * was moved.
     */
    move: async (
      from: Tier,
      to: Tier,
      terms: Move,
    ): Promise<{ readonly said: string; readonly rows: readonly string[] }> => {
      for (const { life } of people()) life.go(house.clock.now())
      const concerned = on(from)
      const catalogue = people()[0]?.life
      const permitted = permitMove(
        catalogue?.tier(from.uuid) ?? from,
        to.slug === "foreign" || to.deletedAt !== undefined
          ? undefined
          : (catalogue?.tier(to.uuid) ?? to),
        terms,
        [],
      )
      const asked = { organization, tierUuid: house.tierUuid(from), toTierSlug: to.slug, ...terms }
      const preview = await given(() =>
        house.desk.tiers.moveMemberships({ ...asked, dryRun: true }),
      )
      const came = await given(() => house.desk.tiers.moveMemberships(asked))
      await runJobs(house)
      expect("refusal" in came ? toEnvelope(came.refusal) : undefined).toEqual(
        Result.isFailure(permitted) ? toEnvelope(permitted.failure) : undefined,
      )
      if ("refusal" in came) {
        await agree()
        return { said: saidOf(came.refusal), rows: [] }
      }
      const asOf = house.clock.now()
      const counts = { moved: 0, skipped: 0 }
      const rows = each(concerned, ({ life }) => {
        const answer = life.perform("moveMember", {
          by: staff,
          tier: life.tier(to.uuid),
          ...terms,
          asOf,
        })
        counts[Result.isSuccess(answer) ? "moved" : "skipped"] += 1
        return answer
      })
      const report = came.answer as {
        readonly memberships: number
        readonly skipped: readonly unknown[]
      }
      expect({ moved: report.memberships, skipped: report.skipped.length }).toEqual(counts)
      expect("answer" in preview ? preview.answer : undefined).toEqual({
        ...report,
        isScheduled: false,
      })
      await agree()
      return { said: "ok", rows }
    },
    /** The organization is deleted by its owner, unless somebody may be paying it. */
    close: async (): Promise<{ readonly said: string; readonly rows: readonly string[] }> => {
      for (const { life } of people()) life.go(house.clock.now())
      const by = { kind: "organization", uuid: "owner" } as const
      const came = await given(() =>
        house.head.organizations.delete({ organization, confirm: organization }),
      )
      await runJobs(house)
      const isPaying = people().some(({ tills }) =>
        tills.some((till) => till.status === "open" && house.clock.now() < till.expiresAt),
      )
      expect("refusal" in came ? saidOf(came.refusal) : "ok").toBe(
        isPaying ? "409 payments_open" : "ok",
      )
      if ("refusal" in came) return { said: saidOf(came.refusal), rows: [] }
      for (const { tills } of people())
        for (const till of tills) if (till.status === "open") till.status = "cancelled"
      const open = people().filter(({ life }) => life.status() !== "retired")
      const rows = each(open, ({ life }) => life.perform("closeOrganization", { by }))
      await agree()
      return { said: "ok", rows }
    },
    /** A tier gets another price; those who are on it may keep the old one. */
    price: async (
      tier: Tier,
      priceCents: number,
      keepCurrentMembers = false,
    ): Promise<readonly string[]> => {
      for (const { life } of people()) life.go(house.clock.now())
      const before = people()[0]?.life.tier(tier.uuid).priceCents ?? tier.priceCents
      await house.desk.tiers.update({
        organization,
        tierUuid: house.tierUuid(tier),
        priceCents,
        keepCurrentMembers,
      })
      const concerned = keepCurrentMembers ? on(tier) : []
      const rows = each(concerned, ({ life }) =>
        life.perform("keepPrice", { by: staff, priceCents: before }),
      )
      for (const { life } of people()) life.edit(tier, { priceCents })
      await agree()
      return rows
    },
    /** Somebody deletes their account, or the platform does. */
    deleteAccount: async (
      person: Member & Pick<Twin, "self">,
      how: "own" | "host" = "own",
    ): Promise<readonly string[]> => {
      const by =
        how === "own" ? ({ kind: "holder", uuid: "ann" } as const) : ({ kind: "service" } as const)
      const users = how === "own" ? person.self.users : symbolon.users
      await users.delete({ userUuid: person.user.uuid })
      person.life.go(house.clock.now())
      const rows = each(person.life.status() === "retired" ? [] : [person], ({ life }) =>
        life.perform("closeAccount", { by }),
      )
      for (const till of person.tills) if (till.status === "open") till.status = "cancelled"
      await agree()
      return rows
    },
  }
}

export type Group = ReturnType<typeof groupOf>
