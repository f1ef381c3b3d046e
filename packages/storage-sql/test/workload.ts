import { roster as sampleRoster } from "./roster-calls.ts"
import type {
  Repositories,
  Storage,
  Transaction,
  TransactionBody,
  Wallet,
  Writes,
} from "@symbolon/core/storage"
import {
  address,
  admission,
  at,
  firstMember,
  hash,
  organization,
  places,
  presence,
  session,
  uuid,
} from "./sample-organization.ts"

/**
 * What one writer does: its number keeps its records apart from those of the others, `turn` from
 * its own.
 */
export interface Doing {
  readonly writer: number
  readonly turn: number
  /** How many members the organization has. */
  readonly members: number
}

const numberOf = ({ writer, turn }: Doing): number => (writer + 1) * 100_000_000 + turn

const transfer = (
  from: Wallet,
  to: Wallet,
  amount: number,
  logIndex: number,
  id: string,
): Transaction => {
  const body: TransactionBody = {
    v: 1,
    network: "test",
    id,
    effect: "posted",
    transaction_type: "transfer",
    from_address: from.address,
    from_sequence: from.sequence + 1,
    previous_hash: from.head,
    to_address: to.address,
    to_sequence: to.sequence + 1,
    to_previous_hash: to.head,
    amount,
    data_hash: "",
    meta_hash: "",
    reference_id: "",
    original_transaction_id: "",
    created_at: at(logIndex).toISOString(),
    public_key: from.publicKey,
  }
  return {
    body,
    text: JSON.stringify(body),
    transactionHash: hash(logIndex),
    signature: "A".repeat(86),
    leafHash: hash(logIndex),
    logIndex,
    status: "confirmed",
    meta: { description: "Thank you", tags: ["a", "b"], salt: "A".repeat(22) },
    encryptedData: "",
    publicData: "",
    movedAmount: amount,
    refundedAmount: 0,
    expiresAt: undefined,
    failureReason: "",
    reversalReason: "",
    createdAt: at(logIndex),
    failedAt: undefined,
    confirmedAt: at(logIndex),
  }
}

/**
 * Pays one point from the treasury to each of `receivers`, as the ledger's committer does: load,
 * decide, write.
 */
export const pay = async (
  tx: Repositories,
  receivers: readonly number[],
  idOf: (n: number) => string,
): Promise<void> => {
  const treasury = address(places.treasury)
  const keys = receivers.map((_, n) => `key:${idOf(n)}`)
  const view = await tx.ledger.load({
    keys,
    transactions: [],
    wallets: [treasury, ...new Set(receivers.map(address))],
  })
  const wallets = new Map(view.wallets)
  const transactions: Transaction[] = []
  for (const [n, receiver] of receivers.entries()) {
    const [from, to] = [wallets.get(treasury), wallets.get(address(receiver))]
    if (from === undefined || to === undefined) throw new Error("a wallet is missing")
    const logIndex = view.ledger.size + n
    transactions.push(transfer(from, to, 1, logIndex, idOf(n)))
    const head = hash(logIndex)
    wallets.set(from.address, {
      ...from,
      balance: from.balance - 1,
      sequence: from.sequence + 1,
      head,
    })
    wallets.set(to.address, { ...to, balance: to.balance + 1, sequence: to.sequence + 1, head })
  }
  const writes: Writes = {
    transactions,
    outcomes: transactions.map(({ body }, n) => ({
      key: keys[n] ?? "",
      digest: hash(n),
      transactionId: body.id,
      refusal: undefined,
      createdAt: at(n),
    })),
    settled: [],
    statuses: [],
    walletKeys: [],
    tileHashes: [],
    tickets: [],
    movedTickets: [],
    issuances: [],
    supplies: [],
    reservations: [],
    events: [],
    wallets: [...wallets.values()],
    ledger: { size: view.ledger.size + transactions.length, frontier: [hash(view.ledger.size)] },
  }
  await tx.ledger.write(writes)
}

const member = ({ writer, turn, members }: Doing, salt: number): number =>
  firstMember + ((writer * 7919 + turn * 31 + salt * 17) % members)

/** Renews a membership: the row is locked, then replaced. */
const renew = async (tx: Repositories, doing: Doing): Promise<void> => {
  const open = await tx.memberships.findOpen(organization.uuid, uuid(member(doing, 1)))
  if (open === undefined) return
  const isKept = await tx.memberships.replace({
    ...open,
    anchorTerms: open.anchorTerms + 1,
    revision: open.revision + 1,
  })
  if (!isKept) throw new Error("a locked membership was written by somebody else")
}

/**
 * Admits somebody at the door: the session is locked, seats are counted, presence and admission
 * written.
 */
