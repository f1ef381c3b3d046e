import type { Device, DeviceRepository } from "@symbolon/core/storage"
import { sql } from "kysely"
import { did, done, first } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { deviceColumns } from "../schema/devices.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

const fields = namesOf(deviceColumns)
const sorting = { columns: deviceColumns, by: { created_at: "createdAt", name: "name" } }

const statements = {
  add: rowStatement<Device>(deviceColumns)(({ db }, row) => db.insertInto("devices").values(row)),
  // Every call of a door asks this, so it is one read.
  find: statement<{ uuid: string }>()(({ db }, p) =>
    db
      .selectFrom("devices as d")
      .leftJoin("oauthClients as c", "c.clientId", "d.clientId")
      .select(fields.map((name) => `d.${name}` as const))
      .select("c.disabledAt")
      .select((eb) =>
        eb
          .selectFrom("serviceKeys as k")
          .select((of) => of.fn.max("k.changedAt").as("changedAt"))
          .where("k.purpose", "=", sql.lit("tokens"))
          .as("changedAt"),
      )
      .where("d.uuid", "=", p.uuid),
  ),
  renew: rowStatement<Device>(deviceColumns)(
    ({ db }, { uuid, sessionUuid: _, organizationUuid: __, createdAt: ___, ...token }) =>
      db.updateTable("devices").set(token).where("uuid", "=", uuid),
  ),
  revoke: statement<{ uuid: string; at: Date }>()(({ db }, p) =>
    db
      .updateTable("devices")
      .set({ revokedAt: p.at })
      .where("uuid", "=", p.uuid)
      .where("revokedAt", "is", null),
  ),
  sweep: sweeping("devices", "uuid", "expiresAt"),
}

export const devices: Opens<DeviceRepository> = (engine) => {
  const run = compiled(statements, engine)
  return (tx) => ({
    add: (device) => done(run.add(tx, device)),
    find: async (uuid) => {
      const row = await first(run.find(tx, { uuid }))
      if (row === undefined) return undefined
      const { disabledAt, changedAt, ...device } = row
      return { device, clientDisabledAt: disabledAt, keysChangedAt: changedAt }
    },
    list: (sessionUuid, page) =>
      readPage(
        tx,
        engine.db.selectFrom("devices").select(fields).where("sessionUuid", "=", sessionUuid),
        page,
        sorting,
      ),
    renew: (device) => did(run.renew(tx, device)),
    revoke: (uuid, at) => did(run.revoke(tx, { uuid, at })),
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
