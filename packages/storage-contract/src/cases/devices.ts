import type { Device, Storage } from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf, sortsBy } from "../paging.ts"
import { device } from "../door-samples.ts"
import { at, oauthClient, serviceKey, staffMember, uuid } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, ann, bob, cid, race, dinner, scanner } = club
const ofRace = { organizationUuid: home.uuid, sessionUuid: race.uuid }
const ofDinner = { organizationUuid: home.uuid, sessionUuid: dinner.uuid }

const add = (storage: Storage, ...all: readonly Device[]) =>
  write(storage, async (tx) => {
    for (const one of all) await tx.devices.add(one)
  })
const find = (storage: Storage, n: number) => read(storage, (tx) => tx.devices.find(uuid(n)))
const revoke = (storage: Storage, n: number, ms: number) =>
  write(storage, (tx) => tx.devices.revoke(uuid(n), at(ms)))
const sweep = (storage: Storage, before: Date, limit: number) =>
  write(storage, (tx) => tx.devices.sweep(before, limit))

export const devices: readonly StorageCase[] = [
  storageCase(
    "devices: a device comes back as it was written, with all fields and with none",
    async (storage) => {
      await found(storage)
      const full = device(100, {
        ...ofRace,
        name: "Pier é",
        clientId: scanner.clientId,
        createdByUserUuid: ann.uuid,
        notBefore: at(-86_400_000),
        revokedAt: at(7),
      })
      const bare = device(101, ofDinner)
      await add(storage, full, bare)
      same((await find(storage, 100))?.device, full, "with all fields")
      same(
        await find(storage, 101),
        { device: bare, client: undefined, maker: undefined, keysChangedAt: undefined },
        "with none",
      )
      same(await find(storage, 999), undefined, "an unknown one")
    },
  ),
  storageCase("devices: the same device cannot be added again", async (storage) => {
    await found(storage)
    await add(storage, device(100, ofRace))
    await rejects(
      add(storage, device(100, { ...ofDinner, name: "another" })),
      "a device that is there",
    )
    same((await find(storage, 100))?.device, device(100, ofRace), "the device")
  }),
  storageCase(
    "devices: find tells how the device's app is now, and nobody else's",
    async (storage) => {
      await found(storage)
      const off = oauthClient(100, {
        organizationUuid: home.uuid,
        disabledAt: at(5),
        isFirstParty: true,
        serviceRole: "manager",
      })
      await write(storage, (tx) => tx.oauthClients.add(off))
      await add(
        storage,
        device(100, { ...ofRace, clientId: off.clientId }),
        device(101, { ...ofRace, clientId: scanner.clientId }),
        device(102, ofRace),
      )
      const clientOf = async (n: number) => (await find(storage, n))?.client
      const { isFirstParty, serviceRole } = scanner
      same(
        await clientOf(100),
        { disabledAt: at(5), isFirstParty: true, serviceRole: "manager" },
        "a disabled app",
      )
      same(
        await clientOf(101),
        { disabledAt: undefined, isFirstParty, serviceRole },
        "an enabled one",
      )
      same(await clientOf(102), undefined, "none")
    },
  ),
  storageCase(
    "devices: find tells how the user who asked for the device is now, and their role there",
    async (storage) => {
      await found(storage)
      const makers = [ann, bob, cid]
      await add(
        storage,
        ...makers.map(({ uuid: createdByUserUuid }, n) =>
          device(100 + n, { ...ofRace, createdByUserUuid }),
        ),
        device(103, ofRace),
      )
      await write(storage, async (tx) => {
        const gone = { disabledAt: at(5), deletedAt: at(6), accountType: "service" } as const
        const row = await tx.users.lock(cid.uuid)
        if (row !== undefined) await tx.users.change({ ...row, ...gone })
      })
      const makerOf = async (n: number) => (await find(storage, n))?.maker
      const enabled = { accountType: "user", disabledAt: undefined, deletedAt: undefined }
      same(await makerOf(100), { ...enabled, role: "owner" }, "the owner")
      same(await makerOf(101), { ...enabled, role: undefined }, "the owner of another organization")
      same(
        await makerOf(102),
        { accountType: "service", disabledAt: at(5), deletedAt: at(6), role: undefined },
        "a user who is gone",
      )
      same(await makerOf(103), undefined, "nobody")
      const added = staffMember(100, { organizationUuid: home.uuid, userUuid: bob.uuid })
      await write(storage, (tx) => tx.staff.add({ ...added, role: "door" }))
      same((await makerOf(101))?.role, "door", "the role they were given")
      await write(storage, (tx) => tx.staff.remove(home.uuid, bob.uuid))
      same(await makerOf(101), { ...enabled, role: undefined }, "a user who was removed")
    },
  ),
  storageCase(
    "devices: find tells when the keys that sign tokens last changed",
    async (storage) => {
      await found(storage)
      await add(storage, device(100, ofRace))
      await write(storage, async (tx) => {
        await tx.serviceKeys.add(
          serviceKey(1, { purpose: "tokens", status: "retiring", changedAt: at(30) }),
        )
        await tx.serviceKeys.add(
          serviceKey(2, { purpose: "tokens", status: "active", changedAt: at(20) }),
        )
        await tx.serviceKeys.add(
          serviceKey(3, { purpose: "checkin_manifest", status: "active", changedAt: at(90) }),
        )
      })
      same((await find(storage, 100))?.keysChangedAt, at(30), "the last change")
    },
  ),
  storageCase(
    "devices: a list is of one session, sorted by creation or name, and paged",
    async (storage) => {
      await found(storage)
      const [one, two, three] = [
        device(101, { ...ofRace, name: "Quay", createdAt: at(2) }),
        device(102, { ...ofRace, createdAt: at(1), revokedAt: at(3) }),
        device(103, { ...ofRace, name: "Pier", createdAt: at(2), expiresAt: at(0) }),
      ]
      await add(storage, one, two, three, device(104, ofDinner))
      const list: Parameters<typeof allOf<"created_at" | "name", Device>>[1] = (tx, page) =>
        tx.devices.list(race.uuid, page)
      await sortsBy(storage, list, "created_at", [two, one, three])
      await sortsBy(storage, list, "name", [three, one, two])
      same(
        await allOf(storage, (tx, page) => tx.devices.list(uuid(999), page), "name"),
        [],
        "those of an unknown session",
      )
    },
  ),
  storageCase(
    "devices: renew overwrites what goes with a token, and nothing else, of the one device",
    async (storage) => {
      await found(storage)
      const revoked = device(100, { ...ofRace, revokedAt: at(3) })
      await add(storage, revoked, device(101, ofRace))
      const token = {
        name: "Quay",
        clientId: scanner.clientId,
        createdByUserUuid: ann.uuid,
        tokenUuid: uuid(777),
        issuedAt: at(60),
        notBefore: at(61),
        expiresAt: at(62_000),
        revokedAt: undefined,
      }
      const renew = (one: Device) => write(storage, (tx) => tx.devices.renew(one))
      claim(
        await renew({ ...revoked, ...token, ...ofDinner, createdAt: at(999) }),
        "renewing must answer true",
      )
      same((await find(storage, 100))?.device, { ...revoked, ...token }, "the one that was renewed")
      claim(
        await renew({ ...revoked, ...token, revokedAt: at(70) }),
        "renewing one that is to end must answer true",
      )
      same(
        (await find(storage, 100))?.device,
        { ...revoked, ...token, revokedAt: at(70) },
        "the one that was renewed and revoked at once",
      )
      same((await find(storage, 101))?.device, device(101, ofRace), "the other")
      claim(!(await renew(device(999, ofRace))), "an unknown device must answer false")
      same(await find(storage, 999), undefined, "the unknown device")
    },
  ),
  storageCase("devices: a device is revoked once, and is still found", async (storage) => {
    await found(storage)
    await add(storage, device(100, ofRace), device(101, ofRace))
    claim(await revoke(storage, 100, 50), "the first time must answer true")
    claim(!(await revoke(storage, 100, 60)), "the second must answer false")
    claim(!(await revoke(storage, 999, 50)), "an unknown one must answer false")
    same(
      (await find(storage, 100))?.device,
      device(100, { ...ofRace, revokedAt: at(50) }),
      "the one that was revoked",
    )
    same((await find(storage, 101))?.device, device(101, ofRace), "the other")
  }),
  storageCase("devices: of concurrent revocations exactly one is true", async (storage) => {
    await found(storage)
    await add(storage, device(100, ofRace))
    const all = await Promise.all(Array.from({ length: 10 }, (_, n) => revoke(storage, 100, n)))
    same(all.filter(Boolean).length, 1, "how many revoked it")
  }),
  storageCase(
    "devices: sweep forgets those that expired before a moment, at most as many as asked for",
    async (storage) => {
      await found(storage)
      await add(
        storage,
        ...[1, 2, 3, 4].map((n) => device(100 + n, { ...ofRace, expiresAt: at(n) })),
      )
      same(await sweep(storage, at(1), 10), 0, "when none lies before")
      same(await sweep(storage, at(4), 2), 2, "when three do and two are asked for")
      same(await sweep(storage, at(4), 2), 1, "the third")
      same(await sweep(storage, at(4), 2), 0, "when all are gone")
      same(await find(storage, 101), undefined, "a swept device")
      same((await find(storage, 104))?.device.uuid, uuid(104), "what is left")
    },
  ),
]
