import { describe, expect, it } from "vitest"
import { portsOf } from "../../src/effect.ts"
import type { OutgoingErrorCode, OutgoingResult } from "../../src/foundation/ports/outgoing-http.ts"
import type { Storage } from "../../src/index.ts"
import {
  addWebhook,
  answer,
  type Answering,
  changeWebhook,
  deliveriesTo,
  failure,
  isSignedWith,
  runDue,
  sealedSecret,
  testReceivers,
} from "../fixtures/webhooks.ts"
import {
  addTestMember,
  createTestOrganization,
  openTestSymbolon,
  start,
} from "../fixtures/world.ts"

const startMs = Date.parse(start)
const dayMs = 86_400_000

interface Outcome {
  readonly what: string | number
  readonly result: OutgoingResult
  readonly state: "success" | "retrying" | "failed"
  readonly errorCode: string | undefined
}

const statuses = (
  all: readonly number[],
  state: Outcome["state"],
  errorCode?: string,
): readonly Outcome[] =>
  all.map((status) => ({ what: status, result: answer(status), state, errorCode }))
const failures = (all: readonly OutgoingErrorCode[], state: Outcome["state"]): readonly Outcome[] =>
  all.map((code) => ({ what: code, result: failure(code), state, errorCode: code }))

const outcomes: readonly Outcome[] = [
  ...statuses([200, 201, 202, 204, 299], "success"),
  ...statuses([300, 301, 302, 307, 308], "retrying", "redirect"),
  ...statuses([400, 401, 403, 404, 408, 409, 410, 422], "failed", "refused"),
  ...statuses([429], "retrying", "rate_limited"),
  ...statuses([500, 502, 503, 504], "retrying", "server_error"),
  ...failures(["timeout", "dns_failed", "connect_failed", "tls_failed"], "retrying"),
  ...failures(["connection_reset", "bad_response"], "retrying"),
  ...failures(["blocked_address", "url_refused"], "failed"),
]

