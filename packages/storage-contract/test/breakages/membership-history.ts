import type { KeptEntry, Membership, MembershipMove } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

const ofMany =
  "membershipTerms: those of many memberships at once, each one's in order, with all fields and with none"
const ordinals = "membershipTerms: a membership has one of each ordinal"
const forgotten = "membershipTerms: those of some memberships are forgotten, and no others"
const manyTerms = "membershipTerms: 1,000 memberships' at once"
const exact = "membershipHistory: an entry comes back exactly as it was written, whatever is in it"
const inOrder = "membershipHistory: one membership's, the oldest first, by revision, time and uuid"
const once = "membershipHistory: a payment is applied to a membership once, and taken back once"
const ofPayment = "membershipHistory: found by the payment that was applied, never by its reversal"
const manyEntries = "membershipHistory: 1,000 entries at once"
const move =
  "membershipMoves: found and locked by uuid, with all fields and with none, and added once"
const changed =
  "membershipMoves: change overwrites one, and answers false for one that is not there"
const running = "membershipMoves: those of an organization that run are listed in order of uuid"
const locked = "membershipMoves: of concurrent writers that lock one none loses another's change"

/** A storage whose entries come back otherwise than they were written. */
const retold = (name: string, retell: (entry: KeptEntry) => KeptEntry): Breakage =>
  verbs(name, exact, () => (tx) => ({
    membershipHistory: {
      ...tx.membershipHistory,
      all: async (uuid) => (await tx.membershipHistory.all(uuid)).map(retell),
    },
  }))

const asJson = (row: Membership): Membership => JSON.parse(JSON.stringify(row))

export const ofMembershipTerms: readonly Breakage[] = [
  verbs("terms come in the order they were written", ofMany, () => (tx) => ({
    membershipTerms: {
      ...tx.membershipTerms,
      of: async (uuids) => (await tx.membershipTerms.of(uuids)).toReversed(),
    },
  })),
  verbs("terms are asked for one membership at a time", ofMany, () => (tx) => ({
    membershipTerms: {
      ...tx.membershipTerms,
      of: async (uuids) => {
        const terms = []
        for (const uuid of uuids) terms.push(...(await tx.membershipTerms.of([uuid])))
        return terms
      },
    },
  })),
  verbs("a term is written over one of the same ordinal", ordinals, () => (tx) => ({
    membershipTerms: {
      ...tx.membershipTerms,
      add: async (terms) => {
        for (const one of terms) {
          const others = (await tx.membershipTerms.of([one.membershipUuid])).filter(
            ({ ordinal }) => ordinal !== one.ordinal,
          )
          await tx.membershipTerms.removeOf([one.membershipUuid])
          await tx.membershipTerms.add([...others, one])
        }
      },
    },
  })),
  verbs("only the last term is forgotten", forgotten, () => (tx) => ({
    membershipTerms: {
      ...tx.membershipTerms,
      removeOf: async (uuids) => {
        for (const uuid of uuids) {
          const rest = (await tx.membershipTerms.of([uuid])).slice(0, -1)
          await tx.membershipTerms.removeOf([uuid])
          await tx.membershipTerms.add(rest)
        }
      },
    },
  })),
  verbs("only the first membership's terms are forgotten", manyTerms, () => (tx) => ({
    membershipTerms: {
      ...tx.membershipTerms,
      removeOf: (uuids) => tx.membershipTerms.removeOf(uuids.slice(0, 1)),
    },
  })),
]

