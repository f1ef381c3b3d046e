import type { Card, CardChange, CardRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import { did, first, requireWrite, rows, type Executor } from "../executor.ts"
import { cardColumns, type CardEnding, cardEndingColumns } from "../schema/cards.ts"
import { rememberedCounts } from "../remembered-counts.ts"
import { namesOf, type Columns } from "../schema/columns.ts"
import { compiled, insertEach, rowStatement, statement, updateEach } from "../statement.ts"
import { listHeld, listInventory } from "./card-lists.ts"
import type { Opens } from "./opens.ts"

const fields = namesOf(cardColumns)

const doorFields = [
  "identifier",
  "organizationUuid",
  "holderUserUuid",
  "claimedAt",
  "isFrozen",
  "walletAddress",
  "withdrawnAt",
] as const

const changedColumns: Columns<CardChange> = {
  uuid: "text",
  name: "text?",
  holderName: "text?",
  organizationUuid: "text?",
  holderUserUuid: "text?",
  claimedAt: "instant?",
  isFrozen: "boolean",
  updatedAt: "instant?",
  frozenBy: "text?",
  cardModelUuid: "text?",
  membershipTierUuid: "text?",
  tierGrantedAt: "instant?",
  primarySince: "instant?",
  offeredToUserUuid: "text?",
  offeredAt: "instant?",
  withdrawnAt: "instant?",
  profilePageUuid: "text?",
  customFrontImageFileUuid: "text?",
  historyFrom: "integer?",
}

const byUuid = ({ db }: Engine, p: { readonly uuid: string }) =>
  db.selectFrom("cards").select(fields).where("uuid", "=", p.uuid)

const held = ({ db }: Engine, p: { readonly holder: string }) =>
  db.selectFrom("cards").select(fields).where("holderUserUuid", "=", p.holder)

const statements = {
  add: rowStatement<Card>(cardColumns)(({ db }, row) =>
    db
      .insertInto("cards")
      .values(row)
      .onConflict((oc) => oc.column("identifier").doNothing()),
  ),
  addAll: insertEach<Card>("cards", cardColumns, { key: ["identifier"], then: "skip" }),
  presentAmong: statement<{ uuids: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("cards")
      .select("uuid")
      .where((eb) => flavor.among(eb.ref("uuid"), eb.val(p.uuids))),
  ),
  takenAmong: statement<{ identifiers: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("cards")
      .select("identifier")
      .where((eb) => flavor.among(eb.ref("identifier"), eb.val(p.identifiers))),
  ),
  find: statement<{ uuid: string }>()(byUuid),
  lock: statement<{ uuid: string }>()((engine, p) => engine.flavor.locked(byUuid(engine, p))),
  // In one order, so that two who lock do not wait for each other.
  lockHeld: statement<{ holder: string }>()((engine, p) =>
    engine.flavor.locked(held(engine, p).orderBy("uuid")),
  ),
  held: statement<{ holder: string }>()((engine, p) => held(engine, p).orderBy("uuid")),
  changeAll: updateEach<CardChange>("cards", changedColumns, "uuid"),
  findByIdentifier: statement<{ identifier: string }>()(({ db }, p) =>
    db.selectFrom("cards").select(fields).where("identifier", "=", p.identifier),
  ),
  findAllByIdentifier: statement<{ identifiers: readonly string[] }>()(({ db, flavor }, p) =>
    db
      .selectFrom("cards")
      .select(fields)
      .where((eb) => flavor.among(eb.ref("identifier"), eb.val(p.identifiers))),
  ),
  doorCardsOf: statement<{ users: readonly string[] }>()((engine, p) =>
    engine.db
      .selectFrom("cards")
      .select(doorFields)
      .where((eb) => engine.flavor.among(sql<string>`holder_user_uuid`, eb.val(p.users))),
  ),
  heldBy: statement<{ users: readonly string[] }>()((engine, p) =>
    engine.db
      .selectFrom("cards")
      .select(fields)
      .where((eb) => engine.flavor.among(sql<string>`holder_user_uuid`, eb.val(p.users))),
  ),
  ofWallets: statement<{ addresses: readonly string[] }>()((engine, p) =>
    engine.db
      .selectFrom("cards")
      .select(fields)
      .where((eb) => engine.flavor.among(eb.ref("walletAddress"), eb.val(p.addresses))),
  ),
  // As the partial index says it, word for word.
  frozenIn: statement<{ organizationUuid: string; after: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("cards")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where(sql<boolean>`is_frozen`)
      .where("identifier", ">", p.after)
      .orderBy("identifier")
      .limit(p.limit),
  ),
  // As the partial index says it.
  stockOf: statement<{ organizationUuid: string; limit: number }>()(({ db }, p) =>
    db
      .selectFrom("cards")
      .select(fields)
      .where("organizationUuid", "=", p.organizationUuid)
      .where("claimedAt", "is", null)
      .where("withdrawnAt", "is", null)
      .limit(p.limit),
  ),
  ofWallet: statement<{ address: string }>()(({ db }, p) =>
    db.selectFrom("cards").select(fields).where("walletAddress", "=", p.address),
  ),
  change: rowStatement<CardChange>(changedColumns)(({ db }, { uuid, ...row }) =>
    db.updateTable("cards").set(row).where("uuid", "=", uuid),
  ),
  countGranting: statement<{ tierUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("cards")
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .where("membershipTierUuid", "=", p.tierUuid)
      .where("withdrawnAt", "is", null),
  ),
  countByModel: statement<{ tierUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("cardModels")
      .innerJoin("cards", "cards.cardModelUuid", "cardModels.uuid")
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .where("cardModels.membershipTierUuid", "=", p.tierUuid)
      .where("cards.membershipTierUuid", "is", null)
      .where("cards.withdrawnAt", "is", null),
  ),
  countOfModel: statement<{ cardModelUuid: string }>()(({ db }, p) =>
    db
      .selectFrom("cards")
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .where("cardModelUuid", "=", p.cardModelUuid),
  ),
  organizationOf: statement<{ uuid: string }>()(({ db }, p) =>
    db.selectFrom("cards").select(["identifier", "organizationUuid"]).where("uuid", "=", p.uuid),
  ),
  dropEndings: statement<{ uuid: string }>()(({ db }, p) =>
    db.deleteFrom("cardEndings").where("cardUuid", "=", p.uuid),
  ),
  addEndings: insertEach<CardEnding>("cardEndings", cardEndingColumns),
}

/** What a search for a part of an identifier looks for, in the inventory of an organization. */
const endingsOf = (
  cardUuid: string,
  identifier: string,
  organizationUuid: string | undefined,
): readonly CardEnding[] => {
  if (organizationUuid === undefined) return []
  const letters = [...identifier]
  return letters.map((_, from) => ({
    organizationUuid,
    cardUuid,
    ending: letters.slice(from).join(""),
  }))
}

export const cards: Opens<CardRepository> = (engine) => {
  const run = compiled(statements, engine)
  const counts = rememberedCounts()
  /** Moves a card from one inventory to another, for searches: a card is seldom taken. */
  const moveEndings = async (tx: Executor, { uuid, organizationUuid }: CardChange) => {
    const before = await first(run.organizationOf(tx, { uuid }))
    if (before === undefined || before.organizationUuid === organizationUuid) return
    if (before.organizationUuid !== undefined) await run.dropEndings(tx, { uuid })
    await run.addEndings(tx, endingsOf(uuid, before.identifier, organizationUuid))
  }
  return (tx) => ({
    add: async (card) => {
      if (!(await did(run.add(tx, card)))) return false
      await run.addEndings(tx, endingsOf(card.uuid, card.identifier, card.organizationUuid))
      return true
    },
    addAll: async (all) => {
      requireWrite(tx)
      const isAll = (await run.addAll(tx, all)) === all.length
      const uuids = all.map(({ uuid }) => uuid)
      const added = isAll
        ? uuids
        : (await rows(run.presentAmong(tx, { uuids }))).map(({ uuid }) => uuid)
      const isAdded = new Set(added)
      await run.addEndings(
        tx,
        all
          .filter(({ uuid }) => isAdded.has(uuid))
          .flatMap((card) => endingsOf(card.uuid, card.identifier, card.organizationUuid)),
      )
      return added
    },
    takenAmong: async (identifiers) =>
      (await rows(run.takenAmong(tx, { identifiers }))).map(({ identifier }) => identifier),
    find: (uuid) => first(run.find(tx, { uuid })),
    findByIdentifier: (identifier) => first(run.findByIdentifier(tx, { identifier })),
    findAllByIdentifier: (identifiers) => rows(run.findAllByIdentifier(tx, { identifiers })),
    ofWallet: (address) => first(run.ofWallet(tx, { address })),
    heldBy: (users) => rows(run.heldBy(tx, { users })),
    doorCardsOf: (users) => rows(run.doorCardsOf(tx, { users })),
    ofWallets: (addresses) => rows(run.ofWallets(tx, { addresses })),
    frozenIn: (organizationUuid, after = "", limit) =>
      rows(run.frozenIn(tx, { organizationUuid, after, limit })),
    stockOf: (organizationUuid, limit) => rows(run.stockOf(tx, { organizationUuid, limit })),
    lock: (uuid) => first((tx.mode === "write" ? run.lock : run.find)(tx, { uuid })),
    lockHeld: (holder) => rows((tx.mode === "write" ? run.lockHeld : run.held)(tx, { holder })),
    listHeld: (of, page) => listHeld(engine, tx, of, page),
    listInventory: (of, page) => listInventory(engine, counts, tx, of, page),
    countGranting: async (tierUuid) => {
      const own = await first(run.countGranting(tx, { tierUuid }))
      const byModel = await first(run.countByModel(tx, { tierUuid }))
      return (own?.total ?? 0) + (byModel?.total ?? 0)
    },
    countOfModel: async (cardModelUuid) =>
      (await first(run.countOfModel(tx, { cardModelUuid })))?.total ?? 0,
    change: async (card) => {
      await moveEndings(tx, card)
      return did(run.change(tx, card))
    },
    changeAll: async (all) => void (await run.changeAll(tx, all)),
  })
}
