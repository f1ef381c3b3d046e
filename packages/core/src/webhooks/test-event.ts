import type { OutboxEvent } from "../foundation/outbox/event.ts"

/** The event of a test delivery that was asked for at `now`. */
export const testEvent = (uuid: string, organizationUuid: string, now: Date): OutboxEvent => ({
  uuid,
  type: "webhook.test",
  organizationUuid,
  data: {
    test: true,
    message: "This is a test delivery. Nothing happened.",
    timestamp: now.toISOString(),
  },
  namedUserUuid: undefined,
  createdAt: now,
})
