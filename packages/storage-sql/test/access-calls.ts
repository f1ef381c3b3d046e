import {
  app,
  consent,
  login,
  oauthChallenge,
  oauthCode,
  oauthSession,
  passkey,
  refreshToken,
  serviceKey,
} from "./sign-ins.ts"
import {
  at,
  firstMember,
  hash,
  oauthClient,
  organization,
  user,
  uuid,
} from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const stranger = 950_000
const someone = uuid(firstMember + 77)
const page = { page: 2, pageSize: 20, sortOrder: "asc" } as const

const people: readonly VerbCall[] = [
  { name: "users.findByEmail", call: (tx) => tx.users.findByEmail("somebody@club.example") },
  { name: "users.findByIamUserId", call: (tx) => tx.users.findByIamUserId("248289761001") },
  { name: "users.lock", call: (tx) => tx.users.lock(someone) },
  {
    name: "users.change",
    call: async (tx) => {
      await tx.users.change({
        ...user(firstMember + 77),
        email: "somebody@club.example",
        emailVerifiedAt: at(0),
      })
      await tx.users.change(user(firstMember + 77))
    },
  },
  { name: "users.setPassword", call: (tx) => tx.users.setPassword(someone, "hash") },
  {
    name: "passkeys.add",
    call: (tx) => tx.passkeys.add({ ...passkey(77), credentialId: "another" }),
  },
  { name: "passkeys.find", call: (tx) => tx.passkeys.find("credential-77") },
  { name: "passkeys.ofUser", call: (tx) => tx.passkeys.ofUser(someone) },
  { name: "passkeys.used", call: (tx) => tx.passkeys.used("credential-77", 1, at(1)) },
  { name: "passkeys.remove", call: (tx) => tx.passkeys.remove(someone, "credential-77") },
  { name: "passkeys.removeAll", call: (tx) => tx.passkeys.removeAll(uuid(firstMember + 78)) },
  { name: "users.list", call: (tx) => tx.users.list({ ...page, sortBy: "created_at" }) },
  { name: "users.list by username", call: (tx) => tx.users.list({ ...page, sortBy: "username" }) },
  {
    name: "oneTimeTokens.add",
    call: (tx) =>
      tx.oneTimeTokens.add({
        tokenHash: hash(stranger),
        purpose: "setup",
        userUuid: someone,
        subject: "somebody",
        createdAt: at(0),
        expiresAt: at(1),
        consumedAt: undefined,
      }),
  },
  { name: "oneTimeTokens.find", call: (tx) => tx.oneTimeTokens.find(hash(77)) },
  { name: "oneTimeTokens.consume", call: (tx) => tx.oneTimeTokens.consume(hash(77), at(1)) },
  { name: "oneTimeTokens.forget", call: (tx) => tx.oneTimeTokens.forget(someone) },
  {
    name: "oneTimeTokens.forget of one purpose",
    call: (tx) => tx.oneTimeTokens.forget(someone, "password_reset"),
  },
  { name: "oneTimeTokens.sweep", call: (tx) => tx.oneTimeTokens.sweep(at(10), 100) },
  { name: "logins.add", call: (tx) => tx.logins.add({ ...login(77), tokenHash: hash(stranger) }) },
  { name: "logins.find", call: (tx) => tx.logins.find(hash(77)) },
  { name: "logins.touch", call: (tx) => tx.logins.touch(hash(77), at(1)) },
  { name: "logins.end", call: (tx) => tx.logins.end(hash(77), at(1)) },
  { name: "logins.endAll", call: (tx) => tx.logins.endAll(uuid(firstMember + 78), at(1)) },
  { name: "logins.sweep", call: (tx) => tx.logins.sweep(at(10), 100) },
]

const apps: readonly VerbCall[] = [
  {
    name: "oauthClients.add",
    call: (tx) =>
      tx.oauthClients.add({
        ...oauthClient,
        clientId: "other",
        redirectUris: ["https://other.example/cb"],
      }),
  },
  { name: "oauthClients.find", call: (tx) => tx.oauthClients.find(oauthClient.clientId) },
  { name: "oauthClients.lock", call: (tx) => tx.oauthClients.lock(oauthClient.clientId) },
  {
    name: "oauthClients.change",
    call: (tx) => tx.oauthClients.change({ ...app(7), redirectUris: ["https://new.example/cb"] }),
  },
  {
    name: "oauthClients.list",
    call: (tx) => tx.oauthClients.list(organization.uuid, { ...page, sortBy: "created_at" }),
  },
  {
    name: "oauthClients.list by name",
    call: (tx) => tx.oauthClients.list(organization.uuid, { ...page, sortBy: "name" }),
  },
  {
    name: "oauthClients.list, of no organization",
    call: (tx) => tx.oauthClients.list(undefined, { ...page, sortBy: "name" }),
  },
  {
    name: "oauthClients.hasOrigin",
    call: (tx) => tx.oauthClients.hasOrigin("https://app-3.example"),
  },
  { name: "consents.keep", call: (tx) => tx.consents.keep({ ...consent(77), updatedAt: at(99) }) },
  { name: "consents.find", call: (tx) => tx.consents.find(someone, app(77).clientId) },
  { name: "consents.ofUser", call: (tx) => tx.consents.ofUser(someone) },
  { name: "consents.withdraw", call: (tx) => tx.consents.withdraw(someone, app(77).clientId) },
]

