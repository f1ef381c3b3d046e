import { describe, expect, it } from "vitest"
import { manualPayments } from "../../src/payments/index.ts"
import { createTestOrganization, openTestSymbolon } from "../fixtures/world.ts"
import { openPaymentBackend, page } from "../fixtures/payments.ts"
import { portsOf } from "../../src/effect.ts"

const refusal = (_tag: string) => expect.objectContaining({ _tag })

const bank = { ...manualPayments(), name: "bank", secrets: "brought" } as const

const openClub = async () => {
  const { symbolon, clock } = await openTestSymbolon(undefined, {
    payments: [bank],
    baseUrl: "https://club.example/members",
  })
  const { club } = await createTestOrganization(symbolon, 0)
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
    const retained = JSON.stringify(await stored(connection.uuid))
    expect(retained).not.toContain(secret)
    expect(retained).not.toContain(Buffer.from(secret ?? "").toString("base64url"))
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
    const paymentBackend = await openPaymentBackend()
    const { ids, storage } = portsOf(paymentBackend.symbolon)
    const copy = await storage.transact("write", async (tx) => {
      const known = await tx.paymentConnections.find(paymentBackend.connection.uuid)
      if (known === undefined) throw new Error("The connection is gone.")
      const forged = { ...known, uuid: ids.uuid() }
      await tx.paymentConnections.add(forged)
      return forged
    })
    const checkout = await paymentBackend.insertCheckout("ada", { connectionUuid: copy.uuid })
    await expect(paymentBackend.sendCallback(checkout, { by: copy.uuid })).rejects.toEqual(
      refusal("StorageFailed"),
    )
    expect(await paymentBackend.find(checkout.uuid)).toEqual(checkout)
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
    const { symbolon, club, connection, insertCheckout, find, sendCallback } =
      await openPaymentBackend()
    const [open, paid] = [await insertCheckout("ada"), await insertCheckout("bea")]
    await sendCallback(paid)
    const before = await find(paid.uuid)
    const gone = await symbolon.paymentConnections.delete({
      organization: club.slug,
      connectionUuid: connection.uuid,
    })
    expect(gone).toMatchObject({ uuid: connection.uuid, disabledAt: symbolon.clock.now() })
    expect(
      (await symbolon.paymentConnections.list({ organization: club.slug, page })).items,
    ).toEqual([])
    await expect(sendCallback(open, { eventId: "evt-2" })).rejects.toEqual(refusal("NotFound"))
    expect([(await find(open.uuid)).status, await find(paid.uuid)]).toEqual(["cancelled", before])
    await expect(
      symbolon.paymentConnections.delete({
        organization: club.slug,
        connectionUuid: connection.uuid,
      }),
    ).rejects.toEqual(refusal("NotFound"))
  })

  it("reads another organization's as absent", async () => {
    const { symbolon, connection, make, insertCheckout, sendCallback } = await openPaymentBackend()
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
    expect(await sendCallback(await insertCheckout("ada"))).toMatchObject([{ outcome: "applied" }])
  })
})