export const ofMembershipHistory: readonly Breakage[] = [
  retold("an instant comes back as JSON has it", (entry) => ({
    ...entry,
    after: asJson(entry.after),
  })),
  retold("what was emptied is told to have been empty before", ({ before, ...entry }) => ({
    ...entry,
    before: before && { ...before, endedBy: before.endedBy ?? entry.after.endedBy },
  })),
  retold("an entry that changed nothing is told to have made the row", ({ before, ...entry }) => ({
    ...entry,
    before: before?.revision === entry.after.revision ? undefined : before,
  })),
  retold("terms after are as before", (entry) => ({
    ...entry,
    termsAfter: entry.termsBefore.length === 0 ? entry.termsAfter : entry.termsBefore,
  })),
  retold("an empty note is none", (entry) => ({
    ...entry,
    note: entry.note === "" ? undefined : entry.note,
  })),
  retold("who did it is the kind alone", (entry) => ({ ...entry, by: { kind: entry.by.kind } })),
  verbs("entries are in the order of time", inOrder, () => (tx) => ({
    membershipHistory: {
      ...tx.membershipHistory,
      all: async (uuid) =>
        (await tx.membershipHistory.all(uuid)).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    },
  })),
  verbs("the newest are the oldest", inOrder, () => (tx) => ({
    membershipHistory: {
      ...tx.membershipHistory,
      newest: async (uuid, limit) => (await tx.membershipHistory.all(uuid)).slice(0, limit),
    },
  })),
  verbs("a payment is applied as often as it comes", once, () => (tx) => ({
    membershipHistory: {
      ...tx.membershipHistory,
      append: async (entries) => {
        for (const entry of entries) {
          const had = await tx.membershipHistory.all(entry.membershipUuid)
          const isThere = had.some(
            ({ paymentRef }) => paymentRef !== undefined && paymentRef === entry.paymentRef,
          )
          await tx.membershipHistory.append([isThere ? { ...entry, paymentRef: undefined } : entry])
        }
      },
    },
  })),
  verbs("a payment is applied to one membership alone", once, () => (tx) => ({
    membershipHistory: {
      ...tx.membershipHistory,
      append: async (entries) => {
        for (const { paymentRef, cause } of entries)
          if (
            paymentRef !== undefined &&
            cause !== "reversal" &&
            (await tx.membershipHistory.ofPayment(paymentRef)) !== undefined
          )
            throw new Error("It was applied.")
        await tx.membershipHistory.append(entries)
      },
    },
  })),
  verbs("a payment is found by its reversal", ofPayment, () => {
    const reversals = new Map<string, KeptEntry>()
    return (tx) => ({
      membershipHistory: {
        ...tx.membershipHistory,
        append: async (entries) => {
          for (const entry of entries)
            if (entry.cause === "reversal") reversals.set(entry.paymentRef ?? "", entry)
          await tx.membershipHistory.append(entries)
        },
        ofPayment: async (paymentRef) =>
          reversals.get(paymentRef) ?? (await tx.membershipHistory.ofPayment(paymentRef)),
      },
    })
  }),
  verbs("at most 999 entries are kept at once", manyEntries, () => (tx) => ({
    membershipHistory: {
      ...tx.membershipHistory,
      append: (entries) => tx.membershipHistory.append(entries.slice(0, 999)),
    },
  })),
]

export const ofMembershipMoves: readonly Breakage[] = [
  verbs("a move that is over is not found", move, () => (tx) => ({
    membershipMoves: {
      ...tx.membershipMoves,
      find: async (uuid) => {
        const one = await tx.membershipMoves.find(uuid)
        return one?.finishedAt === undefined ? one : undefined
      },
    },
  })),
  verbs("a move that is there is overwritten", move, () => (tx) => ({
    membershipMoves: {
      ...tx.membershipMoves,
      add: async (one) => {
        if (!(await tx.membershipMoves.change(one))) await tx.membershipMoves.add(one)
      },
    },
  })),
  verbs("change adds a move that is not there", changed, () => (tx) => ({
    membershipMoves: {
      ...tx.membershipMoves,
      change: async (one) => {
        if (!(await tx.membershipMoves.change(one))) await tx.membershipMoves.add(one)
        return true
      },
    },
  })),
  verbs("change leaves how far a move has come", changed, () => (tx) => ({
    membershipMoves: {
      ...tx.membershipMoves,
      change: async (one) => {
        const before = await tx.membershipMoves.find(one.uuid)
        return tx.membershipMoves.change({
          ...one,
          reachedUuid: one.reachedUuid ?? before?.reachedUuid,
        })
      },
    },
  })),
  verbs("moves that run are in the order they were asked for", running, () => (tx) => ({
    membershipMoves: {
      ...tx.membershipMoves,
      running: async (uuid) =>
        (await tx.membershipMoves.running(uuid)).toSorted(
          (a, b) => a.asOf.getTime() - b.asOf.getTime(),
        ),
    },
  })),
  verbs("a move that was locked was read before", locked, () => {
    const seen = new Map<string, MembershipMove | undefined>()
    return (tx) => ({
      membershipMoves: {
        ...tx.membershipMoves,
        lock: async (uuid) => {
          if (!seen.has(uuid)) seen.set(uuid, await tx.membershipMoves.lock(uuid))
          return seen.get(uuid)
        },
      },
    })
  }),
]
