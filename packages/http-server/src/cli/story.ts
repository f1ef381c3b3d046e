import { bearer, Client, clientCredentials } from "@symbolon/client-sdk"
import { verifyLedger } from "@symbolon/core/ledger"
import { Door } from "@symbolon/door-offline"
import type { Bootstrap } from "../demo/bootstrap.ts"

/** The world in which the demo runs. */
export interface Stage {
  readonly bootstrap: Bootstrap
  /** Makes one more person, as the operator would with `symbolon users create`. */
  readonly newcomer: (
    username: string,
  ) => Promise<{ readonly uuid: string; readonly walletAddress: string }>
  /** The ledger's export, line by line. */
  readonly exportLedger: () => AsyncIterable<string>
  /** A step begins. */
  readonly step: (title: string) => Promise<void> | void
  /** Prints a result of the current step. */
  readonly say: (text: string) => void
}

const hourMs = 3_600_000

/**
 * Runs the demo over real HTTP: join, door, offline, upload, points, proof. Throws if a result
 * differs from the text.
 */
export const runStory = async (stage: Stage): Promise<void> => {
  const client = clientOf(stage.bootstrap)
  const member = await join(stage, client)
  const evening = await openDoor(stage, client)
  await admitOffline(stage, client, { ...evening, member })
  await sendPoints(stage, client, member)
  await proveIt(stage)
}

const clientOf = ({ base_url, client }: Bootstrap): Client =>
  new Client({
    baseUrl: base_url,
    auth: clientCredentials({ clientId: client.client_id, clientSecret: client.client_secret }),
  })

/** A member in the demo: a username and a wallet in the club. */
interface Member {
  readonly username: string
  readonly uuid: string
  readonly walletAddress: string
}

const join = async ({ bootstrap, newcomer, step, say }: Stage, client: Client): Promise<Member> => {
  const club = bootstrap.organization.slug
  await step("Dana joins the club")
  const tier = await client.tiers.create(club, {
    name: "Harbour pass",
    entitlements: { lounge: true },
  })
  say(`The club creates a free tier, ${tier.name}, which grants the lounge.`)
  const username = `dana-${Date.now().toString(36)}`
  const { uuid, walletAddress } = await newcomer(username)
  const member = await client.memberships.add(club, {
    identifier: { type: "username", value: username },
    membership_tier_slug: tier.slug,
  })
  say(
    `${username} is ${member.status}, ${member.valid_until === null ? "without an end" : `until ${member.valid_until}`}.`,
  )
  const { granted } = await client.entitlements.check(club, uuid, "lounge")
  holds(granted, "the lounge is open to a member of the tier")
  say("May Dana enter the lounge? Yes: her tier grants it.")
  return { username, uuid, walletAddress }
}

const openDoor = async ({ bootstrap, step, say }: Stage, client: Client) => {
  await step("A door goes offline")
  const activity = await client.activities.create(bootstrap.organization.slug, {
    name: "Harbour night",
    description: null,
  })
  const session = await client.sessions.create(activity.slug, {
    name: "Lighthouse tour",
    required_entitlement: "member",
    start_time: new Date(Date.now() - hourMs).toISOString(),
    end_time: new Date(Date.now() + 6 * hourMs).toISOString(),
  })
  // The door never sees the app's secret: its token opens this session's door and nothing else.
  const { token } = await client.sessions.createDeviceToken(session.slug, {
    device_name: "Lighthouse",
  })
  const doorClient = new Client({ baseUrl: bootstrap.base_url, auth: bearer(token) })
  const door = new Door({
    trustKeys: await doorClient.sessions.checkinTrustKeys(session.slug),
    now: Date.now,
    deviceId: "lighthouse",
  })
  const status = door.load(await doorClient.sessions.checkinManifestText(session.slug))
  say("The door gets its own token, which is valid for this session only.")
  say(
    `It downloads a signed roster (version ${status.manifest_version}), verifies it with the club's public key, and disconnects.`,
  )
  return { door, doorClient, session }
}

