import type { TokenKind } from "@symbolon/core"
import { portsOf } from "@symbolon/core/effect"
import { createTestCard } from "../../../core/test/fixtures/world.ts"
import { contactOf } from "./contacts.ts"
import { assetOf, contentTo } from "./contents.ts"
import { modelOf, ownerOfTemplate, profileTemplateOf } from "./designs.ts"
import {
  batchOf,
  fileOwner,
  fileSlugOf,
  fileUuidOf,
  rewardOf,
  triggerOf,
  uploadOf,
} from "./files.ts"
import { checkoutOf, connectionOf, parkedPaymentOf, pricedTierOf } from "./payments.ts"
import { linkTokenOf, profilePageOf } from "./pages.ts"
import {
  activityOf,
  cancelledActivityOf,
  cancelledSessionOf,
  registerApp,
  seriesOf,
  sessionOf,
} from "./holders.ts"
import { type TwoOrganizations, password, type Person } from "../fixtures/two-organizations.ts"
import type { Guarded } from "./walk.ts"

/** Who asks, as far as it decides what they ask about. */
export interface Asker {
  readonly kind: TokenKind
  readonly person: Person
  /**
   * Asks about themself where a path names a person, and else about another person. With a token
   * that acts for the club, about their own wallet there and not the treasury.
   */
  readonly asksOfSelf?: boolean
  /**
   * Asks below something of the other organization, for a thing of the club:
   * `/organizations/elsewhere/invitations/{of the club}`.
   */
  readonly isMixed?: boolean
}

/**
 * Whose a thing is: the organization's it was made in, the asker's own, or nobody's (a word, a name
 * that anybody may say).
 */
export type Owner = "organization" | "asker" | "nobody"

interface Thing {
  readonly owner: Owner | ((asker: Pick<Asker, "kind">, guarded: Guarded) => Owner)
  /** A real one: of the club (or of `home`, for what can begin a path), or of the asker. */
  readonly make: (
    setup: TwoOrganizations,
    asker: Asker,
    guarded: Guarded,
    home: "club" | "elsewhere",
  ) => Promise<string> | string
}

const ownOrTreasury = ({ kind }: Pick<Asker, "kind">): Owner =>
  kind === "user" ? "asker" : "organization"
/** Endpoints whose transaction carries a content. */
const carrying: readonly string[] = [
  "transactions.decrypt",
  "rewards.getByTransaction",
  "assets.install",
  "assets.uninstall",
]
const isUnderOrganization = ({ params }: Guarded): boolean => params.includes("organization_slug")

/**
 * What a path parameter can name, BY ITS NAME, so that a route added later finds its things here
 * without a line of its own. A new name needs one entry.
 */
