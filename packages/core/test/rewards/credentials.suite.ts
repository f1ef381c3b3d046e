import { createHash } from "node:crypto"
import { decodeProtectedHeader } from "jose"
import { beforeAll, describe, expect, it } from "vitest"
import { createSymbolon, type KeyVault, type Storage } from "../../src/index.ts"
import { memoryKeyVault, testClock } from "../../src/testing/index.ts"
import {
  claimsOf,
  credentialsOf,
  fullBadge,
  isRevoked,
  itemsOf,
  openCredentialClub,
  statusOf,
  verified,
} from "../fixtures/credentials.ts"
import { forbidden } from "../fixtures/staffed-organization.ts"
import { start } from "../fixtures/world.ts"

const now = new Date(start)
const absent = { _tag: "NotFound" }
const badge = { type: "badge", title: "Guest", criteria: { narrative: "Came" } }

/** A vault that counts how often it is asked to open something. */
const countingVault = () => {
  const real = memoryKeyVault(new Uint8Array(32).fill(7))
  const opened = { count: 0 }
  const vault: KeyVault = {
    ...real,
    unwrap: (wrapped, aad) => {
      if (aad.startsWith("credential|")) opened.count += 1
      return real.unwrap(wrapped, aad)
    },
  }
  return { vault, opened }
}

