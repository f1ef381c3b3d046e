import { describe, expect, it } from "vitest"
import type { Storage } from "../src/index.ts"
import { createTestOrganization, openTestSymbolon } from "./fixtures/world.ts"

const firstPage = { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" } as const

/**
 * What the facade refuses by the names of the fields: nothing that HTTP refuses is stored, on any
 * storage.
 */
export const inputsSuite = (storage: string, open: () => Promise<Storage> | Storage): void => {
  describe(`the facade on ${storage}`, () => {
    it("says that an input is missing as a whole", async () => {
      const { symbolon } = await openTestSymbolon(await open())
      await expect(
        // A program in plain JavaScript leaves it out.
        Reflect.apply(symbolon.files.verify, symbolon.files, []),
      ).rejects.toMatchObject({
        _tag: "Invalid",
        message: expect.stringContaining("The input is missing: pass an object"),
      })
    })

    it("refuses nonsense by name and stores none of it", async () => {
      const { symbolon } = await openTestSymbolon(await open())
      const { club, owner } = await createTestOrganization(symbolon, 0)
      const organization = club.slug
      const session = await symbolon.sessions.createStandalone({
        organization,
        name: "Friday",
        startTime: new Date("2026-11-27T18:00:00Z"),
        endTime: new Date("2026-11-27T22:00:00Z"),
      })
      const before = await symbolon.tiers.list({ organization, page: firstPage })
      type Call = () => Promise<unknown>
      const tier =
        (more: object): Call =>
        () =>
          symbolon.tiers.create({ organization, name: "Crew", ...more })
      const cases: readonly (readonly [string, Call, readonly string[]])[] = [
        ["an empty name", tier({ name: "" }), ["name"]],
        ["a blank name", tier({ name: "  " }), ["name"]],
        ["a missing name", tier({ name: undefined }), ["name"]],
        ["a price below zero", tier({ priceCents: -5 }), ["price_cents"]],
        ["half a cent", tier({ priceCents: 1.5 }), ["price_cents"]],
        ["no currency", tier({ currency: "bananas" }), ["currency"]],
        ["no interval", tier({ paymentInterval: "hourly" }), ["payment_interval"]],
        [
          "a reserved entitlement",
          tier({ entitlements: { member: true } }),
          ["entitlements.member"],
        ],
        [
          "a factor of minus one",
          tier({ rewardPointsMultiplierTenThousandths: -1 }),
          ["reward_points_multiplier"],
        ],
        ["two faults at once", tier({ name: "", priceCents: -5 }), ["name", "price_cents"]],
        ["a field that is none", tier({ pricecents: 5 }), ["pricecents"]],
        ["a field of the row", tier({ deletedAt: new Date(0) }), ["deleted_at"]],
        ["the wire's spelling", tier({ price_cents: 50_000 }), ["price_cents"]],
        [
          "the wire's spelling of a dry run",
          () =>
            symbolon.memberships.updateMember({
              organization,
              userUuid: owner.uuid,
              validUntil: new Date("2030-01-01"),
              dry_run: true,
            } as never),
          ["dry_run"],
        ],
        [
          "the wire's name of a member",
          () =>
            symbolon.memberships.add({
              organization,
              identifier: { type: "username", value: "ada" },
              tierSlug: "crew",
            } as never),
          ["identifier", "user_uuid"],
        ],
        [
          "the wire's spelling of a moment",
          () =>
            symbolon.sessions.createStandalone({
              organization,
              name: "Friday",
              start_time: "2026-11-27T18:00:00Z",
            } as never),
          ["end_time", "start_time"],
        ],
        [
          "the wire's spelling in a list of cards",
          () =>
            symbolon.cards.manufacture({
              cards: [{ identifier: "04A1", card_type: "nfc" }],
            } as never),
          ["cards.0.card_type"],
        ],
        [
          "the wire's spelling in a recurrence",
          () =>
            symbolon.sessions.createBatch({
              activity: "regatta",
              name: "Race",
              recurrence: {
                start_time: "2026-12-01T10:00:00Z",
                endTime: new Date("2026-12-01T11:00:00Z"),
                frequency: "daily",
                count: 2,
              },
            } as never),
          ["recurrence.start_time"],
        ],
        [
          "the wire's spelling of a tap in a list",
          () =>
            symbolon.sessions.admitBatch({
              session: session.slug,
              requests: [
                {
                  identifier: { type: "card", value: "04A1" },
                  idempotencyKey: "k",
                  offline: true,
                  occurred_at: "2026-11-27T18:00:00Z",
                },
              ],
            } as never),
          ["requests.0.occurred_at", "requests.0.offline"],
        ],
        [
          "half a page",
          () => symbolon.organizations.list({ page: { page: 1 } } as never),
          ["page.pageSize", "page.sortBy", "page.sortOrder"],
        ],
        [
          "the wire's spelling of a page",
          () => symbolon.organizations.list({ page: { ...firstPage, page_size: 5 } } as never),
          ["page.page_size"],
        ],
        [
          "no organization",
          () => symbolon.tiers.create({ name: "Crew" } as never),
          ["organization_slug"],
        ],
        ["no input", () => symbolon.tiers.create(undefined as never), ["_root"]],
        [
          "an organization without a name",
          () => symbolon.organizations.create({ name: "", ownerUuid: owner.uuid }),
          ["name"],
        ],
        [
          "a missing owner",
          () => symbolon.organizations.create({ name: "Pier" } as never),
          ["owner_uuid"],
        ],
        [
          "a person without a name",
          () => symbolon.users.create({ username: "ada" } as never),
          ["first_name"],
        ],
        [
          "a number for a name",
          () => symbolon.users.create({ username: "ada", firstName: 5 } as never),
          ["first_name"],
        ],
        [
          "half a seat",
          () =>
            symbolon.sessions.update({ session: session.slug, settings: { maxAttendees: 0.5 } }),
          ["max_attendees"],
        ],
        [
          "no moment",
          () =>
            symbolon.sessions.update({ session: session.slug, startTime: new Date(Number.NaN) }),
          ["start_time"],
        ],
        [
          "a member by a face",
          () =>
            symbolon.memberships.add({
              organization,
              member: { type: "face", value: "x" } as never,
              tierSlug: "crew",
            }),
          ["identifier.type"],
        ],
        [
          "a point and a half",
          () => symbolon.points.mint({ organization, amount: 1.5, idempotencyKey: "k" }),
          ["amount"],
        ],
        [
          "points without a key",
          () => symbolon.points.mint({ organization, amount: 1 } as never),
          ["idempotency_key"],
        ],
        [
          "a page of none",
          () => symbolon.tiers.list({ organization, page: { ...firstPage, page: 0 } }),
          ["page"],
        ],
        [
          "a page without end",
          () => symbolon.tiers.list({ organization, page: { ...firstPage, pageSize: 1000 } }),
          ["page_size"],
        ],
        [
          "an unknown order",
          () =>
            symbolon.tiers.list({
              organization,
              page: { ...firstPage, sortBy: "colour" as never },
            }),
          ["sort_by"],
        ],
        [
          "an empty order",
          () => symbolon.tiers.list({ organization, page: { ...firstPage, sortBy: "" as never } }),
          ["sort_by"],
        ],
        ["no page", () => symbolon.tiers.list({ organization } as never), ["page"]],
        [
          "a tap of nothing",
          () => symbolon.sessions.admit({ session: session.slug } as never),
          ["request", "identifier", "idempotency_key"],
        ],
        [
          "a list of taps with a bad one",
          () =>
            symbolon.sessions.admitBatch({
              session: session.slug,
              requests: [{ identifier: { type: "card", value: "" } }] as never,
            }),
          ["admissions.0.identifier.value", "admissions.0.idempotency_key"],
        ],
        [
          "a ticket of nothing",
          () =>
            symbolon.tickets.issue({
              organization,
              to: { type: "username", value: "ada" },
              idempotencyKey: "k",
            } as never),
          ["of", "reward_template_uuid"],
        ],
      ]
      for (const [what, call, fields] of cases) {
        const refusal: unknown = await call().then(
          () => "taken",
          (reason: unknown) => reason,
        )
        expect(refusal, what).toMatchObject({ _tag: "Invalid" })
        expect(Object.keys((refusal as { readonly errors: object }).errors).sort(), what).toEqual(
          [...fields].sort(),
        )
      }
      expect(await symbolon.tiers.list({ organization, page: firstPage })).toEqual(before)
      expect(
        (await symbolon.wallets.list({ of: { treasuryOf: club.uuid }, page: firstPage })).items,
      ).toMatchObject([{ balance: 0 }])
      expect((await symbolon.sessions.get({ session: session.slug })).startTime).toEqual(
        session.startTime,
      )
      await expect(symbolon.users.find({ user: "ada" })).rejects.toMatchObject({
        _tag: "NotFound",
      })
    })

    it("takes no username for a uuid where nothing would be found", async () => {
      const { symbolon } = await openTestSymbolon(await open())
      const { club, owner } = await createTestOrganization(symbolon, 0)
      const organization = club.slug
      const userUuid = "ada"
      const page = firstPage
      const calls: readonly (() => Promise<unknown>)[] = [
        () => symbolon.entitlements.check({ organization, userUuid, key: "member" }),
        () => symbolon.entitlements.get({ organization, userUuid }),
        () => symbolon.memberships.list({ userUuid, page: { ...page, sortBy: "joined_at" } }),
        () => symbolon.activities.list({ organizationUuid: club.slug, page }),
        () => symbolon.activities.list({ mine: true, userUuid, page }),
        () => symbolon.transactions.list({ userUuid, page }),
        () => symbolon.wallets.list({ of: { userUuid }, page }),
        () => symbolon.users.listPasskeys({ userUuid }),
      ]
      for (const call of calls) {
        const refusal: unknown = await call().catch((reason: unknown) => reason)
        expect(refusal, String(call)).toMatchObject({ _tag: "Invalid" })
        expect(
          Object.values((refusal as { readonly errors: object }).errors),
          String(call),
        ).toEqual(["is not a uuid"])
      }
      await expect(
        symbolon.entitlements.check({
          organization,
          userUuid: owner.uuid.toUpperCase(),
          key: "member",
        }),
      ).resolves.toMatchObject({ userUuid: owner.uuid })
    })

    it("takes what the library alone can say: `undefined` for what is left out, and moments as dates", async () => {
      const { symbolon } = await openTestSymbolon(await open())
      const { club } = await createTestOrganization(symbolon, 0)
      const organization = club.slug
      const made = await symbolon.tiers
        .create({
          organization,
          name: "Crew",
          description: undefined,
          entitlements: { VIP_x: true } as never,
        })
        .catch((reason: unknown) => reason)
      expect(made).toMatchObject({
        _tag: "Invalid",
        errors: { "entitlements.VIP_x": expect.any(String) },
      })
      const crew = await symbolon.tiers.create({
        organization,
        name: "Crew",
        description: undefined,
        rewardPointsMultiplierTenThousandths: 15_000,
      })
      expect(crew).toMatchObject({ slug: "crew", rewardPointsMultiplierTenThousandths: 15_000 })
      const { sessions } = await symbolon.sessions.createBatch({
        activity: (
          await symbolon.activities.create({
            organization,
            name: "Regatta",
            settings: { maxAttendees: 5, requiredEntitlement: null },
          })
        ).slug,
        name: "Race",
        recurrence: {
          startTime: new Date("2026-12-01T10:00:00Z"),
          endTime: new Date("2026-12-01T11:00:00Z"),
          frequency: "daily",
          interval: 1,
          count: 2,
          until: undefined,
        },
      })
      expect(sessions.map(({ maxAttendees }) => maxAttendees)).toEqual([5, 5])
    })
  })
}
