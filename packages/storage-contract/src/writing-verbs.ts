import { newRoster, type Repositories } from "@symbolon/core/storage"
import { equippedAsset, userAsset } from "./asset-samples.ts"
import { club } from "./club.ts"
import { contact, visit } from "./contact-samples.ts"
import {
  cachedContent,
  contentAccess,
  contentRead,
  contentUse,
  decryptionKey,
  rewrapped,
} from "./content-samples.ts"
import { admission, device, manifest, presence, rosterEntry } from "./door-samples.ts"
import { file } from "./file-samples.ts"
import { entry, move, storedTerm } from "./membership-samples.ts"
import { checkout, paymentConnection, receivedPayment } from "./payment-samples.ts"
import { batch } from "./postings.ts"
import { profileTemplate } from "./profile-samples.ts"
import { card, cardModel, rewardContent, rewardTemplate } from "./reward-samples.ts"
import { credentialWritingVerbs } from "./credential-writing-verbs.ts"
import { profileWritingVerbs } from "./profile-writing-verbs.ts"
import { triggerWritingVerbs } from "./trigger-writing-verbs.ts"
import {
  activity,
  at,
  claimOf,
  event,
  hash,
  invitation,
  job,
  membership,
  oauthClient,
  oauthSession,
  oneTimeToken,
  organization,
  passkey,
  sealedKey,
  serviceKey,
  session,
  sessionSeries,
  staffMember,
  tier,
  user,
  uuid,
  wallet,
} from "./samples.ts"
import { attempt, delivery, webhook } from "./webhook-samples.ts"
import { consent, login, oauthChallenge, oauthCode, refreshToken } from "./sign-in-samples.ts"

const ofHome = { organizationUuid: club.home.uuid }
const annsMembership = membership(100, {
  ...ofHome,
  userUuid: club.ann.uuid,
  tierUuid: club.gold.uuid,
})
const inRace = { sessionUuid: club.race.uuid, walletAddress: club.annsPurse.address }

/**
 * Every verb that writes, called with what it would accept in a {@link club} if the transaction
 * were a write.
 */
