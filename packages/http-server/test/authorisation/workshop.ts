import { portsOf } from "@symbolon/core/effect"
import type { Case } from "./cases.ts"
import { expected } from "./expectation.ts"
import { roleOf, strongest, tokenOf } from "./holders.ts"
import {
  type TwoOrganizations,
  openTwoOrganizations,
  type PersonName,
} from "../fixtures/two-organizations.ts"
import { callOf, sendCall } from "./request.ts"
import { faultOf, readReply, type Reply } from "./verdict.ts"
import type { Guarded } from "./walk.ts"

/** How a caller who may was received. */
export interface Welcome {
  /** Whether what they asked for was done. */
  readonly isServed: boolean
  /** What was wrong with that: they were refused, or the server failed. */
  readonly faults: readonly string[]
  /** Why they were not served; empty when they were. */
  readonly replyBody: string
}

/** Receives callers who may, one after the other. */
export interface Workshop {
  readonly receive: (at: Guarded, caller: Case) => Promise<Welcome>
  readonly close: () => Promise<void>
}

/** Opens the place where callers who may do what they may. What only reads is asked of `house`. */
export const openWorkshop = (setup: TwoOrganizations): Workshop => {
  let used: TwoOrganizations | undefined

  const leave = async (): Promise<void> => {
    await used?.close()
    used = undefined
  }

  /**
   * What changes something is tried in a house that others have used, for as long as it serves
   * there and everybody has their place, and else in a new one, which alone decides.
   */
  const write = async (at: Guarded, caller: Case, how: Try): Promise<Outcome> => {
    // What somebody needs there may be gone by now: that says nothing of them.
    const shared =
      used === undefined ? undefined : await tryIn(used, at, caller, how).catch(() => undefined)
    if (used === undefined || shared === undefined || !isServed(shared)) {
      await leave()
      used = await openTwoOrganizations()
    }
    const outcome =
      shared !== undefined && isServed(shared) ? shared : await tryIn(used, at, caller, how)
    if (!(await isInOrder(used))) await leave()
    return outcome
  }

  return {
    receive: async (at, caller) => {
      const outcomes: Outcome[] = []
      for (const how of triesOf(at, caller)) {
        const outcome =
          at.access.isRead || at.endpoint.method === "GET"
            ? await tryIn(setup, at, caller, how)
            : await write(at, caller, how)
        if (isServed(outcome)) return { isServed: true, faults: [], replyBody: "" }
        outcomes.push(outcome)
      }
      return unserved(caller, outcomes)
    },
    close: leave,
  }
}

/** Who tries, about whose things. */
interface Try {
  readonly who: PersonName
  readonly about?: PersonName
  readonly asksOfSelf?: boolean
}

/**
 * How a caller who may is served: what takes a role serves whoever has it, about others or about
 * themself. What takes none may be for members, for those who are none yet, or for the service's
 * own staff about anybody: somebody must be served.
 */
const triesOf = ({ access }: Guarded, { holder }: Case): readonly Try[] =>
  access.role === undefined && (holder.kind === "user" || holder.kind === "organization")
    ? [{ who: "owner" }, { who: "guest" }, { who: "newcomer" }, { who: "platform", about: "guest" }]
    : [{ who: holder.who }, { who: holder.who, asksOfSelf: true }]

/**
 * Whether the club's team is as it was when the house was new: whoever is received next has the
 * rights they are meant to have.
 */
const isInOrder = ({ symbolon, people, club }: TwoOrganizations): Promise<boolean> =>
  portsOf(symbolon).storage.transact("read", async (tx) => {
    for (const [who, { uuid }] of Object.entries(people)) {
      const member = await tx.staff.find(club.uuid, uuid)
      if (member?.role !== roleOf({ ...strongest("user"), who: who as PersonName })) return false
    }
    return true
  })

interface Outcome {
  readonly fault: string | undefined
  readonly heard: Reply
}

const isServed = ({ fault, heard }: Outcome): boolean => fault === undefined && heard.status < 300

const tryIn = async (
  own: TwoOrganizations,
  at: Guarded,
  { holder, situation }: Case,
  { who, about = who, asksOfSelf = false }: Try,
): Promise<Outcome> => {
  const call = await callOf(own, at, { kind: holder.kind, person: own.people[about], asksOfSelf })
  const heard = await readReply(
    await sendCall(own, call, `Bearer ${await tokenOf(own, { ...holder, who })}`),
  )
  return {
    heard,
    fault: faultOf(heard, expected(at.access, situation), at.endpoint.base === "oauth2"),
  }
}

/**
 * Being let in for nothing is no fault of authorisation; being refused in every way is, and so is
 * failing.
 */
const unserved = ({ name }: Case, outcomes: readonly Outcome[]): Welcome => {
  const best = outcomes.find(({ fault }) => fault === undefined) ?? outcomes[0]
  const failed = outcomes
    .filter(({ heard }) => heard.status >= 500)
    .map(({ heard }) => `failed: ${heard.status} ${heard.text}`)
  const faults = [...(best?.fault === undefined ? [] : [best.fault]), ...failed].map(
    (fault) => `${name}: ${fault}`,
  )
  return {
    isServed: false,
    faults,
    replyBody: `${name}: ${best?.heard.status} ${best?.heard.text.slice(0, 200)}`,
  }
}
