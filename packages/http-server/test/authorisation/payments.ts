import type { Person, TwoOrganizations } from "../fixtures/two-organizations.ts"

const firstPage = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const

/** The connection of the club to a payment backend. */
export const connectionOf = (setup: TwoOrganizations) =>
  setup.once("payment connection", () =>
    setup.symbolon.paymentConnections.create({ organization: setup.club.slug, backend: "manual" }),
  )

/** A tier of the club that costs something, and the club takes money for it. */
export const pricedTierOf = (setup: TwoOrganizations) =>
  setup.once("priced tier", async () => {
    await connectionOf(setup)
    const { symbolon, club } = setup
    return symbolon.tiers.create({
      organization: club.slug,
      name: "Patron",
      priceCents: 1000,
      paymentInterval: "yearly",
    })
  })

/** A person's own checkout, to come to that tier from wherever they are. */
export const checkoutOf = (
  setup: TwoOrganizations,
  { uuid: userUuid, username }: Person,
): Promise<string> =>
  setup.once(`checkout of ${username}`, async () => {
    const { memberships } = setup.symbolon
    const checkoutInput = {
      organization: setup.club.slug,
      userUuid,
      tierSlug: (await pricedTierOf(setup)).slug,
    }
    const joining = await memberships
      .checkout({ ...checkoutInput, purpose: "join" })
      .catch(() => undefined)
    return (joining ?? (await memberships.checkout({ ...checkoutInput, purpose: "change" })))
      .checkout.uuid
  })

/** A payment for a checkout that is not there: it waits for a person. */
export const parkedPaymentOf = (setup: TwoOrganizations): Promise<string> =>
  setup.once("parked payment", async () => {
    const { connection, secret = "" } = await setup.symbolon.paymentConnections.create({
      organization: setup.club.slug,
      backend: "fake",
    })
    const event = {
      event_id: "e",
      type: "paid",
      checkout_uuid: "nothing",
      amount_cents: 1,
      currency: "PHP",
    }
    await setup.symbolon.paymentEvents.receive({
      backend: "fake",
      connectionUuid: connection.uuid,
      headers: { "x-fake-secret": secret },
      rawBody: Buffer.from(JSON.stringify(event)),
    })
    const parked = await setup.symbolon.paymentEvents.list({
      organization: setup.club.slug,
      page: firstPage,
    })
    const [first] = parked.items
    if (first === undefined) throw new Error("The payment was not parked.")
    return first.received.uuid
  })
