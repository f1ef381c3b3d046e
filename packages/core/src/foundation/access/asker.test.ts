import { expect, it } from "vitest"
import { tokenClaims, userCaller } from "../../../test/fixtures/staffed-organization.ts"
import { askerOf, host } from "./caller.ts"

it("who shares places is the user, whatever app they use or act for, else the app; the host shares with nobody", () => {
  const of = { ...tokenClaims, organizationUuid: "club" }
  const ann = { userUuid: "ann", isServiceStaff: false }
  expect(askerOf(userCaller("ann"))).toBe("ann")
  expect(askerOf({ kind: "organization", ...of, ...ann })).toBe("ann")
  expect(askerOf({ kind: "client", ...of, clientId: "one", serviceRole: "owner" })).toBe("one")
  expect(askerOf({ kind: "client", ...of, clientId: "two", serviceRole: "owner" })).toBe("two")
  expect(askerOf(host)).toBeUndefined()
})
