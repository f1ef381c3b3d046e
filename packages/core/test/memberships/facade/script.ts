import fc from "fast-check"
import { day, tiers } from "../../fixtures/tiers.ts"
import type { StepResult, ScriptedMembers, Script, Step } from "./scripted-members.ts"
import { anyTier, joiningActions, memberActions } from "./random-actions.ts"

const place = fc.nat(2)

/**
 * A step of one person: what a member does or, where they are none, what brings them in; now and
 * then the other way round.
 */
const personal: fc.Arbitrary<Step> = fc
  .tuple(place, memberActions, joiningActions, fc.nat(9))
  .map(([who, inside, outside, turn]) => ({
    name: `${who}: ${inside.name}, or ${outside.name}${turn === 0 ? ", the other way round" : ""}`,
    run: async (company) => {
      const member = company.at(who)
      const now = company.world.clock.now()
      const isMember = member.life.status() !== "ended"
      const { name, act } = isMember === (turn !== 0) ? inside : outside
      const { result, rows } = await act(member, now)
      await member.showsRight()
      return { result: `${name}: ${result}`, rows }
    },
  }))

const whole: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        place,
        anyTier,
        fc.constantFrom("keep" as const, "convert" as const),
        fc.constantFrom("carry" as const, "clear" as const),
      )
      .map(
        ([who, to, term, customPricing]): Step => ({
          name: `all of the tier of ${who} are moved to ${to.slug}, ${term} ${customPricing}`,
          run: ({ group, at }) =>
            group.move(at(who).life.state().held?.tier ?? tiers.silver, to, {
              term,
              customPricing,
            }),
        }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(tiers.silver, tiers.gold, tiers.open),
        fc.constantFrom(0, 30_000, 80_000),
        fc.boolean(),
      )
      .map(
        ([of, cents, isKept]): Step => ({
          name: `${of.slug} costs ${cents}${isKept ? ", not for its members" : ""}`,
          run: async (company) => {
            const isNew = company.at(0).life.tier(of.uuid).priceCents !== cents
            return { result: "ok", rows: isNew ? await company.price(of, cents, isKept) : [] }
          },
        }),
      ),
  },
  {
    weight: 1,
    arbitrary: place.map(
      (who): Step => ({
        name: `${who} deletes their account`,
        run: async (company) => {
          const rows = await company.group.deleteAccount(company.at(who))
          await company.replace(who)
          return { result: "ok", rows }
        },
      }),
    ),
  },
)

/** Time passes: nothing is written and nothing is sent, whatever it does to anybody. */
const passing = async (company: ScriptedMembers, to: Date | undefined): Promise<StepResult> => {
  const { world, places } = company
  const entries = () => company.everybody.map((one) => one.history().length)
  const before = entries()
  if (to !== undefined && to > world.clock.now()) world.clock.set(to)
  for (const one of places) await one.agree([])
  if ((await world.newEvents()).length > 0) throw new Error("Time sent something.")
  if (entries().join() !== before.join()) throw new Error("Time wrote something.")
  for (const one of places) await one.showsRight()
  return { result: places.map(({ status }) => status()).join(), rows: [] }
}

const clock: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 20 * day }).map(
    (ms): Step => ({
      name: `${ms} ms`,
      run: (company) => passing(company, new Date(company.world.clock.now().getTime() + ms)),
    }),
  ),
  fc.tuple(place, fc.constantFrom(-1, 0, 1)).map(
    ([who, beyond]): Step => ({
      name: `the end of ${who} and ${beyond} ms`,
      run: (company) => {
        const validUntil = company.at(who).life.state().held?.membership.validUntil
        const latest = company.world.clock.now().getTime() + 400 * day
        return passing(
          company,
          validUntil && new Date(Math.min(validUntil.getTime() + beyond, latest)),
        )
      },
    }),
  ),
)

const step = fc.oneof(
  { arbitrary: personal, weight: 28 },
  { arbitrary: whole, weight: 3 },
  { arbitrary: clock, weight: 7 },
)

const closing: Step = { name: "the organization is deleted", run: ({ group }) => group.close() }

/**
 * Scripts of so many steps, with all triggers, several people, several tiers and time; some end
 * with the end of the organization.
 */
export const scripts = (length: number): fc.Arbitrary<Script> =>
  fc
    .record({
      zone: fc.constantFrom("UTC", "Asia/Manila", "America/Los_Angeles", "Europe/Berlin"),
      at: fc.date({
        min: new Date("2026-01-01T00:00:00Z"),
        max: new Date("2028-12-31T00:00:00Z"),
        noInvalidDate: true,
      }),
      steps: fc.array(step, { minLength: length, maxLength: length, size: "max" }),
      isClosed: fc.boolean(),
    })
    .map(({ zone, at, steps: lived, isClosed }) => {
      const steps = isClosed ? [...lived, closing] : lived
      return { zone, at, steps, [fc.toStringMethod]: () => storyOf({ zone, at, steps }) }
    })

/** A script in words. */
const storyOf = ({ zone, at, steps }: Script): string =>
  `${zone} from ${at.toISOString()}: ${steps.map(({ name }) => name).join("; ")}`