const things: Readonly<Record<string, Thing>> = {
  organization_slug: { owner: "organization", make: (setup, _, __, home) => setup[home].slug },
  activity_slug: {
    owner: "organization",
    make: async (setup, _, { endpoint }, home) =>
      (
        await (endpoint.name === "activities.withdrawCancellation"
          ? cancelledActivityOf
          : activityOf)(setup, home)
      ).slug,
  },
  session_slug: {
    owner: "organization",
    make: async (setup, _, { endpoint }, home) =>
      (
        await (endpoint.name === "sessions.withdrawCancellation" ? cancelledSessionOf : sessionOf)(
          setup,
          home,
        )
      ).slug,
  },
  series_uuid: {
    owner: "organization",
    make: async (setup, _, __, home) => (await seriesOf(setup, home)).uuid,
  },
  // One that is deleted has nobody on it.
  tier_uuid: {
    owner: "organization",
    make: async (setup, _, { endpoint }) =>
      (await tierOf(setup, endpoint.method === "DELETE" ? "mate" : "friend")).uuid,
  },
  wallet_address: {
    owner: ownOrTreasury,
    // With points in it, on both sides.
    make: async (setup, { kind, person, asksOfSelf = false }) => {
      const own =
        kind === "user"
          ? person.walletAddress
          : asksOfSelf
            ? await walletInClub(setup, person)
            : undefined
      await transferTo(setup, person, own)
      return own ?? treasuryOf(setup)
    },
  },
  transaction_id: {
    owner: ownOrTreasury,
    make: async (setup, { kind, person, asksOfSelf = false }, { endpoint }) => {
      // A refund is for who received: the person themself, else the club.
      if (endpoint.name === "transactions.refund" && kind !== "user")
        return paymentBy(setup, person)
      const to =
        asksOfSelf && kind === "organization" ? await walletInClub(setup, person) : undefined
      return carrying.includes(endpoint.name)
        ? contentTo(setup, person, to)
        : transferTo(setup, person, to)
    },
  },
  user_uuid: {
    owner: (_, guarded) => (isUnderOrganization(guarded) ? "organization" : "asker"),
    make: ({ people }, { person, asksOfSelf = false }, guarded) =>
      isUnderOrganization(guarded) && !asksOfSelf ? people.staff.uuid : person.uuid,
  },
  username: { owner: "nobody", make: ({ people }) => people.staff.username },
  key: { owner: "nobody", make: () => "lounge" },
  device_uuid: { owner: "organization", make: async (setup) => (await deviceOf(setup)).uuid },
  invitation_uuid: {
    owner: "organization",
    make: async (setup) => (await invitationOf(setup)).invitation.uuid,
  },
  connection_uuid: {
    owner: "organization",
    make: async (setup) => (await connectionOf(setup)).connection.uuid,
  },
  checkout_uuid: { owner: "asker", make: (setup, { person }) => checkoutOf(setup, person) },
  payment_event_uuid: { owner: "organization", make: (setup) => parkedPaymentOf(setup) },
  webhook_uuid: { owner: "organization", make: (setup) => webhookOf(setup) },
  delivery_uuid: { owner: "organization", make: (setup) => deliveryOf(setup) },
  card_uuid: {
    owner: (_, guarded) => (isUnderOrganization(guarded) ? "organization" : "asker"),
    make: async (setup, { person }, guarded) =>
      (await (isUnderOrganization(guarded) ? cardOf(setup) : ownCardOf(setup, person.uuid))).uuid,
  },
  card_model_uuid: { owner: "organization", make: async (setup) => (await modelOf(setup)).uuid },
  contact_uuid: {
    owner: "asker",
    make: async (setup, { person }) => (await contactOf(setup, person)).uuid,
  },
  visit_uuid: {
    owner: "asker",
    make: async (setup, { person }) => (await contactOf(setup, person)).visit,
  },
  profile_page_uuid: { owner: "asker", make: (setup, { person }) => profilePageOf(setup, person) },
  token: { owner: "asker", make: (setup, { person }) => linkTokenOf(setup, person) },
  profile_template_uuid: { owner: ownerOfTemplate, make: profileTemplateOf },
  upload_id: { owner: ownOrTreasury, make: uploadOf },
  file_slug: { owner: ownOrTreasury, make: fileSlugOf },
  file_uuid: {
    owner: (_, { params }) => (params.includes("user_uuid") ? "asker" : "organization"),
    make: fileUuidOf,
  },
  file_id: {
    owner: "asker",
    make: async (setup, { person }) => `${await contentTo(setup, person)}-0`,
  },
  user_asset_uuid: { owner: "asker", make: (setup, { person }) => assetOf(setup, person) },
  slot: { owner: "nobody", make: () => "head" },
  reward_slug: { owner: "organization", make: (setup, _, __, home) => rewardOf(setup, home) },
  batch_uuid: { owner: "organization", make: (setup, _, __, home) => batchOf(setup, home) },
  trigger_uuid: { owner: "organization", make: (setup, _, at, home) => triggerOf(setup, home, at) },
  attendance_uuid: { owner: "organization", make: (setup) => attendanceOf(setup) },
  client_id: { owner: "organization", make: async (setup) => (await otherApp(setup)).clientId },
}

/**
 * What a member of a body can name, where the same name in a path means something else, or paths do
 * not have it.
 */
const fields: Readonly<
  Record<string, (setup: TwoOrganizations, asker: Asker, guarded: Guarded) => unknown>
