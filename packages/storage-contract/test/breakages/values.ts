import type { Repositories } from "@symbolon/core/storage"
import { type Breakage, doors, values } from "./breakage.ts"

export const valued: readonly Breakage[] = [
  values(
    "dates are cut to seconds",
    "values: instants keep their milliseconds, long ago and far ahead",
    (value) =>
      value instanceof Date ? new Date(Math.floor(value.getTime() / 1000) * 1000) : value,
  ),
  values(
    "dates come back as text",
    "values: instants keep their milliseconds, long ago and far ahead",
    (value) => (value instanceof Date ? value.toISOString() : value),
  ),
  values(
    "undefined comes back as null",
    "memberships: a row comes back as it was written, with all its fields and with none",
    (value) => (value === undefined ? null : value),
  ),
  values(
    "integers have 32 bits",
    "ledger: balances up to 2^53-1, and below zero for an issuance wallet",
    (value) => (Number.isInteger(value) ? Number(value) | 0 : value),
  ),
  values(
    "texts are put in another normal form",
    "values: texts come back as they were, whatever their letters",
    (value) => (typeof value === "string" ? value.normalize("NFC") : value),
  ),
  values(
    "texts are trimmed",
    "values: texts come back as they were, whatever their letters",
    (value) => (typeof value === "string" ? value.trim() : value),
  ),
  values(
    "empty texts come back as undefined",
    "ledger: a transaction comes back with all its fields, its text verbatim",
    (value) => (value === "" ? undefined : value),
  ),
  values("numbers come back as text", "transactions: a fresh store is empty", (value) =>
    Number.isInteger(value) ? String(value) : value,
  ),
  values(
    "JSON in JSON is read",
    "values: JSON comes back as JSON, nested, empty, and with odd names",
    (value) =>
      typeof value === "string" && /^[{[]/.test(value) && value.length < 100
        ? JSON.parse(value)
        : value,
  ),
  doors(
    "rows are shared with the caller",
    "values: nobody changes what is stored by changing what was handed in or out",
    (storage) => {
      const shared = new Map<string, unknown>()
      const shareOne = (tx: Repositories): Repositories => ({
        ...tx,
        outbox: {
          ...tx.outbox,
          append: async (events) => {
            for (const one of events) shared.set(one.uuid, one)
            return tx.outbox.append(events)
          },
          list: async (after, limit) =>
            (await tx.outbox.list(after, limit)).map((one) => {
              const known = shared.get(one.uuid)
              return typeof known === "object" ? Object.assign(one, known) : one
            }),
        },
      })
      return { transact: (mode, work) => storage.transact(mode, (tx) => work(shareOne(tx))) }
    },
  ),
]
