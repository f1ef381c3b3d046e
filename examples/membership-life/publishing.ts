import { tell, tellRefusal } from "./tell.ts"
import type { World } from "./world.ts"

/** She writes a page, hands out a link to it, and withdraws the link. */
export const publishing = async ({ ada, newcomer }: World): Promise<void> => {
  const page = await ada.client.console.profilePages.create({
    name: "Ada of the Lanterns",
    current_role: { title: "Keeper", company: "Lantern Club" },
    links: [{ label: "Write to me", url: "mailto:ada@lanterns.example" }],
  })
  const link = await ada.client.console.links.create({ profile_page_uuid: page.uuid })
  tell("she writes a page and makes a link to it", link.profile_page_uuid, page.uuid)

  const open = (accept: string) => fetch(link.url, { headers: { accept } })
  const shown = (await (await open("application/json")).json()) as { readonly name: string }
  tell("whoever has the link reads the page, without an account", shown.name, page.name)
  const web = await open("text/html")
  tell(
    "a browser shows it as a web page",
    [web.status, (await web.text()).includes("<h1><bdi>Ada of the Lanterns</bdi></h1>")],
    [200, true],
  )
  const card = await (await fetch(`${link.url}.vcf`)).text()
  tell(
    "a telephone saves it as a contact card",
    card.split("\r\n").filter((line) => /^(FN|TITLE|ORG|EMAIL):/.test(line)),
    ["FN:Ada of the Lanterns", "TITLE:Keeper", "ORG:Lantern Club", "EMAIL:ada@lanterns.example"],
  )

  const dora = await newcomer()
  const identifier = { type: "link", value: link.url } as const
  const contact = await dora.client.contacts.save({ identifier })
  tell("Dora scans it, and has her as a contact", contact.username, ada.username)

  await ada.client.console.links.delete(link.token)
  tell("she withdraws the link; it opens nothing", (await open("application/json")).status, 404)
  await tellRefusal("and names nobody", dora.client.contacts.save({ identifier }), 404)
}
