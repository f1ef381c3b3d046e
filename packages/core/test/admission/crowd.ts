import type { Storage, Symbolon } from "../../src/index.ts"
import {
  address,
  membership,
  sealedKey,
  user,
  uuid,
  wallet,
} from "../../../storage-contract/src/samples.ts"
import { makeClub, makeSession } from "../world.ts"

const [first, chunk] = [1000, 250]

/** How many come where many come at once; more with `SYMBOLON_DOOR_PEOPLE=1000`. */
export const crowdSize = Number(process.env["SYMBOLON_DOOR_PEOPLE"] ?? 200)

/** Three of ten find a seat: 300 of 1,000. */
export const seatsFor = (size: number): number => Math.floor(size * 0.3)

/** A club with as many members, three of them with a ticket, and a session with seats for few. */
export const openCrowd = async (
  symbolon: Symbolon,
  storage: Storage,
  size: number,
  maxAttendees: number | undefined,
) => {
  const { club, tier, people } = await makeClub(symbolon, 3)
  const template: string[] = []
  for (const { user: holder } of people) {
    const { transaction } = await symbolon.rewards.issueTicket({
      organization: club.slug,
      of: { name: "Regatta" },
      to: { type: "user_id", value: holder.uuid },
      idempotencyKey: holder.uuid,
    })
    template.push(transaction.body.reference_id)
  }
  const members = Array.from({ length: size - people.length }, (_, n) => first + n)
  const organizationUuid = club.uuid
  for (let from = 0; from < members.length; from += chunk)
    await storage.transact("write", async (tx) => {
      for (const n of members.slice(from, from + chunk)) {
        await tx.users.add(user(n), undefined)
        await tx.wallets.add(wallet(n, { userUuid: uuid(n), organizationUuid }), sealedKey(n))
        await tx.memberships.add(
          membership(n, { organizationUuid, userUuid: uuid(n), tierUuid: tier.uuid }),
        )
      }
    })
  const { session } = await makeSession(symbolon, club.slug, {
    ticketTemplateUuid: template[0] ?? "",
    ...(maxAttendees === undefined ? {} : { maxAttendees }),
  })
  const holders = people.map(({ wallet: own, user: holder }) => ({
    wallet: own,
    userUuid: holder.uuid,
  }))
  return {
    session,
    template: template[0] ?? "",
    holders: holders.map(({ wallet: own }) => own),
    crowd: [...holders, ...members.map((n) => ({ wallet: address(n), userUuid: uuid(n) }))],
  }
}
export type Crowd = Awaited<ReturnType<typeof openCrowd>>

/** What is written of a session: who is present, and the sums that are kept. */
export const recordOf = (
  storage: Storage,
  { session, template }: Pick<Crowd, "session" | "template">,
) =>
  storage.transact("read", async (tx) => ({
    present: await tx.presences.list(session.uuid, undefined, 2000),
    count: await tx.presences.count(session.uuid),
    ticketed: await tx.presences.ticketed(session.uuid, template),
  }))
