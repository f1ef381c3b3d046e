import type { Repositories } from "../storage/storage.ts"
import { club } from "./club.ts"
import { batch } from "./postings.ts"
import {
  activity,
  admission,
  at,
  event,
  job,
  manifest,
  membership,
  oauthClient,
  oauthSession,
  organization,
  presence,
  sealedKey,
  serviceKey,
  session,
  staffMember,
  tier,
  user,
  uuid,
  wallet,
} from "./samples.ts"

const ofHome = { organizationUuid: club.home.uuid }
const annsMembership = membership(100, { ...ofHome, userUuid: club.ann.uuid, tierUuid: club.gold.uuid })
const inRace = { sessionUuid: club.race.uuid, walletAddress: club.annsPurse.address }

/** Every verb that writes, called with what it would accept in a {@link club} if the transaction were a write. */
export const writingVerbs: readonly { readonly name: string; readonly call: (tx: Repositories) => Promise<unknown> }[] = [
  { name: "names.claim", call: (tx) => tx.names.claim("free", { kind: "user", uuid: uuid(100) }) },
  { name: "organizations.add", call: (tx) => tx.organizations.add(organization(100)) },
  { name: "staff.add", call: (tx) => tx.staff.add(staffMember(100, { ...ofHome, userUuid: club.cid.uuid })) },
  { name: "users.add", call: (tx) => tx.users.add(user(100), undefined) },
  { name: "tiers.add", call: (tx) => tx.tiers.add(tier(100, ofHome)) },
  { name: "wallets.add", call: (tx) => tx.wallets.add(wallet(100, { isPrimary: true, userUuid: club.ann.uuid }), sealedKey(100)) },
  { name: "ledger.write", call: (tx) => tx.ledger.write(batch({ from: club.treasury, to: club.annsPurse, amount: 1, logIndex: 0 })) },
  { name: "memberships.add", call: (tx) => tx.memberships.add(annsMembership) },
  { name: "memberships.replace", call: (tx) => tx.memberships.replace({ ...annsMembership, revision: 2 }) },
  { name: "sessions.add", call: (tx) => tx.sessions.add(session(100, { ...ofHome, activityUuid: club.regatta.uuid })) },
  { name: "activities.add", call: (tx) => tx.activities.add(activity(100, ofHome)) },
  { name: "presences.add", call: (tx) => tx.presences.add(presence(100, inRace)) },
  { name: "presences.moveEarlier", call: (tx) => tx.presences.moveEarlier(uuid(100), at(0)) },
  {
    name: "presences.addAdmission",
    call: (tx) => tx.presences.addAdmission(admission(100, { ...inRace, clientId: club.scanner.clientId })),
  },
  { name: "presences.dispute", call: (tx) => tx.presences.dispute(uuid(100), "card_frozen") },
  { name: "manifests.nextVersion", call: (tx) => tx.manifests.nextVersion(club.race.uuid) },
  { name: "manifests.keep", call: (tx) => tx.manifests.keep(manifest(club.race.uuid, 1)) },
  { name: "manifests.sweep", call: (tx) => tx.manifests.sweep(at(0), 10) },
  { name: "oauthClients.add", call: (tx) => tx.oauthClients.add(oauthClient(100, ofHome)) },
  { name: "oauthSessions.open", call: (tx) => tx.oauthSessions.open(oauthSession(100, { clientId: club.scanner.clientId })) },
  { name: "oauthSessions.end", call: (tx) => tx.oauthSessions.end(uuid(100), at(0), "signed out") },
  { name: "oauthSessions.sweep", call: (tx) => tx.oauthSessions.sweep(at(0), 10) },
  { name: "serviceKeys.addActive", call: (tx) => tx.serviceKeys.addActive(serviceKey(100)) },
  { name: "jobs.schedule", call: (tx) => tx.jobs.schedule(job(100)) },
  { name: "jobs.claim", call: (tx) => tx.jobs.claim({ now: at(0), leaseUntil: at(1), limit: 1 }) },
  { name: "jobs.complete", call: (tx) => tx.jobs.complete(uuid(100), 1) },
  { name: "jobs.retry", call: (tx) => tx.jobs.retry(uuid(100), 1, at(0), "failed") },
  { name: "jobs.bury", call: (tx) => tx.jobs.bury(uuid(100), 1, "failed") },
  { name: "outbox.append", call: (tx) => tx.outbox.append([event(100, ofHome)]) },
]
