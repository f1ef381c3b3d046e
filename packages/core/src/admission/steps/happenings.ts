import type { Happening, TriggerSubject } from "../../rewards/triggers/happening.ts"
import type { Attendance } from "./attendance.ts"

/**
 * What a call led to, for triggers of rewards: who came to a session, and each admission. It follows
 * from who was admitted, not from the order in which uploads come; disputed ones count too.
 */
export const happeningsOf = (
  { session, presences }: Pick<Attendance, "session" | "presences">,
  { arrived, admitted }: Pick<Attendance, "arrived" | "admitted">,
): readonly Happening[] => {
  const { uuid: sessionUuid, organizationUuid, activityUuid } = session
  const base = {
    organizationUuid,
    facts: {
      session_uuid: sessionUuid,
      ...(activityUuid === undefined ? {} : { activity_uuid: activityUuid }),
    },
  }
  const subjectAt = (walletAddress: string): TriggerSubject => ({
    userUuid: presences.get(walletAddress)?.userUuid,
    walletAddress,
  })
  const arrivals = arrived.flatMap(({ walletAddress }): readonly Happening[] => {
    const of = { ...base, subject: subjectAt(walletAddress) }
    const ofSession = {
      ...of,
      event: "session.attended",
      id: `session:${sessionUuid}:${walletAddress}`,
    } as const
    if (activityUuid === undefined) return [ofSession]
    return [
      ofSession,
      { ...of, event: "activity.attended", id: `activity:${activityUuid}:${walletAddress}` },
      {
        ...of,
        event: "activity.completed",
        id: `activity:${activityUuid}:${walletAddress}`,
        completes: activityUuid,
      },
    ]
  })
  const admissions = admitted.map(
    ({ uuid, walletAddress }): Happening => ({
      ...base,
      subject: subjectAt(walletAddress),
      event: "session.checked_in",
      id: `admission:${uuid}`,
    }),
  )
  return [...arrivals, ...admissions]
}
