import type { Effect } from "effect"
import { type Caller, host } from "./foundation/access/caller.ts"
import type { Refusal } from "./foundation/errors/refusals.ts"
import type { CheckInput } from "./foundation/inputs/held-input.ts"
import { checkFor } from "./foundation/inputs/inputs.ts"
import * as operations from "./operations/index.ts"
import type { Ports } from "./foundation/unit-of-work.ts"

type Operations = typeof operations

declare const refusals: unique symbol

/**
 * The promise of an operation: it resolves to `Result`, or rejects with one of `Refusals`, the
 * tagged errors of this package. Branch on `error._tag`.
 */
export interface Outcome<Result, Refusals> extends Promise<Result> {
  /** Carries {@link RefusalsOf} in the type. There is no such member. */
  readonly [refusals]?: Refusals
}

/**
 * What a method of the facade may refuse with, as a union of error classes.
 *
 * @example
 * type Refused = RefusalsOf<typeof symbolon.memberships.join> // NotFound | Conflict | ...
 */
export type RefusalsOf<Method extends (input: never) => unknown> =
  ReturnType<Method> extends Outcome<infer _Result, infer Refusals> ? Refusals : never

/**
 * An operation as a plain function of its input. `never` for an operation that fails with anything
 * but a {@link Refusal}.
 */
type Promised<Operation> = Operation extends (
  caller: Caller,
  input: infer Input,
) => Effect.Effect<infer Result, infer Refusals extends Refusal, infer _R>
  ? (input: Input) => Outcome<Result, ByTag<Refusals>[Refusals["_tag"]]>
  : never

/** Each refusal by itself, so that editors list them and no alias of ours. */
type ByTag<Refusals extends Refusal> = {
  readonly [Tag in Refusals["_tag"]]: Extract<Refusals, { readonly _tag: Tag }>
}

/** The operations of a noun as plain functions. */
type Methods<Noun> = { readonly [Verb in keyof Noun]: Promised<Noun[Verb]> }

type Nouns = { readonly [Noun in keyof Operations]: Methods<Operations[Noun]> }

export interface ActivitiesFacade extends Methods<Operations["activities"]> {}

export interface AllowedAppsFacade extends Methods<Operations["allowedApps"]> {}

export interface AppsFacade extends Methods<Operations["apps"]> {}

export interface AssetsFacade extends Methods<Operations["assets"]> {}

export interface CardModelsFacade extends Methods<Operations["cardModels"]> {}
export interface CardsFacade extends Methods<Operations["cards"]> {}

export interface ContactsFacade extends Methods<Operations["contacts"]> {}

export interface CredentialsFacade extends Methods<Operations["credentials"]> {}

export interface EntitlementsFacade extends Methods<Operations["entitlements"]> {}

export interface FilesFacade extends Methods<Operations["files"]> {}

export interface HoldsFacade extends Methods<Operations["holds"]> {}

export interface InvitationsFacade extends Methods<Operations["invitations"]> {}

export interface KeysFacade extends Methods<Operations["keys"]> {}

export interface LedgerFacade extends Methods<Operations["ledger"]> {}

export interface LinksFacade extends Methods<Operations["links"]> {}

export interface MembershipsFacade extends Methods<Operations["memberships"]> {}

export interface OauthFacade extends Methods<Operations["oauth"]> {}

export interface OrganizationsFacade extends Methods<Operations["organizations"]> {}

export interface PaymentConnectionsFacade extends Methods<Operations["paymentConnections"]> {}

export interface PaymentEventsFacade extends Methods<Operations["paymentEvents"]> {}

export interface PlatformProfileTemplatesFacade
  extends Methods<Operations["platformProfileTemplates"]> {}

export interface PointsFacade extends Methods<Operations["points"]> {}

export interface ProfilePagesFacade extends Methods<Operations["profilePages"]> {}

export interface ProfileTemplatesFacade extends Methods<Operations["profileTemplates"]> {}

export interface RewardTriggersFacade extends Methods<Operations["rewardTriggers"]> {}

export interface RewardsFacade extends Methods<Operations["rewards"]> {}

export interface SessionsFacade extends Methods<Operations["sessions"]> {}

export interface StaffFacade extends Methods<Operations["staff"]> {}

export interface TicketsFacade extends Methods<Operations["tickets"]> {}

export interface TiersFacade extends Methods<Operations["tiers"]> {}

export interface TransactionsFacade extends Methods<Operations["transactions"]> {}

export interface UsersFacade extends Methods<Operations["users"]> {}

export interface WalletsFacade extends Methods<Operations["wallets"]> {}

export interface WebhooksFacade extends Methods<Operations["webhooks"]> {}

/**
 * What one can do, by noun, as plain functions that return Promises. They reject with the tagged
 * refusal itself: branch on `error._tag`. The type of each names what it may refuse with, and
 * docs/errors.md describes them.
 */
