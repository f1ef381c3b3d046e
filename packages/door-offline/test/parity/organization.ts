import { portsOf } from "@symbolon/core/effect"
import type { Symbolon } from "../../../core/src/index.ts"
import type { Chance } from "../../../core/test/fixtures/chance.ts"
import {
  claimCard,
  setCardHolder,
  createTestCard,
  createTestOrganization,
} from "../../../core/test/fixtures/world.ts"

type Settings = NonNullable<Parameters<Symbolon["sessions"]["create"]>[0]["settings"]>

/**
 * A club where everything happens that a door may be asked about: a session of every kind of
 * roster, cards and tickets.
 */
export const createParityOrganization = async (symbolon: Symbolon, chance: Chance) => {
  const { club, tier, people } = await createTestOrganization(symbolon, 7)
  const gold = await symbolon.tiers.create({
    organization: club.slug,
    name: "Gold",
    paymentInterval: "monthly",
    entitlements: { vip: true },
  })
  const activity = await symbolon.activities.create({
    organization: club.slug,
    name: "Sailing week",
  })
  const issue = (
    userUuid: string,
    key: string,
    of: { name: string } | { rewardTemplateUuid: string },
  ) =>
    symbolon.tickets.issue({
      organization: club.slug,
      of,
      to: { type: "user_id", value: userUuid },
      idempotencyKey: key,
    })
  const ticketTemplateUuid = (await issue(people[0]?.user.uuid ?? "", "first", { name: "Regatta" }))
    .transaction.body.reference_id
  const now = symbolon.clock.now().getTime()
  const minute = 60_000
  const make = (name: string, settings: Settings, requiredPriorSessionUuid?: string) =>
    symbolon.sessions.create({
      activity: activity.slug,
      name,
      settings: { enforcesCheckinWindow: false, ...settings },
      ...(requiredPriorSessionUuid === undefined ? {} : { requiredPriorSessionUuid }),
      startTime: new Date(now + (requiredPriorSessionUuid === undefined ? 3 : 4) * minute),
      endTime: new Date(
        now + (settings.enforcesCheckinWindow === true ? 12 * minute : 300 * dayMs),
      ),
    })
  const walkIn = await make("Walk in", {})
  const sessions = [
    walkIn,
    await make("Few seats", { ticketTemplateUuid, maxAttendees: 4 }),
    await make("Members", {
      requiredEntitlement: "member",
      ticketTemplateUuid,
      maxAttendees: 4,
      allowReentry: true,
    }),
    await make("Frozen too", { requiredEntitlement: "member", admitsFrozenCards: true }),
    await make("Vip, in its window", { requiredEntitlement: "vip", enforcesCheckinWindow: true }),
    await make("Ticket", { requiresTicket: true, ticketTemplateUuid, allowReentry: true }),
    await make("Ticket and member", {
      requiresTicket: true,
      ticketTemplateUuid,
      requiredEntitlement: "member",
    }),
    await make("Afterwards", { maxAttendees: 3 }, walkIn.uuid),
    await make(
      "Afterwards, in its window",
      { enforcesCheckinWindow: true, requiredEntitlement: "member" },
      walkIn.uuid,
    ),
    await make("Walk in, in its window", {
      enforcesCheckinWindow: true,
      allowReentry: true,
      admitsFrozenCards: true,
    }),
  ]
  const cards = []
  for (let n = 0; n < 10; n += 1) {
    const holderUserUuid = n > 7 ? undefined : people[chance.below(people.length)]?.user.uuid
    cards.push(
      await createTestCard(symbolon, {
        organization: club.slug,
        identifier: `04C${n}`,
        holderUserUuid,
      }),
    )
  }
  // Cards of another organization: they open nothing here until somebody has claimed them.
  const elsewhere = await symbolon.organizations.create({
    name: "Elsewhere",
    ownerUuid: people[0]?.user.uuid ?? "",
  })
  for (const n of [10, 11])
    cards.push(
      await createTestCard(symbolon, { organization: elsewhere.slug, identifier: `04C${n}` }),
    )
  return {
    symbolon,
    club,
    tiers: [tier, gold],
    people,
    activity,
    sessions,
    cards,
    ticketTemplateUuid,
    issue,
  }
}
export type ParityOrganization = Awaited<ReturnType<typeof createParityOrganization>>

/** Draws one of several. */
export type Pick = <T>(all: readonly T[]) => T

const dayMs = 86_400_000

/** By who has them: keys and ids are drawn anew in each run, and a seed names one story. */
const inOrder = <T extends { readonly walletAddress: string }>(
  { people, cards }: ParityOrganization,
  all: readonly T[],
): readonly T[] => {
  const wallets = [
    ...people.map(({ wallet }) => wallet),
    ...cards.map(({ walletAddress }) => walletAddress),
  ]
  return all.toSorted(
    (one, other) => wallets.indexOf(one.walletAddress) - wallets.indexOf(other.walletAddress),
  )
}

type Step = (setup: ParityOrganization, pick: Pick, n: number) => Promise<unknown>

