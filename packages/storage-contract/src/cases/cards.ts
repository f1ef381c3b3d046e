import type { Card, Storage } from "@symbolon/core/storage"
import { claim, rejects, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { card } from "../reward-samples.ts"
import { address, at, sealedKey, uuid, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, away, ann, bob, gold, foreign } = club

/** Adds a card's wallet, and then the card. */
export const addCard = (storage: Storage, row: Card, walletNumber: number) =>
  write(storage, async (tx) => {
    await tx.wallets.add(
      wallet(walletNumber, { kind: "card", organizationUuid: row.organizationUuid }),
      sealedKey(1),
    )
    return tx.cards.add(row)
  })

export const cards: readonly StorageCase[] = [
  storageCase(
    "cards: found by uuid, by identifier and by wallet, with all fields and with none",
    async (storage) => {
      await found(storage)
      const bare = card(101, { organizationUuid: undefined, cardType: "virtual" })
      const held = {
        holderUserUuid: ann.uuid,
        claimedAt: at(800),
        historyFrom: 801,
        claimCodeHash: "hash",
        isFrozen: true,
        frozenBy: "both",
        cardModelUuid: uuid(300),
        membershipTierUuid: foreign.uuid,
        tierGrantedAt: at(801),
        primarySince: at(802),
        offeredToUserUuid: bob.uuid,
        offeredAt: at(803),
        withdrawnAt: at(804),
        profilePageUuid: uuid(805),
        customFrontImageFileUuid: uuid(806),
        madeForUuid: uuid(807),
      } as const
      const full = card(102, {
        identifier: "É-04:a2",
        name: "Blue",
        holderName: "Mine",
        cardType: "qr",
        organizationUuid: away.uuid,
        ...held,
        updatedAt: at(900),
      })
      for (const [row, n] of [
        [bare, 101],
        [full, 102],
      ] as const)
        claim(await addCard(storage, row, n), "a new card must be added")
      await read(storage, async (tx) => {
        for (const row of [bare, full]) {
          same(await tx.cards.find(row.uuid), row, "by uuid")
          same(await tx.cards.findByIdentifier(row.identifier), row, "by identifier")
          same(await tx.cards.ofWallet(row.walletAddress), row, "by wallet")
          same(await tx.cards.lock(row.uuid), row, "in a read, lock only reads")
        }
        same(await tx.cards.find(uuid(999)), undefined, "an unknown uuid")
        same(
          await tx.cards.findByIdentifier(full.identifier.toLowerCase()),
          undefined,
          "another spelling",
        )
        same(await tx.cards.findByIdentifier(full.uuid), undefined, "a uuid as identifier")
        same(await tx.cards.ofWallet(address(999)), undefined, "an unknown wallet")
        const among = (...identifiers: readonly string[]) =>
          tx.cards.findAllByIdentifier(identifiers)
        const both = [full.identifier, bare.identifier]
        sameSet(await among(...both, "UNKNOWN", full.identifier), [full, bare], "by identifiers")
        sameSet(await among(bare.identifier), [bare], "by one identifier")
        sameSet(await among(full.identifier.toLowerCase()), [], "by identifiers spelt otherwise")
        sameSet(await among(), [], "by no identifier")
      })
    },
  ),
  storageCase(
    "cards: an identifier is taken once in the deployment, also by two at once",
    async (storage) => {
      await found(storage)
      claim(await addCard(storage, card(101), 101), "the first must be added")
      const other = card(102, { identifier: "CARD-101", organizationUuid: away.uuid })
      claim(!(await addCard(storage, other, 102)), "the identifier is taken, whoever asks")
      same(
        await read(storage, (tx) => tx.cards.find(other.uuid)),
        undefined,
        "the card that was refused",
      )
      const tries = Array.from({ length: 10 }, (_, n) => card(110 + n, { identifier: "ONE" }))
      const isAdded = await Promise.all(tries.map((row, n) => addCard(storage, row, 110 + n)))
      same(isAdded.filter(Boolean).length, 1, "how many were added at once")
      same(
        await read(storage, (tx) => tx.cards.findByIdentifier("ONE")),
        tries[isAdded.indexOf(true)],
        "the one that was added",
      )
    },
  ),
  storageCase("cards: a wallet belongs to one card: a second one is rejected", async (storage) => {
    await found(storage)
    await addCard(storage, card(101), 101)
    await rejects(
      write(storage, (tx) => tx.cards.add(card(102, { walletAddress: address(101) }))),
      "a second card of the wallet",
    )
  }),
  storageCase(
    "cards: many are changed at once, all but what they were made with, and locked with their holder",
    async (storage) => {
      await found(storage)
      const before = [101, 102, 103].map((n) => card(n, { holderUserUuid: ann.uuid }))
      const bobs = card(104, { holderUserUuid: bob.uuid })
      for (const [n, one] of [...before.toReversed(), bobs].entries())
        await addCard(storage, one, [103, 102, 101, 104][n] ?? 0)
      const held = (of: string) => read(storage, (tx) => tx.cards.lockHeld(of))
      same(await held(ann.uuid), before, "Ann's, by uuid")
      same(await write(storage, (tx) => tx.cards.lockHeld(bob.uuid)), [bobs], "Bob's")
      same(await held(uuid(999)), [], "an unknown holder's")
      const changes = {
        name: "Blue",
        holderName: "Mine",
        holderUserUuid: bob.uuid,
        claimedAt: at(6),
        historyFrom: 5,
        isFrozen: true,
        frozenBy: "holder",
        updatedAt: at(7),
        cardModelUuid: uuid(300),
        membershipTierUuid: gold.uuid,
        tierGrantedAt: at(8),
        offeredToUserUuid: ann.uuid,
        offeredAt: at(10),
        withdrawnAt: at(11),
        profilePageUuid: uuid(12),
        customFrontImageFileUuid: uuid(13),
      } as const
      const after = [card(101, { ...changes, primarySince: at(9) }), card(102, changes)]
      const forged = { identifier: "OTHER", cardType: "qr", claimCodeHash: "forged" } as const
      await write(storage, (tx) => tx.cards.changeAll(after.map((one) => ({ ...one, ...forged }))))
      same(await held(ann.uuid), [before[2]], "the one that was not changed")
      same(await held(bob.uuid), [...after, bobs], "those that were changed")
      await write(storage, (tx) => tx.cards.changeAll(before.slice(0, 2)))
      await write(storage, (tx) => tx.cards.changeAll([]))
      same(await held(ann.uuid), before, "changed back")
    },
  ),
  storageCase(
    "cards: change writes all but what a card was made with, of one card",
    async (storage) => {
      await found(storage)
      await addCard(storage, card(101), 101)
      await addCard(storage, card(102), 102)
      const held = {
        name: "Blue",
        holderName: "Mine",
        holderUserUuid: bob.uuid,
        claimedAt: at(6),
        historyFrom: 5,
        isFrozen: true,
        frozenBy: "holder",
        updatedAt: at(7),
        cardModelUuid: uuid(300),
        membershipTierUuid: gold.uuid,
        tierGrantedAt: at(8),
        primarySince: at(9),
        offeredToUserUuid: ann.uuid,
        offeredAt: at(10),
        withdrawnAt: at(11),
        profilePageUuid: uuid(12),
        customFrontImageFileUuid: uuid(13),
      } as const
      const changed = card(101, { organizationUuid: away.uuid, ...held })
      const forged: Card = {
        ...changed,
        identifier: "OTHER",
        cardType: "qr",
        claimCodeHash: "forged",
        walletAddress: address(102),
      }
      claim(await write(storage, (tx) => tx.cards.change(forged)), "a card must be changed")
      same(await read(storage, (tx) => tx.cards.find(changed.uuid)), changed, "the card")
      same(await read(storage, (tx) => tx.cards.find(uuid(102))), card(102), "the other card")
      claim(
        await write(storage, (tx) => tx.cards.change({ ...card(101), updatedAt: at(8) })),
        "it must be changed back",
      )
      same(
        await read(storage, (tx) => tx.cards.find(changed.uuid)),
        card(101, { updatedAt: at(8) }),
        "released, thawed and back home",
      )
      const nobodys = card(101, { organizationUuid: undefined, updatedAt: at(9) })
      claim(
        await write(storage, (tx) => tx.cards.change(nobodys)),
        "it must be taken out of the inventory",
      )
      same(await read(storage, (tx) => tx.cards.find(changed.uuid)), nobodys, "in no inventory")
      claim(
        !(await write(storage, (tx) => tx.cards.change(card(999)))),
        "an unknown card must be refused",
      )
      same(home.uuid, card(101).organizationUuid, "the sample's organization")
    },
  ),
  storageCase(
    "cards: those that some people hold, those of some wallets, and the frozen ones of an organization",
    async (storage) => {
      await found(storage)
      const rows = [
        card(101, { holderUserUuid: ann.uuid }),
        card(102, { holderUserUuid: ann.uuid, isFrozen: true, organizationUuid: away.uuid }),
        card(103, { holderUserUuid: bob.uuid, isFrozen: true, identifier: "B" }),
        card(104, { isFrozen: true, identifier: "A" }),
      ]
      for (const [n, row] of rows.entries()) await addCard(storage, row, 101 + n)
      const [first, second, third, fourth] = rows
      await read(storage, async (tx) => {
        sameSet(await tx.cards.heldBy([ann.uuid, uuid(999)]), [first, second], "Ann's")
        sameSet(
          await tx.cards.heldBy([ann.uuid, bob.uuid, ann.uuid]),
          [first, second, third],
          "Ann's and Bob's, each once",
        )
        same(await tx.cards.heldBy([]), [], "nobody's")
        sameSet(
          await tx.cards.ofWallets([address(101), address(104), address(999)]),
          [first, fourth],
          "of wallets",
        )
        same(
          await tx.cards.frozenIn(home.uuid, undefined, 10),
          [fourth, third],
          "the frozen ones at home, by identifier",
        )
        same(await tx.cards.frozenIn(home.uuid, undefined, 1), [fourth], "at most one")
        same(await tx.cards.frozenIn(home.uuid, "A", 10), [third], "behind the first")
      })
    },
  ),
  storageCase("cards: doorCardsOf says of each card held what doors ask", async (storage) => {
    await found(storage)
    const claimed = card(101, { holderUserUuid: ann.uuid, claimedAt: at(3), isFrozen: true })
    const others = [
      card(102, { holderUserUuid: bob.uuid, organizationUuid: away.uuid, withdrawnAt: at(4) }),
      card(103, { holderUserUuid: bob.uuid }),
      card(104),
    ]
    for (const [n, row] of [claimed, ...others].entries()) await addCard(storage, row, 101 + n)
    const said = (row: Card) => ({
      identifier: row.identifier,
      organizationUuid: row.organizationUuid,
      holderUserUuid: row.holderUserUuid,
      claimedAt: row.claimedAt,
      isFrozen: row.isFrozen,
      walletAddress: row.walletAddress,
      withdrawnAt: row.withdrawnAt,
    })
    await read(storage, async (tx) => {
      same(await tx.cards.doorCardsOf([ann.uuid, uuid(999)]), [said(claimed)], "Ann's")
      sameSet(
        await tx.cards.doorCardsOf([bob.uuid, ann.uuid, bob.uuid]),
        [claimed, ...others.slice(0, 2)].map(said),
        "Ann's and Bob's, each once",
      )
      same(await tx.cards.doorCardsOf([]), [], "nobody's")
    })
  }),
  storageCase(
    "cards: stockOf has those of one organization that nobody has claimed, withdrawn ones left out",
    async (storage) => {
      await found(storage)
      const rows = [
        card(101),
        card(102, { holderUserUuid: ann.uuid }),
        card(103, { holderUserUuid: ann.uuid, claimedAt: at(1) }),
        card(104, { withdrawnAt: at(1) }),
        card(105, { organizationUuid: away.uuid }),
        card(106, { organizationUuid: undefined }),
        card(107, { isFrozen: true }),
      ]
      for (const [n, row] of rows.entries()) await addCard(storage, row, 101 + n)
      await read(storage, async (tx) => {
        sameSet(await tx.cards.stockOf(home.uuid, 10), [rows[0], rows[1], rows[6]], "at home")
        same((await tx.cards.stockOf(home.uuid, 2)).length, 2, "at most as many as asked")
      })
    },
  ),
  storageCase("cards: a holder has one primary card: a second one is rejected", async (storage) => {
    await found(storage)
    const anns = { holderUserUuid: ann.uuid, primarySince: at(1) }
    await addCard(storage, card(101, anns), 101)
    await addCard(storage, card(102, { holderUserUuid: ann.uuid }), 102)
    await addCard(storage, card(103, { holderUserUuid: bob.uuid }), 103)
    await rejects(
      write(storage, (tx) => tx.cards.change(card(102, anns))),
      "a second primary card of Ann",
    )
    claim(
      await write(storage, (tx) =>
        tx.cards.change(card(103, { holderUserUuid: bob.uuid, primarySince: at(1) })),
      ),
      "Bob may have one too",
    )
    await write(storage, async (tx) => {
      await tx.cards.change(card(101, { holderUserUuid: ann.uuid }))
      await tx.cards.change(card(102, anns))
    })
    same(await read(storage, (tx) => tx.cards.find(uuid(102))), card(102, anns), "the other one")
  }),
]