export interface Facade extends Nouns {
  /** Activities of an organization: what sessions belong to. */
  readonly activities: ActivitiesFacade
  /** The apps that the caller has allowed to act for them. */
  readonly allowedApps: AllowedAppsFacade
  /** OAuth apps of an organization, or of the platform. */
  readonly apps: AppsFacade
  /** Assets of rewards that users installed, and where their profile pages have them. */
  readonly assets: AssetsFacade
  /** Designs of an organization's cards, and the tiers that they grant. */
  readonly cardModels: CardModelsFacade
  /** Cards: made by the service, held by members. */
  readonly cards: CardsFacade
  /** The people whom the caller has met, and drops with others. */
  readonly contacts: ContactsFacade
  /** Open Badges credentials of rewards, and the keys that sign them. */
  readonly credentials: CredentialsFacade
  /** What a user's membership grants now. */
  readonly entitlements: EntitlementsFacade
  /** Files: their uploads, and what is known of them. */
  readonly files: FilesFacade
  /** Points that are set aside until they are paid out or released. */
  readonly holds: HoldsFacade
  /** Invitations to an organization's team. */
  readonly invitations: InvitationsFacade
  /** Signing keys of the service. For the host alone. */
  readonly keys: KeysFacade
  /** The ledger's public log: its checkpoints, tiles and keys. */
  readonly ledger: LedgerFacade
  /** Links that users hand out, to a profile page or a wallet of theirs. */
  readonly links: LinksFacade
  /** The caller's own memberships, and the members of an organization. */
  readonly memberships: MembershipsFacade
  /** The authorization server. */
  readonly oauth: OauthFacade
  /** Organizations. */
  readonly organizations: OrganizationsFacade
  /** How an organization is paid. */
  readonly paymentConnections: PaymentConnectionsFacade
  /** Callbacks of payment backends, and payments that wait for a decision. */
  readonly paymentEvents: PaymentEventsFacade
  /** Profile templates that every organization can use. For service staff. */
  readonly platformProfileTemplates: PlatformProfileTemplatesFacade
  /** Points that an organization issues. */
  readonly points: PointsFacade
  /** Pages that people write about themselves. */
  readonly profilePages: ProfilePagesFacade
  /** What the pages start with that an organization issues with its cards. */
  readonly profileTemplates: ProfileTemplatesFacade
  /** Rewards, and their files. */
  readonly rewardTriggers: RewardTriggersFacade
  readonly rewards: RewardsFacade
  /** Sessions, their doors and their attendees. */
  readonly sessions: SessionsFacade
  /** An organization's team. */
  readonly staff: StaffFacade
  /** Tickets to activities. */
  readonly tickets: TicketsFacade
  /** Membership tiers of an organization. */
  readonly tiers: TiersFacade
  /** Transactions of the ledger. */
  readonly transactions: TransactionsFacade
  /** Users: accounts, passwords, passkeys and sign-ins. */
  readonly users: UsersFacade
  /** Wallets, their points and their transactions. */
  readonly wallets: WalletsFacade
  /** Webhooks of an organization, and what was delivered to them. */
  readonly webhooks: WebhooksFacade
}

/** The check of each operation's input, looked up once. */
const checks = new Map(
  Object.entries(operations).flatMap(([noun, verbs]) =>
    Object.keys(verbs).map((verb) => [`${noun}.${verb}`, checkFor(noun, verb)] as const),
  ),
)

/** On whose behalf an operation runs, beside its caller. */
export interface RunContext {
  /**
   * The id of the request, such as the `X-Request-Id` of HTTP: log lines of the background work that
   * it leads to carry it as `request_id`.
   */
  readonly requestId?: string | undefined
  /**
   * Whether nobody waits for the answer any more, as when a client has hung up: a list or a search that
   * waits for its turn is left out then.
   */
  readonly isAbandoned?: (() => boolean) | undefined
}

/** Runs an operation; rejects with its refusal. */
export type Run = <A, E extends Refusal>(
  effect: Effect.Effect<A, E, Ports>,
  context?: RunContext,
) => Promise<A>

const nouns: Readonly<Record<string, Verbs>> = { ...operations } as never

type Verbs = Readonly<
  Record<string, (caller: Caller, input: unknown) => Effect.Effect<unknown, Refusal, Ports>>
>

/**
 * The operations on behalf of one caller. A noun is made when it is asked for: a server makes a
 * facade for each request, and asks for one of them.
 */
export const facadeOf = (run: Run, caller: Caller = host, context?: RunContext): Facade => {
  const made = new Map<string | symbol, unknown>()
  const methods = (noun: string, verbs: Verbs): unknown =>
    Object.fromEntries(
      Object.entries(verbs).map(([verb, operation]) => [
        verb,
        judged(checks.get(`${noun}.${verb}`), (input) => run(operation(caller, input), context)),
      ]),
    )
  return new Proxy(nouns, {
    get: (all, noun) => {
      const before = made.get(noun)
      if (before !== undefined) return before
      const verbs = typeof noun === "string" && Object.hasOwn(all, noun) ? all[noun] : undefined
      if (verbs === undefined) return undefined
      const methodsOfNoun = methods(String(noun), verbs)
      made.set(noun, methodsOfNoun)
      return methodsOfNoun
    },
  }) as unknown as Facade
}

/**
 * Refuses an input by the names of its fields before anything runs, as HTTP does; `async`, so that
 * a refusal is a rejection too.
 */
const judged =
  (check: CheckInput | undefined, operation: (input: unknown) => Promise<unknown>) =>
  async (input: unknown): Promise<unknown> => {
    const refusal = check?.(input)
    if (refusal !== undefined) throw refusal
    return operation(input)
  }
