import { Result } from "effect"
import { expect } from "vitest"
import { NotFound, type Tier } from "../../../src/index.ts"
import type { MembershipAsks } from "../../../src/memberships/index.ts"
import { type Life, staff } from "../life.ts"
import { outcomeOf, refusalText } from "./call-outcome.ts"
import type { MembershipWorld } from "../../fixtures/memberships.ts"
import type { ActionResult, ModelledMember } from "./modelled-member.ts"

type Add = Omit<Partial<MembershipAsks["addMember"]>, "by" | "tier" | "uuid">
type Amend = Omit<MembershipAsks["amendMember"], "by">

const missing = "no-such-tier"

/**
 * What can be done to a member through the facade, each beside the rule that it is an operation of.
 */
export const memberCalls = (world: MembershipWorld, modelled: ModelledMember) => {
  const { organization, byManager: checkouts, symbolon } = world
  const { life, self, act, user } = modelled
  const { uuid: userUuid } = user
  const mine = { organization }
  const theirs = { organization, userUuid }
  /** As it is by now. */
  const present = <Asked extends Tier | undefined>(tier: Asked): Asked =>
    tier === undefined ? tier : (life.tier(tier.uuid) as Asked)
  const slugOf = (tier: Tier | undefined): string => tier?.slug ?? missing

  /** What the dry run of a change says is what the change then comes to, and it changes nothing. */
  const tried = async (
    dryRun: () => Promise<unknown>,
    done: () => Promise<ActionResult>,
  ): Promise<ActionResult> => {
    const preview = await outcomeOf(dryRun)
    await modelled.agree(await world.newEvents())
    const outcome = await done()
    if ("refusal" in preview) expect(refusalText(preview.refusal)).toBe(outcome.result)
    else
      expect(modelled.names.reported(preview.answer)).toMatchObject({
        membership: modelled.row(),
        status: modelled.status(),
      })
    return outcome
  }

  return {
    join: (tier: Tier | undefined) =>
      act({
        decide: () => life.join(present(tier)),
        ask: () => self.memberships.join({ ...mine, tierSlug: slugOf(tier) }),
      }),
    leave: () => act({ decide: life.leave, ask: () => self.memberships.leave(mine) }),
    resume: () => act({ decide: life.resume, ask: () => self.memberships.resume(mine) }),
    renew: () => act({ decide: life.renew, ask: () => self.memberships.renew(mine) }),
    change: (tier: Tier | undefined) => {
      const requested = { ...mine, tierSlug: slugOf(tier) }
      return tried(
        () => self.memberships.changeTier({ ...requested, dryRun: true }),
        () =>
          act({
            decide: () => life.change(present(tier)),
            ask: () => self.memberships.changeTier(requested),
          }),
      )
    },
    add: (tier: Tier, of: Add = {}) =>
      act({
        decide: () => life.add(present(tier), of),
        ask: () =>
          checkouts.memberships.add({
            organization,
            member: { type: "user_id", value: userUuid },
            tierSlug: tier.slug,
            ...of,
          }),
      }),
    amend: ({ tier, ...of }: Amend) => {
      const requested = { ...theirs, ...of, ...(tier === undefined ? {} : { tierSlug: tier.slug }) }
      return tried(
        () => checkouts.memberships.updateMember({ ...requested, dryRun: true }),
        () =>
          act({
            decide: () => amended(life, { ...of, tier: present(tier) }),
            ask: () => checkouts.memberships.updateMember(requested),
          }),
      )
    },
    renewByOrganization: (terms: number, note?: string) =>
      act({
        decide: () => life.perform("renewByOrganization", { by: staff, count: terms, note }),
        ask: () => checkouts.memberships.renewMember({ ...theirs, terms, note }),
      }),
    remove: () =>
      act({ decide: life.remove, ask: () => checkouts.memberships.removeMember(theirs) }),
    removeByPlatform: () =>
      act({
        decide: () => life.perform("removeMember", { by: { kind: "service", uuid: "owner" } }),
        ask: () => world.platform.memberships.removeMember(theirs),
        origin: "admin",
      }),
    claim: (tier: Tier) =>
      act({
        decide: () => life.claim(present(tier)),
        ask: () => symbolon.memberships.claimCard({ ...theirs, tierUuid: world.tierUuid(tier) }),
      }),
  }
}

export type MemberCalls = ReturnType<typeof memberCalls>

/**
 * The facade looks for a tier by its slug, and before it looks for the member: one that is not
 * there is told of first.
 */
const amended = (life: Life, ask: Amend): ReturnType<Life["amend"]> =>
  ask.tier !== undefined && (ask.tier.slug === "foreign" || ask.tier.deletedAt !== undefined)
    ? Result.fail(new NotFound({ what: "membership tier" }))
    : life.amend(ask)
