import { subscriptionOf } from "../accounts/subscription.ts"
import { NotFound } from "../foundation/errors/refusals.ts"
import type { JsonObject } from "../foundation/kernel/json.ts"
import type { Repositories, Storage } from "../foundation/storage/storage.ts"
import type { Transaction } from "../ledger/entries/transaction.ts"
import type { Membership } from "../memberships/membership.ts"
import type { User } from "../accounts/user.ts"
import type { Wallet } from "../wallets/wallet.ts"
import type { Contact } from "../contacts/contact.ts"
import type { UserAsset } from "../assets/asset.ts"
import type { StoredFile } from "../files/file.ts"
import type { Link } from "../links/link.ts"
import type { ProfilePage } from "../profiles/profile-page.ts"
import type { Presence } from "../admission/presence.ts"
import type { TicketHolding } from "../ledger/tickets/ticket-holding.ts"
import { plainRow } from "./plain-row.ts"

/** What an export reads from. */
interface PersonExport {
  readonly storage: Storage
}

/** One line: what it is about, and what is stored of it. */
interface ExportedLine {
  readonly kind: string
  readonly data: JsonObject
}

/** Rows that are read at once. */
const sliceMax = 500

type Work<A> = (tx: Repositories) => Promise<A>
type Read = <A>(work: Work<A>) => Promise<A>

/**
 * Everything that is stored of a person as NDJSON, line by line without line ends. No secret is in
 * it: no password, no key, no code. Reads slice by slice: an account of any age takes the same
 * memory, and no transaction is long. What changes meanwhile may be in it or not.
 *
 * @throws {NotFound} when there is no such user.
 */
export async function* exportPerson(
  { storage }: PersonExport,
  userUuid: string,
): AsyncGenerator<string, void, undefined> {
  const read: Read = (work) => storage.transact("read", work)
  const user = await read((tx) => tx.users.find(userUuid))
  if (user === undefined) throw new NotFound({ what: "user" })
  const parts = [
    accountOf(read, user),
    membershipsOf(read, user),
    walletsOf(read, user),
    cardsOf(read, user),
    profilePagesOf(read, user),
    assetsOf(read, user),
    linksOf(read, user),
    contactsOf(read, user),
    filesOf(read, user),
  ]
  for (const part of parts) for await (const line of part) yield JSON.stringify(line)
}

type Lines = AsyncGenerator<ExportedLine, void, undefined>

async function* accountOf(read: Read, user: User): Lines {
  yield line("account", { ...plainRow(user), subscription: plainRow(subscriptionOf(user)) })
  const found = await read(async (tx) => ({
    hasPassword: (await tx.users.passwordHash(user.uuid)) !== undefined,
    passkeys: await tx.passkeys.ofUser(user.uuid),
    consents: await tx.consents.ofUser(user.uuid),
    roles: await tx.staff.rolesOf(user.uuid),
  }))
  yield line("sign_in_methods", {
    password: found.hasPassword,
    passkeys: found.passkeys.map((one) => plainRow(one, ["publicKey", "credentialId", "userUuid"])),
  })
  for (const one of found.consents) yield line("consent", plainRow(one))
  for (const one of found.roles) yield line("staff_role", plainRow(one))
}

async function* membershipsOf(read: Read, { uuid: userUuid }: User): Lines {
  const slice: Slice<Membership> = (tx, after) => tx.memberships.walkOf(userUuid, after, sliceMax)
  for await (const membership of walked(read, slice, uuidOf))
    yield await membershipLine(read, membership)
}

const membershipLine = async (read: Read, membership: Membership): Promise<ExportedLine> => {
  const { terms, history } = await read(async (tx) => ({
    terms: await tx.membershipTerms.of([membership.uuid]),
    history: await tx.membershipHistory.all(membership.uuid),
  }))
  return line("membership", {
    ...plainRow(membership),
    terms: terms.map((term) => plainRow(term)),
    history: history.map((entry) => plainRow(entry)),
  })
}

async function* walletsOf(read: Read, { uuid: userUuid }: User): Lines {
  const slice: Slice<Wallet> = (tx, after) => tx.wallets.walkOf(userUuid, after, sliceMax)
  for await (const wallet of walked(read, slice, ({ address }) => address)) {
    yield line("wallet", plainRow(wallet))
    yield* inWallet(read, wallet)
  }
}

async function* inWallet(read: Read, wallet: Wallet): Lines {
  yield* transactionsOf(read, wallet)
  yield* ticketsOf(read, wallet)
  const slice: Slice<Presence> = (tx, after) =>
    tx.presences.ofWallet(wallet.address, after, sliceMax)
  for await (const presence of walked(read, slice, ({ sessionUuid }) => sessionUuid))
    yield line("attendance", plainRow(presence))
}

async function* ticketsOf(read: Read, { address }: Wallet): Lines {
  const slice: Slice<TicketHolding> = (tx, after) =>
    tx.tickets.listValid({ walletAddress: address }, after, sliceMax)
  for await (const ticket of walked(read, slice, ({ uid }) => uid))
    yield line("ticket", plainRow(ticket))
}

