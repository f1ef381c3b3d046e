import type { VerbCall } from "./verb-calls.ts"
import {
  activity,
  address,
  admission,
  at,
  firstMember,
  places,
  presence,
  session,
  uuid,
} from "./sample-organization.ts"

const [someone, stranger] = [firstMember + 77, 900_000]
const page = <SortBy extends string>(sortBy: SortBy) =>
  ({ page: 1, pageSize: 20, sortBy, sortOrder: "asc" }) as const
const of = { sessionUuid: session.uuid, isUndone: false }

const people = { activityUuid: activity.uuid, at: at(0) }

/** The verbs of attendance. */
export const presenceCalls: readonly VerbCall[] = [
  { name: "presences.find", call: (tx) => tx.presences.find(session.uuid, address(someone)) },
  {
    name: "presences.findAll",
    call: (tx) => tx.presences.findAll(session.uuid, [address(someone), address(stranger)]),
  },
  { name: "presences.byUuid", call: (tx) => tx.presences.byUuid(uuid(someone)) },
  {
    name: "presences.addAll",
    call: (tx) => tx.presences.addAll([{ ...presence(places.issuance), uuid: uuid(stranger + 1) }]),
  },
  {
    name: "presences.changeAll",
    call: (tx) => tx.presences.changeAll([presence(someone), presence(firstMember + 78)]),
  },
  {
    name: "presences.undo",
    call: (tx) => tx.presences.undo(presence(firstMember + 78), at(5), undefined),
  },
  {
    name: "presences.tally",
    call: (tx) => tx.presences.tally(session.uuid, [address(someone), address(stranger)]),
  },
  {
    name: "presences.ticketed",
    call: (tx) =>
      tx.presences.ticketed(uuid(stranger), {
        sessionUuid: session.uuid,
        opensAt: at(1),
        closesAt: undefined,
      }),
  },
  { name: "presences.judgedSeats", call: (tx) => tx.presences.judgedSeats(session.uuid) },
  { name: "presences.walkIns", call: (tx) => tx.presences.walkIns(session.uuid, 3, 2) },
  {
    name: "presences.walkInsBefore",
    call: (tx) => tx.presences.walkInsBefore(session.uuid, presence(someone)),
  },
  {
    name: "presences.arrivedAfter",
    call: (tx) => tx.presences.arrivedAfter(session.uuid, at(stranger)),
  },
  {
    name: "presences.onTicket",
    call: (tx) => tx.presences.onTicket(uuid(stranger), address(someone)),
  },
  { name: "presences.ofWallet", call: (tx) => tx.presences.ofWallet(address(someone), "", 100) },
  {
    name: "presences.atAll",
    call: (tx) => tx.presences.atAll(activity.uuid, [address(someone), address(stranger)]),
  },
  { name: "presences.list", call: (tx) => tx.presences.list(session.uuid, address(someone), 100) },
  {
    name: "presences.page",
    call: (tx) => tx.presences.page({ ...of, isDisputed: false }, page("first_admitted_at")),
  },
  { name: "presences.page by recording", call: (tx) => tx.presences.page(of, page("recorded_at")) },
  { name: "presences.page by creation", call: (tx) => tx.presences.page(of, page("created_at")) },
  {
    name: "presences.page of those undone",
    call: (tx) => tx.presences.page({ ...of, isUndone: true }, page("first_admitted_at")),
  },
  {
    name: "presences.page of disputed",
    call: (tx) => tx.presences.page({ ...of, isDisputed: true }, page("first_admitted_at")),
  },
  {
    name: "presences.ofActivity",
    call: (tx) => tx.presences.ofActivity(people, page("sessions_attended")),
  },
  {
    name: "presences.ofActivity by arrival",
    call: (tx) => tx.presences.ofActivity(people, page("first_admitted_at")),
  },
  {
    name: "presences.ofActivity by the last",
    call: (tx) => tx.presences.ofActivity(people, page("last_admitted_at")),
  },
  {
    name: "presences.findAdmissions",
    call: (tx) => tx.presences.findAdmissions(session.uuid, ["door", "desk"], ["tap-1", "tap-2"]),
  },
  {
    name: "presences.addAdmissions",
    call: (tx) =>
      tx.presences.addAdmissions([
        {
          ...admission(someone),
          uuid: uuid(stranger),
          clientId: "other",
          idempotencyKey: "tap-1",
        },
      ]),
  },
  {
    name: "presences.admissionsOf",
    call: (tx) => tx.presences.admissionsOf([uuid(someone), uuid(stranger)]),
  },
  {
    name: "presences.settle",
    call: (tx) =>
      tx.presences.settle(uuid(77), { isReentry: false, disputedReason: "card_frozen" }),
  },
]
