import type { Repositories } from "@symbolon/core/storage"
import type { Engine } from "../engine.ts"
import { activities } from "./activities.ts"
import { cardModels } from "./card-models.ts"
import { cards } from "./cards.ts"
import { consents } from "./consents.ts"
import { contacts } from "./contacts.ts"
import { assets } from "./assets.ts"
import { cachedContents } from "./cached-contents.ts"
import { contents } from "./contents.ts"
import { decryptionKeys } from "./decryption-keys.ts"
import { deliveries } from "./deliveries.ts"
import { devices } from "./devices.ts"
import { files } from "./files.ts"
import { invitations } from "./invitations.ts"
import { checkouts } from "./checkouts.ts"
import { jobs } from "./jobs.ts"
import { ledger } from "./ledger.ts"
import { credentialKeys } from "./credential-keys.ts"
import { issuances } from "./issuances.ts"
import { links } from "./links.ts"
import { logins } from "./logins.ts"
import { manifests } from "./manifests.ts"
import { membershipHistory } from "./membership-history.ts"
import { membershipMoves } from "./membership-moves.ts"
import { membershipTerms } from "./membership-terms.ts"
import { memberships } from "./memberships.ts"
import { names } from "./names.ts"
import { oauthChallenges } from "./oauth-challenges.ts"
import { oauthClients } from "./oauth-clients.ts"
import { oauthCodes } from "./oauth-codes.ts"
import { oauthSessions } from "./oauth-sessions.ts"
import { oneTimeTokens } from "./one-time-tokens.ts"
import type { Opens } from "./opens.ts"
import { organizations } from "./organizations.ts"
import { outbox } from "./outbox.ts"
import { passkeys } from "./passkeys.ts"
import { paymentConnections } from "./payment-connections.ts"
import { paymentInbox } from "./payment-inbox.ts"
import { presences } from "./presences.ts"
import { profilePages } from "./profile-pages.ts"
import { profileTemplates } from "./profile-templates.ts"
import { refreshTokens } from "./refresh-tokens.ts"
import { mirroredAssets } from "./mirrored-assets.ts"
import { rewardBatches } from "./reward-batches.ts"
import { rewardDeliveries } from "./reward-deliveries.ts"
import { rewardTriggers } from "./reward-triggers.ts"
import { rewardTemplates, tickets } from "./rewards.ts"
import { rosters } from "./rosters.ts"
import { serviceKeys } from "./service-keys.ts"
import { sessions } from "./sessions.ts"
import { sessionSeries } from "./session-series.ts"
import { staff } from "./staff.ts"
import { tiers } from "./tiers.ts"
import { transactions } from "./transactions.ts"
import { users } from "./users.ts"
import { wallets } from "./wallets.ts"
import { webhooks } from "./webhooks.ts"
import { wrappedKeys } from "./wrapped-keys.ts"

/**
 * Compiles every statement for one engine, and answers what binds all repositories to a
 * connection's executor.
 */
