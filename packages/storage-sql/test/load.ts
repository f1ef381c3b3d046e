import type { OutboxEvent, Storage } from "@symbolon/core/storage"
import { addProfilePages } from "./profile-calls.ts"
import { addContacts } from "./contact-calls.ts"
import { addFiles } from "./file-calls.ts"
import { lengthenLog } from "./log-calls.ts"
import { addMoves, chronicle } from "./membership-calls.ts"
import { addCards } from "./sample-cards.ts"
import { connectPayments, renew } from "./payment-calls.ts"
import { listAll, roster } from "./roster-calls.ts"
import { addApps, signIn } from "./sign-ins.ts"
import {
  admission,
  at,
  firstMember,
  addOrganization,
  addMembers,
  organization,
  presence,
  uuid,
} from "./sample-organization.ts"
import { addTriggers } from "./trigger-calls.ts"
import { addWebhooks, deliver } from "./webhook-calls.ts"
import { pay } from "./workload.ts"

const chunk = 500

const inChunks = async (
  count: number,
  store: (from: number, to: number) => Promise<void>,
): Promise<void> => {
  for (let from = 0; from < count; from += chunk) await store(from, Math.min(from + chunk, count))
}

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, n) => from + n)

const event = (n: number): OutboxEvent => ({
  uuid: uuid(n),
  type: "membership.joined",
  organizationUuid: organization.uuid,
  data: { user_uuid: uuid(n) },
  namedUserUuid: undefined,
  createdAt: at(n),
})

/**
 * An organization with `members` members, of whom a quarter attended, were paid and signed in, with
 * as many jobs and events.
 */
export const load = async (storage: Storage, members: number): Promise<void> => {
  await addOrganization(storage)
  await addMembers(storage, members)
  await storage.transact("write", addApps)
  await storage.transact("write", connectPayments)
  await storage.transact("write", addWebhooks)
  await storage.transact("write", (tx) => addMoves(tx, Math.floor(members / 20)))
  // So many that a search for what they have in common finds many.
  await inChunks(Math.min(members, 3_000), (from, to) =>
    storage.transact("write", (tx) =>
      addCards(
        tx,
        numbers(from, to).map((n) => firstMember + n),
      ),
    ),
  )
  const quarter = Math.floor(members / 4)
  await inChunks(members, (from, to) =>
    storage.transact("write", async (tx) => {
      await tx.outbox.append(numbers(from, to).map(event))
      await deliver(tx, numbers(from, to))
      await addFiles(tx, numbers(from, to))
      if (from < 3_000) await addTriggers(tx, numbers(from, to))
      await addProfilePages(tx, numbers(from, to))
      await addContacts(tx, numbers(from, to))
      await chronicle(
        tx,
        numbers(from, to).map((n) => firstMember + n),
      )
      await Promise.all(
        numbers(from, to).map((n) =>
          tx.jobs.schedule({
            uuid: uuid(n),
            queue: "work",
            groupKey: `group-${Math.floor(n / 500)}`,
            organizationUuid: undefined,
            kind: "sweep",
            key: `job-${n}`,
            payload: {},
            dueAt: at(n * 60_000),
            attempts: 0,
            requestId: undefined,
            createdAt: at(0),
          }),
        ),
      )
    }),
  )
  await storage.transact("write", (tx) => tx.rosters.add(roster))
  await inChunks(members, (from, to) =>
    storage.transact("write", (tx) =>
      listAll(
        tx,
        numbers(from, to).map((n) => firstMember + n),
      ),
    ),
  )
  await inChunks(quarter, (from, to) =>
    storage.transact("write", async (tx) => {
      await Promise.all(
        numbers(from, to).flatMap((n) => [
          tx.presences.addAll([presence(firstMember + n)]),
          tx.presences.addAdmissions([
            {
              ...admission(firstMember + n),
              uuid: uuid(n),
              idempotencyKey: `tap-${n}`,
            },
          ]),
        ]),
      )
      for (const n of numbers(from, to)) await signIn(tx, n)
      for (const n of numbers(from, to)) await renew(tx, n)
      await pay(
        tx,
        numbers(from, to).map((n) => firstMember + n),
        (n) => `t-${from + n}`,
      )
    }),
  )
  await inChunks(quarter, (from, to) =>
    storage.transact("write", (tx) => lengthenLog(tx, numbers(from, to))),
  )
}
