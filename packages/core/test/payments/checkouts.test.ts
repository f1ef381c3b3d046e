import { describe, expect, it } from "vitest"
import { type Caller, host, type CheckoutRequest } from "../../src/index.ts"
import { manualPayments } from "../../src/payments/index.ts"
import * as operations from "../../src/payments/operations/checkouts.ts"
import { openPaymentBackend, type PaymentBackend } from "../fixtures/payments.ts"
import { portsOf } from "../../src/effect.ts"

const refusal = (_tag: string, more: object = {}) => expect.objectContaining({ _tag, ...more })
const hourMs = 3_600_000

const person = (
  userUuid: string,
  scopes: readonly string[] = ["membership:read", "membership:write"],
): Caller => ({
  kind: "user",
  userUuid,
  isServiceStaff: false,
  clientId: "app",
  sid: "s",
  scopes: new Set(scopes),
  isFirstParty: false,
})

/** A till whose payments by hand note what they are asked for. */
const openCounter = async () => {
  const begun: CheckoutRequest[] = []
  const manual = manualPayments({ payAt: (uuid) => `https://pay.example/${uuid}` })
  const createCheckout = (request: CheckoutRequest) => {
    begun.push(request)
    return manual.createCheckout(request)
  }
  const paymentBackend = await openPaymentBackend(undefined, {
    payments: [{ ...manual, createCheckout }],
  })
  const ada = await paymentBackend.make("ada")
  const open = (input: object = {}, caller: Caller = person(ada.uuid)) =>
    paymentBackend.symbolon.run(
      operations.checkout(caller, {
        organization: paymentBackend.club.slug,
        purpose: "join",
        tierSlug: paymentBackend.gold.slug,
        ...input,
      }),
    )
  const find = (
    checkoutUuid: string,
    caller: Caller = person(ada.uuid),
    organization = paymentBackend.club.slug,
  ) => paymentBackend.symbolon.run(operations.getCheckout(caller, { organization, checkoutUuid }))
  const advance = (ms: number) =>
    paymentBackend.clock.set(new Date(paymentBackend.clock.now().getTime() + ms))
  return { ...paymentBackend, begun, ada, open, see: find, advance }
}

const member = ({ symbolon, club, gold }: PaymentBackend, userUuid: string, validUntil?: Date) =>
  symbolon.memberships.add({
    organization: club.slug,
    member: { type: "user_id", value: userUuid },
    tierSlug: gold.slug,
    ...(validUntil === undefined ? {} : { validUntil }),
  })

