import { Result } from "effect"
import { expect } from "vitest"
import { NotFound, type Tier } from "../../../src/index.ts"
import type { MembershipAsks } from "../../../src/memberships/index.ts"
import { type Life, staff } from "../life.ts"
import { given, saidOf } from "./given.ts"
import type { House } from "../../fixtures/memberships.ts"
import type { Done, Twin } from "./twin.ts"

type Add = Omit<Partial<MembershipAsks["addMember"]>, "by" | "tier" | "uuid">
type Amend = Omit<MembershipAsks["amendMember"], "by">

const missing = "no-such-tier"

/**
 * What can be done to a member through the facade, each beside the rule that it is an operation of.
 */
export const actsOn = (house: House, twin: Twin) => {
  const { organization, desk, symbolon } = house
  const { life, self, act, user } = twin
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
    done: () => Promise<Done>,
  ): Promise<Done> => {
    const preview = await given(dryRun)
    await twin.agree(await house.newEvents())
    const came = await done()
    if ("refusal" in preview) expect(saidOf(preview.refusal)).toBe(came.said)
    else
      expect(twin.names.told(preview.answer)).toMatchObject({
        membership: twin.row(),
        status: twin.status(),
      })
    return came
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
      const asked = { ...mine, tierSlug: slugOf(tier) }
      return tried(
        () => self.memberships.changeTier({ ...asked, dryRun: true }),
        () =>
          act({
            decide: () => life.change(present(tier)),
            ask: () => self.memberships.changeTier(asked),
          }),
      )
    },
    add: (tier: Tier, of: Add = {}) =>
      act({
        decide: () => life.add(present(tier), of),
        ask: () =>
          desk.memberships.add({
            organization,
            member: { type: "user_id", value: userUuid },
            tierSlug: tier.slug,
            ...of,
          }),
      }),
    amend: ({ tier, ...of }: Amend) => {
      const asked = { ...theirs, ...of, ...(tier === undefined ? {} : { tierSlug: tier.slug }) }
      return tried(
        () => desk.memberships.updateMember({ ...asked, dryRun: true }),
        () =>
          act({
            decide: () => amended(life, { ...of, tier: present(tier) }),
            ask: () => desk.memberships.updateMember(asked),
          }),
      )
    },
    renewByOrganization: (terms: number, note?: string) =>
      act({
        decide: () => life.perform("renewByOrganization", { by: staff, count: terms, note }),
        ask: () => desk.memberships.renewMember({ ...theirs, terms, note }),
      }),
    remove: () => act({ decide: life.remove, ask: () => desk.memberships.removeMember(theirs) }),
    removeByPlatform: () =>
      act({
        decide: () => life.perform("removeMember", { by: { kind: "service", uuid: "owner" } }),
        ask: () => house.platform.memberships.removeMember(theirs),
        origin: "admin",
      }),
    claim: (tier: Tier) =>
      act({
        decide: () => life.claim(present(tier)),
        ask: () => symbolon.memberships.claimCard({ ...theirs, tierUuid: house.tierUuid(tier) }),
      }),
  }
}

export type Acts = ReturnType<typeof actsOn>

/**
 * The facade looks for a tier by its slug, and before it looks for the member: one that is not
 * there is told of first.
 */
const amended = (life: Life, ask: Amend): ReturnType<Life["amend"]> =>
  ask.tier !== undefined && (ask.tier.slug === "foreign" || ask.tier.deletedAt !== undefined)
    ? Result.fail(new NotFound({ what: "membership tier" }))
    : life.amend(ask)
