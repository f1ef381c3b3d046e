import { describe, expect, it } from "vitest"
import { verifyManifest, readTrustKeys } from "../src/door/index.ts"
import type { AdmissionRequest, Storage } from "../src/index.ts"
import {
  addTestMember,
  createTestOrganization,
  createTestSession,
  openTestSymbolon,
} from "./fixtures/world.ts"
import { portsOf } from "../src/effect.ts"

const tap = (value: string, more: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  identifier: { type: "wallet", value },
  idempotencyKey: `tap-${value}`,
  ...more,
})

/**
 * The story through the facade, on a storage. `open` gives an empty one each time; the test closes
 * it.
 */
export const storySuite = (storage: string, open: () => Storage | Promise<Storage>): void => {
  describe(`on ${storage}`, () => {
    describe("people and organizations", () => {
      it("gives an organization a slug, an owner, a treasury", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club, owner } = await createTestOrganization(symbolon, 0)
        expect(club).toMatchObject({ slug: "harbour-club", ownerUuid: owner.uuid })
        const treasury = await symbolon.wallets.list({
          of: { treasuryOf: club.uuid },
          page: { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" },
        })
        expect(treasury.items).toMatchObject([
          { kind: "treasury", balance: 0, organizationUuid: club.uuid },
        ])
      })

      it("shares one name space between people and organizations", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club, owner } = await createTestOrganization(symbolon, 0)
        await expect(
          symbolon.users.create({ username: club.slug, firstName: "X" }),
        ).rejects.toMatchObject({ _tag: "Conflict" })
        const second = await symbolon.organizations.create({
          name: "Harbour Club",
          ownerUuid: owner.uuid,
        })
        expect(second.slug).toMatch(/^harbour-club-[a-z0-9]{6}$/)
      })

      it("refuses an owner who does not exist, and writes nothing", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        await expect(
          symbolon.organizations.create({ name: "Ghost", ownerUuid: "nobody" }),
        ).rejects.toMatchObject({
          _tag: "Invalid",
          errors: { owner_uuid: expect.any(String) },
        })
        await expect(symbolon.organizations.get({ organization: "ghost" })).rejects.toMatchObject({
          _tag: "NotFound",
        })
      })
    })

    describe("members and what they may", () => {
      it("adds a member once, tells of it once, and grants the tier's keys until the term ends", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club, tier, people } = await createTestOrganization(symbolon, 1)
        const [ada] = people
        const again = symbolon.memberships.add({
          organization: club.slug,
          member: { type: "username", value: "member-1" },
          tierSlug: tier.slug,
        })
        await expect(again).rejects.toMatchObject({
          _tag: "Conflict",
          details: { status: "active" },
        })
        const events = await portsOf(symbolon).storage.transact("read", (tx) =>
          tx.outbox.list(undefined, 10),
        )
        expect(events.map(({ type, data }) => [type, data])).toEqual([
          [
            "membership.joined",
            {
              origin: "user_app",
              schema_version: 1,
              user_uuid: ada?.user.uuid,
              organization_uuid: club.uuid,
              tier_slug: "friend",
            },
          ],
        ])
        const check = () =>
          symbolon.entitlements.check({
            organization: club.slug,
            userUuid: ada?.user.uuid ?? "",
            key: "lounge",
          })
        expect(await check()).toMatchObject({ granted: true, reason: undefined })
        await symbolon.testClock?.moveTo(new Date("2026-12-21T10:00:00Z"))
        expect(await check()).toMatchObject({ granted: false, reason: "lapsed" })
        await symbolon.testClock?.moveTo(new Date("2026-12-28T10:00:00Z"))
        expect(await check()).toMatchObject({ granted: false, reason: "no_membership" })
      })

      it("lets somebody back in after their membership ran out, as a new one", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club, tier, people } = await createTestOrganization(symbolon, 1)
        await symbolon.testClock?.moveTo(new Date("2027-02-01T00:00:00Z"))
        const { membership } = await symbolon.memberships.add({
          organization: club.slug,
          member: { type: "username", value: "member-1" },
          tierSlug: tier.slug,
        })
        expect(membership.uuid).not.toBe(people[0]?.membership.uuid)
        const list = (status: "current" | "ended") =>
          symbolon.memberships.listMembers({
            organization: club.slug,
            status,
            page: { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" },
          })
        expect((await list("current")).totalItems).toBe(1)
        expect((await list("ended")).items).toMatchObject([
          { status: "ended", membership: { endedBy: "lapsed" } },
        ])
      })
    })

    describe("a door", () => {
      it("judges by the rule, once for each key, and lists who is in", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club, people } = await createTestOrganization(symbolon, 2)
        const { session } = await createTestSession(symbolon, club.slug, {
          requiredEntitlement: "member",
        })
        const [ada, ben] = people
        const { user: outsider } = await symbolon.users.create({
          username: "outsider",
          firstName: "S",
        })
        const admit = (request: AdmissionRequest) =>
          symbolon.sessions.admit({ session: session.slug, request })
        const first = await admit(tap(ada?.wallet ?? ""))
        expect(first).toMatchObject({ decision: "admitted", seat: "walk_in", isReplayed: false })
        expect(await admit(tap(ada?.wallet ?? ""))).toMatchObject({
          decision: "admitted",
          isReplayed: true,
          attendanceUuid: first.attendanceUuid,
        })
        expect(await admit(tap(ada?.wallet ?? "", { idempotencyKey: "another" }))).toMatchObject({
          decision: "blocked",
          blockedReason: "already_admitted",
        })
        await expect(
          admit(tap(ben?.wallet ?? "", { idempotencyKey: `tap-${ada?.wallet}` })),
        ).rejects.toMatchObject({
          _tag: "IdempotencyConflict",
        })
        await expect(admit(tap("nobody"))).rejects.toMatchObject({ _tag: "IdentifierUnresolved" })
        expect(
          await admit({ ...tap("x"), identifier: { type: "user_id", value: outsider.uuid } }),
        ).toMatchObject({
          blockedReason: "membership_required",
        })
        const issued = await symbolon.sessions.checkinManifest({ session: session.slug })
        const payload = JSON.parse(Buffer.from(issued.bytes).toString())
        expect(new Set(Object.keys(payload.roster))).toEqual(new Set([ada?.wallet, ben?.wallet]))
        expect(Object.keys(payload.admitted)).toEqual([ada?.wallet])
      })

      it("signs a manifest that the door's verifier takes, serves it again while it is fresh, and never twice the same version", async () => {
        const { symbolon, clock } = await openTestSymbolon(await open())
        const { club, tier } = await createTestOrganization(symbolon, 1)
        const { session } = await createTestSession(symbolon, club.slug, {
          requiredEntitlement: "lounge",
        })
        const one = await symbolon.sessions.checkinManifest({ session: session.slug })
        expect(
          (await symbolon.sessions.checkinManifest({ session: session.slug })).manifestVersion,
        ).toBe(one.manifestVersion)
        await addTestMember(symbolon, club.slug, tier.slug, "newcomer")
        const two = await symbolon.sessions.checkinManifest({ session: session.slug })
        clock.set(new Date(clock.now().getTime() + 30_000))
        const three = await symbolon.sessions.checkinManifest({ session: session.slug })
        expect([one, two, three].map(({ manifestVersion }) => manifestVersion)).toEqual([1, 2, 3])
        const keys = (await symbolon.sessions.checkinTrustKeys({ session: session.slug })).map(
          (key) => ({
            key_id: key.keyId,
            algorithm: "Ed25519" as const,
            public_key: key.publicKey,
            purpose: "checkin_manifest" as const,
            not_before: key.notBefore.toISOString(),
            not_after: null,
            status: key.status,
          }),
        )
        const response = `{"payload":${Buffer.from(two.bytes).toString()},"key_id":"${two.keyId}","signature":"${two.signature}","delta_cursor":null}`
        expect(verifyManifest(response, { keys: readTrustKeys({ keys }) })).toMatchObject({
          ok: true,
          manifest: { manifest_version: 2 },
        })
        expect(
          verifyManifest(response.replace('"manifest_version":2', '"manifest_version":9'), {
            keys: readTrustKeys({ keys }),
          }),
        ).toMatchObject({ ok: false })
      })

      it("records what a justified door did offline and disputes it, and judges the rest live", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club, people } = await createTestOrganization(symbolon, 2)
        const { session } = await createTestSession(symbolon, club.slug, {
          requiredEntitlement: "member",
          maxAttendees: 1,
        })
        const [ada, ben] = people.map(({ wallet }) => wallet)
        const { manifestVersion } = await symbolon.sessions.checkinManifest({
          session: session.slug,
        })
        const admit = (request: AdmissionRequest) =>
          symbolon.sessions.admit({ session: session.slug, request })
        const offline = (
          wallet: string | undefined,
          minute: number,
          key: string,
          version: number | undefined = manifestVersion,
        ) =>
          tap(wallet ?? "", {
            idempotencyKey: key,
            isOffline: true,
            manifestVersion: version,
            occurredAt: new Date(Date.parse("2026-11-21T10:00:00Z") + minute * 1000),
          })
        await symbolon.testClock?.moveTo(new Date("2026-11-21T10:10:00Z"))
        expect(await admit(offline(ada, 20, "late"))).toMatchObject({
          decision: "admitted",
          disputedReason: undefined,
        })
        // The other door let her in before: the earlier one stands, the later one becomes the
        // duplicate.
        expect(await admit(offline(ada, 10, "early"))).toMatchObject({
          decision: "admitted",
          disputedReason: undefined,
        })
        expect(await admit(offline(ada, 20, "late"))).toMatchObject({
          isReplayed: true,
          disputedReason: undefined,
        })
        const { items } = await symbolon.sessions.listAttendees({
          session: session.slug,
          page: { page: 1, pageSize: 10, sortBy: "first_admitted_at", sortOrder: "asc" },
        })
        expect(items).toMatchObject([
          { presence: { walletAddress: ada, disputedReason: "duplicate_admission" } },
        ])
        expect(await admit(offline(ben, 30, "full"))).toMatchObject({
          decision: "admitted",
          disputedReason: "over_capacity",
        })
        expect(await admit(offline(ben, 40, "made-up", 99))).toMatchObject({
          decision: "blocked",
          blockedReason: "already_admitted",
        })
        await expect(admit(offline(ben, 3600, "future"))).rejects.toMatchObject({ _tag: "Invalid" })
      })
    })

    describe("points", () => {
      it("are minted, sent once for each key, and never more than there are", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club, people } = await createTestOrganization(symbolon, 2)
        const [ada, ben] = people
        const { transaction } = await symbolon.points.mint({
          organization: club.slug,
          amount: 100,
          idempotencyKey: "m1",
        })
        const treasury = transaction.body.to_address
        const send = (amount: number, idempotencyKey: string) =>
          symbolon.wallets.transfer({
            wallet: treasury,
            to: { type: "username", value: "member-1" },
            amount,
            idempotencyKey,
            description: "Thank you",
            tags: ["crew"],
          })
        const sent = await send(60, "k1")
        expect(sent).toMatchObject({
          replayed: false,
          transaction: {
            body: { to_address: ada?.wallet },
            meta: { description: "Thank you", tags: ["crew"] },
          },
        })
        expect(await send(60, "k1")).toMatchObject({
          replayed: true,
          transaction: { body: { id: sent.transaction.body.id } },
        })
        await expect(send(61, "k1")).rejects.toMatchObject({ _tag: "IdempotencyConflict" })
        await expect(send(41, "k2")).rejects.toMatchObject({
          _tag: "InsufficientBalance",
          available: 40,
        })
        expect(await symbolon.wallets.balance({ wallet: treasury })).toBe(40)
        const history = await symbolon.wallets.listTransactions({
          wallet: ada?.wallet ?? "",
          page: { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "desc" },
        })
        expect(history.items.map(({ body }) => body.amount)).toEqual([60])
        await expect(
          symbolon.wallets.transfer({
            wallet: ada?.wallet ?? "",
            to: { type: "wallet", value: ada?.wallet ?? "" },
            amount: 1,
            idempotencyKey: "self",
          }),
        ).rejects.toMatchObject({ _tag: "BadRequest" })
        const mine = symbolon.as({
          kind: "user",
          userUuid: ben?.user.uuid ?? "",
          isServiceStaff: false,
          clientId: "c",
          sid: "s",
          isFirstParty: true,
          scopes: new Set(["wallet:transfer"]),
        })
        await expect(
          mine.wallets.transfer({
            wallet: ada?.wallet ?? "",
            to: { type: "username", value: "member-2" },
            amount: 1,
            idempotencyKey: "theft",
          }),
        ).rejects.toMatchObject({ _tag: "NotFound" })
      })

      it("64 callers at once get exactly as much as there is", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club } = await createTestOrganization(symbolon, 1)
        const { transaction } = await symbolon.points.mint({
          organization: club.slug,
          amount: 100,
          idempotencyKey: "m",
        })
        const sends = Array.from({ length: 64 }, (_, n) =>
          symbolon.wallets.transfer({
            wallet: transaction.body.to_address,
            to: { type: "username", value: "member-1" },
            amount: 7,
            idempotencyKey: `k${n}`,
          }),
        )
        const settled = await Promise.allSettled(sends)
        expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(14)
        expect(await symbolon.wallets.balance({ wallet: transaction.body.to_address })).toBe(2)
      })
    })

    describe("tokens", () => {
      it("speak for an app until they end, and no other secret works", async () => {
        const { symbolon } = await openTestSymbolon(await open())
        const { club } = await createTestOrganization(symbolon, 0)
        const { client, clientSecret } = await symbolon.apps.create({
          organization: club.slug,
          name: "App",
          clientType: "confidential",
          grantTypes: ["client_credentials"],
          scopes: ["wallet:read", "activity:write"],
          serviceRole: "manager",
        })
        const issue = (secret: string, scope?: string) =>
          symbolon.oauth.issueClientToken({
            client: { clientId: client.clientId, clientSecret: secret },
            scope,
          })
        await expect(issue("wrong")).rejects.toMatchObject({ error: "invalid_client" })
        await expect(
          issue(clientSecret ?? "", "wallet:read organization:write"),
        ).rejects.toMatchObject({ error: "invalid_scope" })
        const { accessToken, scope } = await issue(clientSecret ?? "", "wallet:read")
        expect(scope).toBe("wallet:read")
        const caller = await symbolon.authenticate(accessToken)
        expect(caller).toMatchObject({
          kind: "client",
          organizationUuid: club.uuid,
          serviceRole: "manager",
        })
        await expect(
          symbolon.as(caller).activities.listForOrganization({
            organization: club.slug,
            page: { page: 1, pageSize: 20, sortBy: "created_at", sortOrder: "asc" },
          }),
        ).rejects.toMatchObject({ _tag: "Forbidden", details: { scope: "activity:read" } })
        await expect(symbolon.authenticate(`${accessToken.slice(0, -3)}abc`)).rejects.toMatchObject(
          { _tag: "InvalidCredentials" },
        )
        await symbolon.testClock?.moveTo(new Date("2026-11-21T11:00:00Z"))
        await expect(symbolon.authenticate(accessToken)).rejects.toMatchObject({
          _tag: "InvalidCredentials",
        })
      })
    })
  })
}