/** Credentials of badges and certificates, on any storage. */
export const credentialsSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`credentials on ${name}`, () => {
    let world: Awaited<ReturnType<typeof openCredentialClub>>
    beforeAll(async () => {
      world = await openCredentialClub(await open())
    })
    const claim = async (reward: string, username: string) => {
      const { as } = await world.person(username)
      const issued = await as.rewards.claim({ reward })
      return { as, issued, credentials: await credentialsOf(as, issued) }
    }

    it("a badge has a credential that its organization signed, with all that the item says", async () => {
      const made = await world.template("Sailing", [{ type: "coupon", code: "A-1" }, fullBadge])
      const { as, issued, credentials } = await claim(made.slug, "ada")
      const [jwt = ""] = credentials
      const did = `did:web:club.example%3A8443:organizations:${world.clubUuid}`
      const lists = `https://club.example:8443/organizations/${world.clubUuid}/credential-status`
      const achievement = `urn:uuid:${made.uuid}#1`
      expect(credentials).toHaveLength(1)
      expect(decodeProtectedHeader(jwt)).toEqual({
        alg: "EdDSA",
        typ: "JWT",
        kid: expect.stringMatching(`^${did}#[\\w-]{43}$`),
      })
      const claims = await verified(world.symbolon, jwt, now)
      const identity = expect.objectContaining({ identityType: "ext:wallet_address" })
      expect(claims).toEqual({
        "@context": [
          "https://www.w3.org/ns/credentials/v2",
          "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json",
        ],
        id: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
        type: ["VerifiableCredential", "OpenBadgeCredential"],
        name: "First sail",
        description: "Sailed for the first time",
        issuer: { id: did, type: ["Profile"], name: "Harbour Club" },
        validFrom: now.toISOString(),
        validUntil: "2027-05-01T10:00:00.000Z",
        credentialSubject: {
          type: ["AchievementSubject"],
          identifier: [identity],
          achievement: {
            id: achievement,
            type: ["Achievement"],
            name: "First sail",
            description: "Sailed for the first time",
            criteria: {
              id: "https://club.example/sailing",
              narrative: "Sail to the island and back.",
            },
            achievementType: "Competency",
            version: "1",
            tag: ["sailing"],
            alignment: [
              {
                type: ["Alignment"],
                targetName: "Seamanship",
                targetUrl: "https://skills.example/seamanship",
                targetType: "CFItem",
              },
            ],
            image: { id: "https://images.example/sail.png", type: "Image" },
            resultDescription: [
              {
                type: ["ResultDescription"],
                id: `${achievement}-result-0`,
                name: "Level",
                resultType: "PerformanceLevel",
              },
              {
                type: ["ResultDescription"],
                id: `${achievement}-result-1`,
                name: "Miles",
                resultType: "Result",
              },
            ],
          },
          result: [
            { type: ["Result"], value: "Two", resultDescription: `${achievement}-result-0` },
            { type: ["Result"], value: "12", resultDescription: `${achievement}-result-1` },
            { type: ["Result"], value: "passed" },
          ],
        },
        evidence: [{ type: ["Evidence"], name: "Log book", narrative: "Page 12" }],
        credentialStatus: {
          id: `${lists}/0#0`,
          type: "BitstringStatusListEntry",
          statusPurpose: "revocation",
          statusListIndex: "0",
          statusListCredential: `${lists}/0`,
        },
        credentialSchema: [
          {
            id: "https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json",
            type: "1EdTechJsonSchemaValidator2019",
          },
        ],
        iss: did,
        jti: claims["id"],
        nbf: Math.floor(now.getTime() / 1000),
        exp: Date.parse("2027-05-01T10:00:00Z") / 1000,
      })
      const file = await as.rewards.getItem({ item: `${issued.transactionId}-1` })
      expect(file.item["credential"]).toBe(jwt)
    })

    it("a certificate has one too, which names nobody", async () => {
      const made = await world.template("Certified", [
        {
          type: "certificate",
          title: "Skipper",
          recipient_name: "Zephyrine Quillfeather",
          issued_on: "2026-11-20",
          expires_on: "2027-11-20",
          credits_earned: 3.5,
          license_number: "L-9",
        },
      ])
      const { as, issued, credentials } = await claim(made.slug, "zephyrine")
      const [jwt = ""] = credentials
      expect(await itemsOf(as, issued)).toMatchObject([
        { recipient_name: "Zephyrine Quillfeather" },
      ])
      const claims = claimsOf(jwt)
      expect(claims).toMatchObject({
        awardedDate: "2026-11-20T00:00:00Z",
        validUntil: "2027-11-20T23:59:59.000Z",
        credentialSubject: {
          creditsEarned: 3.5,
          licenseNumber: "L-9",
          achievement: { achievementType: "Certificate", criteria: { narrative: "Skipper" } },
        },
      })
      const said = JSON.stringify(claims).toLowerCase()
      for (const word of ["zephyrine", "quillfeather", issued.walletAddress])
        expect(said).not.toContain(word)
    })

    it("tells its wallet to whoever is told the address, and to nobody else", async () => {
      const made = await world.template("Two badges", [badge, { ...badge, title: "Host" }])
      const { issued, credentials } = await claim(made.slug, "grace")
      const identities = credentials.map((jwt) => {
        const { identifier } = claimsOf(jwt)["credentialSubject"] as {
          identifier: { identityHash: string; salt: string }[]
        }
        return identifier[0] ?? { identityHash: "", salt: "" }
      })
      expect(new Set(identities.map(({ salt }) => salt)).size).toBe(2)
      for (const { identityHash, salt } of identities)
        expect(identityHash).toBe(
          `sha256$${createHash("sha256").update(`${issued.walletAddress}${salt}`).digest("hex")}`,
        )
    })

    it("is revoked by a reversal, with those that were issued along with it and no other", async () => {
      const made = await world.template("Revoked", [badge, badge])
      const [first, second] = [await claim(made.slug, "ida"), await claim(made.slug, "joe")]
      const revoked = async (credentials: readonly string[]) => {
        const found: boolean[] = []
        for (const jwt of credentials) found.push(await isRevoked(world.symbolon, jwt, now))
        return found
      }
      expect(await revoked([...first.credentials, ...second.credentials])).toEqual([
        false,
        false,
        false,
        false,
      ])
      await world.reverse(first.issued.transactionId ?? "")
      expect(await revoked(first.credentials)).toEqual([true, true])
      expect(await revoked(second.credentials)).toEqual([false, false])
    })

    it("has no credential among items of other kinds, and takes no place in a list", async () => {
      const made = await world.template("Drink", [{ type: "coupon", code: "A-1" }])
      const { as, issued } = await claim(made.slug, "kim")
      expect(await itemsOf(as, issued)).toEqual([
        { type: "coupon", code: "A-1", uid: `${issued.transactionId}-0` },
      ])
    })

    it("no author writes a credential, or more badges than can be signed", async () => {
      const forged = world.template("Forged", [{ ...badge, credential: "ey.J.x" }])
      await expect(forged).rejects.toMatchObject({ _tag: "Invalid" })
      const many = world.template("Many", Array(11).fill(badge))
      await expect(many).rejects.toMatchObject({ _tag: "Invalid" })
    })

    it("opens also where the content is as large as it may be", async () => {
      const long = { ...badge, description: "€".repeat(2000) }
      const made = await world.template("Large", Array(10).fill(long), {
        description: "€".repeat(5000),
      })
      const { credentials } = await claim(made.slug, "leo")
      expect(credentials).toHaveLength(10)
      await verified(world.symbolon, credentials[9] ?? "", now)
    })

    it("stays valid when the key is rotated, and again", async () => {
      const made = await world.template("Rotated", [badge])
      const before = await claim(made.slug, "mia")
      const owner = world.forClub("owner")
      const { key, retired } = await owner.credentials.rotateKey({ organization: world.club })
      expect(retired?.retiredAt).toEqual(now)
      const after = await claim(made.slug, "noa")
      const [old = "", fresh = ""] = [...before.credentials, ...after.credentials]
      expect(decodeProtectedHeader(old).kid).toMatch(new RegExp(`#${retired?.keyId}$`))
      expect(decodeProtectedHeader(fresh).kid).toMatch(new RegExp(`#${key.keyId}$`))
      for (const jwt of [old, fresh]) {
        await verified(world.symbolon, jwt, now)
        expect(await isRevoked(world.symbolon, jwt, now)).toBe(false)
      }
      const keys = await owner.credentials.listKeys({ organization: world.club })
      expect(new Set(keys)).toEqual(new Set([retired, key]))
    })

    it("the key is the owner's to rotate, and of two rotations at once one is made", async () => {
      for (const role of ["manager", "staff", "outsider"] as const)
        await expect(
          world.forClub(role).credentials.rotateKey({ organization: world.club }),
        ).rejects.toMatchObject(forbidden)
      const rotate = () => world.symbolon.credentials.rotateKey({ organization: world.club })
      const made = await Promise.allSettled([rotate(), rotate(), rotate()])
      const done = made.filter(({ status }) => status === "fulfilled").length
      expect(done).toBeGreaterThan(0)
      for (const each of made)
        expect(each.status === "fulfilled" ? "key_changed" : each.reason.reason).toBe("key_changed")
      const keys = await world.symbolon.credentials.listKeys({ organization: world.club })
      expect(keys.filter(({ retiredAt }) => retiredAt === undefined)).toHaveLength(1)
    })

    it("an organization has no document and no list before its first credential", async () => {
      const { uuid: organizationUuid } = await world.symbolon.organizations.create({
        name: "Quiet Club",
        ownerUuid: world.team.owner.uuid,
      })
      const { symbolon } = world
      await expect(symbolon.credentials.didDocumentOf({ organizationUuid })).rejects.toMatchObject(
        absent,
      )
      for (const [uuid, list] of [
        [organizationUuid, 0],
        [world.clubUuid, 1],
      ] as const)
        await expect(
          symbolon.credentials.statusList({ organizationUuid: uuid, list }),
        ).rejects.toMatchObject(absent)
    })

    it("the service has a document, with the keys of its ledger", async () => {
      const { keys } = await world.symbolon.ledger.keys({})
      expect(await world.symbolon.credentials.serviceDidDocument({})).toMatchObject({
        id: "did:web:club.example%3A8443",
        assertionMethod: expect.arrayContaining(
          keys.map(({ key_id }) => `did:web:club.example%3A8443#${key_id}`),
        ),
      })
    })
  })

  describe(`credentials of processes on one store, ${name}`, () => {
    it("made at once have one key and a place each; the vault opens it once for each process", async () => {
      const storage = await open()
      const { vault, opened } = countingVault()
      const world = await openCredentialClub(storage, { vault })
      const made = await world.template("Guest", [badge])
      const other = await createSymbolon({
        storage,
        vault,
        testClock: testClock(start),
        baseUrl: world.symbolon.settings.baseUrl,
      })
      const people = await Promise.all(Array.from({ length: 24 }, (_, n) => world.make(`p-${n}`)))
      const issued = await Promise.all(
        people.map(({ username }, n) =>
          (n % 2 === 0 ? world.symbolon : other).rewards.redeem({
            reward: made.slug,
            identifier: { type: "username", value: username },
          }),
        ),
      )
      const stored = await storage.transact("read", async (tx) => {
        const found = []
        for (const { transactionId = "" } of issued)
          found.push(await tx.issuances.find(transactionId))
        return found
      })
      const indexes = new Set(stored.map((row) => row?.credentialIndex))
      expect(indexes.size).toBe(24)
      expect(Math.max(...stored.map((row) => row?.credentialIndex ?? 999))).toBeLessThan(48)
      const keys = await world.symbolon.credentials.listKeys({ organization: world.club })
      expect(keys).toHaveLength(1)
      expect(opened.count).toBe(2)
    })
  })

  describe(`credentials after a new key of the vault, on ${name}`, () => {
    it("are signed by the same key", async () => {
      const storage = await open()
      const [old, fresh] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)]
      const world = await openCredentialClub(storage, { vault: memoryKeyVault(old) })
      const made = await world.template("Guest", [badge])
      const { as } = await world.person("ada")
      const issued = await as.rewards.claim({ reward: made.slug })
      const [jwt = ""] = await credentialsOf(as, issued)
      const reopened = (vault: KeyVault) =>
        createSymbolon({
          storage,
          vault,
          testClock: testClock(start),
          baseUrl: world.symbolon.settings.baseUrl,
        })
      const renewed = await reopened(memoryKeyVault(fresh, old))
      expect((await renewed.rewrapKeys()).failed).toEqual([])
      const after = await reopened(memoryKeyVault(fresh))
      expect(await isRevoked(after, jwt, now)).toBe(false)
    })
  })

  describe(`credentials of an organization that was deleted, on ${name}`, () => {
    it("are verified as before, and those that were taken back stay so", async () => {
      const world = await openCredentialClub(await open())
      const made = await world.template("Guest", [badge])
      const credentials: string[] = []
      for (const username of ["ada", "bob"]) {
        const { as } = await world.person(username)
        const issued = await as.rewards.claim({ reward: made.slug })
        credentials.push(...(await credentialsOf(as, issued)))
        if (username === "bob") await world.reverse(issued.transactionId ?? "")
      }
      const { symbolon, club } = world
      await symbolon.organizations.delete({ organization: club, confirm: club })
      const later = new Date(now.getTime() + 1000)
      for (const [n, jwt] of credentials.entries()) {
        await verified(symbolon, jwt, later)
        expect(await isRevoked(symbolon, jwt, later)).toBe(n === 1)
      }
      expect(credentials.map((jwt) => statusOf(jwt).statusListIndex)).toEqual(["0", "1"])
    })
  })
}