export const writingVerbs: readonly {
  readonly name: string
  readonly call: (tx: Repositories) => Promise<unknown>
}[] = [
  { name: "names.claim", call: (tx) => tx.names.claim("free", { kind: "user", uuid: uuid(100) }) },
  { name: "organizations.add", call: (tx) => tx.organizations.add(organization(100)) },
  { name: "organizations.change", call: (tx) => tx.organizations.change(club.home) },
  {
    name: "staff.add",
    call: (tx) => tx.staff.add(staffMember(100, { ...ofHome, userUuid: club.cid.uuid })),
  },
  {
    name: "staff.change",
    call: (tx) =>
      tx.staff.change(staffMember(15, { ...ofHome, userUuid: club.ann.uuid, role: "manager" })),
  },
  { name: "staff.remove", call: (tx) => tx.staff.remove(club.home.uuid, club.ann.uuid) },
  { name: "invitations.add", call: (tx) => tx.invitations.add(invitation(100, ofHome)) },
  {
    name: "invitations.settle",
    call: (tx) => tx.invitations.settle(uuid(100), "withdrawn", at(0)),
  },
  { name: "invitations.sweep", call: (tx) => tx.invitations.sweep(at(0), 10) },
  { name: "users.add", call: (tx) => tx.users.add(user(100), undefined) },
  { name: "users.change", call: (tx) => tx.users.change(club.ann) },
  { name: "users.setPassword", call: (tx) => tx.users.setPassword(club.ann.uuid, undefined) },
  { name: "logins.add", call: (tx) => tx.logins.add(login(100)) },
  { name: "logins.touch", call: (tx) => tx.logins.touch(hash(100), at(0)) },
  { name: "logins.end", call: (tx) => tx.logins.end(hash(100), at(0)) },
  { name: "logins.endAll", call: (tx) => tx.logins.endAll(club.ann.uuid, at(0)) },
  { name: "logins.sweep", call: (tx) => tx.logins.sweep(at(0), 10) },
  {
    name: "passkeys.add",
    call: (tx) => tx.passkeys.add(passkey(100, { userUuid: club.ann.uuid })),
  },
  { name: "passkeys.used", call: (tx) => tx.passkeys.used("credential-100", 1, at(0)) },
  { name: "passkeys.remove", call: (tx) => tx.passkeys.remove(club.ann.uuid, "credential-100") },
  { name: "passkeys.removeAll", call: (tx) => tx.passkeys.removeAll(club.ann.uuid) },
  { name: "oneTimeTokens.add", call: (tx) => tx.oneTimeTokens.add(oneTimeToken(100)) },
  { name: "oneTimeTokens.consume", call: (tx) => tx.oneTimeTokens.consume(hash(100), at(0)) },
  { name: "oneTimeTokens.forget", call: (tx) => tx.oneTimeTokens.forget(club.ann.uuid) },
  { name: "oneTimeTokens.sweep", call: (tx) => tx.oneTimeTokens.sweep(at(0), 10) },
  { name: "tiers.add", call: (tx) => tx.tiers.add(tier(100, ofHome)) },
  { name: "tiers.change", call: (tx) => tx.tiers.change(club.gold) },
  { name: "wallets.close", call: (tx) => tx.wallets.close(club.ann.uuid, at(1)) },
  {
    name: "wallets.add",
    call: (tx) =>
      tx.wallets.add(wallet(100, { isPrimary: true, userUuid: club.ann.uuid }), sealedKey(100)),
  },
  {
    name: "wallets.addAll",
    call: (tx) =>
      tx.wallets.addAll([{ wallet: wallet(100, { kind: "card" }), key: sealedKey(100) }]),
  },
  {
    name: "decryptionKeys.addAll",
    call: (tx) => tx.decryptionKeys.addAll([decryptionKey(100)]),
  },
  { name: "decryptionKeys.add", call: (tx) => tx.decryptionKeys.add(decryptionKey(100)) },
  { name: "assets.addAll", call: (tx) => tx.assets.addAll([userAsset(101)]) },
  { name: "assets.equip", call: (tx) => tx.assets.equip(equippedAsset(201, 101)) },
  { name: "assets.unequip", call: (tx) => tx.assets.unequip(uuid(201), "head") },
  { name: "assets.remove", call: (tx) => tx.assets.remove(club.ann.uuid, "t-1") },
  { name: "assets.removeAllOf", call: (tx) => tx.assets.removeAllOf(club.ann.uuid) },
  { name: "cachedContents.add", call: (tx) => tx.cachedContents.add(cachedContent(1)) },
  {
    name: "cachedContents.refetched",
    call: (tx) => tx.cachedContents.refetched({ ...cachedContent(1), isDrift: false }),
  },
  { name: "cachedContents.addUse", call: (tx) => tx.cachedContents.addUse(contentUse(1)) },
  { name: "cachedContents.forget", call: (tx) => tx.cachedContents.forget("t-1") },
  { name: "contents.addAccess", call: (tx) => tx.contents.addAccess(contentAccess(100)) },
  { name: "contents.addRead", call: (tx) => tx.contents.addRead(contentRead(100)) },
  { name: "contents.sweepAccess", call: (tx) => tx.contents.sweepAccess(at(0), 10) },
  { name: "wrappedKeys.rewrap", call: (tx) => tx.wrappedKeys.rewrap("wallet", [rewrapped]) },
  {
    name: "ledger.write",
    call: (tx) =>
      tx.ledger.write(batch({ from: club.treasury, to: club.annsPurse, amount: 1, logIndex: 0 })),
  },
  { name: "ledger.fixOrigin", call: (tx) => tx.ledger.fixOrigin("club.example/ledger") },
  { name: "ledger.erase", call: (tx) => tx.ledger.erase("t".repeat(24)) },
  { name: "memberships.add", call: (tx) => tx.memberships.add(annsMembership) },
  {
    name: "memberships.replace",
    call: (tx) => tx.memberships.replace({ ...annsMembership, revision: 2 }),
  },
  {
    name: "memberships.replaceAll",
    call: (tx) => tx.memberships.replaceAll([{ ...annsMembership, revision: 2 }]),
  },
  { name: "membershipTerms.add", call: (tx) => tx.membershipTerms.add([storedTerm(uuid(100), 0)]) },
  { name: "membershipTerms.removeOf", call: (tx) => tx.membershipTerms.removeOf([uuid(100)]) },
  {
    name: "membershipHistory.append",
    call: (tx) => tx.membershipHistory.append([entry(100, annsMembership)]),
  },
  { name: "membershipMoves.add", call: (tx) => tx.membershipMoves.add(move(100)) },
  { name: "membershipMoves.change", call: (tx) => tx.membershipMoves.change(move(100)) },
  {
    name: "paymentConnections.add",
    call: (tx) => tx.paymentConnections.add(paymentConnection(100)),
  },
  {
    name: "paymentConnections.disable",
    call: (tx) => tx.paymentConnections.disable(uuid(100), at(0)),
  },
  { name: "contacts.add", call: (tx) => tx.contacts.add(contact(100)) },
  { name: "contacts.change", call: (tx) => tx.contacts.change(contact(100)) },
  { name: "contacts.remove", call: (tx) => tx.contacts.remove(club.ann.uuid, uuid(100)) },
  { name: "contacts.addVisit", call: (tx) => tx.contacts.addVisit(visit(101, 100)) },
  { name: "contacts.changeVisit", call: (tx) => tx.contacts.changeVisit(visit(101, 100)) },
  { name: "contacts.removeVisit", call: (tx) => tx.contacts.removeVisit(uuid(100), uuid(101)) },
  { name: "contacts.removeAllOf", call: (tx) => tx.contacts.removeAllOf(club.ann.uuid) },
  { name: "contacts.forgetUser", call: (tx) => tx.contacts.forgetUser(club.ann.uuid, at(0)) },
  { name: "checkouts.add", call: (tx) => tx.checkouts.add(checkout(100)) },
  { name: "checkouts.change", call: (tx) => tx.checkouts.change(checkout(100)) },
  {
    name: "checkouts.cancelOpen",
    call: (tx) => tx.checkouts.cancelOpen({ userUuid: club.ann.uuid }, at(0)),
  },
  { name: "paymentInbox.add", call: (tx) => tx.paymentInbox.add(receivedPayment(100)) },
  {
    name: "paymentInbox.conclude",
    call: (tx) => tx.paymentInbox.conclude(uuid(100), "applied", undefined),
  },
  {
    name: "paymentInbox.settle",
    call: (tx) =>
      tx.paymentInbox.settle(uuid(100), { at: at(0), byUserUuid: undefined, note: undefined }),
  },
  { name: "cardModels.add", call: (tx) => tx.cardModels.add(cardModel(100, ofHome)) },
  { name: "cardModels.change", call: (tx) => tx.cardModels.change(cardModel(100, ofHome)) },
  { name: "cardModels.remove", call: (tx) => tx.cardModels.remove(uuid(100)) },
  {
    name: "cardModels.unlinkTier",
    call: (tx) => tx.cardModels.unlinkTier(club.gold.uuid, at(1)),
  },
  {
    name: "cardModels.unlinkTemplate",
    call: (tx) => tx.cardModels.unlinkTemplate(uuid(100), at(1)),
  },
  { name: "profileTemplates.add", call: (tx) => tx.profileTemplates.add(profileTemplate(100)) },
  {
    name: "profileTemplates.change",
    call: (tx) => tx.profileTemplates.change(profileTemplate(100)),
  },
  { name: "profileTemplates.remove", call: (tx) => tx.profileTemplates.remove(uuid(100)) },
  {
    name: "cards.add",
    call: (tx) => tx.cards.add(card(101, { ...ofHome, walletAddress: club.annsPurse.address })),
  },
  {
    name: "cards.addAll",
    call: (tx) =>
      tx.cards.addAll([card(101, { ...ofHome, walletAddress: club.annsPurse.address })]),
  },
  { name: "cards.change", call: (tx) => tx.cards.change(card(101)) },
  { name: "cards.changeAll", call: (tx) => tx.cards.changeAll([card(101)]) },
  ...profileWritingVerbs,
  { name: "files.add", call: (tx) => tx.files.add(file(100)) },
  { name: "files.change", call: (tx) => tx.files.change(file(100)) },
  { name: "files.removeAllOf", call: (tx) => tx.files.removeAllOf(club.home.uuid, at(0)) },
  { name: "files.removeOwned", call: (tx) => tx.files.removeOwned(club.home.uuid, at(0)) },
  { name: "files.recountBytes", call: (tx) => tx.files.recountBytes(club.home.uuid) },
  { name: "files.forget", call: (tx) => tx.files.forget(uuid(100)) },
  {
    name: "rewardTemplates.add",
    call: (tx) => tx.rewardTemplates.add(rewardTemplate(101, ofHome)),
  },
  {
    name: "rewardTemplates.change",
    call: (tx) => tx.rewardTemplates.change(rewardTemplate(101, ofHome)),
  },
  { name: "rewardTemplates.remove", call: (tx) => tx.rewardTemplates.remove(uuid(101)) },
  {
    name: "rewardTemplates.putContent",
    call: (tx) => tx.rewardTemplates.putContent(rewardContent(101)),
  },
  {
    name: "rewardTemplates.removeContent",
    call: (tx) => tx.rewardTemplates.removeContent(uuid(101)),
  },
  ...triggerWritingVerbs,
  ...credentialWritingVerbs,
  {
    name: "sessions.add",
    call: (tx) => tx.sessions.add(session(100, { ...ofHome, activityUuid: club.regatta.uuid })),
  },
  {
    name: "sessions.addAll",
    call: (tx) =>
      tx.sessions.addAll([session(100, { ...ofHome, activityUuid: club.regatta.uuid })]),
  },
  {
    name: "sessionSeries.add",
    call: (tx) => tx.sessionSeries.add(sessionSeries(100, { activityUuid: club.regatta.uuid })),
  },
  {
    name: "sessions.changeAll",
    call: (tx) => tx.sessions.changeAll([{ ...club.race, updatedAt: at(1) }]),
  },
  {
    name: "activities.change",
    call: (tx) => tx.activities.change({ ...club.regatta, updatedAt: at(1) }),
  },
  { name: "activities.add", call: (tx) => tx.activities.add(activity(100, ofHome)) },
  { name: "presences.addAll", call: (tx) => tx.presences.addAll([presence(100, inRace)]) },
  { name: "presences.changeAll", call: (tx) => tx.presences.changeAll([presence(100, inRace)]) },
  {
    name: "presences.undo",
    call: (tx) => tx.presences.undo(presence(100, inRace), at(0), undefined),
  },
  {
    name: "presences.addAdmissions",
    call: (tx) =>
      tx.presences.addAdmissions([
        admission(100, { ...inRace, presenceUuid: uuid(100), clientId: club.scanner.clientId }),
      ]),
  },
  {
    name: "presences.settle",
    call: (tx) =>
      tx.presences.settle(uuid(100), { isReentry: false, disputedReason: "card_frozen" }),
  },
  { name: "rosters.note", call: (tx) => tx.rosters.note(club.home.uuid, ["a"]) },
  { name: "rosters.stamp", call: (tx) => tx.rosters.stamp(club.home.uuid) },
  { name: "rosters.add", call: (tx) => tx.rosters.add(newRoster(club.race.uuid)) },
  { name: "rosters.change", call: (tx) => tx.rosters.change(newRoster(club.race.uuid)) },
  { name: "rosters.addEntries", call: (tx) => tx.rosters.addEntries([rosterEntry(100)]) },
  { name: "rosters.closeEntries", call: (tx) => tx.rosters.closeEntries([uuid(100)], 2) },
  {
    name: "rosters.moveEnds",
    call: (tx) => tx.rosters.moveEnds([{ uuid: uuid(100), endsAt: at(0) }]),
  },
  { name: "rosters.dropEntries", call: (tx) => tx.rosters.dropEntries([uuid(100)]) },
  { name: "rosters.sweep", call: (tx) => tx.rosters.sweep(10) },
  { name: "rosters.forgetEntries", call: (tx) => tx.rosters.forgetEntries(club.race.uuid, 10) },
  { name: "manifests.keep", call: (tx) => tx.manifests.keep(manifest(club.race.uuid, 1)) },
  { name: "manifests.sweep", call: (tx) => tx.manifests.sweep(at(0), 10) },
  { name: "oauthClients.add", call: (tx) => tx.oauthClients.add(oauthClient(100, ofHome)) },
  { name: "oauthClients.change", call: (tx) => tx.oauthClients.change(club.scanner) },
  {
    name: "oauthSessions.open",
    call: (tx) => tx.oauthSessions.open(oauthSession(100, { clientId: club.scanner.clientId })),
  },
  { name: "oauthSessions.prolong", call: (tx) => tx.oauthSessions.prolong(uuid(100), at(0)) },
  {
    name: "oauthSessions.endAll",
    call: (tx) => tx.oauthSessions.endAll({ userUuid: club.ann.uuid }, at(0), "signed out"),
  },
  { name: "oauthSessions.end", call: (tx) => tx.oauthSessions.end(uuid(100), at(0), "signed out") },
  { name: "oauthSessions.sweep", call: (tx) => tx.oauthSessions.sweep(at(0), 10) },
  {
    name: "devices.add",
    call: (tx) => tx.devices.add(device(100, { ...ofHome, sessionUuid: club.race.uuid })),
  },
  {
    name: "devices.renew",
    call: (tx) => tx.devices.renew(device(100, { ...ofHome, sessionUuid: club.race.uuid })),
  },
  { name: "devices.revoke", call: (tx) => tx.devices.revoke(uuid(100), at(0)) },
  { name: "devices.sweep", call: (tx) => tx.devices.sweep(at(0), 10) },
  { name: "oauthCodes.add", call: (tx) => tx.oauthCodes.add(oauthCode(100)) },
  { name: "oauthCodes.consume", call: (tx) => tx.oauthCodes.consume(hash(100), at(0)) },
  {
    name: "oauthCodes.consumeAll",
    call: (tx) => tx.oauthCodes.consumeAll({ userUuid: club.ann.uuid }, at(0)),
  },
  { name: "oauthCodes.sweep", call: (tx) => tx.oauthCodes.sweep(at(0), 10) },
  {
    name: "refreshTokens.add",
    call: (tx) => tx.refreshTokens.add(refreshToken(100, { sid: uuid(100) })),
  },
  {
    name: "refreshTokens.consume",
    call: (tx) => tx.refreshTokens.consume(hash(100), at(0), undefined),
  },
  { name: "refreshTokens.sweep", call: (tx) => tx.refreshTokens.sweep(at(0), 10) },
  { name: "oauthChallenges.add", call: (tx) => tx.oauthChallenges.add(oauthChallenge(100)) },
  {
    name: "oauthChallenges.advance",
    call: (tx) => tx.oauthChallenges.advance(hash(100), oauthChallenge(101)),
  },
  { name: "oauthChallenges.consume", call: (tx) => tx.oauthChallenges.consume(hash(100), at(0)) },
  { name: "oauthChallenges.sweep", call: (tx) => tx.oauthChallenges.sweep(at(0), 10) },
  { name: "consents.keep", call: (tx) => tx.consents.keep(consent(100)) },
  {
    name: "consents.withdraw",
    call: (tx) => tx.consents.withdraw(club.ann.uuid, club.scanner.clientId),
  },
  { name: "serviceKeys.add", call: (tx) => tx.serviceKeys.add(serviceKey(100)) },
  {
    name: "serviceKeys.move",
    call: (tx) => tx.serviceKeys.move("key-100", { from: "next", to: "active", at: at(0) }),
  },
  { name: "jobs.schedule", call: (tx) => tx.jobs.schedule(job(100)) },
  { name: "jobs.scheduleAll", call: (tx) => tx.jobs.scheduleAll([job(100)]) },
  { name: "jobs.claim", call: (tx) => tx.jobs.claim(claimOf(0)) },
  { name: "jobs.renew", call: (tx) => tx.jobs.renew([{ uuid: uuid(100), token: 1 }], at(1)) },
  { name: "jobs.complete", call: (tx) => tx.jobs.complete([{ uuid: uuid(100), token: 1 }]) },
  {
    name: "jobs.reschedule",
    call: (tx) =>
      tx.jobs.reschedule([
        {
          uuid: uuid(100),
          token: 1,
          queue: "work",
          dueAt: at(0),
          attempts: 0,
          reason: undefined,
        },
      ]),
  },
  { name: "jobs.bury", call: (tx) => tx.jobs.bury({ uuid: uuid(100), token: 1 }, "failed") },
  { name: "jobs.restore", call: (tx) => tx.jobs.restore(uuid(100), at(0)) },
  { name: "jobs.sweep", call: (tx) => tx.jobs.sweep(at(0), 10) },
  { name: "outbox.append", call: (tx) => tx.outbox.append([event(100, ofHome)]) },
  { name: "outbox.changeAll", call: (tx) => tx.outbox.changeAll([event(100, ofHome)]) },
  { name: "outbox.sweep", call: (tx) => tx.outbox.sweep(at(0), 10) },
  { name: "webhooks.add", call: (tx) => tx.webhooks.add(webhook(100)) },
  { name: "webhooks.change", call: (tx) => tx.webhooks.change(webhook(100)) },
  { name: "deliveries.addAll", call: (tx) => tx.deliveries.addAll([delivery(100)]) },
  {
    name: "deliveries.record",
    call: (tx) => tx.deliveries.record([{ delivery: delivery(100), attempt: attempt(100, 1) }]),
  },
  { name: "deliveries.sweep", call: (tx) => tx.deliveries.sweep(at(0), 10) },
]
