import { describe, expect, it } from "vitest"
import { userAsset } from "../../storage-contract/src/asset-samples.ts"
import { contact } from "../../storage-contract/src/contact-samples.ts"
import { file } from "../../storage-contract/src/file-samples.ts"
import { row } from "../../storage-contract/src/membership-samples.ts"
import { link, profilePage } from "../../storage-contract/src/profile-samples.ts"
import { at, sealedKey, uuid, wallet } from "../../storage-contract/src/samples.ts"
import type { Repositories } from "../src/foundation/storage/index.ts"
import { openMemory } from "../src/memory/index.ts"
import { openTestSymbolon } from "./fixtures/world.ts"

/** How a row of a person is written, by its number: the lower, the older and the earlier by key. */
const kinds: Readonly<
  Record<string, (tx: Repositories, user: string, n: number) => Promise<unknown>>
> = {
  membership: (tx, userUuid, n) =>
    tx.memberships.add(row(n, { userUuid, createdAt: at(n), endedAt: at(n + 1) })),
  wallet: (tx, userUuid, n) =>
    tx.wallets.add(
      wallet(n, { userUuid, organizationUuid: uuid(n), createdAt: at(n) }),
      sealedKey(1),
    ),
  profile_page: (tx, userUuid, n) =>
    tx.profilePages.add(profilePage(n, { userUuid, createdAt: at(n), primarySince: undefined })),
  link: (tx, userUuid, n) => tx.links.add(link(n, { userUuid, createdAt: at(n) })),
  contact: (tx, ownerUserUuid, n) => tx.contacts.add(contact(n, { ownerUserUuid })),
  asset: (tx, userUuid, n) => tx.assets.addAll([userAsset(n, { userUuid, createdAt: at(n) })]),
  file: (tx, ownerUuid, n) =>
    tx.files.add(
      file(n, { ownerType: "user", ownerUuid, holderUuid: ownerUuid, createdAt: at(n) }),
    ),
}

describe("an export of many rows", () => {
  it.each(Object.entries(kinds))(
    "has each %s once, though an older one is written meanwhile",
    async (kind, add) => {
      const storage = openMemory()
      const { symbolon } = await openTestSymbolon(storage)
      const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
      // Two slices, and a part of a third.
      const numbers = Array.from({ length: 1001 }, (_, n) => n + 1001)
      await storage.transact("write", async (tx) => {
        for (const n of numbers) await add(tx, user.uuid, n)
      })
      const uuids: string[] = []
      for await (const text of symbolon.exportPerson({ userUuid: user.uuid })) {
        const line = JSON.parse(text) as {
          readonly kind: string
          readonly data: { readonly uuid: string }
        }
        if (line.kind !== kind) continue
        if (uuids.length === 0) await storage.transact("write", (tx) => add(tx, user.uuid, 1000))
        uuids.push(line.data.uuid)
      }
      expect(new Set(uuids).size).toBe(uuids.length)
      // A person has a wallet from the beginning.
      expect(uuids.length).toBe(numbers.length + Number(kind === "wallet"))
    },
  )
})
