import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultDoorSettings } from "../activities/activity.ts"
import { canonicalJson, isCheckinManifest } from "../door/index.ts"
import type { Session } from "../sessions/session.ts"
import { manifestText } from "./build.ts"

const at = new Date("2026-11-21T10:00:00.750Z")
const session: Session = {
  ...defaultDoorSettings,
  requiredEntitlement: "member",
  uuid: "0199-s",
  slug: "open-evening",
  organizationUuid: "0199-o",
  activityUuid: undefined,
  name: "Open evening",
  description: undefined,
  startTime: at,
  endTime: new Date(at.getTime() + 3_600_000),
  isCheckinOpen: true,
  cancelledAt: undefined,
  requiredPriorSessionUuid: undefined,
  seriesUuid: undefined,
  sequenceNumber: 1,
  createdAt: at,
  updatedAt: undefined,
}
const stamp = {
  manifestVersion: 7,
  generatedAt: at,
  validUntil: new Date(at.getTime() + 43_200_000),
  clockToleranceSeconds: 300,
  opensBeforeSeconds: 1800,
}
const address = fc.stringMatching(/^sy1[a-z0-9]{59}$/)

describe("manifestText", () => {
  it("is the RFC 8785 form of the manifest it parses to, whatever the roster", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(address, { maxLength: 30 }),
        fc.uniqueArray(address, { maxLength: 10 }),
        fc.boolean(),
        (listed, present, enforced) => {
          const text = manifestText(
            {
              session: { ...session, enforcesCheckinWindow: enforced },
              activity: undefined,
              holders: listed.toSorted().map((walletAddress) => ({ walletAddress, userUuid: "u" })),
              presences: present.toSorted().map((walletAddress) => ({
                uuid: "p",
                sessionUuid: "s",
                walletAddress,
                userUuid: undefined,
                seat: "walk_in" as const,
                firstAdmittedAt: at,
                recordedAt: at,
              })),
            },
            stamp,
          )
          const parsed: unknown = JSON.parse(text)
          return canonicalJson(parsed) === text && isCheckinManifest(parsed)
        },
      ),
    )
  })

  it("carries whole seconds and the window with its lead", () => {
    const parsed = JSON.parse(manifestText({ session, activity: undefined, holders: [], presences: [] }, stamp)) as Record<string, unknown>
    expect(parsed).toMatchObject({
      generated_at: "2026-11-21T10:00:00Z",
      checkin_opens_at: "2026-11-21T09:30:00Z",
      roster_kind: "members",
      manifest_version: 7,
    })
  })
})