/**
 * What stands on a wallet's chain, the oldest first; with `fromLogIndex` only from there on, and
 * nothing that undoes something before it.
 */
async function* transactionsOf(read: Read, { address }: Wallet, fromLogIndex = 0): Lines {
  let behind = 0
  const before = new Set<string>()
  for (;;) {
    const slice = await read((tx) => tx.transactions.chainOf(address, behind, sliceMax))
    for (const one of slice)
      if (one.logIndex < fromLogIndex) before.add(one.body.id)
      else if (!before.has(one.body.original_transaction_id))
        yield line("transaction", transactionData(one))
    const last = slice.at(-1)?.body
    if (last === undefined || slice.length < sliceMax) return
    behind = last.from_address === address ? last.from_sequence : last.to_sequence
  }
}

/** A transaction without its sealed content, which its own endpoint decrypts. */
const transactionData = ({ encryptedData, ...transaction }: Transaction): JsonObject => ({
  ...plainRow(transaction, ["text", "publicData"]),
  body: { ...transaction.body },
  has_content: encryptedData !== "",
})

async function* cardsOf(read: Read, { uuid }: User): Lines {
  for (const card of await read((tx) => tx.cards.heldBy([uuid]))) {
    yield line("card", plainRow(card, ["claimCodeHash", "historyFrom"]))
    // An assigned card shows nothing of its wallet until its holder claims it, and then nothing of
    // a holder before.
    if (card.claimedAt === undefined) continue
    const wallet = await read((tx) => tx.wallets.find(card.walletAddress))
    if (wallet === undefined) continue
    yield line("card_wallet", plainRow(wallet, ["sequence", "head"]))
    yield* transactionsOf(read, wallet, card.historyFrom)
    yield* ticketsOf(read, wallet)
  }
}

async function* profilePagesOf(read: Read, { uuid }: User): Lines {
  const slice: Slice<ProfilePage> = (tx, after) => tx.profilePages.walkOf(uuid, after, sliceMax)
  for await (const page of walked(read, slice, uuidOf)) yield line("profile_page", plainRow(page))
}

/** What a person installed, also of rewards that are gone, and where their pages show it. */
async function* assetsOf(read: Read, { uuid: userUuid }: User): Lines {
  const slice: Slice<UserAsset> = (tx, after) => tx.assets.walkOf(userUuid, after, sliceMax)
  for await (const asset of walked(read, slice, uuidOf)) yield line("asset", plainRow(asset))
  const pages: Slice<ProfilePage> = (tx, after) => tx.profilePages.walkOf(userUuid, after, sliceMax)
  for await (const some of slicesOf(read, pages, uuidOf)) {
    const equipped = await read((tx) => tx.assets.equippedOn(some.map(uuidOf)))
    for (const { asset: _, ...one } of equipped) yield line("equipped_asset", plainRow(one))
  }
}

async function* linksOf(read: Read, { uuid }: User): Lines {
  const slice: Slice<Link> = (tx, after) => tx.links.walkOf(uuid, after, sliceMax)
  for await (const link of walked(read, slice, uuidOf)) yield line("link", plainRow(link))
}

async function* contactsOf(read: Read, { uuid }: User): Lines {
  const slice: Slice<Contact> = (tx, after) => tx.contacts.walkOf(uuid, after, sliceMax)
  for await (const contact of walked(read, slice, uuidOf)) {
    const visits = await read((tx) => tx.contacts.visits(contact.uuid))
    yield line("contact", {
      ...plainRow(contact, ["droppedByUserUuid"]),
      visits: visits.map((visit) => plainRow(visit, ["ownerUserUuid"])),
    })
  }
}

async function* filesOf(read: Read, { uuid }: User): Lines {
  const slice: Slice<StoredFile> = (tx, after) => tx.files.walkOf(uuid, after, sliceMax)
  for await (const file of walked(read, slice, uuidOf))
    yield line("file", plainRow(file, ["uploadToken", "countedBytes"]))
}

const line = (kind: string, data: JsonObject): ExportedLine => ({ kind, data })

/** The rows behind `after`, or the first, at most {@link sliceMax}. */
type Slice<Row> = (tx: Repositories, after: string | undefined) => Promise<readonly Row[]>

const uuidOf = ({ uuid }: { readonly uuid: string }): string => uuid

/** All rows in the order of their keys: a row that is written meanwhile moves no other. */
async function* walked<Row>(
  read: Read,
  slice: Slice<Row>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row, void, undefined> {
  for await (const rows of slicesOf(read, slice, keyOf)) yield* rows
}

/** The same, as many rows at a time as are read at once. */
async function* slicesOf<Row>(
  read: Read,
  slice: Slice<Row>,
  keyOf: (row: Row) => string,
): AsyncGenerator<readonly Row[], void, undefined> {
  let after: string | undefined
  for (;;) {
    const from = after
    const rows = await read((tx) => slice(tx, from))
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < sliceMax) return
    after = keyOf(last)
  }
}