describe("opening a checkout", () => {
  it("asks the backend for what is owed, and keeps what was quoted", async () => {
    const { open, begun, ada, club, gold, connection, clock, see } = await openCounter()
    const { checkout, isNew } = await open({ returnUrl: "https://club.example/back" })
    expect(isNew).toBe(true)
    const expiresAt = new Date(clock.now().getTime() + 24 * hourMs)
    expect(checkout).toEqual({
      uuid: expect.any(String),
      purpose: "join",
      organizationUuid: club.uuid,
      userUuid: ada.uuid,
      tierUuid: gold.uuid,
      connectionUuid: connection.uuid,
      backend: "manual",
      amountCents: 150_000,
      currency: "PHP",
      creditCents: 0,
      paymentInterval: "monthly",
      checkoutUrl: `https://pay.example/${checkout.uuid}`,
      reference: undefined,
      paymentReference: undefined,
      status: "open",
      isApplied: false,
      createdAt: clock.now(),
      expiresAt,
      updatedAt: undefined,
    })
    expect(begun).toEqual([
      {
        checkoutUuid: checkout.uuid,
        organizationUuid: club.uuid,
        connectionUuid: connection.uuid,
        amountCents: 150_000,
        currency: "PHP",
        description: "Harbour Club: Gold",
        returnUrl: "https://club.example/back",
        expiresAt,
      },
    ])
    expect(await see(checkout.uuid)).toEqual(checkout)
  })

  it("again answers the same one while it is open, and another one afterwards", async () => {
    const { open, begun, advance, see } = await openCounter()
    const { checkout } = await open()
    advance(24 * hourMs - 1)
    expect(await open()).toEqual({ checkout, isNew: false })
    expect(begun).toHaveLength(1)
    advance(1)
    expect((await see(checkout.uuid)).status).toBe("expired")
    const { checkout: next, isNew } = await open()
    expect([isNew, next.uuid === checkout.uuid]).toEqual([true, false])
    expect((await see(checkout.uuid)).status).toBe("expired")
  })

  it("ten times at once opens one", async () => {
    const { open } = await openCounter()
    const opened = await Promise.all(Array.from({ length: 10 }, () => open()))
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(opened.map(({ checkout }) => checkout.uuid)).size).toBe(1)
  })

  it("goes by the newest connection whose backend is there", async () => {
    const { open, symbolon, club, connection, clock, advance } = await openCounter()
    advance(1)
    const { connection: newer } = await symbolon.paymentConnections.create({
      organization: club.slug,
      backend: "manual",
    })
    await portsOf(symbolon).storage.transact("write", async (tx) => {
      const old = await tx.paymentConnections.find(connection.uuid)
      if (old === undefined) throw new Error("The connection is gone.")
      const uuid = portsOf(symbolon).ids.uuid()
      await tx.paymentConnections.add({
        ...old,
        uuid,
        backend: "gone",
        createdAt: new Date(clock.now().getTime() + 1),
      })
    })
    expect((await open()).checkout.connectionUuid).toBe(newer.uuid)
  })

  it("keeps its price when the tier's has changed, and is paid by it", async () => {
    const { open, symbolon, gold, sendCallback, see } = await openCounter()
    const { checkout } = await open()
    await portsOf(symbolon).storage.transact("write", (tx) =>
      tx.tiers.change({ ...gold, priceCents: 200_000 }),
    )
    expect((await open()).checkout.amountCents).toBe(150_000)
    await sendCallback(checkout)
    expect(await see(checkout.uuid)).toMatchObject({ status: "paid", amountCents: 150_000 })
  })

  it("for a renewal asks the member's own price", async () => {
    const paymentBackend = await openCounter()
    await paymentBackend.symbolon.memberships.add({
      organization: paymentBackend.club.slug,
      member: { type: "user_id", value: paymentBackend.ada.uuid },
      tierSlug: paymentBackend.gold.slug,
      customPriceCents: 90_000,
    })
    const { checkout } = await paymentBackend.open({ purpose: "renew", tierSlug: undefined })
    expect(checkout).toMatchObject({
      purpose: "renew",
      amountCents: 90_000,
      tierUuid: paymentBackend.gold.uuid,
    })
  })

  it.each<readonly [string, object, object]>([
    ["a tier that is not there", { tierSlug: "platinum" }, refusal("NotFound")],
    ["no tier to join on", { tierSlug: undefined }, refusal("Invalid")],
    ["a tier to renew on", { purpose: "renew" }, refusal("Invalid")],
    ["a renewal of nothing", { purpose: "renew", tierSlug: undefined }, refusal("NotFound")],
    ["a change of nothing", { purpose: "change" }, refusal("NotFound")],
    ["an organization that is not there", { organization: "nowhere" }, refusal("NotFound")],
  ])("refuses %s", async (_, input, refused) => {
    const { open, begun } = await openCounter()
    await expect(open(input)).rejects.toEqual(refused)
    expect(begun).toEqual([])
  })

  it("refuses what is private, what costs nothing, and who is a member already", async () => {
    const paymentBackend = await openCounter()
    const { symbolon, club, open, ada, begun } = paymentBackend
    await symbolon.tiers.create({
      organization: club.slug,
      name: "Crew",
      priceCents: 1,
      visibility: "private",
    })
    await symbolon.tiers.create({ organization: club.slug, name: "Guest" })
    await expect(open({ tierSlug: "crew" })).rejects.toEqual(refusal("NotFound"))
    await expect(open({ tierSlug: "guest" })).rejects.toEqual(
      refusal("Conflict", { reason: "nothing_owed" }),
    )
    await member(paymentBackend, ada.uuid)
    await expect(open()).rejects.toEqual(refusal("Conflict", { reason: "already_member" }))
    expect(begun).toEqual([])
  })

  it("refuses an organization that takes no payments", async () => {
    const { open, symbolon, club, connection, begun } = await openCounter()
    await symbolon.paymentConnections.delete({
      organization: club.slug,
      connectionUuid: connection.uuid,
    })
    await expect(open()).rejects.toEqual(refusal("Conflict", { reason: "no_payments" }))
    expect(begun).toEqual([])
  })

  it("opens none by a connection that was removed while its backend was asked", async () => {
    const manual = manualPayments()
    let meanwhile = (): Promise<unknown> => Promise.resolve()
    const createCheckout = async (request: CheckoutRequest) => {
      await meanwhile()
      return manual.createCheckout(request)
    }
    const paymentBackend = await openPaymentBackend(undefined, {
      payments: [{ ...manual, createCheckout }],
    })
    meanwhile = () =>
      paymentBackend.symbolon.paymentConnections.delete({
        organization: paymentBackend.club.slug,
        connectionUuid: paymentBackend.connection.uuid,
      })
    const ada = await paymentBackend.make("ada")
    const input = {
      organization: paymentBackend.club.slug,
      purpose: "join",
      tierSlug: paymentBackend.gold.slug,
    } as const
    await expect(
      paymentBackend.symbolon.run(operations.checkout(person(ada.uuid), input)),
    ).rejects.toEqual(refusal("Conflict", { reason: "checkout_changed" }))
  })

  it("opens none when its backend does not take it", async () => {
    const broken = {
      ...manualPayments(),
      createCheckout: () => Promise.reject(new Error("out of order")),
    }
    const paymentBackend = await openPaymentBackend(undefined, { payments: [broken] })
    const ada = await paymentBackend.make("ada")
    const input = {
      organization: paymentBackend.club.slug,
      purpose: "join",
      tierSlug: paymentBackend.gold.slug,
    } as const
    await expect(
      paymentBackend.symbolon.run(operations.checkout(person(ada.uuid), input)),
    ).rejects.toEqual(refusal("StorageFailed"))
    const open = await portsOf(paymentBackend.symbolon).storage.transact("read", (tx) =>
      tx.checkouts.countOpen({ userUuid: ada.uuid }, paymentBackend.clock.now()),
    )
    expect(open).toBe(0)
  })
})

