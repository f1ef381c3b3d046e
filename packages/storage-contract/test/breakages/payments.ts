import { type Breakage, later, verbs } from "./breakage.ts"

const once =
  "paymentInbox: an event is taken in once for its connection, with all fields and with none"
const concluded = "paymentInbox: what became of an event is written over it"
const parked =
  "paymentInbox: a list shows what is parked of one organization, sorted by arrival, and paged"
const settled = "paymentInbox: a parked event is settled once, and no other kind is"
const oneOpen = "checkouts: a user has one open for a purpose and a tier"
const byReference =
  "checkouts: found by what the backend calls the checkout or its payment, for one connection"
const changed = "checkouts: change overwrites one, and answers false for one that is not there"
const expired = "checkouts: one that has expired is not counted as open, yet cancelled"
const listed =
  "paymentConnections: a list is of one organization, without disabled ones, sorted by creation, and paged"
const disabled = "paymentConnections: one is disabled once, and no other with it"

export const ofPayments: readonly Breakage[] = [
  verbs("a payment connection is disabled twice", disabled, () => (tx) => ({
    paymentConnections: {
      ...tx.paymentConnections,
      disable: async (uuid, at) => {
        await tx.paymentConnections.disable(uuid, at)
        return (await tx.paymentConnections.find(uuid)) !== undefined
      },
    },
  })),
  verbs(
    "a disabled payment connection is not found",
    "paymentConnections: found by uuid with all fields, disabled ones too, and added once",
    () => (tx) => ({
      paymentConnections: {
        ...tx.paymentConnections,
        find: async (uuid) => {
          const one = await tx.paymentConnections.find(uuid)
          return one?.disabledAt === undefined ? one : undefined
        },
      },
    }),
  ),
  verbs("a list of payment connections is sorted the other way", listed, () => (tx) => ({
    paymentConnections: {
      ...tx.paymentConnections,
      list: (uuid, page) =>
        tx.paymentConnections.list(uuid, {
          ...page,
          sortOrder: page.sortOrder === "asc" ? "desc" : "asc",
        }),
    },
  })),
  verbs("an event of another connection takes the place of an event id", once, () => (tx) => ({
    paymentInbox: {
      ...tx.paymentInbox,
      add: (one) => tx.paymentInbox.add({ ...one, backend: "any", connectionUuid: "any" }),
    },
  })),
  verbs("an event that is there is answered true", once, () => (tx) => ({
    paymentInbox: {
      ...tx.paymentInbox,
      add: async (one) => (await tx.paymentInbox.add(one)) || true,
    },
  })),
  verbs("why an event was parked is forgotten", concluded, () => (tx) => ({
    paymentInbox: {
      ...tx.paymentInbox,
      conclude: (uuid, outcome) => tx.paymentInbox.conclude(uuid, outcome, undefined),
    },
  })),
  verbs("what waits and what was settled are listed together", parked, () => (tx) => ({
    paymentInbox: {
      ...tx.paymentInbox,
      listParked: async (of, page) => {
        const [waiting, done] = [
          await tx.paymentInbox.listParked({ ...of, isSettled: false }, page),
          await tx.paymentInbox.listParked({ ...of, isSettled: true }, page),
        ]
        return {
          items: [...waiting.items, ...done.items],
          totalItems: waiting.totalItems + done.totalItems,
        }
      },
    },
  })),
  verbs("a list of parked events passes over the outcome asked for", parked, () => (tx) => ({
    paymentInbox: {
      ...tx.paymentInbox,
      listParked: (of, page) => tx.paymentInbox.listParked({ ...of, outcome: undefined }, page),
    },
  })),
  verbs("a parked event is settled again", settled, () => (tx) => ({
    paymentInbox: {
      ...tx.paymentInbox,
      settle: async (uuid, how) => {
        const did = await tx.paymentInbox.settle(uuid, how)
        return did || (await tx.paymentInbox.find(uuid))?.settledAt !== undefined
      },
    },
  })),
  verbs("who settled an event is forgotten", settled, () => (tx) => ({
    paymentInbox: {
      ...tx.paymentInbox,
      settle: (uuid, how) => tx.paymentInbox.settle(uuid, { ...how, byUserUuid: undefined }),
    },
  })),
  verbs("an expired checkout makes room for another", oneOpen, () => (tx) => ({
    checkouts: {
      ...tx.checkouts,
      add: async (one) => {
        const open = await tx.checkouts.findOpen(one)
        if (one.status === "open" && open !== undefined && one.expiresAt < open.expiresAt)
          await tx.checkouts.change({ ...open, status: "expired" })
        return tx.checkouts.add(one)
      },
    },
  })),
  verbs("a checkout is opened beside another by changing it", oneOpen, () => (tx) => ({
    checkouts: {
      ...tx.checkouts,
      change: async (one) => {
        const open = one.status === "open" ? await tx.checkouts.findOpen(one) : undefined
        if (open !== undefined && open.uuid !== one.uuid)
          await tx.checkouts.change({ ...open, status: "expired" })
        return tx.checkouts.change(one)
      },
    },
  })),
  verbs(
    "the open checkout is found only while it has not expired",
    "checkouts: the open one is found whatever its dates, in reads and in writes",
    () => (tx) => ({
      checkouts: {
        ...tx.checkouts,
        findOpen: async (of) => {
          const open = await tx.checkouts.findOpen(of)
          return open !== undefined && open.createdAt < open.expiresAt ? open : undefined
        },
      },
    }),
  ),
  verbs("a checkout is not found by its payment's reference", byReference, () => (tx) => ({
    checkouts: {
      ...tx.checkouts,
      findByReference: async (uuid, reference) => {
        const found = await tx.checkouts.findByReference(uuid, reference)
        return found?.reference === reference ? found : undefined
      },
    },
  })),
  verbs("change keeps whether a payment was applied", changed, () => (tx) => ({
    checkouts: {
      ...tx.checkouts,
      change: (one) => tx.checkouts.change({ ...one, isApplied: false }),
    },
  })),
  verbs("an expired checkout counts as open", expired, () => (tx) => ({
    checkouts: {
      ...tx.checkouts,
      countOpen: (of, at) => tx.checkouts.countOpen(of, later(at, -1)),
    },
  })),
  verbs(
    "cancelling passes over the purposes",
    "checkouts: the open ones of two purposes of theirs are counted and cancelled, and no others",
    () => (tx) => ({
      checkouts: {
        ...tx.checkouts,
        cancelOpen: ({ purposes: _, ...of }, at) => tx.checkouts.cancelOpen(of, at),
      },
    }),
  ),
  verbs(
    "cancelling everybody's checkouts is allowed",
    "checkouts: those of nobody in particular are neither cancelled nor counted",
    () => (tx) => ({
      checkouts: {
        ...tx.checkouts,
        cancelOpen: async (of, at) => {
          const { purposes: _, ...named } = of
          return Object.values(named).some((value) => value !== undefined)
            ? tx.checkouts.cancelOpen(of, at)
            : 0
        },
      },
    }),
  ),
]
