import type { DeviceRepository } from "../devices/device-repository.ts"
import { compare, pageOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const devices = (tables: Tables): DeviceRepository => ({
  add: async (device) => addNew(tables.devices, device, "device"),
  find: async (uuid) => {
    const device = tables.devices.get(uuid)
    if (device === undefined) return undefined
    const client =
      device.clientId === undefined ? undefined : tables.oauthClients.get(device.clientId)
    const maker =
      device.createdByUserUuid === undefined
        ? undefined
        : tables.users.get(device.createdByUserUuid)
    const changes = tables.serviceKeys.rows().filter(({ purpose }) => purpose === "tokens")
    const keysChangedAt = changes
      .map(({ changedAt }) => changedAt)
      .toSorted(compare)
      .at(-1)
    return {
      device,
      client: client && {
        disabledAt: client.disabledAt,
        isFirstParty: client.isFirstParty,
        serviceRole: client.serviceRole,
      },
      maker: maker && {
        accountType: maker.accountType,
        disabledAt: maker.disabledAt,
        deletedAt: maker.deletedAt,
        role: tables.staff.get(place(device.organizationUuid, maker.uuid))?.role,
      },
      keysChangedAt,
    }
  },
  list: async (uuid, page) => {
    const keyOf = { created_at: "createdAt", name: "name" } as const
    return pageOf(
      tables.devices.rows().filter(({ sessionUuid }) => sessionUuid === uuid),
      page,
      (row) => row[keyOf[page.sortBy]],
      (row) => row.uuid,
    )
  },
  renew: async (device) => {
    const known = tables.devices.get(device.uuid)
    if (known === undefined) return false
    const { uuid, sessionUuid, organizationUuid, createdAt } = known
    tables.devices.put({ ...device, uuid, sessionUuid, organizationUuid, createdAt })
    return true
  },
  revoke: async (uuid, revokedAt) => {
    const device = tables.devices.get(uuid)
    if (device === undefined || device.revokedAt !== undefined) return false
    tables.devices.put({ ...device, revokedAt })
    return true
  },
  sweep: async (before, limit) => {
    const old = tables.devices
      .rows()
      .filter(({ expiresAt }) => expiresAt < before)
      .slice(0, limit)
    for (const { uuid } of old) tables.devices.delete(uuid)
    return old.length
  },
})