const admit = async (tx: Repositories, doing: Doing): Promise<void> => {
  const [n, person] = [numberOf(doing), member(doing, 2)]
  await tx.sessions.lock(session.uuid)
  const { presences } = await tx.presences.tally(session.uuid, [address(person)])
  const present = presences[0] ?? { ...presence(person), uuid: uuid(n) }
  if (presences.length === 0) await tx.presences.addAll([present])
  await tx.presences.addAdmissions([
    {
      ...admission(person),
      uuid: uuid(n),
      presenceUuid: present.uuid,
      clientId: `door-${doing.writer}`,
      idempotencyKey: `tap-${doing.turn}`,
      occurredAt: at(doing.turn),
      recordedAt: at(doing.turn),
    },
  ])
}

const work = async (tx: Repositories, doing: Doing): Promise<void> => {
  const n = numberOf(doing)
  await tx.jobs.schedule({
    uuid: uuid(n),
    queue: "work",
    groupKey: "sweep",
    organizationUuid: undefined,
    kind: "sweep",
    key: `sweep-${doing.turn % 5}`,
    payload: {},
    dueAt: at(0),
    attempts: 0,
    requestId: undefined,
    createdAt: at(0),
  })
  const claimed = await tx.jobs.claim({
    queue: "work",
    now: at(1),
    leaseUntil: at(1_000),
    limit: 2,
    perGroup: 2,
    organizationShare: Infinity,
    running: [],
  })
  await tx.jobs.complete(claimed)
}

/** Brings a roster up to date: its row is locked, and what was noted is given its place. */
const settle = async (tx: Repositories, doing: Doing): Promise<void> => {
  await tx.rosters.add(sampleRoster)
  const roster = await tx.rosters.lock(session.uuid)
  if (roster === undefined) throw new Error("a roster that was added is not there")
  const seenPosition = await tx.rosters.stamp(organization.uuid)
  await tx.rosters.change({
    ...roster,
    manifestVersion: roster.manifestVersion + 1,
    seenPosition,
    walkIns: doing.turn,
  })
}

/**
 * One write of the mixture. Each locks in the one order of kinds, and some go through several of
 * them.
 */
export const write = (storage: Storage, doing: Doing): Promise<void> =>
  storage.transact("write", async (tx) => {
    const n = numberOf(doing)
    if (doing.turn % 3 === 0) await renew(tx, doing)
    if (doing.turn % 3 === 1) await admit(tx, doing)
    if (doing.turn % 2 === 0)
      await pay(
        tx,
        [member(doing, 3), member(doing, 4)].filter((one, i, all) => all.indexOf(one) === i),
        (i) => `t-${n}-${i}`,
      )
    if (doing.turn % 5 === 0) await work(tx, doing)
    if (doing.turn % 7 === 0) await settle(tx, doing)
    await tx.outbox.append([
      {
        uuid: uuid(n),
        type: "membership.renewed",
        organizationUuid: organization.uuid,
        data: { n },
        namedUserUuid: undefined,
        createdAt: at(n),
      },
    ])
    await tx.rosters.note(
      organization.uuid,
      [address(member(doing, 2)), uuid(member(doing, 1))].toSorted(),
    )
  })

/** Writes `turns` times, `abreast` at a time. */
export const writeMany = async (
  storage: Storage,
  of: {
    readonly writer: number
    readonly turns: number
    readonly abreast: number
    readonly members: number
  },
): Promise<void> => {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < of.turns) {
      const turn = next
      next += 1
      await write(storage, { writer: of.writer, turn, members: of.members })
    }
  }
  await Promise.all(Array.from({ length: of.abreast }, lane))
}

/** Rejects unless the books balance and nothing was lost or written twice. */
export const audit = (
  storage: Storage,
  of: { readonly writers: number; readonly turns: number; readonly members: number },
): Promise<void> =>
  storage.transact("read", async (tx) => {
    const addresses = Array.from({ length: of.members }, (_, n) => address(firstMember + n))
    const wallets = await tx.wallets.findAll([
      ...addresses,
      address(places.treasury),
      address(places.issuance),
    ])
    const { size } = await tx.transactions.head()
    const leaves = await tx.transactions.leaves(0, size + 1)
    const treasury = wallets.find(({ kind }) => kind === "treasury")
    const facts = {
      "the sum of all balances": [wallets.reduce((sum, { balance }) => sum + balance, 0), 0],
      "leaves in the log": [leaves.length, size],
      "the last leaf": [leaves.at(-1)?.logIndex, size - 1],
      "what the treasury sent": [treasury?.sequence, size],
      "what it paid": [treasury === undefined ? undefined : 1_000_000_000 - treasury.balance, size],
      "its transactions": [
        (
          await tx.transactions.listOf(address(places.treasury), {
            page: 1,
            pageSize: 1,
            sortBy: "created_at",
            sortOrder: "asc",
          })
        ).totalItems,
        size,
      ],
      events: [
        (await tx.outbox.list(undefined, of.writers * of.turns + 1)).length,
        of.writers * of.turns,
      ],
    }
    for (const [what, [found, expected]] of Object.entries(facts)) {
      if (found !== expected) throw new Error(`${what}: found ${found}, expected ${expected}`)
    }
  })
