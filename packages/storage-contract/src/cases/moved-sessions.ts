import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { annInRace, presence } from "../door-samples.ts"
import { activity, at, sealedKey, session, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { home, regatta, annsPurse, bobsPurse, cidsPurse } = club
const firstHundred = {
  page: 1,
  pageSize: 100,
  sortBy: "first_admitted_at",
  sortOrder: "asc",
} as const

/** What becomes of who attended, when a session moves to another activity. */
export const movedSessions: readonly StorageCase[] = [
  storageCase(
    "presences: the people of an activity go with a session that moves to another, or to none",
    async (storage) => {
      await found(storage)
      const [annsAddress, bobsAddress] = [annsPurse.address, bobsPurse.address]
      const moving = session(143, { organizationUuid: home.uuid, activityUuid: regatta.uuid })
      const target = activity(144, { organizationUuid: home.uuid })
      const inMoving = (n: number, walletAddress: string) =>
        presence(n, { sessionUuid: moving.uuid, walletAddress })
      await write(storage, async (tx) => {
        await tx.sessions.add(moving)
        claim(await tx.activities.add(target), "an activity must be added")
        await tx.presences.addAll([presence(109, annInRace)])
        await tx.presences.addAll([inMoving(150, annsAddress), inMoving(151, bobsAddress)])
      })
      const stand = async (activityUuid: string) => {
        const { items } = await read(storage, (tx) =>
          tx.presences.ofActivity({ activityUuid, at: at(900) }, firstHundred),
        )
        return items.map(({ walletAddress, sessionsAttended, firstAdmittedAt, lastAdmittedAt }) => [
          walletAddress,
          sessionsAttended,
          firstAdmittedAt,
          lastAdmittedAt,
        ])
      }
      const moveTo = (activityUuid: string | undefined) =>
        write(storage, (tx) => tx.sessions.changeAll([{ ...moving, activityUuid }]))
      const annsInRace = [annsAddress, 1, at(109), at(109)]
      const there = [
        [annsAddress, 1, at(150), at(150)],
        [bobsAddress, 1, at(151), at(151)],
      ]
      await moveTo(target.uuid)
      same(await stand(regatta.uuid), [annsInRace], "the activity that it left")
      same(await stand(target.uuid), there, "the one that it came to")
      const cids = inMoving(152, cidsPurse.address)
      await write(storage, (tx) => tx.presences.addAll([cids]))
      const cidThere = [cidsPurse.address, 1, at(152), at(152)]
      same(await stand(target.uuid), [...there, cidThere], "who came afterwards")
      await write(storage, (tx) => tx.presences.undo(cids, at(900), undefined))
      same(await stand(target.uuid), there, "who came afterwards, and was not there after all")
      await moveTo(undefined)
      same(await stand(target.uuid), [], "when it is in no activity")
      await write(storage, (tx) => tx.presences.addAll([inMoving(153, cidsPurse.address)]))
      await moveTo(regatta.uuid)
      same(
        await stand(regatta.uuid),
        [[annsAddress, 2, at(109), at(150)], there[1], [cidsPurse.address, 1, at(153), at(153)]],
        "back where it was",
      )
    },
  ),
  storageCase("presences: all of many people go with their session", async (storage) => {
    await found(storage)
    const moving = session(143, { organizationUuid: home.uuid, activityUuid: regatta.uuid })
    const target = activity(144, { organizationUuid: home.uuid })
    const people = Array.from({ length: 1_001 }, (_, n) => wallet(2_000 + n, { kind: "card" }))
    await write(storage, async (tx) => {
      await tx.sessions.add(moving)
      claim(await tx.activities.add(target), "an activity must be added")
      await tx.wallets.addAll(people.map((each, n) => ({ wallet: each, key: sealedKey(n) })))
      await tx.presences.addAll(
        people.map(({ address }, n) =>
          presence(5_000 + n, { sessionUuid: moving.uuid, walletAddress: address }),
        ),
      )
    })
    const countIn = async (activityUuid: string) => {
      const page = { ...firstHundred, pageSize: 1 }
      // Totals are remembered for some seconds.
      const of = { activityUuid, at: at((moment += 60_000)) }
      return (await read(storage, (tx) => tx.presences.ofActivity(of, page))).totalItems
    }
    let moment = 0
    same(await countIn(regatta.uuid), 1_001, "before")
    await write(storage, (tx) => tx.sessions.changeAll([{ ...moving, activityUuid: target.uuid }]))
    same(await countIn(regatta.uuid), 0, "in the activity that it left")
    same(await countIn(target.uuid), 1_001, "in the one that it came to")
  }),
]
