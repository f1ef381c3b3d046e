import { createTestCard, createTestOrganization, createTestSession } from "../../fixtures/world.ts"
import { secondsAfterStart } from "../../fixtures/door-taps.ts"
import type { Body, DoorService, Tap, Told, Ways } from "./service.ts"

/** One case of the test plan: it throws where the service does otherwise. */
export interface Case {
  /** Letter and number, as in vectors/door/CASES.md. */
  readonly covers: readonly string[]
  readonly says: string
  readonly play: (scene: Scene) => Promise<void>
}

type Settings = NonNullable<Parameters<typeof createTestSession>[2]>

/** So many seconds after the world began, as the wire writes it. */
export const at = (n: number): string => secondsAfterStart(n).toISOString()

let taps = 0

/** A tap with a key of its own; by wallet unless a type stands before it: `card:04A1`. */
export const tap = (what: string, more: Partial<Tap> = {}): Tap => {
  const [, type = "wallet", value = what] =
    /^(card|wallet|username|user_id|link):(.+)$/s.exec(what) ?? []
  taps += 1
  return {
    identifier: { type: type as Tap["identifier"]["type"], value },
    idempotency_key: `case-${taps}`,
    ...more,
  }
}

/** A club of four, its app, and doors to try. */
export const openScene = async (ways: Ways) => {
  const { symbolon } = ways
  const { club, tier, people, owner } = await createTestOrganization(symbolon, 4)
  const app = await ways.appOf(club)
  const [ada, ben, cid, dan] = people.map(({ wallet }) => wallet) as [
    string,
    string,
    string,
    string,
  ]
  const createDoor = async (settings: Settings = {}) => {
    const { session, activity } = await createTestSession(symbolon, club.slug, settings)
    return { session, activity, ...doorAt(app, session.slug) }
  }
  const wait = async (seconds: number) => {
    await symbolon.testClock?.moveTo(secondsAfterStart(seconds))
  }
  const issue = async (username: string, name = "Regatta", activityUuid?: string) => {
    const { transaction } = await symbolon.tickets.issue({
      organization: club.slug,
      of: { name },
      to: { type: "username", value: username },
      idempotencyKey: `${name} ${username}`,
      ...(activityUuid === undefined ? {} : { activityUuid }),
    })
    return transaction.body
  }
  const cardOf = async (identifier: string, holder: number | undefined, isFrozen = false) => {
    const card = await createTestCard(symbolon, { organization: club.slug, identifier })
    const holderUserUuid = holder === undefined ? undefined : people[holder]?.user.uuid
    if (holderUserUuid !== undefined || isFrozen)
      await symbolon.cards.updateState({
        card: card.uuid,
        isFrozen,
        ...(holderUserUuid === undefined ? {} : { holderUserUuid }),
      })
    return card
  }
  return {
    ways,
    symbolon,
    club,
    tier,
    people,
    owner,
    app,
    ada,
    ben,
    cid,
    dan,
    createDoor,
    wait,
    issue,
    cardOf,
  }
}
export type Scene = Awaited<ReturnType<typeof openScene>>

const doorAt = (service: DoorService, session: string) => ({
  admit: (what: string, more?: Partial<Tap>): Promise<Told> =>
    service.admit(session, tap(what, more)),
  present: async (of?: Parameters<DoorService["attendees"]>[1]): Promise<readonly Body[]> =>
    (await service.attendees(session, of)).body.items,
  version: async (): Promise<number> =>
    (await service.manifest(session)).body.payload.manifest_version,
})

/** What an answer looks like that admits. */
export const admitted = (more: Readonly<Record<string, unknown>> = {}) => ({
  status: 200,
  body: { decision: "admitted", blocked_reason: null, ...more },
})
/** What an answer looks like that keeps somebody out. */
export const blocked = (blocked_reason: string, more: Readonly<Record<string, unknown>> = {}) => ({
  status: 200,
  body: { decision: "blocked", blocked_reason, attendance_uuid: null, seat: "none", ...more },
})
/** What an answer looks like that judges nobody. */
export const wrong = (status: number, code: string) => ({ status, body: { code } })
