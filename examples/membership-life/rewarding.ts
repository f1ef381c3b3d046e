import { tell, tellRefusal } from "./tell.ts"
import type { World } from "./world.ts"

type Content = Parameters<World["desk"]["rewards"]["create"]>[1]["content_config"]
type Item = NonNullable<NonNullable<Content["content_template"]>["items"]>[number]

/** The club gives rewards to its members; she claims one, and hands a ticket on. */
export const rewarding = async ({ ada, club, clubUuid, desk, newcomer }: World): Promise<void> => {
  const ben = await newcomer()
  const reward = (name: string, item: Item, supply: number) =>
    desk.rewards.create(club, {
      organization_uuid: clubUuid,
      name,
      supply_total: supply,
      required_entitlement: "member",
      content_config: {
        storage_type: "internal",
        content_template: { data: {}, items: [item], content_version: "1" },
      },
    })
  const coupon = { type: "coupon", title: "A cup of cocoa", code: "COCOA-1" } as const
  const cocoa = await reward("Cocoa", coupon, 2)

  await tellRefusal(
    "Ben is no member: the cocoa is not for him",
    ben.client.rewards.claim(cocoa.slug, {}),
    403,
    {
      entitlement: "member",
    },
  )
  const claimed = await ada.client.rewards.claim(cocoa.slug, { idempotency_key: "cocoa" })
  tell(
    "she claims a cocoa; one is left",
    [claimed.status, claimed.supply_remaining],
    ["confirmed", 1],
  )
  const again = await ada.client.rewards.claim(cocoa.slug, { idempotency_key: "cocoa" })
  tell("asking again is the same cocoa", again.transaction_id, claimed.transaction_id)
  await tellRefusal("she claims no second one", ada.client.rewards.claim(cocoa.slug, {}), 409, {
    reason: "already_issued",
  })
  const [held] = (await ada.client.rewards.list()).items
  const [item] = held?.cached_content.items ?? []
  tell(
    "she finds it among her rewards, with its code",
    [item?.["title"], item?.["code"]],
    ["A cup of cocoa", "COCOA-1"],
  )
  tell("Ben has none", (await ben.client.rewards.list()).items, [])
  const file = await ada.client.rewards.getItem(String(item?.["uid"]))
  tell("she opens it alone", [file.reward_name, file.issuer?.slug], ["Cocoa", club])
  await tellRefusal("Ben cannot", ben.client.rewards.getItem(String(item?.["uid"])), 404)

  await desk.console.transactions.reverse(claimed.transaction_id ?? "", {
    reason: "Cold",
    idempotency_key: "cold",
  })
  tell("it was cold, and is taken back: it is gone", (await ada.client.rewards.list()).items, [])
  const warm = await ada.client.rewards.claim(cocoa.slug, {})
  tell("she claims a warm one", warm.supply_remaining, 1)
  const issued = await desk.rewards.listRedemptions(cocoa.slug)
  tell(
    "the club sees both",
    issued.items.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b)),
    ["confirmed", "reversed"],
  )
  await givesTicket({ ada, ben, desk }, (item) => reward("Boat trip", item, 10))
}

type Person = World["ada"]

const givesTicket = async (
  { ada, ben, desk }: { readonly ada: Person; readonly ben: Person } & Pick<World, "desk">,
  reward: (item: Item) => Promise<{ readonly slug: string }>,
): Promise<void> => {
  const ticket = { type: "ticket", title: "Boat trip", ticket_number: "B-1" } as const
  const { slug } = await reward(ticket)
  const identifier = { type: "username", value: ada.username } as const
  const given = await desk.rewards.redeem(slug, { identifier, idempotency_key: "boat" })
  tell("the club gives her a ticket for the boat", given.status, "confirmed")
  await tellRefusal(
    "Ben is no member: she cannot hand it on to him",
    ada.client.wallets.transfer(given.wallet_address, {
      to: { type: "username", value: ben.username },
      transaction_id: given.transaction_id ?? "",
      idempotency_key: "to-ben",
    }),
    403,
    { entitlement: "member" },
  )
}
