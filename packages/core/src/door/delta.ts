import { normaliseCardIdentifier, normaliseWalletAddress } from "./identifier.ts"
import type { CheckinHolder, CheckinManifestDelta } from "./manifest.ts"
import { type OpenManifest, openHead } from "./open-manifest.ts"
import { allCardsOf, newPerson, type People, type Person, setEntry, walkInsOf } from "./people.ts"

/**
 * Why a delta does not fit a manifest. After `resync_required` a whole new manifest helps; the rest
 * is a server's fault.
 */
export type DeltaRefusal =
  | "manifest_malformed"
  | "manifest_untrusted"
  | "manifest_rolled_back"
  | "resync_required"

/**
 * A delta that fits: the later manifest, which shares its people with the earlier one. `commit`
 * changes them in place, and only then is the later one right and the earlier one used up.
 */
export type DeltaPlan =
  | { readonly ok: true; readonly open: OpenManifest; readonly commit: () => void }
  | { readonly ok: false; readonly code: DeltaRefusal }

/**
 * Checks a verified delta against the manifest that it is to change, and changes nothing yet: so a
 * door can first keep what it has to. Cost grows with the delta, not with the roster.
 *
 * The law: committed on the manifest of version v, the delta from v to w gives the manifest of
 * version w, except for `generated_at`. Applied twice it is refused. Source:
 * docs/door-protocol.md#deltas.
 */
export const planDelta = (open: OpenManifest, delta: CheckinManifestDelta): DeltaPlan => {
  const { manifest } = open
  if (delta.session_uuid !== manifest.session_uuid) return refused("manifest_untrusted")
  if (delta.manifest_version <= delta.base_manifest_version) return refused("manifest_malformed")
  if (delta.manifest_version < manifest.manifest_version) return refused("manifest_rolled_back")
  if (delta.base_manifest_version !== manifest.manifest_version) return refused("resync_required")
  const after = changedBy(delta, open.people)
  const owners = after && ownersAfter(after, open.people)
  return owners
    ? { ok: true, open: laterOf(open, delta), commit: () => commit(open.people, after, owners) }
    : refused("resync_required")
}

/** {@link planDelta} and its commit in one; on a refusal the manifest is as it was. */
export const applyDelta = (
  open: OpenManifest,
  delta: CheckinManifestDelta,
): OpenManifest | DeltaRefusal => {
  const plan = planDelta(open, delta)
  if (!plan.ok) return plan.code
  plan.commit()
  return plan.open
}

const refused = (code: DeltaRefusal): DeltaPlan => ({ ok: false, code })

/**
 * The people who change, as they will be. Null when the delta was made for another base: a person
 * it adds is listed already, or a person it changes or removes is not.
 */
const changedBy = (
  delta: CheckinManifestDelta,
  people: People,
): ReadonlyMap<string, Person> | null => {
  const after = new Map<string, Person>()
  const change = (
    address: string,
    holder: CheckinHolder | null,
    isInside: boolean,
    isExpected: boolean | null,
  ): boolean => {
    const wallet = normaliseWalletAddress(address)
    const person = after.get(wallet) ?? { ...(people.by_wallet.get(wallet) ?? newPerson(wallet)) }
    const isThere = (isInside ? person.inside : person.listed) !== null
    setEntry(
      person,
      holder && holder.card_identifiers.map(normaliseCardIdentifier),
      holder?.has_ticket === true,
      isInside,
    )
    after.set(wallet, person)
    return isExpected === null || isExpected === isThere
  }
  const put =
    (isInside: boolean, isExpected: boolean | null) =>
    ([wallet, holder]: [string, CheckinHolder]) =>
      change(wallet, holder, isInside, isExpected)
  const take = (isInside: boolean) => (wallet: string) => change(wallet, null, isInside, true)
  return Object.entries(delta.added).every(put(false, false)) &&
    Object.entries(delta.changed).every(put(false, true)) &&
    delta.removed.every(take(false)) &&
    Object.entries(delta.admitted_added).every(put(true, null)) &&
    delta.admitted_removed.every(take(true))
    ? after
    : null
}

/** The cards of the people who change; null when a card would have two owners. */
const ownersAfter = (
  after: ReadonlyMap<string, Person>,
  people: People,
): ReadonlyMap<string, Person> | null => {
  const owners = new Map<string, Person>()
  for (const person of after.values()) {
    for (const card of allCardsOf(person)) {
      const { wallet_address: owner } = owners.get(card) ?? people.by_card.get(card) ?? person
      // Another person in this delta has given the card away, unless it was claimed for them just
      // now.
      if (owner !== person.wallet_address && (owners.has(card) || !after.has(owner))) return null
      owners.set(card, person)
    }
  }
  return owners
}

const commit = (
  people: People,
  after: ReadonlyMap<string, Person>,
  owners: ReadonlyMap<string, Person>,
): void => {
  for (const [wallet, person] of after) {
    const before = people.by_wallet.get(wallet) ?? newPerson(wallet)
    for (const card of allCardsOf(before)) people.by_card.delete(card)
    people.walk_ins += walkInsOf(person) - walkInsOf(before)
    if (person.listed === null && person.inside === null) people.by_wallet.delete(wallet)
    else people.by_wallet.set(wallet, person)
  }
  for (const [card, person] of owners) people.by_card.set(card, person)
}

const laterOf = ({ manifest, people }: OpenManifest, delta: CheckinManifestDelta): OpenManifest => {
  const {
    manifest_version,
    generated_at,
    valid_until,
    clock_tolerance_seconds,
    reserved,
    frozen_card_identifiers,
  } = delta
  return openHead(
    {
      ...manifest,
      manifest_version,
      generated_at,
      valid_until,
      clock_tolerance_seconds,
      reserved,
      frozen_card_identifiers,
    },
    people,
  )
}
