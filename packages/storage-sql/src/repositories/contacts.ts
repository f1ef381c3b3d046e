import { wordsOf } from "@symbolon/core"
import type { Contact, ContactRepository, ContactVisit } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { did, done, first, rows, type Executor } from "../executor.ts"
import { rememberedCounts } from "../remembered-counts.ts"
import { namesOf } from "../schema/columns.ts"
import {
  contactColumns,
  contactVisitColumns,
  contactWordColumns,
  storedContactColumns,
  type ContactWord,
  type StoredContact,
} from "../schema/contacts.ts"
import { compiled, insertEach, rowStatement, statement } from "../statement.ts"
import { listContacts } from "./contact-lists.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(contactColumns)

type OneOf = { readonly owner: string; readonly uuid: string }

const owned = ({ db }: Engine, p: { readonly owner: string }) =>
  db.selectFrom("contacts").select(fields).where("ownerUserUuid", "=", p.owner)

const statements = {
  add: rowStatement<StoredContact>(storedContactColumns)(({ db }, row) =>
    db.insertInto("contacts").values(row),
  ),
  find: statement<OneOf>()((engine, p) => owned(engine, p).where("uuid", "=", p.uuid)),
  lock: statement<OneOf>()((engine, p) =>
    engine.flavor.locked(owned(engine, p).where("uuid", "=", p.uuid)),
  ),
  // By the index of the owner: the key alone would walk the rows of everybody.
  walkOf: statement<{ ownerUserUuid: string; after: string; limit: number }>()(
    ({ db, flavor }, p) =>
      db
        .selectFrom("contacts")
        .select(fields)
        .where("ownerUserUuid", "=", p.ownerUserUuid)
        .where((eb) => eb(flavor.aside(eb.ref("uuid")), ">", p.after))
        .orderBy("uuid")
        .limit(p.limit),
  ),
  ofUser: statement<{ owner: string; user: string }>()((engine, p) =>
    owned(engine, p).where("contactUserUuid", "=", p.user),
  ),
  ofEmail: statement<{ owner: string; emailKey: string }>()((engine, p) =>
    owned(engine, p).where("emailKey", "=", p.emailKey).where("type", "=", "saved"),
  ),
  ofSender: statement<{ owner: string; sender: string }>()((engine, p) =>
    owned(engine, p).where("droppedByUserUuid", "=", p.sender).where("type", "=", "dropped"),
  ),
  change: rowStatement<StoredContact>(storedContactColumns)(
    ({ db }, { uuid, ownerUserUuid, ...row }) =>
      db
        .updateTable("contacts")
        .set(row)
        .where("uuid", "=", uuid)
        .where("ownerUserUuid", "=", ownerUserUuid),
  ),
  // A version before this one wrote keys of what was dropped too, where they are in the way.
  freeEmail: statement<{ owner: string; emailKey: string }>()(({ db }, p) =>
    db
      .updateTable("contacts")
      .set({ emailKey: null })
      .where("ownerUserUuid", "=", p.owner)
      .where("emailKey", "=", p.emailKey)
      .where("type", "=", "dropped"),
  ),
  known: statement<{ user: string }>()(({ db }, p) =>
    db
      .selectFrom("contacts")
      .select(["uuid", "type"])
      .where("contactUserUuid", "=", p.user)
      .union(
        db.selectFrom("contacts").select(["uuid", "type"]).where("droppedByUserUuid", "=", p.user),
      ),
  ),
  unname: statement<{ uuids: readonly string[]; at: Date }>()(({ db, flavor }, p) =>
    db
      .updateTable("contacts")
      .set({
        contactUserUuid: null,
        droppedByUserUuid: null,
        profilePageUuid: null,
        email: null,
        emailKey: null,
        updatedAt: p.at,
      })
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  remove: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db.deleteFrom("contacts").where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  removeVisits: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .deleteFrom("contactVisits")
      .where((eb) => flavor.among(eb.ref("contactUuid"), eb.val(p.uuids))),
  ),
  removeWords: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .deleteFrom("contactWords")
      .where((eb) => flavor.among(eb.ref("contactUuid"), eb.val(p.uuids))),
  ),
  removeAllOf: statement<{ owner: string }>()(({ db }, p) =>
    db.deleteFrom("contacts").where("ownerUserUuid", "=", p.owner),
  ),
  removeVisitsOf: statement<{ owner: string }>()(({ db }, p) =>
    db.deleteFrom("contactVisits").where("ownerUserUuid", "=", p.owner),
  ),
  removeWordsOf: statement<{ owner: string }>()(({ db }, p) =>
    db.deleteFrom("contactWords").where("ownerUserUuid", "=", p.owner),
  ),
  addWords: insertEach<ContactWord>("contactWords", contactWordColumns),
  visits: statement<{ contactUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("contactVisits")
      .select(namesOf(contactVisitColumns))
      .where("contactUuid", "=", p.contactUuid)
      .orderBy("visitedAt", "desc")
      .orderBy("uuid", "desc"),
  ),
  addVisit: rowStatement<ContactVisit>(contactVisitColumns)(({ db }, row) =>
    db.insertInto("contactVisits").values(row),
  ),
  changeVisit: rowStatement<ContactVisit>(contactVisitColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("contactVisits").set(row).where("uuid", "=", uuid),
  ),
  removeVisit: statement<{ contactUuid: string; uuid: string }>()(({ db }, p) =>
    db
      .deleteFrom("contactVisits")
      .where("uuid", "=", p.uuid)
      .where("contactUuid", "=", p.contactUuid),
  ),
}

