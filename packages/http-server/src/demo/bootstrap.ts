import { randomBytes } from "node:crypto"
import { readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Symbolon } from "@symbolon/core"
import { scopesFor } from "@symbolon/core/contract"

/**
 * What a demo start leaves in the data directory, mode 600: everything needed to try the service. A
 * promise to outsiders: keep its shape.
 */
export interface Bootstrap {
  readonly base_url: string
  readonly token_endpoint: string
  readonly admin: { readonly uuid: string; readonly username: string; readonly password: string }
  readonly client: { readonly client_id: string; readonly client_secret: string }
  /** Signs users in; `symbolon token` does it. Its tokens may act for an organization. */
  readonly app: { readonly client_id: string; readonly redirect_uri: string }
  readonly organization: {
    readonly uuid: string
    readonly slug: string
    readonly treasury_wallet_address: string
  }
  readonly tiers: readonly { readonly uuid: string; readonly slug: string }[]
  readonly users: readonly {
    readonly uuid: string
    readonly username: string
    readonly password: string
    /** Their wallet in the demo organization. */
    readonly wallet_address: string
    /** Their card. Ada and Ben have claimed theirs; Cleo's is assigned to her and not claimed. */
    readonly card_identifier: string | null
  }[]
  readonly activity: { readonly uuid: string; readonly slug: string }
  readonly sessions: readonly { readonly uuid: string; readonly slug: string }[]
}

/** The data directory holds a store that a demo start did not finish, or that is not a demo. */
export class NotADemo extends Error {
  override readonly name = "NotADemo"
  constructor(dataDir: string) {
    super(
      `${dataDir} contains a database without bootstrap.json. Start without --demo, or remove the directory to start again.`,
    )
  }
}

const hourMs = 3_600_000
const treasuryPoints = 1_000_000
const pointsAllowance = 10_000_000
const firstPage = { page: 1, pageSize: 1, sortBy: "created_at", sortOrder: "asc" } as const

/**
 * Makes the demo organization in an empty store and writes `bootstrap.json`; a later start reads it
 * back and changes nothing.
 */
export const bootstrapDemo = async (
  symbolon: Symbolon,
  where: { readonly dataDir: string; readonly baseUrl: string },
): Promise<Bootstrap> => {
  const file = join(where.dataDir, "bootstrap.json")
  const known = await readIfThere(file)
  // The address may have changed since; everything else is as it was.
  if (known !== undefined) return { ...known, ...addresses(where.baseUrl) }
  if ((await symbolon.organizations.list({ page: firstPage })).totalItems > 0)
    throw new NotADemo(where.dataDir)
  const made = await makeDemo(symbolon, where.baseUrl)
  await writeFile(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return made
}

const addresses = (baseUrl: string) => ({
  base_url: baseUrl,
  token_endpoint: `${baseUrl}/oauth2/token`,
})

const readIfThere = async (file: string): Promise<Bootstrap | undefined> => {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Bootstrap
  } catch (reason) {
    if (reason instanceof Error && "code" in reason && reason.code === "ENOENT") return undefined
    throw reason
  }
}

const makeDemo = async (symbolon: Symbolon, baseUrl: string): Promise<Bootstrap> => {
  const admin = await makeUser(symbolon, "demo-admin", "Demo")
  const club = await symbolon.organizations.create({
    name: "Harbour Club",
    description: "The demo organization.",
    ownerUuid: admin.uuid,
  })
  const organization = club.slug
  const free = await makeTier(symbolon, organization, "Friend", {
    priceCents: 0,
    paymentInterval: "one_time",
    entitlements: {},
  })
  const priced = await makeTier(symbolon, organization, "Crew", {
    priceCents: 50_000,
    paymentInterval: "monthly",
    entitlements: { lounge: true },
  })
  const users = []
  for (const [username, firstName, hasClaimed] of [
    ["demo-ada", "Ada", true],
    ["demo-ben", "Ben", true],
    ["demo-cleo", "Cleo", false],
  ] as const) {
    const user = await makeUser(symbolon, username, firstName)
    await symbolon.memberships.add({
      organization,
      member: { type: "user_id", value: user.uuid },
      tierSlug: free.slug,
    })
    const held = await symbolon.wallets.list({
      of: { userUuid: user.uuid },
      page: { ...firstPage, pageSize: 100 },
    })
    const wallet = held.items.find(({ organizationUuid }) => organizationUuid === club.uuid)
    const identifier = `DEMO-${firstName.toUpperCase()}`
    await makeCard(symbolon, { organization, identifier, holderUserUuid: user.uuid })
    if (hasClaimed) await symbolon.cards.claim({ identifier, userUuid: user.uuid })
    users.push({ ...user, wallet_address: wallet?.address ?? "", card_identifier: identifier })
  }
  const [treasury] = (
    await symbolon.wallets.list({ of: { treasuryOf: club.uuid }, page: firstPage })
  ).items
  await symbolon.points.setAllowance({ organization, allowance: pointsAllowance })
  await symbolon.points.mint({
    organization,
    amount: treasuryPoints,
    description: "Demo treasury",
    idempotencyKey: "demo-treasury",
  })
  return {
    ...addresses(baseUrl),
    admin,
    client: await makeClient(symbolon, organization),
    app: await makeApp(symbolon, organization),
    organization: {
      uuid: club.uuid,
      slug: club.slug,
      treasury_wallet_address: treasury?.address ?? "",
    },
    tiers: [free, priced].map(({ uuid, slug }) => ({ uuid, slug })),
    users,
    ...(await makeDoors(symbolon, organization)),
  }
}

