import { tell, tellRefusal } from "./tell.ts"
import type { World } from "./world.ts"

/** She claims a card, is tapped by a person she meets, and is left a note by another. */
export const meeting = async ({ ada, club, desk, host, newcomer, now }: World): Promise<void> => {
  const ben = await newcomer()
  const cleo = await newcomer()
  await host.console.cards.manufacture({
    cards: [{ identifier: "LC-0001", card_type: "nfc", claim_code: "4711" }],
  })
  await desk.cards.addToInventory(club, { cards: [{ identifier: "LC-0001" }] })
  const card = { type: "card", value: "LC-0001" } as const

  await tellRefusal(
    "a card that nobody claimed is nobody's",
    ben.client.contacts.save({ identifier: card }),
    404,
  )
  const claimed = await ada.client.cards.claim({ identifier: "LC-0001", claim_code: "4711" })
  tell("she claims her card; it changes no membership", claimed.membership_effect, "none")

  const activity = await desk.activities.create(club, {
    name: "Lantern night",
    description: "Supper under the lanterns.",
  })
  const begins = await now()
  const session = await desk.sessions.create(activity.slug, {
    name: "Supper",
    start_time: begins.toISOString(),
    end_time: new Date(begins.getTime() + 3 * 3_600_000).toISOString(),
  })
  const met = {
    identifier: card,
    activity_session_uuid: session.uuid,
    notes: "Knows all the lanterns.",
  }
  const contact = await ben.client.contacts.save(met)
  tell(
    "Ben taps the card at supper, and has her as a contact",
    [contact.username, contact.met_at?.session_name, contact.visit_count],
    [ada.username, "Supper", 1],
  )
  tell("of her address he learns nothing", [contact.email, contact.phone_number], [null, null])
  const again = await ben.client.contacts.save(met)
  tell("tapping twice is one encounter", [again.uuid, again.visit_count], [contact.uuid, 1])
  const found = await ben.client.contacts.list({ activity_uuid: activity.uuid })
  tell(
    "he finds her by the activity where they met",
    found.items.map(({ uuid }) => uuid),
    [contact.uuid],
  )
  tell("her own list is empty", (await ada.client.contacts.list()).total_items, 0)

  const to = (value: string) => ({ identifier: { type: "username", value } as const })
  const name = { name: "C.", email: "c@lanterns.example" }
  const dropped = await cleo.client.contacts.drop({ ...to(ada.username), ...name })
  const lost = await cleo.client.contacts.drop({ ...to("nobody-of-that-name"), ...name })
  tell("Cleo leaves her a name; a drop to nobody has the same answer", lost, dropped)
  const [left] = (await ada.client.contacts.list({ type: "dropped" })).items
  tell(
    "she sees what Cleo gave, and not who Cleo is",
    [left?.name, left?.email, left?.username],
    ["C.", "c@lanterns.example", null],
  )
  const kept = await ada.client.contacts.save(name)
  tell(
    "she saves it: a contact of her own, which no drop changes",
    [kept.name, kept.type, kept.uuid === left?.uuid],
    ["C.", "saved", false],
  )
}