interface Evening {
  readonly door: Door
  /** The service as the door's own token sees it. */
  readonly doorClient: Client
  readonly session: { readonly slug: string }
  readonly member: Member
}

const admitOffline = async (
  { bootstrap, step, say }: Stage,
  client: Client,
  evening: Evening,
): Promise<void> => {
  const { door, doorClient, session, member } = evening
  await step("People tap, with no network")
  const [ada] = bootstrap.users
  const taps = [
    ["Dana", await walletIn(client, bootstrap, member)],
    ["Ada", ada?.wallet_address ?? ""],
    ["Ada again", ada?.wallet_address ?? ""],
    ["an unknown card", "NO-SUCH-CARD"],
  ] as const
  for (const [name, tap] of taps) {
    const verdict = door.admit({ tap })
    say(
      `${name}: ${verdict.decision}${verdict.blocked_reason === null ? "" : ` (${verdict.blocked_reason})`}${verdict.undetermined_reason === null ? "" : ` (${verdict.undetermined_reason})`}`,
    )
  }
  holds(door.status().pending_uploads === 2, "two admissions wait for upload")

  await step("The network is back")
  const items = door.outbox(100)
  const { results } = await doorClient.sessions.admit(session.slug, {
    admissions: items.map((item) => ({ ...item })),
  })
  for (const result of results)
    holds(
      "decision" in result && result.decision === "admitted",
      "the service accepts the admissions that the roster justifies",
    )
  door.ack(items)
  const again = await doorClient.sessions.admit(session.slug, {
    admissions: items.map((item) => ({ ...item })),
  })
  for (const result of again.results)
    holds("replayed" in result && result.replayed, "a repeated upload counts once")
  say(
    `${results.length} admissions uploaded. Sending them twice changed nothing. ${door.status().pending_uploads} uploads are pending.`,
  )
}

/** A member's wallet in the club: the manifest names people by it. */
const walletIn = async (client: Client, bootstrap: Bootstrap, member: Member): Promise<string> => {
  const sent = await client.wallets.transfer(bootstrap.organization.treasury_wallet_address, {
    to: { type: "username", value: member.username },
    amount: 1,
    description: "Welcome",
    idempotency_key: `welcome-${member.uuid}`,
  })
  return sent.to_address
}

const sendPoints = async (
  { bootstrap, step, say }: Stage,
  client: Client,
  member: Member,
): Promise<void> => {
  await step("Points change hands")
  const { organization } = bootstrap
  const minted = await client.console.points.mint(organization.slug, {
    amount: 500,
    description: "Harbour night",
    idempotency_key: `night-${member.uuid}`,
  })
  say(`The club issues 500 points into its treasury (entry ${minted.log_index} of the ledger).`)
  const request = {
    to: { type: "username", value: member.username },
    amount: 120,
    description: "Thank you for coming",
    idempotency_key: `thanks-${member.uuid}`,
  } as const
  const before = await client.wallets.balance(organization.treasury_wallet_address)
  const sent = await client.wallets.transfer(organization.treasury_wallet_address, request)
  const again = await client.wallets.transfer(organization.treasury_wallet_address, request)
  holds(sent.id === again.id, "the same request under the same key is one transfer")
  const after = await client.wallets.balance(organization.treasury_wallet_address)
  holds(before.balance - after.balance === request.amount, "the points left the treasury once")
  say(
    `Dana gets 120 points. The request was sent twice and counted once. Each entry is signed and chained: ${sent.transaction_hash.slice(0, 16)}...`,
  )
}

const proveIt = async ({ step, say, exportLedger }: Stage): Promise<void> => {
  await step("The ledger can be verified")
  const report = await verifyLedger(exportLedger())
  holds(
    report.verdict === "verified",
    `the ledger verifies (${report.verdict}, ${report.firstError?.code ?? "no error"})`,
  )
  say(`The whole ledger, ${report.leaves} entries, was exported and verified: ${report.verdict}.`)
}

function holds(truth: boolean, what: string): asserts truth {
  if (!truth) throw new Error(`The demo failed. This should be true, and is not: ${what}.`)
}
