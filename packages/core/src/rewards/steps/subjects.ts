import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { HeardHappening } from "../triggers/happening.ts"
import type { TriggerEvent } from "../triggers/trigger-events.ts"
import { namedAmong } from "../../identifiers/steps/receivers.ts"

/**
 * Events in which a person whom the organization does not know may do something. All others tell it
 * of nobody new: of members, of attendees, of holders of its cards, of the named receivers of its
 * rewards, and of those for whom one of these made a wallet in the organization.
 */
const ofAnybody: ReadonlySet<TriggerEvent> = new Set([
  "ticket.transferred",
  "asset.installed",
  "contact.saved",
])

/**
 * Happenings as triggers count them, with the subjects that their organization may be told: a person
 * where it knows them, else the wallet alone. It knows members, and whoever did it with a wallet in
 * the organization. What is done with no wallet is counted for the person who has a wallet there,
 * else for their primary one.
 */
export const asTold = step(function* (happenings: readonly HeardHappening[], now: Date) {
  const told: HeardHappening[] = []
  for (const [organizationUuid, own] of Map.groupBy(
    happenings,
    (happening) => happening.organizationUuid,
  ))
    told.push(...(yield* toldTo(organizationUuid, own, now)))
  return told
})

const toldTo = step(function* (
  organizationUuid: string,
  happenings: readonly HeardHappening[],
  now: Date,
) {
  const isOpen = ({ event, subject }: HeardHappening): boolean =>
    ofAnybody.has(event) && subject.userUuid !== undefined
  const people = [
    ...new Set(happenings.flatMap((one) => (isOpen(one) ? (one.subject.userUuid ?? []) : []))),
  ]
  if (people.length === 0) return happenings
  const tx = yield* Tx
  const named = yield* namedAmong(organizationUuid, people, now)
  const wallets = yield* tx.wallets.ofUsers(people, undefined)
  const here = new Map(
    wallets.flatMap(({ userUuid, address, organizationUuid: of }) =>
      of === organizationUuid ? [[userUuid, address] as const] : [],
    ),
  )
  const primary = new Map(
    wallets.flatMap(({ userUuid, address, isPrimary }) =>
      isPrimary ? [[userUuid, address] as const] : [],
    ),
  )
  return happenings.map((happening): HeardHappening => {
    const { userUuid = "", walletAddress = here.get(userUuid) } = happening.subject
    const isKnown =
      !isOpen(happening) ||
      named.has(userUuid) ||
      (walletAddress !== undefined && walletAddress === here.get(userUuid))
    return isKnown
      ? happening
      : {
          ...happening,
          subject: { userUuid: undefined, walletAddress: walletAddress ?? primary.get(userUuid) },
        }
  })
})
