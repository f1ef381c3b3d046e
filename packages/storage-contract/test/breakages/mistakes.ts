import { writingVerbs } from "../../../core/src/memory/writing-verbs.ts"
import type { OpenStorage } from "../../src/index.ts"
import { approving, type Method, ignoring, type Path, replacing } from "./ignoring.ts"

/** What a part of a verb's input may be: decides in what ways a storage may fail to heed it. */
export type PartKind = "text" | "texts" | "moment" | "number" | "choice" | "other"

/** An argument of a port verb, or a field of one, however deep. */
export interface PortPart {
  /** Its name, unique in the port: `memberships.list of.tierUuid`. */
  readonly label: string
  readonly path: Path
  readonly kind: PartKind
  /** Whether a caller may leave it out or hand in `undefined`. */
  readonly isOptional: boolean
  /** What a `choice` can be. */
  readonly choices: readonly unknown[]
}

/** A verb of the storage port, as its type says it. */
export interface PortVerb extends Method {
  readonly parts: readonly PortPart[]
  /** Whether it answers with yes or no. */
  readonly isAnswered: boolean
}

/** A storage in which one verb does not heed one part of what it is asked. */
export interface Mistake {
  readonly name: string
  readonly open: OpenStorage
}

/**
 * Arguments by which a verb finds nothing: it writes them. Taken for something else, they come back
 * as something else.
 */
export const written: readonly string[] = [
  "names.claim name",
  "invitations.settle settlement",
  "users.add passwordHash",
  "users.setPassword passwordHash",
  "ledger.fixOrigin origin",
  "jobs.bury reason",
  "paymentInbox.conclude outcome",
  "paymentInbox.conclude reason",
  "presences.undo undoneBy",
  "refreshTokens.consume sealedAnswer",
  "rewardBatches.addReceivers from",
]

const forPeople = "kept for people who look into the database: no verb answers it"
const forCounts = "a storage that counts each time has no use for the moment"
const wholeView = "a view that holds more than was asked for is slower, and no other"
const rowOfUndo = "the row says which presence it is and where; what else it says is not read"

/** Parts that a storage may leave unheeded, by how their label begins, and why. */
export const unheeded: Readonly<Record<string, string>> = {
  "ledger.load needs.": wholeView,
  "ledger.write ":
    "one batch with everything that a transaction changes: what it writes is claimed by the ledger's own cases",
  "presences.addAll presences[].undone": "a presence stands when it is added",
  "presences.undo presence.": rowOfUndo,
  "presences.ofActivity of.at": forCounts,
  "cards.listInventory of.at": forCounts,
  "issuances.list of.at": forCounts,
  "oauthSessions.end reason": forPeople,
  "oauthSessions.endAll reason": forPeople,
  "jobs.reschedule jobs[].reason": forPeople,
  "jobs.scheduleAll jobs[].key": "jobs that are scheduled together have no key",
  "staff.lock ": "nothing comes of a lock but waiting, which a storage of one writer need not do",
}

/** Every way in which a storage can fail to heed what this verb is asked. */
export const mistakesOf = (verb: PortVerb): readonly Mistake[] => {
  const isWriting = isAmong(
    verb.verb,
    Object.entries(writingVerbs).find(([noun]) => noun === verb.noun)?.[1] ?? [],
  )
  const parts = verb.parts.filter(
    ({ label }) => !Object.keys(unheeded).some((start) => label.startsWith(start)),
  )
  const unheedful = parts.flatMap((part) => [
    ...dropped(verb, part),
    ...(isRow(part, isWriting) ? [] : taken(verb, part, isWriting)),
  ])
  return verb.isAnswered
    ? [
        ...unheedful,
        { name: `${verb.noun}.${verb.verb} answers true whatever it did`, open: approving(verb) },
      ]
    : unheedful
}

const isAmong = (name: string, names: readonly string[]): boolean => names.includes(name)

/**
 * What is written as a whole: of its fields only those that may be missing can be forgotten unseen.
 */
const isRow = ({ path, label }: PortPart, isWriting: boolean): boolean =>
  isWriting && path.length > 1 && !label.includes(" of.")

const dropped = (verb: PortVerb, { label, path, isOptional }: PortPart): readonly Mistake[] =>
  isOptional ? [{ name: `${label} is dropped`, open: replacing(verb, path, undefined) }] : []

const taken = (verb: PortVerb, part: PortPart, isWriting: boolean): readonly Mistake[] => {
  const { label, path, kind, choices } = part
  const as = (what: string, value: unknown): Mistake => ({
    name: `${label} is ${what}`,
    open: replacing(verb, path, value),
  })
  const name = label.split(/[ .]/).at(-1) ?? ""
  if (kind === "moment")
    return [
      as("the first of all moments", new Date(0)),
      as("the last of all moments", new Date(8.64e15)),
    ]
  if (name === "limit" || name === "pageSize") return [as("endless", 1_000_000)]
  if (name === "page" && kind === "number") return [as("always the first", 1)]
  if (name === "sortBy" || name === "sortOrder")
    return choices.length === 1 ? [] : choices.map((one) => as(`always ${String(one)}`, one))
  // More of them bring less, so nothing of others would show.
  if (name.startsWith("except")) return [as("empty", [])]
  if (written.includes(label))
    return kind === "choice"
      ? choices.map((one) => as(`always ${String(one)}`, one))
      : [as("something else", "something else")]
  if (path.includes("*")) return kind === "number" ? [as("always 0", 0)] : []
  // Without it a list is all there is: what is dropped says the same.
  if (kind === "other" || (part.isOptional && (name === "after" || kind === "texts"))) return []
  return [
    {
      name: `${label} is ignored`,
      open: ignoring(verb, path, kind === "choice" ? choices : [], isWriting),
    },
  ]
}
