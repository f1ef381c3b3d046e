import {
  createCipheriv,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto"
import Database from "better-sqlite3"

/** The tables that a card is made of, each after those that it refers to. */
const tables = ["wallets", "wallet_keys", "wallet_decryption_keys", "cards"] as const

/** The columns of which no two rows have the same value, and those that refer to them. */
const unique = new Set(["uuid", "address", "wallet_address", "identifier", "kid"])

const perCommit = 250

/**
 * The rows of `count` cards, read from a file in which they were made, written again and again
 * under other ids into another file: prepared statements of better-sqlite3 and nothing else.
 */
export const openBareInsert = (
  from: string,
  to: string,
  count: number,
): { readonly insert: () => void; readonly total: () => number; readonly close: () => void } => {
  const source = new Database(from, { readonly: true })
  const target = new Database(to, { fileMustExist: true })
  target.pragma("journal_mode = WAL")
  target.pragma("synchronous = FULL")
  target.pragma("foreign_keys = ON")
  const writers = tables.map((table) => writerOf(source, target, table, count))
  source.close()
  let turn = 0
  const some = target.transaction((first: number) => {
    for (let n = first; n < Math.min(first + perCommit, count); n += 1)
      for (const write of writers) write(n, turn)
  })
  return {
    insert: () => {
      turn += 1
      for (let first = 0; first < count; first += perCommit) some.immediate(first)
    },
    total: () => Number(target.prepare("select count(*) from cards").pluck().get()),
    close: () => target.close(),
  }
}

const writerOf = (
  source: Database.Database,
  target: Database.Database,
  table: (typeof tables)[number],
  count: number,
): ((n: number, turn: number) => void) => {
  const order = table === "wallets" ? "where kind = 'card' order by address" : orderOf[table]
  const reading = source.prepare<[number], unknown[]>(`select * from ${table} ${order} limit ?`)
  const names = reading.columns().map(({ name }) => name)
  const isUnique = names.map((name) => unique.has(name))
  const rows = reading.raw(true).all(count)
  if (rows.length !== count) throw new Error(`${table} has ${rows.length} rows, not ${count}.`)
  const insert = target.prepare(
    `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
  )
  return (n, turn) => {
    const row = rows[n] ?? []
    insert.run(row.map((value, i) => (isUnique[i] ? `${mixed(turn)}${String(value)}` : value)))
  }
}

/** All by the address of the wallet, so that the same number is the same card everywhere. */
const orderOf = {
  wallet_keys: "where address in (select wallet_address from cards) order by address",
  wallet_decryption_keys: "where address in (select wallet_address from cards) order by address",
  cards: "order by wallet_address",
} as const

/** Another beginning for each turn, spread over all beginnings. */
const mixed = (turn: number): string => ((turn * 2_654_435_761) % 2 ** 32).toString(36)

const kek = createSecretKey(randomBytes(32))

/**
 * The cryptography that a card needs at the least: two key pairs, each sealed under a data key of
 * its own that another key wraps.
 */
export const makeKeys = (count: number): number => {
  let length = 0
  for (let n = 0; n < count; n += 1)
    for (const pair of [generateKeyPairSync("ed25519"), generateKeyPairSync("x25519")]) {
      const { d = "", x = "" } = pair.privateKey.export({ format: "jwk" })
      length += x.length
      const dataKey = randomBytes(32)
      length += sealed(createSecretKey(dataKey), Buffer.from(d, "base64url")).length
      length += sealed(kek, dataKey).length
    }
  return length
}

const sealed = (key: KeyObject, secret: Buffer): string => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce)
  const box = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(box).toString("base64url")
}
