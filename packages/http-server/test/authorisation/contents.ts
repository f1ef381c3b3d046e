import type { Person, TwoOrganizations } from "../fixtures/two-organizations.ts"

/** A transaction that brings somebody a background for their profile page. */
export const contentTo = (
  setup: TwoOrganizations,
  { username, walletAddress }: Person,
  address = walletAddress,
): Promise<string> =>
  setup.once(`content ${username} ${address}`, async () => {
    const to = { type: "wallet", value: address } as const
    const url = "https://images.example/sea.png"
    const contentInput = {
      organization: setup.club.slug,
      to,
      content: {
        name: "Regatta photo",
        items: [{ type: "asset", asset_type: "background", title: "The sea", url }],
      },
      idempotencyKey: `content ${username} ${address}`,
    }
    return (await setup.symbolon.transactions.issueContent(contentInput)).transaction.body.id
  })

/** The background that somebody installed. */
export const assetOf = async (setup: TwoOrganizations, person: Person): Promise<string> => {
  const transaction = await contentTo(setup, person)
  const [asset] = await setup.symbolon.assets.install({ transaction, userUuid: person.uuid })
  return asset?.uuid ?? ""
}