/** Deliveries of webhooks, on the test clock. */
export const deliveriesSuite = (name: string, open: () => Promise<Storage> | Storage): void => {
  const openClub = async (answering?: Answering) => {
    const receivers = testReceivers(answering)
    const storage = await open()
    const { symbolon } = await openTestSymbolon(storage, { outgoingHttp: receivers.outgoingHttp })
    receivers.useClock(symbolon)
    const { club, tier } = await createTestOrganization(symbolon, 0)
    let count = 0
    const join = () => addTestMember(symbolon, club.slug, tier.slug, `joining-${(count += 1)}`)
    const moveTo = (ms: number) => symbolon.testClock?.moveTo(new Date(startMs + ms))
    return { ...receivers, storage, symbolon, club, join, moveTo }
  }

  describe(`deliveries on ${name}`, () => {
    it("are made with their event, one to each subscribed webhook of the organization", async () => {
      const { symbolon, storage, club, join, received } = await openClub()
      const { user } = await symbolon.users.create({ username: "oswald", firstName: "Oswald" })
      const other = await symbolon.organizations.create({ name: "Other", ownerUuid: user.uuid })
      const all = await addWebhook(symbolon, club.uuid)
      const some = await addWebhook(symbolon, club.uuid, { events: ["membership.joined"] })
      const none = [
        await addWebhook(symbolon, club.uuid, { events: ["membership.left"] }),
        await addWebhook(symbolon, club.uuid, { isEnabled: false }),
        await addWebhook(symbolon, other.uuid),
      ]
      const { membership } = await join()
      const [event] = await storage.transact("read", (tx) => tx.outbox.list(undefined, 10))
      for (const { uuid } of [all, some])
        expect(await deliveriesTo(storage, uuid)).toMatchObject([
          { state: "pending", eventUuid: event?.uuid, event: "membership.joined", attempts: [] },
        ])
      await runDue(symbolon)
      for (const { uuid, keyId } of [all, some])
        expect(await deliveriesTo(storage, uuid)).toMatchObject([
          {
            state: "success",
            attemptCount: 1,
            lastStatus: 204,
            finishedAt: new Date(start),
            attempts: [
              { number: 1, status: 204, durationMs: 3, keyId, startedAt: new Date(start) },
            ],
          },
        ])
      for (const { uuid } of none) expect(await deliveriesTo(storage, uuid)).toEqual([])
      expect(received.map(({ url }) => url).toSorted()).toEqual([all.url, some.url].toSorted())
      for (const request of received) {
        expect(isSignedWith("whsec_example", request)).toBe(true)
        expect(JSON.parse(request.text)).toEqual({
          event: "membership.joined",
          timestamp: start,
          organization_uuid: club.uuid,
          user_uuid: null,
          data: event?.data,
        })
      }
      expect(event?.data).toMatchObject({ user_uuid: membership.userUuid })
    })

    it.each(outcomes)("are $state after $what", async ({ result, state, errorCode }) => {
      const { symbolon, storage, club, join, received } = await openClub(() => result)
      const { uuid } = await addWebhook(symbolon, club.uuid)
      await join()
      await runDue(symbolon)
      const [delivery] = await deliveriesTo(storage, uuid)
      const status = result.kind === "answer" ? result.status : undefined
      expect(delivery?.attempts[0]).toMatchObject({ number: 1, status, errorCode })
      expect(delivery).toMatchObject({ lastStatus: status, lastErrorCode: errorCode })
      const isOver = state !== "retrying"
      expect(delivery?.state).toBe(state)
      expect(delivery?.finishedAt).toEqual(isOver ? new Date(start) : undefined)
      // The second attempt follows the first at once.
      expect(received).toHaveLength(isOver ? 1 : 2)
      expect(delivery?.nextAttemptAt).toEqual(isOver ? undefined : new Date(startMs + 1_000))
    })

    it("are attempted seven times on schedule, under one id, each body built and signed anew", async () => {
      const { symbolon, storage, club, join, received, moveTo } = await openClub(() =>
        answer(500, "sorry\u0000 ".repeat(1_000)),
      )
      const { uuid } = await addWebhook(symbolon, club.uuid)
      await join()
      await moveTo(dayMs)
      expect(received.map(({ at }) => (at - startMs) / 1000)).toEqual([0, 0, 1, 5, 30, 120, 600])
      const [delivery] = await deliveriesTo(storage, uuid)
      expect(new Set(received.map(({ id }) => id))).toEqual(new Set([delivery?.uuid]))
      for (const request of received) {
        expect(isSignedWith("whsec_example", request)).toBe(true)
        expect(Date.parse(JSON.parse(request.text).timestamp)).toBe(request.at)
        expect(request.headers["x-webhook-timestamp"]).toBe(String(Math.floor(request.at / 1000)))
      }
      expect(delivery).toMatchObject({
        state: "failed",
        attemptCount: 7,
        lastStatus: 500,
        lastErrorCode: "server_error",
        finishedAt: new Date(startMs + 600_000),
      })
      expect(delivery?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(delivery?.attempts[0]?.responseSnippet).toBe("sorry ".repeat(1_000).slice(0, 1_024))
    })

    it("end with the first success, whatever went before", async () => {
      let count = 0
      const { symbolon, storage, club, join, received, moveTo } = await openClub(() =>
        answer((count += 1) < 4 ? 503 : 200, "thanks"),
      )
      const { uuid } = await addWebhook(symbolon, club.uuid)
      await join()
      await moveTo(dayMs)
      expect(received).toHaveLength(4)
      expect(await deliveriesTo(storage, uuid)).toMatchObject([
        { state: "success", attemptCount: 4, lastStatus: 200, lastErrorCode: undefined },
      ])
    })

    it("are signed with the key of the moment", async () => {
      const { symbolon, storage, club, join, received, moveTo } = await openClub(() => answer(500))
      const { uuid, keyId } = await addWebhook(symbolon, club.uuid)
      await join()
      await moveTo(2_000)
      const rotated = await sealedSecret(symbolon, uuid, "whsec_other")
      await changeWebhook(symbolon, uuid, { ...rotated, rotatedAt: symbolon.clock.now() })
      await moveTo(dayMs)
      expect(received.map((request) => isSignedWith("whsec_other", request))).toEqual(
        Array.from({ length: 7 }, (_, index) => index >= 3),
      )
      const [delivery] = await deliveriesTo(storage, uuid)
      expect(delivery?.attempts.map((attempt) => attempt.keyId)).toEqual(
        Array.from({ length: 7 }, (_, index) => (index >= 3 ? rotated.keyId : keyId)),
      )
    })

    it.each([
      ["disabled", { isEnabled: false }, "webhook_disabled"],
      ["deleted", { deletedAt: new Date(start) }, "webhook_deleted"],
    ] as const)(
      "to a %s webhook are given up unsent, and no more are made",
      async (_, change, code) => {
        const { symbolon, storage, club, join, received, moveTo } = await openClub(() =>
          answer(500),
        )
        const { uuid } = await addWebhook(symbolon, club.uuid)
        await join()
        await moveTo(1_000)
        expect(received).toHaveLength(3)
        await changeWebhook(symbolon, uuid, change)
        await join()
        await moveTo(dayMs)
        expect(received).toHaveLength(3)
        const deliveries = await deliveriesTo(storage, uuid)
        expect(deliveries).toMatchObject([
          { state: "failed", attemptCount: 3, lastErrorCode: code, nextAttemptAt: undefined },
        ])
        expect(deliveries[0]?.attempts).toHaveLength(3)
      },
    )

    it("of what did not happen do not exist", async () => {
      const { symbolon, storage, club, join } = await openClub()
      const { uuid } = await addWebhook(symbolon, club.uuid)
      await join()
      const { user } = await symbolon.users.create({ username: "nobody", firstName: "N" })
      await expect(
        symbolon.memberships.add({
          organization: club.slug,
          member: { type: "username", value: user.username },
          tierSlug: "no-such-tier",
        }),
      ).rejects.toMatchObject({ _tag: "NotFound" })
      expect(await deliveriesTo(storage, uuid)).toHaveLength(1)
    })

    it("are swept with their event 30 days after they finished", async () => {
      const { symbolon, storage, club, join, moveTo } = await openClub()
      const { uuid } = await addWebhook(symbolon, club.uuid)
      await join()
      await moveTo(29 * dayMs)
      expect(await deliveriesTo(storage, uuid)).toHaveLength(1)
      await moveTo(32 * dayMs)
      expect(await deliveriesTo(storage, uuid)).toEqual([])
      const { storage: store } = portsOf(symbolon)
      expect(await store.transact("read", (tx) => tx.outbox.list(undefined, 10))).toEqual([])
    })
  })
}
