import fc from "fast-check"
import { expect, it } from "vitest"
import type { AdmissionAnswer, AdmissionRequest, Storage } from "../../src/index.ts"
import { openModel, type Rules, type Tap } from "./door-model.ts"
import { claimCard, makeCard } from "../world.ts"
import { disputesOf, openVenue, second } from "./venue.ts"

const people = 6
const who = fc.nat(people - 1)
const by = fc.oneof(fc.record({ person: who }), fc.record({ card: who }))
/** In steps of a hundred seconds, so that some lie at the very edge of the clock tolerance. */
const back = fc.integer({ min: -3, max: 6 })

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant("tap" as const), by }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("tap before" as const), by, back }) },
  { weight: 8, arbitrary: fc.record({ what: fc.constant("upload" as const), by, back, cites: fc.option(fc.nat(), { freq: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant("manifest" as const) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("cap" as const), cap: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("ticket" as const), person: who }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("ticket back" as const), person: who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("undo" as const), person: who }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("switch" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("freeze" as const), card: who }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("hand over" as const), card: who, to: who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("member" as const), person: who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("again" as const), n: fc.nat() }) },
)
const lives = fc.record({
  rules: fc.record({ allowReentry: fc.boolean(), admitsFrozenCards: fc.boolean(), membersOnly: fc.boolean() }),
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
})
type Life = typeof lives extends fc.Arbitrary<infer T> ? T : never

/**
 * Random lives of a session: taps, uploads that cite one manifest or another or none, and between them caps, tickets, frozen cards, cards that
 * change hands, members who leave and come back, admissions that are taken back, keys that come again. A model judges every tap, and says after
 * each step what the record is.
 */
export const tellOfLivesOn = (storage: string, open: () => Promise<Storage> | Storage, numRuns: number): void => {
  it(`random lives of a session on ${storage} are judged and recorded as the model says`, { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const store = await open()
        await play(store, life)
        await store.close()
      }),
      { numRuns, interruptAfterTimeLimit: 200_000, markInterruptAsFailure: false },
    )
  })
}

const play = async (storage: Storage, { rules, steps }: Life): Promise<void> => {
  const town = await openTown(storage, rules)
  const { model, clock } = town
  const asked: { readonly tap: Tap; readonly request: AdmissionRequest; readonly answer: AdmissionAnswer }[] = []
  for (const [n, one] of steps.entries()) {
    // Late enough that nothing lies before the session was made.
    model.state.now = 100 * (n + 10)
    clock.set(second(model.state.now))
    const tap = tapOf(one, n, model.state.now, [...model.state.told.keys()], rules)
    const repeated = one.what === "again" ? asked[one.n % Math.max(asked.length, 1)] : undefined
    if (tap !== undefined) {
      const request = town.requestOf(tap, one.what === "tap")
      const answer = await town.admit(request)
      expect(town.plain(answer), `step ${n}`).toEqual(model.judge(tap))
      if (typeof answer !== "string" && answer.decision === "admitted") asked.push({ tap, request, answer })
    } else if (repeated !== undefined) {
      const told = await town.admit(repeated.request)
      const isConflict = model.judge(repeated.tap) === "conflict"
      expect(told, `step ${n}`).toEqual(isConflict ? "conflict" : { ...repeated.answer, isReplayed: true })
    } else await town.happen(one, n)
    const said = [...model.state.present.keys()].toSorted((a, b) => (a < b ? -1 : 1)).map((person) => [person, model.presenceOf(person)])
    expect(await town.present(), `after step ${n}`).toEqual(said)
  }
  const said = [...model.state.present.keys()].flatMap((person) => model.disputesOf(person).map(([key, reason]) => [key, reason] as const))
  const keys = said.map(([key]) => key)
  expect(await disputesOf(storage, town.session.uuid, keys)).toEqual(Object.fromEntries(said))
}

const tapOf = (one: Life["steps"][number], n: number, now: number, versions: readonly number[], rules: Rules): Tap | undefined => {
  if (one.what !== "tap" && one.what !== "tap before" && one.what !== "upload") return undefined
  // Whose a card is beside a membership is another story.
  const whom = "card" in one.by && rules.membersOnly ? { person: one.by.card } : one.by
  const at = one.what === "tap" ? now : now - 100 * (one.what === "upload" ? one.back : Math.max(one.back, 0))
  const cites = one.what !== "upload" || one.cites === null ? undefined : versions[one.cites % Math.max(versions.length, 1)]
  return { key: `key ${n}`, by: whom, at, isUpload: one.what === "upload", version: cites }
}

