import Database from "better-sqlite3"
import { addressOf } from "../../packages/core/src/wallets/address.ts"
import { searchWords } from "../../packages/core/src/foundation/kernel/search-words.ts"
import type { Seed } from "./seed.ts"
import type { Sizes } from "./sizes.ts"

type Row = Readonly<Record<string, string | number | null>>

/** Told after each piece: how many of how many rows of a table there are. */
export type Progress = (table: string, done: number, total: number) => void

const piece = 20_000

/** A uuid of a kind, of the n-th of them; they sort as they were made. */
export const uuidOf = (kind: number, n: number): string =>
  `019aa000-0000-7000-8${kind.toString(16).padStart(3, "0")}-${n.toString(16).padStart(12, "0")}`

const kinds = { organization: 1, tier: 2, user: 3, membership: 4, history: 5, wallet: 6 } as const
const more = { activity: 7, session: 8, presence: 9, admission: 10 } as const

/** The wallet address of a kind, of the n-th of them. No key belongs to it. */
export const walletAt = (kind: number, n: number): string => {
  const raw = Buffer.alloc(32)
  raw.writeUInt32BE(kind, 0)
  raw.writeUIntBE(n, 26, 6)
  return addressOf(raw, "test")
}
const walletKinds = { treasury: 1, primary: 2, member: 3 } as const

const firstNames = ["Ada", "Bruno", "Chiara", "Dmitri", "Elif", "Fatima", "Goran", "Hana"] as const
const lastNames = ["Alvarez", "Berg", "Castillo", "Diaz", "Endo", "Fischer", "Garcia"] as const

/** The n-th user's names. */
export const namesOf = (n: number) => ({
  username: `member-${n}`,
  firstName: firstNames[n % firstNames.length] ?? "",
  lastName: lastNames[Math.floor(n / 8) % lastNames.length] ?? "",
})

/** The n-th user's uuid, and their wallet in the large club. */
export const userAt = (n: number): string => uuidOf(kinds.user, n)
export const clubWalletAt = (n: number): string => walletAt(walletKinds.member, n)

/** Whose wallet has the most transactions. */
export const busyMember = 0

/**
 * Fills a store with copies of what the service made in it, made where they are stored: SQL writes
 * a million rows while the service would sign them. Wallets have no keys, and signatures of
 * transactions are those of the seed: what is measured reads their number and their order.
 */
export const fillStore = (file: string, seed: Seed, sizes: Sizes, progress: Progress): void => {
  const database = new Database(file)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = OFF")
  database.pragma("foreign_keys = OFF")
  database.pragma("cache_size = -262144")
  const copies = copier(database, progress)
  fillPeople(copies, seed, sizes)
  fillMemberships(copies, seed, sizes)
  fillLedger(database, copies, seed, sizes)
  fillDoors(copies, seed, sizes)
  database.exec("analyze")
  database.pragma("wal_checkpoint(truncate)")
  database.close()
}

type Copies = ReturnType<typeof copier>

