import type {
  Checkout,
  PaymentConnection,
  ReceivedPayment,
  Repositories,
} from "@symbolon/core/storage"
import { at, firstMember, organization, sealedKey, tier, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

/** Numbers of payments: the n-th member's is this plus n. */
const firstPayment = 3_000_000
const [someone, stranger] = [77, 970_000]

const connection: PaymentConnection = {
  uuid: uuid(9),
  organizationUuid: organization.uuid,
  backend: "manual",
  sealed: sealedKey,
  createdAt: at(0),
  disabledAt: undefined,
}

/** The n-th member's renewal: paid, but for one in twenty. */
const checkout = (n: number): Checkout => ({
  uuid: uuid(firstPayment + n),
  purpose: "renew",
  organizationUuid: organization.uuid,
  userUuid: uuid(firstMember + n),
  tierUuid: tier.uuid,
  connectionUuid: connection.uuid,
  backend: "manual",
  amountCents: 500,
  currency: "EUR",
  creditCents: 0,
  paymentInterval: "monthly",
  checkoutUrl: undefined,
  reference: `cs_${n}`,
  paymentReference: `pi_${n}`,
  status: n % 20 === 0 ? "open" : "paid",
  isApplied: n % 20 !== 0,
  createdAt: at(n),
  expiresAt: at(n + 86_400_000),
  updatedAt: undefined,
})

const received = (n: number): ReceivedPayment => ({
  uuid: uuid(firstPayment + n),
  organizationUuid: organization.uuid,
  connectionUuid: connection.uuid,
  backend: "manual",
  eventId: `event-${n}`,
  type: "paid",
  checkoutUuid: uuid(firstPayment + n),
  reference: `pi_${n}`,
  amountCents: 500,
  currency: "EUR",
  outcome: n % 50 === 0 ? "unapplied" : "applied",
  reason: undefined,
  createdAt: at(n),
  settledAt: undefined,
  settledByUserUuid: undefined,
  note: undefined,
})

/** Connects the organization to a backend. */
export const connectPayments = (tx: Repositories): Promise<void> =>
  tx.paymentConnections.add(connection)

/** The n-th member renews. */
export const renew = async (tx: Repositories, n: number): Promise<void> => {
  await tx.checkouts.add(checkout(n))
  await tx.paymentInbox.add(received(n))
}

const page = { page: 2, pageSize: 20, sortBy: "created_at", sortOrder: "asc" } as const
const { organizationUuid, connectionUuid, userUuid, tierUuid } = checkout(someone)
const someones = { organizationUuid, userUuid, purposes: ["renew", "change"] } as const

/** Every verb about payments. */
export const paymentCalls: readonly VerbCall[] = [
  {
    name: "paymentConnections.add",
    call: (tx) => tx.paymentConnections.add({ ...connection, uuid: uuid(stranger) }),
  },
  { name: "paymentConnections.find", call: (tx) => tx.paymentConnections.find(connectionUuid) },
  {
    name: "paymentConnections.list",
    call: (tx) => tx.paymentConnections.list(organizationUuid, page),
  },
  {
    name: "paymentConnections.disable",
    call: (tx) => tx.paymentConnections.disable(uuid(stranger), at(0)),
  },
  {
    name: "checkouts.add",
    call: (tx) => tx.checkouts.add({ ...checkout(someone), uuid: uuid(stranger), status: "open" }),
  },
  { name: "checkouts.find", call: (tx) => tx.checkouts.find(checkout(someone).uuid) },
  {
    name: "checkouts.findAll",
    call: (tx) => tx.checkouts.findAll([checkout(someone).uuid, checkout(1).uuid]),
  },
  {
    name: "checkouts.findByReference",
    call: (tx) => tx.checkouts.findByReference(connectionUuid, `pi_${someone}`),
  },
  {
    name: "checkouts.findOpen",
    call: (tx) => tx.checkouts.findOpen({ userUuid, purpose: "renew", tierUuid }),
  },
  { name: "checkouts.lock", call: (tx) => tx.checkouts.lock(checkout(someone).uuid) },
  { name: "checkouts.change", call: (tx) => tx.checkouts.change(checkout(someone)) },
  {
    name: "checkouts.countOpen of an organization",
    call: (tx) => tx.checkouts.countOpen({ organizationUuid }, at(0)),
  },
  {
    name: "checkouts.countOpen of a tier",
    call: (tx) => tx.checkouts.countOpen({ tierUuid }, at(0)),
  },
  {
    name: "checkouts.cancelOpen of a membership",
    call: (tx) => tx.checkouts.cancelOpen(someones, at(0)),
  },
  {
    name: "checkouts.cancelOpen of a user",
    call: (tx) => tx.checkouts.cancelOpen({ userUuid }, at(0)),
  },
  {
    name: "checkouts.cancelOpen of a connection",
    call: (tx) => tx.checkouts.cancelOpen({ connectionUuid: uuid(stranger) }, at(0)),
  },
  {
    name: "paymentInbox.add",
    call: (tx) => tx.paymentInbox.add({ ...received(someone), uuid: uuid(stranger) }),
  },
  { name: "paymentInbox.find", call: (tx) => tx.paymentInbox.find(received(someone).uuid) },
  {
    name: "paymentInbox.conclude",
    call: (tx) => tx.paymentInbox.conclude(received(someone).uuid, "applied", undefined),
  },
  {
    name: "paymentInbox.listParked",
    call: (tx) =>
      tx.paymentInbox.listParked({ organizationUuid, outcome: undefined, isSettled: false }, page),
  },
  {
    name: "paymentInbox.listParked of one outcome",
    call: (tx) =>
      tx.paymentInbox.listParked({ organizationUuid, outcome: "unapplied", isSettled: true }, page),
  },
  {
    name: "paymentInbox.settle",
    call: (tx) =>
      tx.paymentInbox.settle(received(50).uuid, {
        at: at(0),
        byUserUuid: undefined,
        note: undefined,
      }),
  },
]
