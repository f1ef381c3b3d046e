import type { AdmissionRequest, Storage } from "../../../src/index.ts"
import { openTestDoors, secondsAfterStart } from "../../fixtures/door-taps.ts"
import { createTestCard } from "../../fixtures/world.ts"

export type Settings = NonNullable<
  Parameters<Awaited<ReturnType<typeof openTestDoors>>["createDoor"]>[0]
>

/** A club of four members with doors; people are known by the index of their wallet. */
export const openClub = async (storage: Storage) => {
  const doors = await openTestDoors(storage)
  const { symbolon, clock, club, people, wallets } = doors
  const [ada = "", ben = "", cid = "", dan = ""] = wallets
  const createDoor = async (settings: Settings = {}) => {
    const door = await doors.createDoor(settings)
    const version = async () =>
      (await symbolon.sessions.checkinManifest({ session: door.session.slug })).manifestVersion
    /** Uploads what a door did so many seconds after the world began. */
    const upload = (
      who: string,
      seconds: number,
      manifestVersion: number | undefined,
      more: Partial<AdmissionRequest> = {},
    ) =>
      door.tap(who, {
        ...more,
        isOffline: true,
        occurredAt: secondsAfterStart(seconds),
        manifestVersion,
      })
    /** Who is present, by index of their wallet, since when, and what speaks against it. */
    const record = async () =>
      Object.fromEntries(
        (await door.attendees()).map((row) => [
          wallets.indexOf(row.walletAddress),
          [
            (row.firstAdmittedAt.getTime() - secondsAfterStart(0).getTime()) / 1000,
            row.disputedReason ?? null,
          ],
        ]),
      )
    return { ...door, version, upload, record }
  }
  const cardOf = async (identifier: string, holder: number, isFrozen = false) => {
    const card = await createTestCard(symbolon, { organization: club.slug, identifier })
    const give = (to: number, frozen: boolean) =>
      symbolon.cards.updateState({
        card: card.uuid,
        holderUserUuid: people[to]?.user.uuid ?? "",
        isFrozen: frozen,
      })
    await give(holder, isFrozen)
    return { tapped: { identifier: { type: "card", value: identifier } as const }, give }
  }
  const again = (n: number, rewardTemplateUuid: string) =>
    symbolon.tickets.issue({
      organization: club.slug,
      of: { rewardTemplateUuid },
      to: { type: "username", value: `member-${n}` },
      idempotencyKey: `again ${n}`,
    })
  const wait = (seconds: number) => clock.set(secondsAfterStart(seconds))
  return { ...doors, ada, ben, cid, dan, createDoor, cardOf, again, wait }
}
export type Club = Awaited<ReturnType<typeof openClub>>
export type Door = Awaited<ReturnType<Club["createDoor"]>>