const copier = (database: Database.Database, progress: Progress) => {
  const find = (table: string, where: string, ...values: readonly string[]): Row => {
    const row = database.prepare(`select * from ${table} where ${where} limit 1`).get(...values)
    if (row === undefined) throw new Error(`The seed has no row in ${table} where ${where}.`)
    return row as Row
  }
  const copy = (table: string, from: Row, count: number, change: (n: number) => Row): void => {
    const columns = Object.keys(from)
    const insert = database.prepare(
      `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
    )
    for (let begun = 0; begun < count; begun += piece) {
      const end = Math.min(count, begun + piece)
      database.transaction(() => {
        for (let n = begun; n < end; n += 1) {
          const row = { ...from, ...change(n) }
          insert.run(...columns.map((column) => row[column]))
        }
      })()
      progress(table, end, count)
    }
  }
  return { find, copy }
}

const fillPeople = ({ find, copy }: Copies, seed: Seed, sizes: Sizes): void => {
  const ofClub = (table: string) => find(table, "organization_uuid = ?", seed.organizationUuid)
  const name = (n: number) => `club-${n}`
  copy(
    "organizations",
    find("organizations", "uuid = ?", seed.organizationUuid),
    sizes.organizations,
    (n) => ({ uuid: uuidOf(kinds.organization, n), slug: name(n), name: `Club ${n}` }),
  )
  copy("names", find("names", "name = ?", seed.organizationSlug), sizes.organizations, (n) => ({
    name: name(n),
    uuid: uuidOf(kinds.organization, n),
  }))
  copy("staff", ofClub("staff"), sizes.organizations, (n) => ({
    uuid: uuidOf(kinds.organization, n),
    organization_uuid: uuidOf(kinds.organization, n),
  }))
  copy("tiers", ofClub("tiers"), sizes.organizations, (n) => ({
    uuid: uuidOf(kinds.tier, n),
    organization_uuid: uuidOf(kinds.organization, n),
  }))
  const treasury = find("wallets", "address = ?", seed.treasury)
  copy("wallets", treasury, sizes.organizations, (n) => ({
    address: walletAt(walletKinds.treasury, n),
    uuid: uuidOf(kinds.wallet + 0x10, n),
    organization_uuid: uuidOf(kinds.organization, n),
  }))
  const user = find("users", "uuid = ?", seed.userUuid)
  copy("users", user, sizes.users, (n) => ({
    uuid: userAt(n),
    username: namesOf(n).username,
    first_name: namesOf(n).firstName,
    last_name: namesOf(n).lastName,
  }))
  copy("names", find("names", "uuid = ?", seed.userUuid), sizes.users, (n) => ({
    name: namesOf(n).username,
    uuid: userAt(n),
  }))
  const word = find("user_words", "user_uuid = ?", seed.userUuid)
  for (const which of [0, 1, 2, 3])
    copy("user_words", word, sizes.users, (n) => ({
      word: searchWords(namesOf(n))[which] ?? `none-${which}`,
      user_uuid: userAt(n),
    }))
  const primary = find("wallets", "user_uuid = ? and is_primary = 1", seed.userUuid)
  copy("wallets", primary, sizes.users, (n) => ({
    address: walletAt(walletKinds.primary, n),
    uuid: uuidOf(kinds.wallet + 0x20, n),
    user_uuid: userAt(n),
  }))
}

/** Whose the n-th membership is, and where: undefined is the large club. */
const membershipAt = (n: number, sizes: Sizes) => {
  if (n < sizes.clubMembers) return { userUuid: userAt(n), club: undefined }
  const other = n - sizes.clubMembers
  const round = Math.floor(other / sizes.users)
  return {
    userUuid: userAt(other % sizes.users),
    club: (other * 7 + round) % sizes.organizations,
  }
}

const fillMemberships = ({ find, copy }: Copies, seed: Seed, sizes: Sizes): void => {
  const membership = find("memberships", "user_uuid = ?", seed.userUuid)
  const of = [String(membership["uuid"])] as const
  const placeOf = (n: number): Row => {
    const { userUuid, club } = membershipAt(n, sizes)
    if (club === undefined) return { user_uuid: userUuid }
    return { user_uuid: userUuid, organization_uuid: uuidOf(kinds.organization, club) }
  }
  const tierOf = (n: number): Row => {
    const { club } = membershipAt(n, sizes)
    return club === undefined ? {} : { tier_uuid: uuidOf(kinds.tier, club) }
  }
  copy("memberships", membership, sizes.memberships, (n) => ({
    uuid: uuidOf(kinds.membership, n),
    ...placeOf(n),
    ...tierOf(n),
    joined_at: Number(membership["joined_at"]) - n,
    created_at: Number(membership["created_at"]) - n,
  }))
  const ofMembership = (n: number): Row => ({ membership_uuid: uuidOf(kinds.membership, n) })
  const term = find("membership_terms", "membership_uuid = ?", ...of)
  copy("membership_terms", term, sizes.memberships, ofMembership)
  const change = find("membership_history", "membership_uuid = ?", ...of)
  copy("membership_history", change, sizes.memberships, (n) => ({
    uuid: uuidOf(kinds.history, n),
    ...ofMembership(n),
  }))
  const wallet = find("wallets", "user_uuid = ? and organization_uuid is not null", seed.userUuid)
  copy("wallets", wallet, sizes.memberships, (n) => ({
    address: walletAt(walletKinds.member, n),
    uuid: uuidOf(kinds.wallet + 0x30, n),
    ...placeOf(n),
    balance: 0,
    sequence: 0,
  }))
}

const fillLedger = (
  database: Database.Database,
  { find, copy }: Copies,
  { treasury }: Seed,
  sizes: Sizes,
): void => {
  const { size, position } = database
    .prepare("select size, (select sequence from wallets where address = ?) position from ledger")
    .get(treasury) as { readonly size: number; readonly position: number }
  const newest = find("transactions", "from_address = ? order by log_index desc", treasury)
  const outcome = find("outcomes", "transaction_id = ?", String(newest["id"]))
  const others = sizes.memberships - 1
  const [busy, rest] = [sizes.ofBusyWallet, sizes.transactions - sizes.ofBusyWallet]
  const receiver = (n: number): Row =>
    n < busy
      ? { to_address: clubWalletAt(busyMember), to_sequence: n + 1 }
      : {
          to_address: clubWalletAt(1 + ((n - busy) % others)),
          to_sequence: Math.floor((n - busy) / others) + 1,
        }
  const idOf = (n: number): string => `h${n.toString(36).padStart(23, "0")}`
  copy("transactions", newest, sizes.transactions, (n) => ({
    id: idOf(n),
    ...receiver(n),
    from_sequence: position + n + 1,
    log_index: size + n,
    created_at: Number(newest["created_at"]) + Math.floor(n / 1_000),
  }))
  copy("outcomes", outcome, sizes.transactions, (n) => ({
    key: `${String(outcome["key"])}:${idOf(n)}`,
    transaction_id: idOf(n),
  }))
  const settle = database.prepare("update wallets set sequence = ?, balance = ? where address = ?")
  database.transaction(() => {
    settle.run(busy, busy, clubWalletAt(busyMember))
    for (let n = 0; n < Math.min(rest, others); n += 1) {
      const received = Math.floor((rest - n - 1) / others) + 1
      settle.run(received, received, clubWalletAt(1 + n))
    }
    const total = size + sizes.transactions
    const subtrees = total.toString(2).replaceAll("0", "").length
    database
      .prepare("update ledger set size = ?, frontier = ?")
      .run(total, JSON.stringify(Array(subtrees).fill(newest["leaf_hash"])))
    database
      .prepare("update wallets set sequence = sequence + ? where address = ?")
      .run(sizes.transactions, treasury)
  })()
}

const fillDoors = ({ find, copy }: Copies, seed: Seed, sizes: Sizes): void => {
  const session = find("sessions", "uuid = ?", seed.sessionUuid)
  const activity = find("activities", "uuid = ?", String(session["activity_uuid"]))
  const activities = Math.ceil(sizes.sessions / 100)
  copy("activities", activity, activities, (n) => ({
    uuid: uuidOf(more.activity, n),
    slug: `evenings-${n}`,
  }))
  copy("sessions", session, sizes.sessions, (n) => ({
    uuid: uuidOf(more.session, n),
    slug: `evening-${n}`,
    activity_uuid: uuidOf(more.activity, n % activities),
    sequence_number: Math.floor(n / activities) + 1,
    start_time: Number(session["start_time"]) - n * 1_000,
    end_time: Number(session["end_time"]) + n * 1_000,
  }))
  const presence = find("presences", "session_uuid = ?", seed.sessionUuid)
  const admission = find("admissions", "session_uuid = ?", seed.sessionUuid)
  // Of those who come last in the club, so that the first are still to come.
  const attendee = (n: number): number => sizes.clubMembers - 1 - n
  const attendees = Math.min(sizes.attendees, sizes.clubMembers - 1)
  copy("presences", presence, attendees, (n) => ({
    uuid: uuidOf(more.presence, n),
    wallet_address: clubWalletAt(attendee(n)),
    user_uuid: userAt(attendee(n)),
  }))
  copy("admissions", admission, attendees, (n) => ({
    uuid: uuidOf(more.admission, n),
    presence_uuid: uuidOf(more.presence, n),
    wallet_address: clubWalletAt(attendee(n)),
    idempotency_key: `filled-${n}`,
  }))
}
