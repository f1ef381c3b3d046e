import { sql } from "kysely"
import { condition, type Draft, type Migration } from "./migration.ts"

export const ledger: Migration = {
  name: "0003-ledger",
  statements: (draft) => [...wallets(draft), ...log(draft), ...contents(draft)],
}

const wallets = ({ createTable, createIndex, createUniqueIndex }: Draft) => [
  createTable(
    "wallets",
    {
      address: "text",
      uuid: "text",
      kind: "text",
      user_uuid: "text?",
      organization_uuid: "text?",
      is_primary: "boolean",
      public_key: "text",
      key_version: "integer",
      decryption_key_version: "integer",
      balance: "integer",
      held: "integer",
      sequence: "integer",
      head: "text",
      created_at: "instant",
      closed_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("wallets_pkey", ["address"])
        .addUniqueConstraint("wallets_uuid_key", ["uuid"])
        .addCheckConstraint(
          "wallets_balance_check",
          condition("held >= 0 and (balance >= held or kind = 'issuance')"),
        )
        .addForeignKeyConstraint("wallets_user_fkey", ["user_uuid"], "users", ["uuid"])
        .addForeignKeyConstraint(
          "wallets_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        ),
  ),
  createUniqueIndex("wallets_primary_key", "wallets", ["user_uuid"]).where(
    condition("kind = 'user' and is_primary"),
  ),
  createUniqueIndex("wallets_member_key", "wallets", ["user_uuid", "organization_uuid"]).where(
    condition("kind = 'user'"),
  ),
  createUniqueIndex("wallets_organization_key", "wallets", ["organization_uuid", "kind"]).where(
    condition("kind in ('treasury', 'issuance')"),
  ),
  createUniqueIndex("wallets_system_key", "wallets", ["kind"]).where(condition("kind = 'system'")),
  // The roster in order of address.
  createIndex("wallets_of_members", "wallets", ["organization_uuid", "address"]).where(
    condition("kind = 'user'"),
  ),
  createIndex("wallets_of_user", "wallets", ["user_uuid", "created_at", "uuid"]).where(
    condition("kind = 'user'"),
  ),

  createTable(
    "wallet_keys",
    { address: "text", kek_id: "text", wrapped_key: "text", box: "text" },
    (table) =>
      table
        .addPrimaryKeyConstraint("wallet_keys_pkey", ["address"])
        .addForeignKeyConstraint("wallet_keys_wallet_fkey", ["address"], "wallets", ["address"]),
  ),
  // Those that a key of the vault wraps, which are wrapped anew when it has another.
  createIndex("wallet_keys_by_kek", "wallet_keys", ["kek_id", "address"]),
]

const log = ({ db, createTable, createIndex, createUniqueIndex }: Draft) => [
  // No references here and in `outcomes`: who writes a batch moves the wallets of all its
  // transactions, and is rejected if one is missing. That the engine should look for each once more
  // costs a third of what a ledger can post (4,716/s against 7,487).
  createTable(
    "transactions",
    {
      id: "text",
      from_address: "text",
      from_sequence: "integer",
      to_address: "text",
      to_sequence: "integer",
      log_index: "integer",
      transaction_type: "text",
      original_transaction_id: "text",
      text: "text",
      transaction_hash: "text",
      signature: "text",
      leaf_hash: "text",
      status: "text",
      meta: "json?",
      encrypted_data: "text",
      public_data: "text",
      moved_amount: "integer",
      refunded_amount: "integer",
      expires_at: "instant?",
      failure_reason: "text",
      reversal_reason: "text",
      created_at: "instant",
      failed_at: "instant?",
      confirmed_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("transactions_pkey", ["id"])
        .addUniqueConstraint("transactions_log_key", ["log_index"])
        .addUniqueConstraint("transactions_from_key", ["from_address", "from_sequence"])
        .addUniqueConstraint("transactions_to_key", ["to_address", "to_sequence"]),
  ),
  createIndex("transactions_sent", "transactions", ["from_address", "created_at", "log_index"]),
  createIndex("transactions_received", "transactions", ["to_address", "created_at", "log_index"]),

  createUniqueIndex("transactions_reversal_key", "transactions", ["original_transaction_id"]).where(
    condition("transaction_type = 'reversal'"),
  ),
  createIndex("transactions_holds", "transactions", ["expires_at", "id"]).where(
    condition("status = 'pending'"),
  ),

  createTable(
    "ledger_statuses",
    {
      log_index: "integer",
      transaction_id: "text",
      text: "text",
      signature: "text",
      leaf_hash: "text",
      status_reason: "json?",
    },
    (table) => table.addPrimaryKeyConstraint("ledger_statuses_pkey", ["log_index"]),
  ),
  // Those of one transaction, whose reasons are erased with it.
  createIndex("ledger_statuses_of_transaction", "ledger_statuses", ["transaction_id"]),

  // Level 0 are the leaf hashes, which stand with their leaves.
  createTable(
    "ledger_tile_hashes",
    { tile_level: "integer", tile_index: "integer", tile_hash: "text" },
    (table) =>
      table.addPrimaryKeyConstraint("ledger_tile_hashes_pkey", ["tile_level", "tile_index"]),
  ),

  createTable(
    "outcomes",
    {
      key: "text",
      digest: "text",
      transaction_id: "text?",
      refusal: "json?",
      created_at: "instant",
    },
    (table) => table.addPrimaryKeyConstraint("outcomes_pkey", ["key"]),
  ),

  createTable(
    "ledger",
    { singleton: "integer", size: "integer", frontier: "json", origin: "text?" },
    (table) =>
      table
        .addPrimaryKeyConstraint("ledger_pkey", ["singleton"])
        .addCheckConstraint("ledger_one_row_check", condition("singleton = 1")),
  ),
  db
    .insertInto("ledger")
    .values({ singleton: 1, size: 0, frontier: sql`'[]'` })
    .onConflict((oc) => oc.column("singleton").doNothing()),
]

const contents = ({ createTable, createIndex }: Draft) => [
  createTable(
    "wallet_decryption_keys",
    {
      kid: "text",
      address: "text",
      version: "integer",
      public_key: "text",
      kek_id: "text",
      wrapped_key: "text",
      box: "text",
      created_at: "instant",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("wallet_decryption_keys_pkey", ["kid"])
        .addUniqueConstraint("wallet_decryption_keys_version_key", ["address", "version"])
        .addForeignKeyConstraint("wallet_decryption_keys_wallet_fkey", ["address"], "wallets", [
          "address",
        ]),
  ),
  createIndex("wallet_decryption_keys_by_kek", "wallet_decryption_keys", ["kek_id", "kid"]),

  createTable(
    "content_accesses",
    {
      key_hash: "text",
      transaction_id: "text",
      wallet_address: "text",
      created_at: "instant",
      expires_at: "instant",
    },
    (table) => table.addPrimaryKeyConstraint("content_accesses_pkey", ["key_hash"]),
  ),
  createIndex("content_accesses_by_end", "content_accesses", ["expires_at"]),

  createTable(
    "content_reads",
    {
      uuid: "text",
      transaction_id: "text",
      wallet_address: "text",
      reader_kind: "text",
      reader_id: "text?",
      read_at: "instant",
    },
    (table) => table.addPrimaryKeyConstraint("content_reads_pkey", ["uuid"]),
  ),
  createIndex("content_reads_of_transaction", "content_reads", ["transaction_id", "uuid"]),
]
