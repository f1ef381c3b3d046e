import { condition, type Draft, type Migration } from "./migration.ts"

export const cards: Migration = {
  name: "0009-cards",
  statements: (draft) => [...cardsOf(draft), ...rewards(draft)],
}

const cardsOf = ({ createTable, createIndex }: Draft) => [
  createTable(
    "cards",
    {
      uuid: "text",
      identifier: "text",
      name: "text?",
      card_type: "text",
      organization_uuid: "text?",
      holder_user_uuid: "text?",
      claimed_at: "instant?",
      claim_code_hash: "text?",
      is_frozen: "boolean",
      wallet_address: "text",
      created_at: "instant",
      updated_at: "instant?",
    },
    (table) =>
      table
        .addPrimaryKeyConstraint("cards_pkey", ["uuid"])
        .addUniqueConstraint("cards_identifier_key", ["identifier"])
        .addUniqueConstraint("cards_wallet_key", ["wallet_address"])
        .addForeignKeyConstraint(
          "cards_organization_fkey",
          ["organization_uuid"],
          "organizations",
          ["uuid"],
        )
        .addForeignKeyConstraint("cards_holder_fkey", ["holder_user_uuid"], "users", ["uuid"])
        .addForeignKeyConstraint("cards_wallet_fkey", ["wallet_address"], "wallets", ["address"]),
  ),
  createIndex("cards_of_holder", "cards", ["holder_user_uuid"]),
  createIndex("cards_frozen", "cards", ["organization_uuid", "identifier"]).where(
    condition("is_frozen"),
  ),
]

const rewards = ({ createTable, createIndex }: Draft) => {
  const isValid = condition("state = 'valid'")
  return [
    createTable(
      "reward_templates",
      {
        uuid: "text",
        slug: "text",
        organization_uuid: "text",
        activity_uuid: "text?",
        name: "text",
        status: "text",
        created_at: "instant",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("reward_templates_pkey", ["uuid"])
          .addUniqueConstraint("reward_templates_slug_key", ["slug"])
          .addForeignKeyConstraint(
            "reward_templates_organization_fkey",
            ["organization_uuid"],
            "organizations",
            ["uuid"],
          )
          .addForeignKeyConstraint(
            "reward_templates_activity_fkey",
            ["activity_uuid"],
            "activities",
            ["uuid"],
          ),
    ),
    createIndex("reward_templates_by_name", "reward_templates", [
      "organization_uuid",
      "name",
      "created_at",
      "uuid",
    ]),

    createTable(
      "ticket_holdings",
      {
        uid: "text",
        organization_uuid: "text",
        reward_template_uuid: "text",
        activity_uuid: "text?",
        wallet_address: "text",
        user_uuid: "text?",
        transaction_id: "text",
        state: "text",
        created_at: "instant",
        updated_at: "instant?",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("ticket_holdings_pkey", ["uid"])
          .addUniqueConstraint("ticket_holdings_transaction_key", ["transaction_id"])
          .addForeignKeyConstraint(
            "ticket_holdings_organization_fkey",
            ["organization_uuid"],
            "organizations",
            ["uuid"],
          )
          .addForeignKeyConstraint(
            "ticket_holdings_template_fkey",
            ["reward_template_uuid"],
            "reward_templates",
            ["uuid"],
          )
          .addForeignKeyConstraint(
            "ticket_holdings_activity_fkey",
            ["activity_uuid"],
            "activities",
            ["uuid"],
          )
          .addForeignKeyConstraint("ticket_holdings_wallet_fkey", ["wallet_address"], "wallets", [
            "address",
          ])
          .addForeignKeyConstraint("ticket_holdings_uid_fkey", ["uid"], "transactions", ["id"])
          .addForeignKeyConstraint(
            "ticket_holdings_transaction_fkey",
            ["transaction_id"],
            "transactions",
            ["id"],
          ),
    ),
    // Who may come in: the valid tickets of a template, of an activity, of a wallet, in the order
    // of their uids.
    createIndex("ticket_holdings_of_template", "ticket_holdings", [
      "reward_template_uuid",
      "uid",
    ]).where(isValid),
    createIndex("ticket_holdings_by_holder", "ticket_holdings", [
      "reward_template_uuid",
      "wallet_address",
    ]).where(isValid),
    createIndex("ticket_holdings_by_user", "ticket_holdings", [
      "reward_template_uuid",
      "user_uuid",
      "wallet_address",
    ]).where(isValid),
    createIndex("ticket_holdings_of_activity", "ticket_holdings", ["activity_uuid", "uid"]).where(
      isValid,
    ),
    createIndex("ticket_holdings_of_wallet", "ticket_holdings", ["wallet_address", "uid"]).where(
      isValid,
    ),
    // What was taken from somebody, for the door that must say so.
    createIndex("ticket_holdings_void", "ticket_holdings", [
      "wallet_address",
      "reward_template_uuid",
      "uid",
    ]).where(condition("state = 'void'")),
  ]
}
