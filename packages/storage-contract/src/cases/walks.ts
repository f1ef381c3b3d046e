import type { Repositories } from "@symbolon/core/storage"
import { userAsset } from "../asset-samples.ts"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { contact } from "../contact-samples.ts"
import { file } from "../file-samples.ts"
import { row } from "../membership-samples.ts"
import { link, profilePage } from "../profile-samples.ts"
import { at, sealedKey, uuid, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { ann, bob, away, foreign, regatta } = club

type Nouns = "memberships" | "wallets" | "profilePages" | "links" | "files" | "contacts" | "assets"

/** Rows of Ann's, by key, and how they and Bob's rows are written. */
interface Walk {
  readonly noun: Nouns
  readonly keyOf?: (row: never) => string
  readonly anns: readonly unknown[]
  readonly write: (tx: Repositories) => Promise<void>
}

const first = wallet(101, { userUuid: ann.uuid, organizationUuid: away.uuid, createdAt: at(900) })
const second = wallet(102, { userUuid: ann.uuid, organizationUuid: undefined })
const treasury = wallet(103, { kind: "treasury", organizationUuid: away.uuid })
const ofAnn = { ownerType: "user", ownerUuid: ann.uuid, holderUuid: ann.uuid } as const
const ended = row(101, { endedAt: at(5), createdAt: at(900) })
const elsewhere = row(103, { organizationUuid: away.uuid, tierUuid: foreign.uuid })
const files = [101, 103, 104].map((n) => file(n, { ...ofAnn, createdAt: at(900 - n) }))
/** None of their transactions stands, and one is of a wallet of Bob's: they were installed all the same. */
const assets = [
  userAsset(101, { createdAt: at(900) }),
  userAsset(102, { walletAddress: club.bobsPurse.address }),
  userAsset(103),
]
const isUser = { name: undefined, email: undefined, contactUserUuid: bob.uuid } as const

const walks: readonly Walk[] = [
  {
    noun: "memberships",
    anns: [ended, row(102), elsewhere],
    write: async (tx) => {
      for (const one of [elsewhere, ended, row(102), row(100, { userUuid: bob.uuid })])
        claim(await tx.memberships.add(one), "a membership must be added")
    },
  },
  {
    noun: "wallets",
    keyOf: ({ address: key }: { readonly address: string }) => key,
    anns: [club.annsPurse, first, second],
    write: async (tx) => {
      for (const one of [second, treasury, first])
        claim(await tx.wallets.add(one, sealedKey(1)), "a wallet must be added")
      await tx.wallets.add(wallet(100, { userUuid: bob.uuid }), sealedKey(1))
    },
  },
  {
    noun: "profilePages",
    anns: [profilePage(101, { createdAt: at(900) }), profilePage(102), profilePage(103)],
    write: async (tx) => {
      await tx.profilePages.add(profilePage(103))
      await tx.profilePages.add(profilePage(100, { userUuid: bob.uuid }))
      await tx.profilePages.add(profilePage(101, { createdAt: at(900) }))
      await tx.profilePages.add(profilePage(102))
    },
  },
  {
    noun: "links",
    anns: [link(101, { createdAt: at(900) }), link(102), link(103)],
    write: async (tx) => {
      await tx.links.add(link(103))
      await tx.links.add(link(100, { userUuid: bob.uuid }))
      await tx.links.add(link(101, { createdAt: at(900) }))
      await tx.links.add(link(102))
    },
  },
  {
    noun: "files",
    anns: files,
    write: async (tx) => {
      const others = [
        file(100, { ...ofAnn, state: "removed", clearAt: at(5) }),
        file(102, { ownerType: "activity", ownerUuid: regatta.uuid, holderUuid: ann.uuid }),
      ]
      for (const one of [...files.toReversed(), ...others]) await tx.files.add(one)
    },
  },
  {
    noun: "contacts",
    anns: [contact(101, { ...isUser, createdAt: at(900) }), contact(102), contact(103)],
    write: async (tx) => {
      await tx.contacts.add(contact(103))
      await tx.contacts.add(contact(100, { ownerUserUuid: bob.uuid }))
      await tx.contacts.add(contact(101, { ...isUser, createdAt: at(900) }))
      await tx.contacts.add(contact(102))
    },
  },
  {
    noun: "assets",
    anns: assets,
    write: (tx) =>
      tx.assets.addAll([...assets.toReversed(), userAsset(100, { userUuid: bob.uuid })]),
  },
]

/** The rows of a person are walked through by key, for an export. */
export const walkCases: readonly StorageCase[] = walks.map(
  ({ noun, keyOf = ({ uuid: key }: { readonly uuid: string }) => key, anns, write: fill }) =>
    storageCase(
      `${noun}: walkOf has those of one person, slice by slice by key`,
      async (storage) => {
        await found(storage)
        await write(storage, fill)
        const walk = (of: string, after: string | undefined, limit: number) =>
          read<readonly unknown[]>(storage, (tx) => tx[noun].walkOf(of, after, limit))
        const key = (one: unknown) => (keyOf as (row: unknown) => string)(one)
        const inOrder = anns.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
        same(await walk(ann.uuid, undefined, 10), inOrder, "all of Ann's")
        same(
          await walk(ann.uuid, undefined, 2),
          inOrder.slice(0, 2),
          "at most as many as asked for",
        )
        same(await walk(ann.uuid, key(inOrder[0]), 10), inOrder.slice(1), "those behind the first")
        same(await walk(ann.uuid, key(inOrder.at(-1)), 10), [], "behind the last")
        same(await walk(uuid(999), undefined, 10), [], "an unknown person's")
      },
    ),
)