export const contacts: Opens<ContactRepository> = (engine) => {
  const run = compiled(statements, engine)
  const counts = rememberedCounts()
  const removeAll = async (tx: Executor, uuids: readonly string[]): Promise<boolean> => {
    await run.removeVisits(tx, { uuids })
    await run.removeWords(tx, { uuids })
    return did(run.remove(tx, { uuids }))
  }
  return (tx) => ({
    add: async (contact) => {
      const row = stored(contact)
      if (row.emailKey !== undefined)
        await run.freeEmail(tx, { owner: row.ownerUserUuid, emailKey: row.emailKey })
      await run.add(tx, row)
      await run.addWords(tx, wordsIn(contact))
    },
    find: (owner, uuid) => first(run.find(tx, { owner, uuid })),
    lock: (owner, uuid) => first((tx.mode === "write" ? run.lock : run.find)(tx, { owner, uuid })),
    ofUser: (owner, user) => first(run.ofUser(tx, { owner, user })),
    ofEmail: (owner, email) => first(run.ofEmail(tx, { owner, emailKey: email.toLowerCase() })),
    ofSender: (owner, sender) => first(run.ofSender(tx, { owner, sender })),
    walkOf: (ownerUserUuid, after = "", limit) =>
      rows(run.walkOf(tx, { ownerUserUuid, after, limit })),
    list: (of, page) => listContacts(engine, counts, tx, of, page),
    change: async (contact) => {
      const { ownerUserUuid: owner, uuid } = contact
      const before = await first(run.find(tx, { owner, uuid }))
      if (!(await did(run.change(tx, stored(contact))))) return false
      if (before?.name !== contact.name) {
        await run.removeWords(tx, { uuids: [uuid] })
        await run.addWords(tx, wordsIn(contact))
      }
      return true
    },
    remove: async (owner, uuid) => {
      const contact = await first(run.find(tx, { owner, uuid }))
      return removeAll(tx, contact === undefined ? [] : [uuid])
    },
    removeAllOf: async (owner) => {
      await run.removeVisitsOf(tx, { owner })
      await run.removeWordsOf(tx, { owner })
      return (await run.removeAllOf(tx, { owner })).changed
    },
    forgetUser: async (user, at) => {
      const known = await rows(run.known(tx, { user }))
      const uuids = (isDropped: boolean) =>
        known.filter(({ type }) => (type === "dropped") === isDropped).map(({ uuid }) => uuid)
      await removeAll(tx, uuids(true))
      await run.unname(tx, { uuids: uuids(false), at })
      return known.length
    },
    visits: (contactUuid) => rows(run.visits(tx, { contactUuid })),
    addVisit: (visit) => done(run.addVisit(tx, visit)),
    changeVisit: (visit) => did(run.changeVisit(tx, visit)),
    removeVisit: (contactUuid, uuid) => did(run.removeVisit(tx, { contactUuid, uuid })),
  })
}

// Put in lower case here and not by the engine: engines know the letters of ASCII only.
const stored = (contact: Contact): StoredContact => ({
  ...contact,
  emailKey:
    contact.contactUserUuid === undefined && contact.type === "saved"
      ? contact.email?.toLowerCase()
      : undefined,
})

const wordsIn = ({ ownerUserUuid, uuid, name }: Contact): readonly ContactWord[] =>
  wordsOf(name ?? "").map((word) => ({ ownerUserUuid, word, contactUuid: uuid }))