const openTown = async (storage: Storage, rules: Rules) => {
  const { symbolon, clock, club, people: members, wallets, issue, doorOf } = await openVenue(storage, people)
  const ticket = await issue("member-1")
  const { membersOnly, ...settings } = rules
  const { session, attendees } = await doorOf({
    ...settings,
    enforcesCheckinWindow: false,
    ticketTemplateUuid: ticket.reference_id,
    ...(membersOnly ? { requiredEntitlement: "member" } : {}),
  })
  const cards: string[] = []
  for (let n = 0; n < people; n += 1) {
    const card = await makeCard(symbolon, { organization: club.slug, identifier: `04C${n}` })
    await claimCard(symbolon, card.uuid, members[n]?.user.uuid ?? "")
    cards.push(card.uuid)
  }
  const model = openModel(rules, (person) => wallets[person] ?? "")
  const { state } = model
  state.tickets.add(0)
  for (let n = 0; n < people; n += 1) {
    state.holders.set(n, n)
    state.terms.set(n, [[0, Number.POSITIVE_INFINITY]])
  }
  const secondsOf = (at: Date | undefined) => (at === undefined ? undefined : (at.getTime() - second(0).getTime()) / 1000)
  const valid = () => storage.transact("read", (tx) => tx.tickets.listValid({ rewardTemplateUuid: ticket.reference_id }, undefined, 100))

  const requestOf = ({ key, by: tapped, at, isUpload, version }: Tap, isNow: boolean): AdmissionRequest => ({
    identifier: "card" in tapped ? { type: "card", value: `04c${tapped.card}` } : { type: "wallet", value: wallets[tapped.person] ?? "" },
    idempotencyKey: key,
    ...(isNow ? {} : { occurredAt: second(at) }),
    ...(isUpload ? { isOffline: true } : {}),
    ...(version === undefined ? {} : { manifestVersion: version }),
  })
  const admit = (request: AdmissionRequest): Promise<AdmissionAnswer | "conflict"> =>
    symbolon.admission.admit({ session: session.slug, request }).catch((reason: unknown) => {
      if (typeof reason === "object" && reason !== null && "_tag" in reason && reason._tag === "IdempotencyConflict") return "conflict"
      throw reason
    })
  const plain = (answer: AdmissionAnswer | "conflict") =>
    answer === "conflict"
      ? answer
      : {
          person: wallets.indexOf(answer.walletAddress),
          blocked: answer.blockedReason,
          disputed: answer.disputedReason,
          isReentry: answer.isReentry,
          firstAt: secondsOf(answer.firstAdmittedAt),
          seat: answer.seat,
        }
  const present = async () =>
    (await attendees())
      .map((row) => {
        const { seat, disputedReason: disputed, isOverCapacity: isOver } = row
        return [wallets.indexOf(row.walletAddress), { firstAt: secondsOf(row.firstAdmittedAt), seat, disputed, isOver }] as const
      })
      .toSorted(([a], [b]) => a - b)

  const happen = async (one: Life["steps"][number], n: number): Promise<void> => {
    if (one.what === "manifest") {
      const { manifestVersion, generatedAt, validUntil } = await symbolon.manifest.issue({ session: session.slug })
      model.tell(manifestVersion, secondsOf(generatedAt) ?? 0, secondsOf(validUntil) ?? 0)
    } else if (one.what === "cap") {
      await symbolon.sessions.change({ session: session.slug, settings: { maxAttendees: one.cap } })
      state.cap = one.cap
    } else if (one.what === "ticket") {
      await symbolon.rewards.issueTicket({
        organization: club.slug,
        of: { rewardTemplateUuid: ticket.reference_id },
        to: { type: "wallet", value: wallets[one.person] ?? "" },
        idempotencyKey: `ticket ${n}`,
      })
      state.tickets.add(one.person)
    } else if (one.what === "ticket back") {
      for (const { uid, walletAddress } of await valid())
        if (walletAddress === wallets[one.person]) await symbolon.ledger.reverse({ transaction: uid, idempotencyKey: `back ${uid}` })
      state.tickets.delete(one.person)
    } else if (one.what === "undo") {
      const row = (await attendees()).find(({ walletAddress }) => walletAddress === wallets[one.person])
      if (row !== undefined) await symbolon.admission.undo({ session: session.slug, attendance: row.uuid })
      state.present.delete(one.person)
    } else if (one.what === "switch") {
      state.isOpen = !state.isOpen
      await symbolon.sessions.change({ session: session.slug, isCheckinOpen: state.isOpen })
    } else if (one.what === "freeze") {
      if (!state.frozen.delete(one.card)) state.frozen.add(one.card)
      await symbolon.cards.change({ card: cards[one.card] ?? "", isFrozen: state.frozen.has(one.card) })
    } else if (one.what === "hand over") {
      state.holders.set(one.card, one.to)
      await claimCard(symbolon, cards[one.card] ?? "", members[one.to]?.user.uuid ?? "")
    } else if (one.what === "member" && membersOnly) {
      const [userUuid, terms] = [members[one.person]?.user.uuid ?? "", state.terms.get(one.person) ?? []]
      const last = terms.at(-1) ?? [0, 0]
      if (last[1] > state.now) {
        await symbolon.memberships.remove({ organization: club.slug, userUuid })
        state.terms.set(one.person, [...terms.slice(0, -1), [last[0], state.now]])
      } else {
        await symbolon.memberships.add({ organization: club.slug, member: { type: "user_id", value: userUuid }, tierSlug: "friend" })
        state.terms.set(one.person, [...terms, [state.now, Number.POSITIVE_INFINITY]])
      }
    }
  }
  return { model, clock, session, requestOf, admit, plain, present, happen }
}
