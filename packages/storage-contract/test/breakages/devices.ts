import { type Breakage, later, verbs } from "./breakage.ts"

export const ofDevices: readonly Breakage[] = [
  verbs(
    "a device is revoked twice",
    "devices: a device is revoked once, and is still found",
    () => (tx) => ({
      devices: {
        ...tx.devices,
        revoke: async (uuid, moment) => {
          await tx.devices.revoke(uuid, moment)
          return (await tx.devices.find(uuid)) !== undefined
        },
      },
    }),
  ),
  verbs(
    "a revoked device is not found",
    "devices: a device is revoked once, and is still found",
    () => (tx) => ({
      devices: {
        ...tx.devices,
        find: async (uuid) => {
          const found = await tx.devices.find(uuid)
          return found?.device.revokedAt === undefined ? found : undefined
        },
      },
    }),
  ),
  verbs(
    "a disabled app's devices live on",
    "devices: find tells how the device's app is now, and nobody else's",
    () => (tx) => ({
      devices: {
        ...tx.devices,
        find: async (uuid) => {
          const found = await tx.devices.find(uuid)
          const client = found?.client && { ...found.client, disabledAt: undefined }
          return found && { ...found, client }
        },
      },
    }),
  ),
  verbs(
    "a device's maker keeps the role they had anywhere",
    "devices: find tells how the user who asked for the device is now, and their role there",
    () => (tx) => ({
      devices: {
        ...tx.devices,
        find: async (uuid) => {
          const found = await tx.devices.find(uuid)
          const { createdByUserUuid } = found?.device ?? {}
          const [any] =
            createdByUserUuid === undefined ? [] : await tx.staff.rolesOf(createdByUserUuid)
          return found?.maker === undefined
            ? found
            : { ...found, maker: { ...found.maker, role: any?.role } }
        },
      },
    }),
  ),
  verbs(
    "a device does not know of changed keys",
    "devices: find tells when the keys that sign tokens last changed",
    () => (tx) => ({
      devices: {
        ...tx.devices,
        find: async (uuid) => {
          const found = await tx.devices.find(uuid)
          return found === undefined ? undefined : { ...found, keysChangedAt: undefined }
        },
      },
    }),
  ),
  verbs(
    "revoked devices are left out of lists",
    "devices: a list is of one session, sorted by creation or name, and paged",
    () => (tx) => ({
      devices: {
        ...tx.devices,
        list: async (sessionUuid, page) => {
          const { items } = await tx.devices.list(sessionUuid, page)
          const live = items.filter(({ revokedAt }) => revokedAt === undefined)
          return { items: live, totalItems: live.length }
        },
      },
    }),
  ),
  verbs(
    "a device that is added again is ignored",
    "devices: the same device cannot be added again",
    () => (tx) => ({
      devices: {
        ...tx.devices,
        add: async (one) =>
          (await tx.devices.find(one.uuid)) === undefined ? tx.devices.add(one) : undefined,
      },
    }),
  ),
  verbs(
    "a sweep takes devices that expire at its moment",
    "devices: sweep forgets those that expired before a moment, at most as many as asked for",
    () => (tx) => ({
      devices: {
        ...tx.devices,
        sweep: (before, limit) => tx.devices.sweep(later(before, 1), limit),
      },
    }),
  ),
]
