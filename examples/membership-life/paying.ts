/** A checkout and its payment, as the story needs them again and again. */
import type { Client } from "@symbolon/client-sdk"
import { tell } from "./tell.ts"
import type { World } from "./world.ts"

type Asked = Parameters<Client["memberships"]["checkout"]>[1]

/** Opens a checkout: what is owed is settled by paying it. */
export const openCheckout = async ({ ada, club }: World, asked: Asked) => {
  const checkout = await ada.client.memberships.checkout(club, asked)
  if (!("uuid" in checkout)) throw new Error("A quote came back, and no checkout.")
  return checkout
}

type Checkout = Awaited<ReturnType<typeof openCheckout>>

/** What the till says of a checkout. */
export const eventOf = (type: "paid" | "reversed", { uuid, amount_cents, currency }: Checkout) => ({
  event_id: `${type}-${uuid}`,
  type,
  checkout_uuid: uuid,
  amount_cents,
  currency,
})

/** Somebody pays; the till tells of it twice, as tills do. */
export const pay = async (world: World, checkout: Checkout): Promise<void> => {
  const event = eventOf("paid", checkout)
  tell(
    "the till's signed callback is taken, also when it comes twice",
    [await world.callback(event), await world.callback(event)],
    [200, 200],
  )
  const { status } = await world.ada.client.memberships.getCheckout(world.club, checkout.uuid)
  tell("the checkout is paid", status, "paid")
}