> = {
  // Who is to become something is nothing yet; who is to become the owner is on the team.
  user_uuid: ({ people }, _, { endpoint }) =>
    endpoint.path.endsWith("/ownership") ? people.staff.uuid : people.newcomer.uuid,
  role: () => "door",
  token: async (setup, _, { endpoint }) =>
    endpoint.base === "console" ? (await invitationOf(setup)).token : undefined,
  email: () => "somebody-else@mail.test",
  current_password: () => password,
  new_password: () => "another correct horse",
  owner_uuid: (setup, asker, { endpoint }) =>
    endpoint.name === "files.startUpload" ? fileOwner(setup, asker).ownerUuid : asker.person.uuid,
  owner_type: (setup, asker) => fileOwner(setup, asker).ownerType,
  content_type: () => "image/png",
  organization_uuid: ({ club }) => club.uuid,
  membership_tier_slug: async (setup, _, { endpoint }) =>
    (
      await (endpoint.name === "memberships.checkout"
        ? pricedTierOf(setup)
        : tierOf(setup, endpoint.path.endsWith("/move") ? "mate" : "friend"))
    ).slug,
  identifier: async (setup, _, { endpoint }) =>
    endpoint.name === "cards.claim"
      ? (await freshCard(setup)).identifier
      : { type: "username", value: setup.people.staff.username },
  // Cards that are made are others each time; cards that are taken are made for it.
  cards: async ({ symbolon }, _, { endpoint }) => {
    const identifier = `card ${(cardsMade += 1)}`
    if (endpoint.name === "cards.manufacture") return [{ identifier, card_type: "nfc" }]
    await symbolon.cards.manufacture({ cards: [{ identifier, cardType: "nfc" }] })
    return [{ identifier }]
  },
  holder_user_uuid: ({ people }) => people.newcomer.uuid,
  trigger_scopes: () => ["session.attended:first"],
  event: () => "custom.visit",
  reward_template_uuid: async (setup) => (await ticketOf(setup)).transaction.body.reference_id,
  from: ({ symbolon }) => in_(symbolon.clock.now(), -1),
  to: ({ symbolon, people }, _, { endpoint }) =>
    endpoint.name === "webhooks.redeliverRange"
      ? in_(symbolon.clock.now(), 1)
      : { type: "username", value: people.staff.username },
  start_time: ({ symbolon }) => in_(symbolon.clock.now(), 1),
  end_time: ({ symbolon }) => in_(symbolon.clock.now(), 2),
  now: ({ symbolon }) => in_(symbolon.clock.now(), 1),
  confirm: ({ club }) => club.slug,
  name: (_, __, { endpoint }) => `Sample ${endpoint.name}`,
  amount: () => 1,
  // On, it would need a ticket beside it.
  requires_ticket: () => false,
}

/** What a path parameter names for somebody who asks. */
export const thingNamed = (name: string): Thing => {
  const thing = things[name]
  if (thing === undefined)
    throw new Error(
      `The house has nothing called {${name}}. Add an entry to \`things\` in packages/http-server/test/authorisation/things.ts: ` +
        "whose it is, and how one is made.",
    )
  return thing
}

export const ownerOf = (name: string, asker: Pick<Asker, "kind">, guarded: Guarded): Owner => {
  const { owner } = thingNamed(name)
  return typeof owner === "function" ? owner(asker, guarded) : owner
}

/**
 * Whether a path leads through one thing of an organization to another of the same: then they must
 * belong together.
 */
export const isNested = (guarded: Guarded): boolean =>
  guarded.params.filter((name) => name !== "user_uuid" && thingNamed(name).owner === "organization")
    .length > 1

/** Every known value that a body whose schema is `text` (JSON) might want, by name. */
export const knownFor = async (
  text: string,
  setup: TwoOrganizations,
  asker: Asker,
  guarded: Guarded,
): Promise<ReadonlyMap<string, unknown>> => {
  const known = new Map<string, unknown>()
  const wanted = (name: string) => text.includes(`"${name}":`)
  for (const [name, { make }] of Object.entries(things))
    if (wanted(name)) known.set(name, await make(setup, asker, guarded, "club"))
  for (const [name, make] of Object.entries(fields))
    if (wanted(name)) known.set(name, await make(setup, asker, guarded))
  return known
}

const in_ = (now: Date, hours: number): string =>
  new Date(now.getTime() + hours * 3_600_000).toISOString()

const firstPage = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const

/** A free tier of the club: its members are on the first, nobody is on the other. */
const tierOf = (setup: TwoOrganizations, slug: "friend" | "mate") =>
  setup.once(`tier ${slug}`, async () => {
    const { items } = await setup.symbolon.tiers.list({
      organization: setup.club.slug,
      page: { ...firstPage, pageSize: 100 },
    })
    return present(items.find((tier) => tier.slug === slug))
  })

/** The club's treasury. */
export const treasuryOf = (setup: TwoOrganizations): Promise<string> =>
  setup.once("treasury", async () => {
    const { items } = await setup.symbolon.wallets.list({
      of: { treasuryOf: setup.club.uuid },
      page: firstPage,
    })
    return present(items[0]).address
  })

