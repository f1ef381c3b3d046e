import type { Repositories } from "./storage/storage.ts"

/** What answers calls of one verb, in their order, by asking the store less often than they did. */
type Merge<Verb> = Verb extends (...input: infer Input) => Promise<infer Answer>
  ? (tx: Repositories, calls: readonly Input[]) => Promise<readonly Answer[]>
  : never

type Merges = {
  readonly [Noun in keyof Repositories]?: {
    readonly [Verb in keyof Repositories[Noun]]?: Merge<Repositories[Noun][Verb]>
  }
}

/** A verb that reads rows by their keys. */
type RowsBy<Row> = (tx: Repositories, keys: readonly string[]) => Promise<readonly Row[]>

/** Calls for a row each. */
const single =
  <Row>(rowsBy: RowsBy<Row>, keyOf: (row: Row) => string) =>
  async (tx: Repositories, calls: readonly (readonly [key: string])[]) => {
    const rows = await rowsBy(tx, distinct(calls.flat()))
    const byKey = new Map(rows.map((row) => [keyOf(row), row]))
    return calls.map(([key]) => byKey.get(key))
  }

/** Calls for some rows each. */
const several =
  <Row>(rowsBy: RowsBy<Row>, keyOf: (row: Row) => string) =>
  async (tx: Repositories, calls: readonly (readonly [keys: readonly string[]])[]) => {
    const rows = await rowsBy(tx, distinct(calls.flat(2)))
    return calls.map(([keys]) => {
      const wanted = new Set(keys)
      return rows.filter((row) => wanted.has(keyOf(row)))
    })
  }

/** Calls for something of users in an organization each; those of one organization are asked together. */
const ofUsers =
  <Row, Answer>(
    rowsBy: (
      tx: Repositories,
      organizationUuid: string,
      userUuids: readonly string[],
    ) => Promise<readonly Row[]>,
    answerOf: (rowsOf: (userUuid: string) => readonly Row[], asked: readonly string[]) => Answer,
    userOf: (row: Row) => string | undefined,
  ) =>
  async (tx: Repositories, calls: readonly OfUsers[]): Promise<readonly Answer[]> => {
    const byOrganization = Map.groupBy(calls, ([organizationUuid]) => organizationUuid)
    const found = new Map<string, Map<string | undefined, Row[]>>()
    await Promise.all(
      [...byOrganization].map(async ([organizationUuid, alike]) => {
        const users = distinct(alike.flatMap(([, userUuids]) => userUuids))
        const rows = await rowsBy(tx, organizationUuid, users)
        found.set(organizationUuid, Map.groupBy(rows, userOf))
      }),
    )
    return calls.map(([organizationUuid, userUuids]) =>
      answerOf((user) => found.get(organizationUuid)?.get(user) ?? [], distinct(userUuids)),
    )
  }

type OfUsers = readonly [organizationUuid: string, userUuids: readonly string[]]

const distinct = (keys: readonly string[]): readonly string[] => [...new Set(keys)]

const walletsOfUsers = ofUsers(
  (tx, organizationUuid, users) => tx.wallets.ofUsers(users, organizationUuid),
  (rowsOf, [user = ""]) => rowsOf(user)[0],
  ({ userUuid }) => userUuid,
)

const openOfUsers = ofUsers(
  (tx, organizationUuid, users) => tx.memberships.openWithTiersOf(organizationUuid, users),
  (rowsOf, [user = ""]) => rowsOf(user)[0],
  ({ membership }) => membership.userUuid,
)