const makeUser = async (symbolon: Symbolon, username: string, firstName: string) => {
  const password = randomBytes(12).toString("base64url")
  const { user } = await symbolon.users.create({ username, firstName, password })
  return { uuid: user.uuid, username, password }
}

/**
 * A card of the organization that is assigned to a member: it opens the organization's doors for
 * them.
 */
const makeCard = async (
  symbolon: Symbolon,
  {
    organization,
    identifier,
    holderUserUuid,
  }: {
    readonly organization: string
    readonly identifier: string
    readonly holderUserUuid: string
  },
): Promise<void> => {
  await symbolon.cards.manufacture({ cards: [{ identifier, cardType: "qr" }] })
  const { accepted } = await symbolon.cards.addToInventory({
    organization,
    cards: [{ identifier }],
  })
  for (const card of accepted) await symbolon.cards.updateState({ card: card.uuid, holderUserUuid })
}

type TierTerms = Pick<
  Parameters<Symbolon["tiers"]["create"]>[0],
  "priceCents" | "paymentInterval" | "entitlements"
>

const makeTier = (symbolon: Symbolon, organization: string, name: string, terms: TierTerms) =>
  symbolon.tiers.create({ organization, name, ...terms })

/**
 * The bootstrap client: confidential, first-party, every organization scope, as strong as the
 * owner.
 */
const makeClient = async (symbolon: Symbolon, organization: string) => {
  const { client, clientSecret } = await symbolon.apps.create({
    organization,
    name: "Demo client",
    clientType: "confidential",
    grantTypes: ["client_credentials"],
    scopes: scopesFor("client"),
    serviceRole: "owner",
    isFirstParty: true,
  })
  return { client_id: client.clientId, client_secret: clientSecret ?? "" }
}

/** An app without a secret, whose users come back to a program of their own machine. */
const makeApp = async (symbolon: Symbolon, organization: string) => {
  const redirectUri = "http://127.0.0.1/callback"
  const { client } = await symbolon.apps.create({
    organization,
    name: "Demo app",
    clientType: "public",
    grantTypes: [
      "authorization_code",
      "refresh_token",
      "urn:ietf:params:oauth:grant-type:token-exchange",
    ],
    scopes: [...new Set([...scopesFor("user"), ...scopesFor("organization")])],
    redirectUris: [redirectUri],
    isFirstParty: true,
  })
  return { client_id: client.clientId, redirect_uri: redirectUri }
}

const makeDoors = async (symbolon: Symbolon, organization: string) => {
  const activity = await symbolon.activities.create({ organization, name: "Sailing week" })
  const now = symbolon.clock.now().getTime()
  const times = { startTime: new Date(now - hourMs), endTime: new Date(now + 7 * 24 * hourMs) }
  const sessions = [
    await symbolon.sessions.create({
      activity: activity.slug,
      ...times,
      name: "Members evening",
      settings: { requiredEntitlement: "member" },
    }),
    await symbolon.sessions.create({
      activity: activity.slug,
      ...times,
      name: "Open quay",
      settings: { maxAttendees: 100 },
    }),
  ]
  return {
    activity: { uuid: activity.uuid, slug: activity.slug },
    sessions: sessions.map(({ uuid, slug }) => ({ uuid, slug })),
  }
}