/** A member's wallet in the club; undefined for a user who has none there. */
const walletInClub = (
  { symbolon, club }: TwoOrganizations,
  { uuid }: Person,
): Promise<string | undefined> =>
  portsOf(symbolon).storage.transact(
    "read",
    async (tx) => (await tx.wallets.ofUser(uuid, club.uuid))?.address,
  )

const transferTo = (
  setup: TwoOrganizations,
  { username, walletAddress }: Person,
  address = walletAddress,
): Promise<string> =>
  setup.once(`transfer ${username} ${address}`, async () => {
    const { points, wallets } = setup.symbolon
    const wallet = await treasuryOf(setup)
    await points.mint({
      organization: setup.club.slug,
      amount: 20,
      idempotencyKey: `mint ${username} ${address}`,
    })
    const to = { type: "wallet", value: address } as const
    return (
      await wallets.transfer({
        wallet,
        to,
        amount: 10,
        idempotencyKey: `transfer ${username} ${address}`,
      })
    ).transaction.body.id
  })

const paymentBy = (setup: TwoOrganizations, person: Person): Promise<string> =>
  setup.once(`payment ${person.username}`, async () => {
    await transferTo(setup, person)
    const to = { type: "wallet", value: await treasuryOf(setup) } as const
    const transferInput = {
      wallet: person.walletAddress,
      to,
      amount: 5,
      idempotencyKey: `payment ${person.username}`,
    }
    return (await setup.symbolon.wallets.transfer(transferInput)).transaction.body.id
  })

const deviceOf = (setup: TwoOrganizations) =>
  setup.once(
    "device",
    async () =>
      (
        await setup.symbolon.sessions.createDeviceToken({
          session: (await sessionOf(setup, "club")).slug,
        })
      ).device,
  )

/** An invitation that whoever has its token may accept. */
const invitationOf = (setup: TwoOrganizations) =>
  setup.once("invitation", () =>
    setup.symbolon.invitations.create({
      organization: setup.club.slug,
      email: "invited@mail.test",
      role: "door",
    }),
  )

let cardsMade = 0

const cardOf = (setup: TwoOrganizations) =>
  setup.once("card", () =>
    createTestCard(setup.symbolon, { organization: setup.club.slug, identifier: "the card" }),
  )

/** A card of the club that nobody holds, another one each time. */
const freshCard = ({ symbolon, club }: TwoOrganizations) =>
  createTestCard(symbolon, { organization: club.slug, identifier: `card ${(cardsMade += 1)}` })

/** A card that a person claimed. */
const ownCardOf = async (setup: TwoOrganizations, userUuid: string) =>
  setup.symbolon.cards.claim({ identifier: (await freshCard(setup)).identifier, userUuid })

/** That somebody new came in; another one each time, since each is taken back once. */
const attendanceOf = async (setup: TwoOrganizations): Promise<string> => {
  const session = (await sessionOf(setup, "club")).slug
  attendancesMade += 1
  const { user } = await setup.symbolon.users.create({
    username: `attendee-${attendancesMade}`,
    firstName: "A",
  })
  const request = {
    identifier: { type: "user_id", value: user.uuid },
    idempotencyKey: user.uuid,
  } as const
  return (await setup.symbolon.sessions.admit({ session, request })).attendanceUuid ?? ""
}

let attendancesMade = 0

const ticketOf = (setup: TwoOrganizations) =>
  setup.once("ticket", () =>
    setup.symbolon.tickets.issue({
      organization: setup.club.slug,
      of: { name: "Ticket" },
      to: { type: "username", value: setup.people.staff.username },
      idempotencyKey: "ticket",
    }),
  )

const webhookOf = (setup: TwoOrganizations): Promise<string> =>
  setup.once("webhook", async () => {
    const url = "https://club.example/hooks"
    const input = { organization: setup.club.slug, url, events: ["*"] }
    return (await setup.symbolon.webhooks.create(input)).webhook.uuid
  })

const deliveryOf = (setup: TwoOrganizations): Promise<string> =>
  setup.once("delivery", async () => {
    const webhookUuid = await webhookOf(setup)
    return (await setup.symbolon.webhooks.test({ organization: setup.club.slug, webhookUuid })).uuid
  })

const otherApp = (setup: TwoOrganizations) =>
  setup.once("other app", () =>
    registerApp(setup, "club", { serviceRole: undefined, isFirstParty: false }),
  )

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("The house lacks something it was furnished with.")
  return value
}
