import type { Body, DoorService, Ways } from "../../../core/test/admission/cases/service.ts"
import { scopesFor } from "@symbolon/core/contract"
import { startTestServer, registerClient, type TestServer } from "../fixtures/world.ts"

/**
 * The service over a real socket, each caller with a token of their own. Every answer is checked
 * against the OpenAPI document.
 */
export const openByHttp = async (): Promise<Ways> => {
  const world = await startTestServer()
  const { symbolon } = world
  return {
    symbolon,
    appOf: async ({ slug }) => {
      const client = await registerClient(symbolon, slug)
      return serviceOf(
        world,
        (await symbolon.oauth.issueClientToken({ client, scope: undefined })).accessToken,
      )
    },
    deviceAt: async ({ slug }) =>
      serviceOf(world, (await symbolon.sessions.createDeviceToken({ session: slug })).token),
    person: async (userUuid, organization) =>
      serviceOf(
        world,
        organization === undefined
          ? await world.tokenFor(scopesFor("user"), { userUuid })
          : await world.tokenFor(scopesFor("organization"), {
              userUuid,
              organization: organization.uuid,
            }),
      ),
    close: world.close,
  }
}

const serviceOf = (world: TestServer, token: string): DoorService => {
  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await world.call(method, `/api/v1/sessions/${path}`, body, {
      authorization: `Bearer ${token}`,
    })
    const text = await reply.text()
    return { status: reply.status, body: JSON.parse(text) as Body, text }
  }
  return {
    admit: (session, tap) => call("POST", `${session}/admit`, tap),
    admitAll: (session, admissions) => call("POST", `${session}/admit`, { admissions }),
    checkIn: (session, idempotency_key) => call("POST", `${session}/check-in`, { idempotency_key }),
    undo: (session, attendance) => call("DELETE", `${session}/attendees/${attendance}`),
    attendees: (session, { disputed, status } = {}) =>
      call(
        "GET",
        `${session}/attendees?page_size=100${disputed === undefined ? "" : `&disputed=${disputed}`}${status === undefined ? "" : `&status=${status}`}`,
      ),
    manifest: (session) => call("GET", `${session}/checkin-manifest`),
    delta: (session, cursor) =>
      call("GET", `${session}/checkin-manifest/delta?cursor=${encodeURIComponent(cursor)}`),
    trustKeys: (session) => call("GET", `${session}/checkin-manifest/trust-keys`),
  }
}
