import type {
  Device,
  DeviceApp,
  DeviceMaker,
  DeviceRepository,
  OauthClient,
  User,
} from "@symbolon/core/storage"
import { sql } from "kysely"
import { did, done, first } from "../executor.ts"
import { readPage } from "../page.ts"
import { namesOf } from "../schema/columns.ts"
import { deviceColumns } from "../schema/devices.ts"
import { compiled, rowStatement, statement } from "../statement.ts"
import { joined } from "./joined.ts"
import type { Opens } from "./opens.ts"
import { sweeping } from "./sweeping.ts"

const fields = namesOf(deviceColumns)
const sorting = { columns: deviceColumns, by: { created_at: "createdAt", name: "name" } }

const device = joined("d", "device", deviceColumns)
const client = joined<DeviceApp & Pick<OauthClient, "clientId">>("c", "client", {
  clientId: "text",
  disabledAt: "instant?",
  isFirstParty: "boolean",
  serviceRole: "text?",
})
const maker = joined<Omit<DeviceMaker, "role"> & Pick<User, "uuid">>("u", "maker", {
  uuid: "text",
  accountType: "text",
  disabledAt: "instant?",
  deletedAt: "instant?",
})
const team = joined<Pick<DeviceMaker, "role">>("s", "team", { role: "text?" })

/** What a left join found, by a column of it that is never null; without that column. */
const foundBy = <T extends object, K extends keyof T>(row: T, key: K): Omit<T, K> | undefined => {
  const { [key]: id, ...found } = row
  return id === undefined ? undefined : found
}

const statements = {
  add: rowStatement<Device>(deviceColumns)(({ db }, row) => db.insertInto("devices").values(row)),
  // Every call of a door asks this, so it is one read.
  find: statement<{ uuid: string }>()(({ db }, p) =>
    db
      .selectFrom("devices as d")
      .leftJoin("oauthClients as c", "c.clientId", "d.clientId")
      .leftJoin("users as u", "u.uuid", "d.createdByUserUuid")
      .leftJoin("staff as s", (join) =>
        join
          .onRef("s.organizationUuid", "=", "d.organizationUuid")
          .onRef("s.userUuid", "=", "d.createdByUserUuid"),
      )
      .select([...device.selection, ...client.selection, ...maker.selection, ...team.selection])
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
    add: (one) => done(run.add(tx, one)),
    find: async (uuid) => {
      const row = await first(run.find(tx, { uuid }))
      if (row === undefined) return undefined
      const user = foundBy(maker.of(row), "uuid")
      return {
        device: device.of(row),
        client: foundBy(client.of(row), "clientId"),
        maker: user && { ...user, ...team.of(row) },
        keysChangedAt: row.changedAt,
      }
    },
    list: (sessionUuid, page) =>
      readPage(
        tx,
        engine.db.selectFrom("devices").select(fields).where("sessionUuid", "=", sessionUuid),
        page,
        sorting,
      ),
    renew: (one) => did(run.renew(tx, one)),
    revoke: (uuid, at) => did(run.revoke(tx, { uuid, at })),
    sweep: async (before, limit) => (await run.sweep(tx, { before, limit })).changed,
  })
}