const grants: readonly VerbCall[] = [
  {
    name: "oauthSessions.open",
    call: (tx) => tx.oauthSessions.open({ ...oauthSession(77), sid: "sid" }),
  },
  { name: "oauthSessions.find", call: (tx) => tx.oauthSessions.find(uuid(77)) },
  {
    name: "oauthSessions.findAll",
    call: (tx) => tx.oauthSessions.findAll([77, 78, 79].map((n) => uuid(n))),
  },
  { name: "oauthSessions.prolong", call: (tx) => tx.oauthSessions.prolong(uuid(77), at(99)) },
  { name: "oauthSessions.end", call: (tx) => tx.oauthSessions.end(uuid(77), at(0), "logout") },
  {
    name: "oauthSessions.endAll, of a user",
    call: (tx) => tx.oauthSessions.endAll({ userUuid: uuid(firstMember + 78) }, at(0), "password"),
  },
  {
    name: "oauthSessions.endAll, of a user but one session",
    call: (tx) =>
      tx.oauthSessions.endAll(
        { userUuid: uuid(firstMember + 78), exceptSid: uuid(1) },
        at(0),
        "password",
      ),
  },
  {
    name: "oauthSessions.endAll, of a user at a client",
    call: (tx) =>
      tx.oauthSessions.endAll(
        { userUuid: uuid(firstMember + 79), clientId: app(9).clientId },
        at(0),
        "withdrawn",
      ),
  },
  {
    name: "oauthSessions.endAll, of a client",
    call: (tx) => tx.oauthSessions.endAll({ clientId: app(9).clientId }, at(0), "disabled"),
  },
  {
    name: "oauthCodes.add",
    call: (tx) => tx.oauthCodes.add({ ...oauthCode(77), codeHash: hash(stranger) }),
  },
  { name: "oauthCodes.find", call: (tx) => tx.oauthCodes.find(hash(77)) },
  { name: "oauthCodes.consume", call: (tx) => tx.oauthCodes.consume(hash(77), at(0)) },
  {
    name: "oauthCodes.consumeAll",
    call: (tx) => tx.oauthCodes.consumeAll({ userUuid: uuid(firstMember + 78) }, at(1)),
  },
  {
    name: "oauthCodes.consumeAll, for one client",
    call: (tx) =>
      tx.oauthCodes.consumeAll({ userUuid: uuid(firstMember + 78), clientId: "app" }, at(1)),
  },
  {
    name: "oauthSessions.liveOf",
    call: (tx) => tx.oauthSessions.liveOf(uuid(firstMember + 78), at(1)),
  },
  { name: "oauthCodes.sweep", call: (tx) => tx.oauthCodes.sweep(at(10), 100) },
  {
    name: "refreshTokens.add",
    call: (tx) => tx.refreshTokens.add({ ...refreshToken(77), tokenHash: hash(stranger) }),
  },
  { name: "refreshTokens.find", call: (tx) => tx.refreshTokens.find(hash(77)) },
  {
    name: "refreshTokens.consume",
    call: (tx) => tx.refreshTokens.consume(hash(77), at(0), "sealed"),
  },
  { name: "refreshTokens.sweep", call: (tx) => tx.refreshTokens.sweep(at(10), 100) },
  { name: "oauthSessions.sweep", call: (tx) => tx.oauthSessions.sweep(at(10), 100) },
  {
    name: "oauthChallenges.add",
    call: (tx) => tx.oauthChallenges.add({ ...oauthChallenge(77), challengeHash: hash(stranger) }),
  },
  { name: "oauthChallenges.find", call: (tx) => tx.oauthChallenges.find(hash(77)) },
  {
    name: "oauthChallenges.advance",
    call: (tx) =>
      tx.oauthChallenges.advance(hash(77), {
        browserHash: hash(1),
        csrfHash: hash(1),
        isAccountChosen: true,
        isSignedInAnew: true,
      }),
  },
  { name: "oauthChallenges.consume", call: (tx) => tx.oauthChallenges.consume(hash(77), at(0)) },
  { name: "oauthChallenges.sweep", call: (tx) => tx.oauthChallenges.sweep(at(10), 100) },
]

const keys: readonly VerbCall[] = [
  { name: "serviceKeys.add", call: (tx) => tx.serviceKeys.add(serviceKey) },
  { name: "serviceKeys.list", call: (tx) => tx.serviceKeys.list("tokens") },
  {
    name: "serviceKeys.move",
    call: (tx) =>
      tx.serviceKeys.move(serviceKey.keyId, { from: "active", to: "retiring", at: at(1) }),
  },
]

/** The verbs of accounts, sign-ins and what they leave. */
export const accessCalls: readonly VerbCall[] = [...people, ...apps, ...grants, ...keys]