/** What may happen between two taps; refusals are part of it. */
const steps: readonly Step[] = [
  ({ symbolon, club, tiers, people }, pick) =>
    symbolon.memberships.add({
      organization: club.slug,
      member: { type: "user_id", value: pick(people).user.uuid },
      tierSlug: pick(tiers).slug,
    }),
  ({ symbolon, club, people }, pick) =>
    symbolon.memberships.removeMember({
      organization: club.slug,
      userUuid: pick(people).user.uuid,
    }),
  // Rarely, and for a short while: who is disabled is nobody at every door.
  ({ symbolon, people }, pick) => {
    const { uuid: userUuid } = pick(people).user
    const isDisabled = pick([true, false, false])
    return isDisabled ? symbolon.users.disable({ userUuid }) : symbolon.users.enable({ userUuid })
  },
  ({ symbolon, cards }, pick) =>
    symbolon.cards.updateState({ card: pick(cards).uuid, isFrozen: pick([true, false, false]) }),
  ({ symbolon, cards, people }, pick) =>
    symbolon.cards.updateState({
      card: pick(cards).uuid,
      holderUserUuid: pick([null, pick(people).user.uuid]),
    }),
  ({ symbolon, cards, people }, pick) =>
    claimCard(symbolon, pick(cards).uuid, pick(people).user.uuid),
  ({ symbolon, cards, people }, pick) =>
    setCardHolder(symbolon, pick(cards).uuid, {
      holderUserUuid: pick([undefined, pick(people).user.uuid]),
      claimedAt: undefined,
    }),
  ({ issue, people, ticketTemplateUuid }, pick, n) =>
    issue(pick(people).user.uuid, `ticket ${n}`, { rewardTemplateUuid: ticketTemplateUuid }),
  async (setup, pick, n) => {
    const { symbolon, ticketTemplateUuid } = setup
    const tickets = inOrder(
      setup,
      await portsOf(symbolon).storage.transact("read", (tx) =>
        tx.tickets.listValid({ rewardTemplateUuid: ticketTemplateUuid }, undefined, 50),
      ),
    )
    if (tickets.length > 0)
      await symbolon.transactions.reverse({
        transaction: pick(tickets).uid,
        idempotencyKey: `back ${n}`,
      })
  },
  ({ symbolon, sessions }, pick) =>
    symbolon.sessions.update({
      session: pick(sessions).slug,
      isCheckinOpen: pick([true, true, false]),
    }),
  ({ symbolon, activity }, pick) =>
    symbolon.activities.update({
      activity: activity.slug,
      isSessionCheckinOpen: pick([true, true, true, false]),
    }),
  ({ symbolon, sessions }, pick) =>
    symbolon.sessions.update({
      session: pick(sessions).slug,
      settings: { maxAttendees: pick([2, 3, 5, null]) },
    }),
  ({ symbolon, sessions }, pick) =>
    symbolon.sessions.update({
      session: pick(sessions).slug,
      settings: { allowReentry: pick([true, false]) },
    }),
  ({ symbolon, sessions }, pick) =>
    symbolon.sessions.update({
      session: pick(sessions).slug,
      settings: { admitsFrozenCards: pick([true, false]) },
    }),
  ({ symbolon, sessions }, pick) =>
    symbolon.sessions.update({
      session: pick(sessions).slug,
      settings: { enforcesCheckinWindow: pick([true, true, false]) },
    }),
  ({ symbolon, sessions }, pick) => symbolon.sessions.cancel({ session: pick(sessions).slug }),
  ({ symbolon, sessions }, pick) =>
    symbolon.sessions.withdrawCancellation({ session: pick(sessions).slug }),
  ...[1, 2, 3].map(
    (): Step => async (setup, pick) => {
      const { symbolon, sessions } = setup
      const session = pick(sessions)
      const present = inOrder(
        setup,
        await portsOf(symbolon).storage.transact("read", (tx) =>
          tx.presences.list(session.uuid, undefined, 50),
        ),
      )
      if (present.length > 0)
        await symbolon.sessions.undoAdmission({
          session: session.slug,
          attendance: pick(present).uuid,
        })
    },
  ),
  ...[1, 2, 3].map(
    (): Step =>
      ({ symbolon, sessions }, pick) => {
        // To the very edge of a window, to either side of it, or a little on.
        const now = symbolon.clock.now().getTime()
        const { startTime, endTime } = pick(sessions)
        const edges = [startTime, endTime]
          .flatMap((edge) => [-1, 0, 1].map((ms) => edge.getTime() + ms))
          .filter((ms) => ms > now)
        const near = edges.filter((ms) => ms < now + 240_000)
        const to = pick([now + 700, now + 20_000, ...near])
        return symbolon.testClock?.moveTo(new Date(to)) ?? Promise.resolve()
      },
  ),
]

/** Everybody is enabled and joins who is out, and a month and some days go by: monthly memberships lapse. */
export const passMonth = async ({
  symbolon,
  club,
  tiers,
  people,
}: ParityOrganization): Promise<void> => {
  const tierSlug = tiers[0]?.slug ?? ""
  for (const { user } of people) {
    await symbolon.users.enable({ userUuid: user.uuid })
    await unlessRefused(() =>
      symbolon.memberships.add({
        organization: club.slug,
        member: { type: "user_id", value: user.uuid },
        tierSlug,
      }),
    )
  }
  await symbolon.testClock?.moveTo(new Date(symbolon.clock.now().getTime() + 33 * dayMs))
}

/** Something happens in the organization. */
export const randomEvent = (setup: ParityOrganization, pick: Pick, n: number): Promise<void> =>
  unlessRefused(() => pick(steps)(setup, pick, n))

/** Whatever shuts a session is taken away, or there would be nothing to see but shut doors. */
export const openAgain = async (
  { symbolon, activity }: ParityOrganization,
  session: string,
): Promise<void> => {
  await unlessRefused(() => symbolon.sessions.withdrawCancellation({ session }))
  await unlessRefused(() =>
    symbolon.activities.update({ activity: activity.slug, isSessionCheckinOpen: true }),
  )
  await unlessRefused(() => symbolon.sessions.update({ session, isCheckinOpen: true }))
}

const unlessRefused = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (reason) {
    if (
      typeof reason !== "object" ||
      reason === null ||
      !("_tag" in reason) ||
      reason._tag === "StorageFailed"
    )
      throw reason
  }
}
