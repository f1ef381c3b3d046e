import { describe, expect, it } from "vitest"
import type { OutboxEvent } from "../../foundation/outbox/event.ts"
import { happeningsOf } from "./happenings.ts"

const now = new Date("2026-11-21T10:00:00.000Z")

const redeemed = (receiver: OutboxEvent["data"]): OutboxEvent => ({
  uuid: "event",
  type: "reward.redeemed",
  organizationUuid: "club",
  data: { transaction_id: "tx", wallet_address: "sy1a", ...receiver },
  namedUserUuid: undefined,
  createdAt: now,
})

const subjectsOf = (event: OutboxEvent) =>
  happeningsOf(
    { events: [event], outcomes: [], issuances: [], movedTickets: [], transactions: [] },
    { tickets: new Map(), wallets: new Map() },
  ).map(({ subject }) => subject)

describe("what a batch of the ledger tells triggers of a reward", () => {
  it("counts for the user who is named", () =>
    expect(subjectsOf(redeemed({ user_id: "ada" }))).toEqual([
      { userUuid: "ada", walletAddress: "sy1a" },
    ]))

  it.each([{}, { user_id: null }])("counts for the wallet where nobody is: %j", (receiver) =>
    expect(subjectsOf(redeemed(receiver))).toEqual([
      { userUuid: undefined, walletAddress: "sy1a" },
    ]),
  )
})