describe("a quote", () => {
  it("tells what is owed and until when, and opens nothing", async () => {
    const { symbolon, club, gold, ada, begun } = await openCounter()
    const input = { organization: club.slug, purpose: "join", tierSlug: gold.slug } as const
    expect(await symbolon.run(operations.quoteCheckout(person(ada.uuid), input))).toMatchObject({
      amountCents: 150_000,
      currency: "PHP",
      creditCents: 0,
      validUntil: new Date("2026-12-21T10:00:00.000Z"),
      renewableUntil: new Date("2026-12-28T10:00:00.000Z"),
    })
    expect(begun).toEqual([])
  })
})

describe("whose checkouts", () => {
  it("are seen by nobody else, and in no other organization", async () => {
    const { open, see, make, symbolon, ada } = await openCounter()
    const { checkout } = await open()
    const bea = await make("bea")
    const other = await symbolon.organizations.create({ name: "Elsewhere", ownerUuid: bea.uuid })
    await expect(see(checkout.uuid, person(bea.uuid))).rejects.toEqual(refusal("NotFound"))
    await expect(see(checkout.uuid, person(ada.uuid), other.slug)).rejects.toEqual(
      refusal("NotFound"),
    )
    await expect(see("nothing")).rejects.toEqual(refusal("NotFound"))
  })

  it("are opened by a person with the scope, or by the host for somebody", async () => {
    const { open, ada } = await openCounter()
    const { checkout } = await open({ userUuid: ada.uuid }, host)
    expect(checkout.userUuid).toBe(ada.uuid)
    await expect(open({}, host)).rejects.toEqual(refusal("Invalid"))
    await expect(open({}, person(ada.uuid, ["membership:read"]))).rejects.toEqual(
      refusal("Forbidden"),
    )
    const app: Caller = {
      kind: "client",
      clientId: "app",
      sid: "s",
      scopes: new Set(["membership:write"]),
      isFirstParty: true,
      organizationUuid: checkout.organizationUuid,
      serviceRole: "owner",
    }
    await expect(open({}, app)).rejects.toEqual(refusal("Forbidden"))
  })

  it("are one's own: nobody says for whom they ask", async () => {
    const { open, make, ada } = await openCounter()
    const bea = await make("bea")
    expect((await open({ userUuid: bea.uuid })).checkout.userUuid).toBe(ada.uuid)
  })
})
