import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Receiver } from "../../identifiers/steps/receivers.ts"
import type { KnownReceiver } from "../batches/judge-receiver.ts"
import type { BatchReceiver } from "../batches/reward-batch.ts"
import type { RewardTemplate } from "../reward-template.ts"

/** A receiver of a batch. */
export const batchReceiver = ({ userUuid, to }: Receiver): BatchReceiver => ({
  receiver: userUuid === undefined ? `wallet:${to?.address}` : `user:${userUuid}`,
  walletAddress: to?.address,
  userUuid,
})

/**
 * What issuing to receivers needs to know of them, read for all at once. `skipsExisting` also looks
 * who has the reward.
 */
export const knownReceivers = step(function* <Receiver extends BatchReceiver>(
  template: RewardTemplate,
  receivers: readonly Receiver[],
  { skipsExisting, now }: { readonly skipsExisting: boolean; readonly now: Date },
) {
  const { organizationUuid } = template
  const tx = yield* Tx
  const userUuids = receivers.flatMap(({ userUuid }) => userUuid ?? [])
  const addresses = receivers.flatMap(({ walletAddress }) => walletAddress ?? [])
  const users = by(yield* tx.users.findAll(userUuids), ({ uuid }) => uuid)
  const live = yield* tx.memberships.liveOf(organizationUuid, userUuids, now)
  const memberships = by(live, ({ userUuid }) => userUuid)
  const tierUuids = [...new Set(live.map(({ tierUuid }) => tierUuid))]
  const tiers = by(yield* tx.tiers.findAll(tierUuids), ({ uuid }) => uuid)
  const inOrganization = by(
    yield* tx.wallets.ofUsers(userUuids, organizationUuid),
    ({ userUuid = "" }) => userUuid,
  )
  const named = by(yield* tx.wallets.findAll(addresses), ({ address }) => address)
  const having = skipsExisting ? yield* whoHave(template, receivers) : new Set<string>()
  return receivers.map((receiver): KnownReceiver<Receiver> => {
    const { userUuid = "", walletAddress } = receiver
    const membership = memberships.get(userUuid)
    return {
      receiver,
      standing: {
        user: users.get(userUuid),
        membership,
        tier: membership && tiers.get(membership.tierUuid),
      },
      to: walletAddress === undefined ? inOrganization.get(userUuid) : named.get(walletAddress),
      hasIt: having.has(receiver.receiver),
    }
  })
})

/** Which receivers have a reward of the template, or wait for the content of one. */
const whoHave = step(function* (template: RewardTemplate, receivers: readonly BatchReceiver[]) {
  const tx = yield* Tx
  const of = {
    userUuids: receivers.flatMap(({ userUuid }) => userUuid ?? []),
    walletAddresses: receivers.flatMap(({ userUuid, walletAddress }) =>
      userUuid === undefined ? (walletAddress ?? []) : [],
    ),
  }
  const issued = yield* tx.issuances.receivedAmong(template.uuid, of)
  const isExternal = template.content?.storageType === "external"
  const waiting = isExternal ? yield* tx.rewardDeliveries.openAmong(template.uuid, of) : []
  return new Set(
    [...issued, ...waiting].flatMap(({ userUuid, walletAddress }) => [
      `wallet:${walletAddress}`,
      ...(userUuid === undefined ? [] : [`user:${userUuid}`]),
    ]),
  )
})

const by = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]))
