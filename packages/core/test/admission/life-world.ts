import { expect } from "vitest"
import type { AdmissionAnswer, AdmissionRequest, Storage } from "../../src/index.ts"
import { claimCard, createTestCard } from "../fixtures/world.ts"
import { openModel, type Rules, type Tap } from "./door-model.ts"
import { openTestDoors, secondsAfterStart } from "../fixtures/door-taps.ts"

/** How many people there are, each with a card of the same number. */
export const people = 6

/** What happens besides taps. */
export type Happening =
  | { readonly what: "manifest" | "switch" }
  | { readonly what: "cap"; readonly cap: number | null }
  | { readonly what: "ticket" | "ticket back" | "undo" | "member"; readonly person: number }
  | { readonly what: "ticket on"; readonly person: number; readonly to: number }
  | { readonly what: "freeze"; readonly card: number }
  | { readonly what: "hand over"; readonly card: number; readonly to: number }

/**
 * A club of six with a card each, one of them with a ticket, and a session: what happens there, to
 * the service and to the model of its door alike.
 */
export const openLifeWorld = async (storage: Storage, rules: Rules) => {
  const {
    symbolon,
    clock,
    club,
    people: made,
    issue,
    createDoor,
  } = await openTestDoors(storage, people)
  // Wallets decide between people who come at one instant: numbered by them, people come in the
  // same order in every world.
  const members = made.toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1))
  const wallets = members.map(({ wallet }) => wallet)
  const ticket = await issue(members[0]?.user.username ?? "")
  const { membersOnly, ...settings } = rules
  const { session, attendees } = await createDoor({
    ...settings,
    enforcesCheckinWindow: false,
    ticketTemplateUuid: ticket.reference_id,
    ...(membersOnly ? { requiredEntitlement: "member" } : {}),
  })
  const cards: string[] = []
  for (let n = 0; n < people; n += 1) {
    const card = await createTestCard(symbolon, { organization: club.slug, identifier: `04C${n}` })
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
  const secondsOf = (at: Date | undefined) =>
    at === undefined ? undefined : (at.getTime() - secondsAfterStart(0).getTime()) / 1000
  const valid = () =>
    storage.transact("read", (tx) =>
      tx.tickets.listValid({ rewardTemplateUuid: ticket.reference_id }, undefined, 100),
    )

  const requestOf = (
    { key, by: tapped, at, isUpload, version }: Tap,
    isNow: boolean,
  ): AdmissionRequest => ({
    identifier:
      "card" in tapped
        ? { type: "card", value: `04c${tapped.card}` }
        : { type: "wallet", value: wallets[tapped.person] ?? "" },
    idempotencyKey: key,
    ...(isNow ? {} : { occurredAt: secondsAfterStart(at) }),
    ...(isUpload ? { isOffline: true } : {}),
    ...(version === undefined ? {} : { manifestVersion: version }),
  })
  const admitAll = async (
    requests: readonly AdmissionRequest[],
  ): Promise<readonly (AdmissionAnswer | "conflict")[]> =>
    (await symbolon.sessions.admitBatch({ session: session.slug, requests })).map((one) => {
      if ("decision" in one) return one
      if (one._tag === "IdempotencyConflict") return "conflict"
      throw one
    })
  const admit = (request: AdmissionRequest): Promise<AdmissionAnswer | "conflict"> =>
    symbolon.sessions.admit({ session: session.slug, request }).catch((reason: unknown) => {
      if (
        typeof reason === "object" &&
        reason !== null &&
        "_tag" in reason &&
        reason._tag === "IdempotencyConflict"
      )
        return "conflict"
      throw reason
    })
  const plain = (answer: AdmissionAnswer | "conflict") =>
    answer === "conflict"
      ? answer
      : {
          person: wallets.indexOf(answer.walletAddress ?? ""),
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
        return [
          wallets.indexOf(row.walletAddress),
          { firstAt: secondsOf(row.firstAdmittedAt), seat, disputed, isOver },
        ] as const
      })
      .toSorted(([a], [b]) => a - b)

  const happen = async (one: Happening, n: number): Promise<void> => {
    if (one.what === "manifest") {
      const { manifestVersion, generatedAt, validUntil } = await symbolon.sessions.checkinManifest({
        session: session.slug,
      })
      model.report(manifestVersion, secondsOf(generatedAt) ?? 0, secondsOf(validUntil) ?? 0)
    } else if (one.what === "cap") {
      await symbolon.sessions.update({ session: session.slug, settings: { maxAttendees: one.cap } })
      state.cap = one.cap
    } else if (one.what === "ticket") {
      await symbolon.tickets.issue({
        organization: club.slug,
        of: { rewardTemplateUuid: ticket.reference_id },
        to: { type: "wallet", value: wallets[one.person] ?? "" },
        idempotencyKey: `ticket ${n}`,
      })
      state.tickets.add(one.person)
    } else if (one.what === "ticket back") {
      for (const { uid, walletAddress } of await valid())
        if (walletAddress === wallets[one.person])
          await symbolon.transactions.reverse({ transaction: uid, idempotencyKey: `back ${uid}` })
      state.tickets.delete(one.person)
    } else if (one.what === "ticket on") {
      const [held] = (await valid()).filter(
        ({ walletAddress }) => walletAddress === wallets[one.person],
      )
      const to = { type: "wallet", value: wallets[one.to] ?? "" } as const
      // A ticket that is used stays.
      if (held !== undefined && one.to !== one.person)
        await symbolon.tickets
          .transfer({
            wallet: held.walletAddress,
            to,
            transaction: held.transactionId,
            idempotencyKey: `on ${n}`,
          })
          .catch((reason: { readonly reason?: string }) =>
            expect(reason).toMatchObject({ _tag: "Conflict", reason: "ticket_used" }),
          )
      state.tickets.clear()
      for (const { walletAddress } of await valid())
        state.tickets.add(wallets.indexOf(walletAddress))
    } else if (one.what === "undo") {
      const row = (await attendees()).find(
        ({ walletAddress }) => walletAddress === wallets[one.person],
      )
      if (row !== undefined)
        await symbolon.sessions.undoAdmission({ session: session.slug, attendance: row.uuid })
      state.present.delete(one.person)
    } else if (one.what === "switch") {
      state.isOpen = !state.isOpen
      await symbolon.sessions.update({ session: session.slug, isCheckinOpen: state.isOpen })
    } else if (one.what === "freeze") {
      if (!state.frozen.delete(one.card)) state.frozen.add(one.card)
      await symbolon.cards.updateState({
        card: cards[one.card] ?? "",
        isFrozen: state.frozen.has(one.card),
      })
    } else if (one.what === "hand over") {
      state.holders.set(one.card, one.to)
      await claimCard(symbolon, cards[one.card] ?? "", members[one.to]?.user.uuid ?? "")
    } else if (one.what === "member" && membersOnly) {
      const [userUuid, terms] = [
        members[one.person]?.user.uuid ?? "",
        state.terms.get(one.person) ?? [],
      ]
      const last = terms.at(-1) ?? [0, 0]
      if (last[1] > state.now) {
        await symbolon.memberships.removeMember({ organization: club.slug, userUuid })
        state.terms.set(one.person, [...terms.slice(0, -1), [last[0], state.now]])
      } else {
        await symbolon.memberships.add({
          organization: club.slug,
          member: { type: "user_id", value: userUuid },
          tierSlug: "friend",
        })
        state.terms.set(one.person, [...terms, [state.now, Number.POSITIVE_INFINITY]])
      }
    }
  }
  return {
    symbolon,
    wallets,
    model,
    clock,
    session,
    requestOf,
    admit,
    admitAll,
    plain,
    present,
    attendees,
    happen,
  }
}
