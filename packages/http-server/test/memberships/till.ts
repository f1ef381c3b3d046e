import { createHmac } from "node:crypto"
import { read, type Told } from "../read.ts"
import { type Club, openClub, type Send, type TierSlug } from "./club.ts"

/** What a backend tells of a payment. */
export type Word = "paid" | "failed" | "expired" | "reversed"

/** A club that takes money by hand. */
export interface Till extends Club {
  readonly connectionUuid: string
  /** Asks for a checkout as somebody; Ada unless said. */
  readonly ask: (body: object, status?: number, as?: Send) => Promise<Told>
  /** Sends a signed callback about a checkout, as the club's own program would. */
  readonly tell: (checkout: Told, type: Word, more?: object) => Promise<void>
  /** Asks for a checkout and pays it. */
  readonly buy: (purpose: "join" | "renew" | "change", slug?: TierSlug, as?: Send) => Promise<Told>
  /** What waits for a person, each by its type and reason. */
  readonly waiting: () => Promise<readonly string[]>
}

export const openTill = async (): Promise<Till> => {
  const club = await openClub()
  const { world, own, asAda, asClub } = club
  const console = `/console/v1/organizations/${world.club.slug}`
  const { connection_uuid: connectionUuid, secret } = await asClub(
    "POST",
    `${console}/payment-connections`,
    201,
    { backend: "manual" },
  )
  const ask: Till["ask"] = (body, status = 201, as = asAda) =>
    as("POST", `${own}/checkout`, status, body)
  const tell: Till["tell"] = async ({ uuid, amount_cents, currency }, type, more = {}) => {
    const body = JSON.stringify({
      event_id: `${type} ${uuid}`,
      type,
      checkout_uuid: uuid,
      amount_cents,
      currency,
      ...more,
    })
    const signature = `sha256=${createHmac("sha256", String(secret)).update(body).digest("hex")}`
    const answer = await fetch(
      `${world.url}/webhooks/in/payments/manual/${String(connectionUuid)}`,
      {
        method: "POST",
        headers: { "x-payment-signature": signature },
        body,
      },
    )
    const told = await read(answer, 200)
    if (told["received"] !== true) throw new Error("The callback was not taken.")
  }
  return {
    ...club,
    connectionUuid: String(connectionUuid),
    ask,
    tell,
    buy: async (purpose, slug, as) => {
      const checkout = await ask(
        { purpose, ...(slug === undefined ? {} : { membership_tier_slug: slug }) },
        201,
        as,
      )
      await tell(checkout, "paid")
      return checkout
    },
    waiting: async () => {
      const { items } = await asClub("GET", `${console}/payment-events`, 200)
      return (items as readonly Told[]).map(
        (item) => `${String(item["type"])} ${String(item["reason"])}`,
      )
    },
  }
}
