import { type Breakage, later, verbs } from "./breakage.ts"

const owned =
  "contacts: found by the user, the address in any case, and who dropped it, in one list"
const forgotten =
  "contacts: a user is taken out of the lists of others: what was dropped goes, what was saved has no account any more"
const removed = "contacts: one is removed by its owner, with its encounters"
const listed =
  "contacts: list has those met at an activity, each once, and those met after a moment"
const worded =
  "contacts: list finds the beginning of each word, typed or of the user, as they are now"

export const ofContacts: readonly Breakage[] = [
  verbs("an address is found in its own case alone", owned, () => (tx) => ({
    contacts: {
      ...tx.contacts,
      ofEmail: async (owner, email) => {
        const found = await tx.contacts.ofEmail(owner, email)
        return found?.email === email ? found : undefined
      },
    },
  })),
  verbs("what was dropped is found after it was saved", owned, () => (tx) => ({
    contacts: {
      ...tx.contacts,
      ofSender: async (owner, sender) => {
        const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
        const all = await tx.contacts.list({ ownerUserUuid: owner, at: new Date(0) }, page)
        return all.items.find(({ droppedByUserUuid }) => droppedByUserUuid === sender)
      },
    },
  })),
  verbs("a user who is forgotten keeps their address", forgotten, () => (tx) => ({
    contacts: {
      ...tx.contacts,
      forgetUser: async (user, at) => {
        const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
        const owners = (await tx.users.list(page)).items
        const before = []
        for (const { uuid } of owners)
          before.push(
            ...(await tx.contacts.list({ ownerUserUuid: uuid, at: new Date(0) }, page)).items,
          )
        const total = await tx.contacts.forgetUser(user, at)
        for (const { ownerUserUuid, uuid, email } of before) {
          const after = await tx.contacts.find(ownerUserUuid, uuid)
          if (after !== undefined) await tx.contacts.change({ ...after, email })
        }
        return total
      },
    },
  })),
  verbs("a contact leaves its encounters behind", removed, () => (tx) => ({
    contacts: {
      ...tx.contacts,
      remove: async (owner, uuid) => {
        const visits = await tx.contacts.visits(uuid)
        const isRemoved = await tx.contacts.remove(owner, uuid)
        for (const visit of isRemoved ? visits : []) await tx.contacts.addVisit(visit)
        return isRemoved
      },
    },
  })),
  verbs("met after a moment is met at that moment too", listed, () => (tx) => ({
    contacts: {
      ...tx.contacts,
      list: (of, page) =>
        tx.contacts.list(
          of.visitedAfter === undefined ? of : { ...of, visitedAfter: later(of.visitedAfter, -1) },
          page,
        ),
    },
  })),
  verbs("a word is found in either of two contacts", worded, () => (tx) => ({
    contacts: {
      ...tx.contacts,
      list: async (of, page) => {
        const [one] = of.search ?? []
        return tx.contacts.list(one === undefined ? of : { ...of, search: [one] }, page)
      },
    },
  })),
]