export const repositoriesOf: Opens<Repositories> = (engine) => {
  const opened = openAll(engine)
  return (tx) => ({
    names: opened.names(tx),
    organizations: opened.organizations(tx),
    staff: opened.staff(tx),
    invitations: opened.invitations(tx),
    users: opened.users(tx),
    logins: opened.logins(tx),
    passkeys: opened.passkeys(tx),
    oneTimeTokens: opened.oneTimeTokens(tx),
    tiers: opened.tiers(tx),
    wallets: opened.wallets(tx),
    decryptionKeys: opened.decryptionKeys(tx),
    contents: opened.contents(tx),
    assets: opened.assets(tx),
    cachedContents: opened.cachedContents(tx),
    wrappedKeys: opened.wrappedKeys(tx),
    ledger: opened.ledger(tx),
    transactions: opened.transactions(tx),
    memberships: opened.memberships(tx),
    membershipTerms: opened.membershipTerms(tx),
    membershipHistory: opened.membershipHistory(tx),
    membershipMoves: opened.membershipMoves(tx),
    paymentConnections: opened.paymentConnections(tx),
    checkouts: opened.checkouts(tx),
    paymentInbox: opened.paymentInbox(tx),
    profileTemplates: opened.profileTemplates(tx),
    cardModels: opened.cardModels(tx),
    cards: opened.cards(tx),
    profilePages: opened.profilePages(tx),
    issuances: opened.issuances(tx),
    credentialKeys: opened.credentialKeys(tx),
    links: opened.links(tx),
    files: opened.files(tx),
    contacts: opened.contacts(tx),
    rewardTemplates: opened.rewardTemplates(tx),
    mirroredAssets: opened.mirroredAssets(tx),
    rewardBatches: opened.rewardBatches(tx),
    rewardDeliveries: opened.rewardDeliveries(tx),
    rewardTriggers: opened.rewardTriggers(tx),
    tickets: opened.tickets(tx),
    sessions: opened.sessions(tx),
    sessionSeries: opened.sessionSeries(tx),
    activities: opened.activities(tx),
    presences: opened.presences(tx),
    rosters: opened.rosters(tx),
    manifests: opened.manifests(tx),
    oauthClients: opened.oauthClients(tx),
    oauthSessions: opened.oauthSessions(tx),
    oauthCodes: opened.oauthCodes(tx),
    refreshTokens: opened.refreshTokens(tx),
    oauthChallenges: opened.oauthChallenges(tx),
    consents: opened.consents(tx),
    devices: opened.devices(tx),
    serviceKeys: opened.serviceKeys(tx),
    jobs: opened.jobs(tx),
    outbox: opened.outbox(tx),
    webhooks: opened.webhooks(tx),
    deliveries: opened.deliveries(tx),
  })
}

const openAll = (engine: Engine) => ({
  names: names(engine),
  organizations: organizations(engine),
  staff: staff(engine),
  invitations: invitations(engine),
  users: users(engine),
  logins: logins(engine),
  passkeys: passkeys(engine),
  oneTimeTokens: oneTimeTokens(engine),
  tiers: tiers(engine),
  wallets: wallets(engine),
  decryptionKeys: decryptionKeys(engine),
  contents: contents(engine),
  assets: assets(engine),
  cachedContents: cachedContents(engine),
  wrappedKeys: wrappedKeys(engine),
  ledger: ledger(engine),
  transactions: transactions(engine),
  memberships: memberships(engine),
  membershipTerms: membershipTerms(engine),
  membershipHistory: membershipHistory(engine),
  membershipMoves: membershipMoves(engine),
  paymentConnections: paymentConnections(engine),
  checkouts: checkouts(engine),
  paymentInbox: paymentInbox(engine),
  profileTemplates: profileTemplates(engine),
  cardModels: cardModels(engine),
  cards: cards(engine),
  profilePages: profilePages(engine),
  issuances: issuances(engine),
  credentialKeys: credentialKeys(engine),
  links: links(engine),
  files: files(engine),
  contacts: contacts(engine),
  rewardTemplates: rewardTemplates(engine),
  mirroredAssets: mirroredAssets(engine),
  rewardBatches: rewardBatches(engine),
  rewardDeliveries: rewardDeliveries(engine),
  rewardTriggers: rewardTriggers(engine),
  tickets: tickets(engine),
  sessions: sessions(engine),
  sessionSeries: sessionSeries(engine),
  activities: activities(engine),
  presences: presences(engine),
  rosters: rosters(engine),
  manifests: manifests(engine),
  oauthClients: oauthClients(engine),
  oauthSessions: oauthSessions(engine),
  oauthCodes: oauthCodes(engine),
  refreshTokens: refreshTokens(engine),
  oauthChallenges: oauthChallenges(engine),
  consents: consents(engine),
  devices: devices(engine),
  serviceKeys: serviceKeys(engine),
  jobs: jobs(engine),
  outbox: outbox(engine),
  webhooks: webhooks(engine),
  deliveries: deliveries(engine),
})
