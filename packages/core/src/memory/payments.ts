import type { Checkout } from "../payments/checkout.ts"
import { isOpenCheckout } from "../payments/checkout.ts"
import { isParked } from "../payments/inbox.ts"
import type {
  CheckoutRepository,
  OpenCheckouts,
  PaymentConnectionRepository,
  PaymentInboxRepository,
} from "../payments/payment-repository.ts"
import { compare, pageOf, rowsOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const paymentConnections = (tables: Tables): PaymentConnectionRepository => ({
  add: async (connection) => addNew(tables.paymentConnections, connection, "payment connection"),
  find: async (uuid) => tables.paymentConnections.get(uuid),
  list: async (organizationUuid, page) =>
    pageOf(
      tables.paymentConnections
        .rows()
        .filter((row) => row.organizationUuid === organizationUuid && row.disabledAt === undefined),
      page,
      ({ createdAt }) => createdAt,
      ({ uuid }) => uuid,
    ),
  disable: async (uuid, disabledAt) => {
    const connection = tables.paymentConnections.get(uuid)
    if (connection === undefined || connection.disabledAt !== undefined) return false
    tables.paymentConnections.put({ ...connection, disabledAt })
    return true
  },
})

export const checkouts = (tables: Tables): CheckoutRepository => {
  const open = (of: OpenCheckouts) =>
    tables.checkouts.rows().filter((row) => row.status === "open" && isMeant(row, of))
  return {
    add: async (checkout) => {
      if (tables.checkouts.get(checkout.uuid) !== undefined)
        throw new Error("The checkout already exists.")
      return tables.checkouts.add(checkout)
    },
    find: async (uuid) => tables.checkouts.get(uuid),
    findAll: async (uuids) => rowsOf(tables.checkouts.get, uuids),
    findByReference: async (connectionUuid, reference) =>
      tables.checkouts
        .rows()
        .filter(
          (row) =>
            row.connectionUuid === connectionUuid &&
            [row.reference, row.paymentReference].includes(reference),
        )
        .toSorted((a, b) => compare(a.uuid, b.uuid))[0],
    findOpen: async ({ userUuid, purpose, tierUuid }) =>
      tables.checkouts.at(place(userUuid, purpose, tierUuid)),
    lock: async (uuid) => tables.checkouts.get(uuid),
    change: async (checkout) => {
      if (tables.checkouts.get(checkout.uuid) === undefined) return false
      tables.checkouts.put(checkout)
      return true
    },
    cancelOpen: async (of, updatedAt) => {
      const rows = open(of)
      for (const row of rows) tables.checkouts.put({ ...row, status: "cancelled", updatedAt })
      return rows.length
    },
    countOpen: async (of, at) => open(of).filter((row) => isOpenCheckout(row, at)).length,
  }
}

const isMeant = (row: Checkout, of: OpenCheckouts): boolean => {
  const named = ["organizationUuid", "userUuid", "tierUuid", "connectionUuid"] as const
  if (named.every((name) => of[name] === undefined)) throw new Error("Whose open checkouts?")
  return (
    named.every((name) => (of[name] ?? row[name]) === row[name]) &&
    (of.purposes?.includes(row.purpose) ?? true)
  )
}

export const paymentInbox = (tables: Tables): PaymentInboxRepository => ({
  add: async (received) => tables.paymentInbox.add(received),
  find: async (uuid) => tables.paymentInbox.get(uuid),
  conclude: async (uuid, outcome, reason) => {
    const received = tables.paymentInbox.get(uuid)
    if (received === undefined) return false
    tables.paymentInbox.put({ ...received, outcome, reason })
    return true
  },
  listParked: async ({ organizationUuid, outcome, isSettled }, page) =>
    pageOf(
      tables.paymentInbox
        .rows()
        .filter(
          (row) =>
            row.organizationUuid === organizationUuid &&
            isParked(row) &&
            (outcome ?? row.outcome) === row.outcome &&
            (row.settledAt !== undefined) === isSettled,
        ),
      page,
      ({ createdAt }) => createdAt,
      ({ uuid }) => uuid,
    ),
  settle: async (uuid, { at, byUserUuid, note }) => {
    const received = tables.paymentInbox.get(uuid)
    if (received === undefined || !isParked(received) || received.settledAt !== undefined)
      return false
    tables.paymentInbox.put({ ...received, settledAt: at, settledByUserUuid: byUserUuid, note })
    return true
  },
})
