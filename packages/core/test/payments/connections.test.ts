import { describe, expect, it } from "vitest"
import { manualPayments } from "../../src/payments/index.ts"
import { makeClub, openWorld } from "../fixtures/world.ts"
import { openTill, page } from "../fixtures/payments.ts"
import { portsOf } from "../../src/effect.ts"

const refusal = (_tag: string) => expect.objectContaining({ _tag })

const bank = { ...manualPayments(), name: "bank", secrets: "brought" } as const

const openClub = async () => {
  const { symbolon, clock } = await openWorld(undefined, {
    payments: [bank],
    baseUrl: "https://club.example/members",
  })
  const { club } = await makeClub(symbolon, 0)
  const stored = (uuid: string) =>
    portsOf(symbolon).storage.transact("read", (tx) => tx.paymentConnections.find(uuid))
  return { symbolon, clock, club, stored }
}

describe("connect", () => {
  it("makes a secret, tells it once, and keeps it sealed", async () => {
    const { symbolon, club, stored, clock } = await openClub()
    const { connection, secret } = await symbolon.paymentConnections.create({
      organization: club.slug,
      backend: "manual",
    })
    expect(secret).toMatch(/^sy_ps_[A-Za-z0-9_-]{43}$/)
    expect(connection).toEqual({
      uuid: expect.any(String),
      organizationUuid: club.uuid,
      backend: "manual",
      createdAt: clock.now(),
      disabledAt: undefined,
      callbackUrl: `https://club.example/members/webhooks/in/payments/manual/${connection.uuid}`,
    })
    const kept = JSON.stringify(await stored(connection.uuid))
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain(Buffer.from(secret ?? "").toString("base64url"))
    const { secret: another } = await symbolon.paymentConnections.create({
      organization: club.slug,
      backend: "manual",
    })
    expect(another).not.toBe(secret)
  })

  it("takes the secret along that the backend has made, and does not tell it", async () => {
    const { symbolon, club, stored } = await openClub()
    const { connection, secret } = await symbolon.paymentConnections.create({
      organization: club.slug,
      backend: "bank",
      secret: "whsec_0123456789",
    })
    expect(secret).toBeUndefined()
    expect(JSON.stringify(await stored(connection.uuid))).not.toContain("whsec")
  })

  it("binds the secret to its connection: in another row it opens nothing", async () => {
    const till = await openTill()
    const { ids, storage } = portsOf(till.symbolon)
    const copy = await storage.transact("write", async (tx) => {
      const known = await tx.paymentConnections.find(till.connection.uuid)
      if (known === undefined) throw new Error("The connection is gone.")
      const forged = { ...known, uuid: ids.uuid() }
      await tx.paymentConnections.add(forged)
      return forged
    })
    const checkout = await till.ask("ada", { connectionUuid: copy.uuid })
    await expect(till.tell(checkout, { by: copy.uuid })).rejects.toEqual(refusal("StorageFailed"))
    expect(await till.find(checkout.uuid)).toEqual(checkout)
  })

  it.each<readonly [string, object, string]>([
    ["a backend that is not configured", { backend: "stripe" }, "backend"],
    ["no secret where the backend makes it", { backend: "bank" }, "secret"],
    ["a secret where we make it", { backend: "manual", secret: "my own one, long" }, "secret"],
  ])("refuses %s, by the field's name", async (_, input, field) => {
    const { symbolon, club } = await openClub()
    const refused = symbolon.paymentConnections.create({
      organization: club.slug,
      backend: "manual",
      ...input,
    })
    await expect(refused).rejects.toEqual(refusal("Invalid"))
    await expect(refused).rejects.toMatchObject({ errors: { [field]: expect.any(String) } })
    expect(
      (await symbolon.paymentConnections.list({ organization: club.slug, page })).totalItems,
    ).toBe(0)
  })

  it("refuses an organization that is not there", async () => {
    const { symbolon } = await openClub()
    await expect(
      symbolon.paymentConnections.create({ organization: "nowhere", backend: "manual" }),
    ).rejects.toEqual(refusal("NotFound"))
  })
})

describe("disconnect", () => {
  it("lets callbacks find nobody, cancels the open checkouts, and leaves what was paid", async () => {
    const { symbolon, club, connection, ask, find, tell } = await openTill()
    const [open, paid] = [await ask("ada"), await ask("bea")]
    await tell(paid)
    const before = await find(paid.uuid)
    const gone = await symbolon.paymentConnections.delete({
      organization: club.slug,
      connectionUuid: connection.uuid,
    })
    expect(gone).toMatchObject({ uuid: connection.uuid, disabledAt: symbolon.clock.now() })
    expect(
      (await symbolon.paymentConnections.list({ organization: club.slug, page })).items,
    ).toEqual([])
    await expect(tell(open, { eventId: "evt-2" })).rejects.toEqual(refusal("NotFound"))
    expect([(await find(open.uuid)).status, await find(paid.uuid)]).toEqual(["cancelled", before])
    await expect(
      symbolon.paymentConnections.delete({
        organization: club.slug,
        connectionUuid: connection.uuid,
      }),
    ).rejects.toEqual(refusal("NotFound"))
  })

  it("reads another organization's as absent", async () => {
    const { symbolon, connection, make, ask, tell } = await openTill()
    const other = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: (await make("another-owner")).uuid,
    })
    await expect(
      symbolon.paymentConnections.delete({
        organization: other.slug,
        connectionUuid: connection.uuid,
      }),
    ).rejects.toEqual(refusal("NotFound"))
    expect(await tell(await ask("ada"))).toMatchObject([{ outcome: "applied" }])
  })
})
