import { sql } from "kysely"
import type { Migration } from "./migration.ts"

export const attendances: Migration = {
  name: "0057-attendances",
  statements: ({ createTable, createIndex, db }) => [
    createTable(
      "attendances",
      {
        activity_uuid: "text",
        wallet_address: "text",
        user_uuid: "text?",
        sessions_attended: "integer",
        first_admitted_at: "instant",
        last_admitted_at: "instant",
      },
      (table) =>
        table
          .addPrimaryKeyConstraint("attendances_pkey", ["activity_uuid", "wallet_address"])
          .addForeignKeyConstraint("attendances_activity_fkey", ["activity_uuid"], "activities", [
            "uuid",
          ])
          .addForeignKeyConstraint("attendances_wallet_fkey", ["wallet_address"], "wallets", [
            "address",
          ]),
    ),
    createIndex("attendances_by_arrival", "attendances", [
      "activity_uuid",
      "first_admitted_at",
      "wallet_address",
    ]),
    createIndex("attendances_by_last", "attendances", [
      "activity_uuid",
      "last_admitted_at",
      "wallet_address",
    ]),
    createIndex("attendances_by_sessions", "attendances", [
      "activity_uuid",
      "sessions_attended",
      "wallet_address",
    ]),
    db
      .insertInto("attendances")
      .columns([
        "activity_uuid",
        "wallet_address",
        "user_uuid",
        "sessions_attended",
        "first_admitted_at",
        "last_admitted_at",
      ])
      .expression(
        db
          .selectFrom("presences")
          .innerJoin("sessions", "sessions.uuid", "presences.session_uuid")
          .select([
            "sessions.activity_uuid",
            "presences.wallet_address",
            sql`max(presences.user_uuid)`.as("user_uuid"),
            sql`count(*)`.as("sessions_attended"),
            sql`min(presences.first_admitted_at)`.as("first_admitted_at"),
            sql`max(presences.last_admitted_at)`.as("last_admitted_at"),
          ])
          .where("sessions.activity_uuid", "is not", null)
          .where("presences.undone_at", "is", null)
          .groupBy(["sessions.activity_uuid", "presences.wallet_address"]),
      )
      .onConflict((oc) => oc.columns(["activity_uuid", "wallet_address"]).doNothing()),
  ],
}