/** The verbs that are asked with other keys by each caller. */
const merges: Merges = {
  users: {
    find: single(
      (tx, uuids) => tx.users.findAll(uuids),
      ({ uuid }) => uuid,
    ),
    findAll: several(
      (tx, uuids) => tx.users.findAll(uuids),
      ({ uuid }) => uuid,
    ),
  },
  wallets: {
    find: single(
      (tx, addresses) => tx.wallets.findAll(addresses),
      ({ address }) => address,
    ),
    findAll: several(
      (tx, addresses) => tx.wallets.findAll(addresses),
      ({ address }) => address,
    ),
    ofUser: (tx, calls) => {
      const here = walletsOfUsers(
        tx,
        calls.flatMap(([user, organization]): readonly OfUsers[] =>
          organization === undefined ? [] : [[organization, [user]]],
        ),
      )
      let places = 0
      return Promise.all(
        calls.map(([user, organization]) => {
          if (organization === undefined) return tx.wallets.ofUser(user, undefined)
          const place = places
          places += 1
          return here.then((wallets) => wallets[place])
        }),
      )
    },
  },
  cards: {
    findByIdentifier: single(
      (tx, identifiers) => tx.cards.findAllByIdentifier(identifiers),
      ({ identifier }) => identifier,
    ),
  },
  decryptionKeys: {
    findAll: several(
      (tx, kids) => tx.decryptionKeys.findAll(kids),
      ({ kid }) => kid,
    ),
  },
  ledger: {
    outcome: single(
      (tx, keys) => tx.ledger.outcomes(keys),
      ({ key }) => key,
    ),
  },
  oauthSessions: {
    find: single(
      (tx, sids) => tx.oauthSessions.findAll(sids),
      ({ session }) => session.sid,
    ),
  },
  rewardDeliveries: {
    findByKey: single(
      (tx, keys) => tx.rewardDeliveries.findByKeys(keys),
      ({ outcomeKey }) => outcomeKey,
    ),
  },
  memberships: {
    findOpenWithTier: async (tx, calls) =>
      openOfUsers(
        tx,
        calls.map(([organizationUuid, user]) => [organizationUuid, [user]]),
      ),
    liveOf: async (tx, calls) => {
      const [, , at] = calls[0] ?? []
      if (at === undefined || calls.some(([, , each]) => +each !== +at))
        return Promise.all(calls.map((call) => tx.memberships.liveOf(...call)))
      return ofUsers(
        (all, organizationUuid, users) => all.memberships.liveOf(organizationUuid, users, at),
        (rowsOf, asked) => asked.flatMap(rowsOf),
        ({ userUuid }) => userUuid,
      )(
        tx,
        calls.map(([organizationUuid, users]) => [organizationUuid, users]),
      )
    },
  },
}

type AnyCall = (...input: readonly unknown[]) => Promise<unknown>
type AnyMerge = (tx: Repositories, calls: readonly (readonly unknown[])[]) => Promise<unknown>

/**
 * The same repositories for many readers of one snapshot. What one of them has asked is not asked again for
 * another, and calls of one verb that come in the same turn are asked together where a verb is there that takes
 * many keys.
 */
export const mergingReads = (tx: Repositories): Repositories =>
  eachMember(tx, (repository, noun) =>
    eachMember(repository as Readonly<Record<string, AnyCall>>, (verb, name) => {
      const merge = (merges as Readonly<Record<string, Readonly<Record<string, AnyMerge>>>>)[
        noun
      ]?.[name]
      return remembering(merge === undefined ? verb : collecting(tx, merge))
    }),
  )

/** Answers the same question once. */
const remembering = (ask: AnyCall): AnyCall => {
  const asked = new Map<string, Promise<unknown>>()
  return (...input) => {
    const [only] = input
    const question = input.length === 1 && typeof only === "string" ? only : JSON.stringify(input)
    const before = asked.get(question)
    if (before !== undefined) return before
    const answer = ask(...input)
    asked.set(question, answer)
    return answer
  }
}

interface Waiting {
  readonly input: readonly unknown[]
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** Collects calls until all that this turn of the event loop brought have come, and asks for all. */
const collecting = (tx: Repositories, merge: AnyMerge): AnyCall => {
  let waiting: Waiting[] = []
  const ask = async (): Promise<void> => {
    const all = waiting
    waiting = []
    try {
      const answers = (await merge(
        tx,
        all.map(({ input }) => input),
      )) as readonly unknown[]
      all.forEach(({ resolve }, place) => resolve(answers[place]))
    } catch (reason) {
      for (const { reject } of all) reject(reason)
    }
  }
  return (...input) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) process.nextTick(() => void ask())
      waiting.push({ input, resolve, reject })
    })
}

/** Makes each member anew when it is first asked for. */
const eachMember = <Of extends object>(
  of: Of,
  make: (member: never, name: string) => unknown,
): Of => {
  const made = new Map<string | symbol, unknown>()
  return new Proxy(of, {
    get: (all, name) => {
      if (made.has(name)) return made.get(name)
      const member = all[name as keyof Of]
      if (member === undefined) return undefined
      const one = make(member as never, String(name))
      made.set(name, one)
      return one
    },
  })
}
