import type { Mail, Passwords, SymbolonOptions, UserCaller } from "../../src/index.ts"
import { openMemory } from "../../src/memory/index.ts"
import { openWorld, start } from "../world.ts"
import { portsOf } from "../../src/effect.ts"

export const hour = 3_600_000
export const password = "correct horse battery"

/** Passwords that cost nothing and tell what was asked of them. */
export const plainPasswords = (cost = 1) => {
  const verified: string[] = []
  let present = cost
  let meanwhile = async (): Promise<void> => undefined
  const passwords: Passwords = {
    hash: async (text) => {
      await meanwhile()
      return `${present}:${text}`
    },
    verify: async (hash, text) => {
      verified.push(hash)
      return hash.slice(hash.indexOf(":") + 1) === text
    },
    needsRehash: (hash) => Number(hash.split(":")[0]) < present,
  }
  /** Does something while the next hashes are made. */
  const beforeHash = (work: () => Promise<void>) => (meanwhile = work)
  return { passwords, verified, beforeHash, raise: () => (present += 1) }
}

/** Ada, with a password and a verified address, in a world whose mails are kept. */
export const openHouse = async (options: Partial<SymbolonOptions> = {}) => {
  const mails: Mail[] = []
  const secrets = plainPasswords()
  const storage = openMemory({ strict: true })
  const { symbolon, clock } = await openWorld(storage, {
    passwords: secrets.passwords,
    mailer: { send: async (mail) => void mails.push(mail) },
    ...options,
  })
  const { user: ada } = await symbolon.accounts.createUser({
    username: "ada",
    firstName: "Ada",
    email: "Ada@Example.org",
    isEmailVerified: true,
    password,
  })
  const tokenIn = (mail: Mail | undefined): string =>
    new URL(mail?.link ?? "").searchParams.get("token") ?? ""
  /** The last mail of a purpose, once all are out. */
  const mailed = async (purpose: Mail["purpose"]) => {
    await portsOf(symbolon).outgoingMail.idle()
    return mails.findLast((mail) => mail.purpose === purpose)
  }
  const signIn = (name: string, text = password) =>
    symbolon.accounts.signIn({ name, password: text })
  const signInTo = async (name: string, text = password) => {
    const { signedIn } = await signIn(name, text)
    return (await symbolon.accounts.openLogin({ signedIn })).loginToken
  }
  const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  return { symbolon, clock, storage, mails, secrets, ada, tokenIn, mailed, signIn, signInTo, later }
}
export type House = Awaited<ReturnType<typeof openHouse>>

/** Of a first-party app, for a user who has just signed in. */
export const tokenOf = (userUuid: string, change: Partial<UserCaller> = {}): UserCaller => ({
  kind: "user",
  userUuid,
  clientId: "console",
  sid: "sid",
  authTime: new Date(start),
  scopes: new Set(["user:read", "subscription:read"]),
  isFirstParty: true,
  isServiceStaff: false,
  ...change,
})

/** A refusal, as a test names it. */
export const refused = (tag: string, more: object = {}) => ({ _tag: tag, ...more })

/** A session behind tokens of a user, as an app would have it. */
export const openSession = async ({ symbolon, storage }: House, userUuid: string) => {
  const now = symbolon.clock.now()
  const sid = portsOf(symbolon).ids.uuid()
  await storage.transact("write", async (tx) => {
    const clientId = `app-${sid}`
    await tx.oauthClients.add({ ...client, clientId, createdAt: now })
    await tx.oauthSessions.open({
      sid,
      clientId,
      userUuid,
      grantType: "authorization_code",
      scopes: [],
      authTime: now,
      acr: "1",
      amr: ["pwd"],
      createdAt: now,
      expiresAt: new Date(now.getTime() + hour),
      revokedAt: undefined,
    })
    await tx.consents.keep({
      userUuid,
      clientId,
      scopes: ["openid"],
      createdAt: now,
      updatedAt: now,
    })
  })
  return {
    sid,
    isLive: () =>
      storage.transact(
        "read",
        async (tx) => (await tx.oauthSessions.find(sid))?.session.revokedAt === undefined,
      ),
  }
}

const client = {
  organizationUuid: undefined,
  name: "App",
  clientType: "public",
  secretHashes: [],
  grantTypes: ["authorization_code"],
  scopes: [],
  redirectUris: [],
  postLogoutRedirectUris: [],
  serviceRole: undefined,
  isFirstParty: true,
  iconUrl: undefined,
  websiteUrl: undefined,
  policyUrl: undefined,
  tosUrl: undefined,
  updatedAt: undefined,
  disabledAt: undefined,
} as const
