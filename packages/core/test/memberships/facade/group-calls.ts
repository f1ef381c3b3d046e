import { Result } from "effect"
import { expect } from "vitest"
import { type Tier, toEnvelope } from "../../../src/index.ts"
import { type MoveTerms, permitMove } from "../../../src/memberships/index.ts"
import { staff } from "../life.ts"
import { outcomeOf, refusalText } from "./call-outcome.ts"
import { type MembershipWorld, runJobs } from "../../fixtures/memberships.ts"
import type { ModelledMember } from "./modelled-member.ts"

type Member = Pick<
  ModelledMember,
  "user" | "life" | "agree" | "forget" | "met" | "closes" | "checkouts"
>
type Move = Pick<MoveTerms, "term"> & { readonly customPricing: "carry" | "clear" }

/**
 * What is done to many members at once, each beside the rule that it is for one of them. `people`
 * is everybody who ever was a member.
 */
export const groupCalls = (world: MembershipWorld, people: () => readonly Member[]) => {
  const { organization, symbolon } = world

  /** Holds what was sent against what each of them is the reason of. */
  const agree = async (
    how: { readonly origin?: string; readonly all?: boolean } = {},
  ): Promise<void> => {
    const events = await world.newEvents()
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
      person.life.go(world.clock.now())
      person.forget()
      const answer = decide(person)
      if (Result.isSuccess(answer)) person.closes(answer.success)
      rows.push(...person.met())
    }
    return rows
  }

  const on = (tier: Pick<Tier, "slug">) =>
    people().filter(
      ({ life }) => life.state().held?.tier.slug === tier.slug && life.status() !== "ended",
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
    ): Promise<{ readonly result: string; readonly rows: readonly string[] }> => {
      for (const { life } of people()) life.go(world.clock.now())
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
      const requested = {
        organization,
        tierUuid: world.tierUuid(from),
        toTierSlug: to.slug,
        ...terms,
      }
      const preview = await outcomeOf(() =>
        world.byManager.tiers.moveMemberships({ ...requested, dryRun: true }),
      )
      const outcome = await outcomeOf(() => world.byManager.tiers.moveMemberships(requested))
      await runJobs(world)
      expect("refusal" in outcome ? toEnvelope(outcome.refusal) : undefined).toEqual(
        Result.isFailure(permitted) ? toEnvelope(permitted.failure) : undefined,
      )
      if ("refusal" in outcome) {
        await agree()
        return { result: refusalText(outcome.refusal), rows: [] }
      }
      const asOf = world.clock.now()
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
      const report = outcome.answer as {
        readonly memberships: number
        readonly skipped: readonly unknown[]
      }
      expect({ moved: report.memberships, skipped: report.skipped.length }).toEqual(counts)
      expect("answer" in preview ? preview.answer : undefined).toEqual({
        ...report,
        isScheduled: false,
      })
      await agree()
      return { result: "ok", rows }
    },
    /** The organization is deleted by its owner, unless somebody may be paying it. */
    close: async (): Promise<{ readonly result: string; readonly rows: readonly string[] }> => {
      for (const { life } of people()) life.go(world.clock.now())
      const by = { kind: "organization", uuid: "owner" } as const
      const outcome = await outcomeOf(() =>
        world.byOwner.organizations.delete({ organization, confirm: organization }),
      )
      await runJobs(world)
      const isPaying = people().some(({ checkouts }) =>
        checkouts.some(
          (checkout) => checkout.status === "open" && world.clock.now() < checkout.expiresAt,
        ),
      )
      expect("refusal" in outcome ? refusalText(outcome.refusal) : "ok").toBe(
        isPaying ? "409 payments_open" : "ok",
      )
      if ("refusal" in outcome) return { result: refusalText(outcome.refusal), rows: [] }
      for (const { checkouts } of people())
        for (const checkout of checkouts)
          if (checkout.status === "open") checkout.status = "cancelled"
      const open = people().filter(({ life }) => life.status() !== "ended")
      const rows = each(open, ({ life }) => life.perform("closeOrganization", { by }))
      await agree()
      return { result: "ok", rows }
    },
    /** A tier gets another price; those who are on it may keep the old one. */
    price: async (
      tier: Tier,
      priceCents: number,
      keepCurrentMembers = false,
    ): Promise<readonly string[]> => {
      for (const { life } of people()) life.go(world.clock.now())
      const before = people()[0]?.life.tier(tier.uuid).priceCents ?? tier.priceCents
      await world.byManager.tiers.update({
        organization,
        tierUuid: world.tierUuid(tier),
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
      person: Member & Pick<ModelledMember, "self">,
      how: "own" | "host" = "own",
    ): Promise<readonly string[]> => {
      const by =
        how === "own" ? ({ kind: "holder", uuid: "ann" } as const) : ({ kind: "service" } as const)
      const users = how === "own" ? person.self.users : symbolon.users
      await users.delete({ userUuid: person.user.uuid })
      person.life.go(world.clock.now())
      const rows = each(person.life.status() === "ended" ? [] : [person], ({ life }) =>
        life.perform("closeAccount", { by }),
      )
      for (const checkout of person.checkouts)
        if (checkout.status === "open") checkout.status = "cancelled"
      await agree()
      return rows
    },
  }
}

export type GroupCalls = ReturnType<typeof groupCalls>
