import { createHmac } from "node:crypto"
import type { Checkout, PaymentEventType, Storage, SymbolonOptions } from "../../src/index.ts"
import { startCheckout } from "../../src/payments/checkout.ts"
import { openWorld } from "../world.ts"
import { portsOf } from "../../src/effect.ts"

export const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const

/** What a manual callback may say, beside its checkout. */
export interface Told {
  readonly eventId?: string
  readonly type?: PaymentEventType
  readonly amountCents?: number
  readonly currency?: string
  readonly checkoutUuid?: string
  /** The connection it is sent to. */
  readonly by?: string
}

/** A club that takes money for a tier, by hand, and people who want to join. */
export const openTill = async (storage?: Storage, options: Partial<SymbolonOptions> = {}) => {
  const { symbolon, clock } = await openWorld(storage, options)
  const make = async (username: string) =>
    (await symbolon.accounts.createUser({ username, firstName: username })).user
  const owner = await make("the-owner")
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: owner.uuid })
  const gold = await symbolon.tiers.create({
    organization: club.slug,
    name: "Gold",
    priceCents: 150_000,
    paymentInterval: "monthly",
  })
  const { connection, secret = "" } = await symbolon.payments.connect({
    organization: club.slug,
    backend: "manual",
  })

  /** A checkout to join on the tier, as it is kept when it was opened. */
  const ask = async (username: string, change: Partial<Checkout> = {}): Promise<Checkout> => {
    const user = await make(username)
    const { ids } = portsOf(symbolon)
    const opened = startCheckout(
      {
        uuid: ids.uuid(),
        organizationUuid: club.uuid,
        userUuid: user.uuid,
        connectionUuid: connection.uuid,
        backend: "manual",
        checkoutUrl: undefined,
        reference: undefined,
        quoted: {
          purpose: "join",
          tier: gold,
          amountCents: 150_000,
          creditCents: 0,
          rate: { priceCents: 150_000, currency: "PHP", interval: "monthly" },
        },
      },
      clock.now(),
    )
    const checkout = { ...opened, ...change }
    await portsOf(symbolon).storage.transact("write", (tx) => tx.checkouts.add(checkout))
    return checkout
  }

  const find = async (uuid: string): Promise<Checkout> => {
    const found = await portsOf(symbolon).storage.transact("read", (tx) => tx.checkouts.find(uuid))
    if (found === undefined) throw new Error("The checkout is gone.")
    return found
  }

  /** Sends a signed callback, as the organization's own program would. */
  const tell = (
    checkout: Pick<Checkout, "uuid"> & Partial<Checkout>,
    { eventId = "evt-1", type = "paid", ...told }: Told = {},
  ) => {
    const rawBody = Buffer.from(
      JSON.stringify({
        event_id: eventId,
        type,
        checkout_uuid: told.checkoutUuid ?? checkout.uuid,
        amount_cents: told.amountCents ?? checkout.amountCents ?? 150_000,
        currency: told.currency ?? checkout.currency ?? "PHP",
      }),
    )
    const signature = `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}`
    return symbolon.payments.receive({
      backend: "manual",
      connectionUuid: told.by ?? connection.uuid,
      headers: { "x-payment-signature": signature },
      rawBody,
    })
  }

  const waiting = async () =>
    (await symbolon.payments.listParked({ organization: club.slug, page })).items
  return { symbolon, clock, owner, club, gold, connection, secret, make, ask, find, tell, waiting }
}
export type Till = Awaited<ReturnType<typeof openTill>>
