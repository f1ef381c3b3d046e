import * as fc from "fast-check"
import { club } from "../club.ts"
import { at, hash, oauthSession, uuid } from "../samples.ts"
import { consent, login, oauthChallenge, oauthCode, refreshToken } from "../sign-in-samples.ts"
import type { Verb } from "./verb.ts"

// Few of everything, so that verbs meet: the numbers of what is signed in by are 1 to 4, whoever
// adds them.

const number = fc.integer({ min: 1, max: 4 })
const moment = fc.integer({ min: 0, max: 20 })
const people = fc.constantFrom(...club.people)
const clients = fc.constantFrom(club.scanner, club.tablet)

/** The session behind tokens of this number; its sid is its own, whoever opens it. */
const sidOf = (n: number): string => uuid(900 + n)

const opening: fc.Arbitrary<Verb> = fc
  .tuple(number, clients, fc.option(people, { nil: undefined }), moment)
  .map(([index, { clientId }, person, expires]) => ({
    text: `oauthSessions.open(${index}, expires ${expires})`,
    call: async (tx) => {
      const sid = sidOf(index)
      if ((await tx.oauthSessions.find(sid)) !== undefined)
        return tx.oauthSessions.prolong(sid, at(expires))
      return tx.oauthSessions.open(
        oauthSession(900 + index, { clientId, userUuid: person?.uuid, expiresAt: at(expires) }),
      )
    },
  }))

const closing: fc.Arbitrary<Verb> = fc
  .tuple(clients, people, fc.boolean(), moment)
  .map(([{ clientId }, { uuid: userUuid }, isUser, now]) => ({
    text: `oauthSessions.endAll(${isUser ? "user" : "client"})`,
    call: (tx) => tx.oauthSessions.endAll(isUser ? { userUuid } : { clientId }, at(now), "closed"),
  }))

const granting: fc.Arbitrary<Verb> = fc
  .tuple(number, number, moment)
  .map(([index, session, expires]) => ({
    text: `oauthCodes.add and refreshTokens.add(${index}, session ${session}, expire ${expires})`,
    call: async (tx) => {
      const [sid, expiresAt] = [sidOf(session), at(expires)]
      if ((await tx.oauthCodes.find(hash(index))) === undefined)
        await tx.oauthCodes.add(oauthCode(index, { sid, expiresAt }))
      const isThere =
        (await tx.oauthSessions.find(sid)) !== undefined &&
        (await tx.refreshTokens.find(hash(index))) === undefined
      if (isThere) await tx.refreshTokens.add(refreshToken(index, { sid, expiresAt }))
      return isThere
    },
  }))

const using: fc.Arbitrary<Verb> = fc
  .tuple(number, moment, fc.constantFrom(undefined, "sealed"))
  .map(([index, now, answer]) => ({
    text: `consume(${index})`,
    call: async (tx) => [
      await tx.oauthCodes.consume(hash(index), at(now)),
      await tx.refreshTokens.consume(hash(index), at(now), answer),
      await tx.oauthChallenges.consume(hash(index), at(now)),
    ],
  }))

const challenging: fc.Arbitrary<Verb> = fc
  .tuple(number, moment, fc.boolean(), fc.boolean())
  .map(([index, expires, isChosen, isAnew]) => ({
    text: `oauthChallenges.add or advance(${index}, expires ${expires})`,
    call: async (tx, { n }) => {
      const [mine, row] = [hash(index), oauthChallenge(index, { expiresAt: at(expires) })]
      if ((await tx.oauthChallenges.find(mine)) === undefined) return tx.oauthChallenges.add(row)
      const to = {
        browserHash: hash(n),
        csrfHash: hash(n + 1),
        isAccountChosen: isChosen,
        isSignedInAnew: isAnew,
      }
      return [await tx.oauthChallenges.advance(mine, to), await tx.oauthChallenges.find(mine)]
    },
  }))

const allowing: fc.Arbitrary<Verb> = fc
  .tuple(people, clients, fc.boolean(), moment)
  .map(([person, { clientId }, isGiven, now]) => ({
    text: `consents.${isGiven ? "keep" : "withdraw"}(${person.username}, ${clientId})`,
    call: async (tx) => {
      const given = consent(now, { userUuid: person.uuid, clientId, scopes: [`scope-${now}`] })
      const answer = isGiven
        ? await tx.consents.keep(given)
        : await tx.consents.withdraw(person.uuid, clientId)
      return [answer, await tx.consents.ofUser(person.uuid)]
    },
  }))

const arriving: fc.Arbitrary<Verb> = fc
  .tuple(number, people, moment, fc.boolean())
  .map(([index, person, now, isLeaving]) => ({
    text: `logins.add, touch or ${isLeaving ? "endAll" : "end"}(${index}, ${person.username})`,
    call: async (tx) => {
      const mine = hash(index)
      const known = await tx.logins.find(mine)
      if (known === undefined)
        return tx.logins.add(login(index, { userUuid: person.uuid, createdAt: at(now) }))
      if (isLeaving) return tx.logins.endAll(person.uuid, at(now))
      return [
        await tx.logins.touch(mine, at(now)),
        now % 2 === 0 && (await tx.logins.end(mine, at(now))),
      ]
    },
  }))

const sweeping: fc.Arbitrary<Verb> = moment.map((before) => ({
  text: `sweep sign-ins(before ${before})`,
  call: async (tx) => [
    await tx.oauthCodes.sweep(at(before), 100),
    await tx.refreshTokens.sweep(at(before), 100),
    await tx.oauthSessions.sweep(at(before), 100),
    await tx.oauthChallenges.sweep(at(before), 100),
    await tx.logins.sweep(at(before), 100),
  ],
}))

const renaming: fc.Arbitrary<Verb> = fc
  .record({
    person: people,
    email: fc.constantFrom(undefined, "a@club.example", "A@club.example", "b@club.example"),
    isVerified: fc.boolean(),
    iamUserId: fc.constantFrom(undefined, undefined, "one", "two"),
  })
  .map(({ person, email, isVerified, iamUserId }) => ({
    text: `users.change(${person.username}, ${email}${isVerified ? " verified" : ""}, ${iamUserId})`,
    call: async (tx) => {
      const known = await tx.users.lock(person.uuid)
      if (known === undefined) return undefined
      const isChanged = await tx.users.change({
        ...known,
        email,
        emailVerifiedAt: isVerified ? at(1) : undefined,
        iamUserId,
      })
      return [
        isChanged,
        await tx.users.findByEmail("a@CLUB.example"),
        await tx.users.findByIamUserId("one"),
      ]
    },
  }))

const sites = fc.uniqueArray(
  fc.constantFrom(
    "https://a.example/cb",
    "https://a.example/other",
    "https://b.example/cb",
    "com.example:/cb",
  ),
)

const furnishing: fc.Arbitrary<Verb> = fc
  .tuple(clients, sites, fc.boolean())
  .map(([{ clientId }, redirectUris, isDisabled]) => ({
    text: `oauthClients.change(${clientId}, ${redirectUris.join(" ")}${isDisabled ? ", disabled" : ""})`,
    call: async (tx) => {
      const known = await tx.oauthClients.lock(clientId)
      if (known === undefined) return undefined
      await tx.oauthClients.change({
        ...known,
        redirectUris,
        disabledAt: isDisabled ? at(1) : undefined,
      })
      return [
        await tx.oauthClients.hasOrigin("https://a.example"),
        await tx.oauthClients.hasOrigin("https://b.example"),
      ]
    },
  }))

/** Accounts, apps, and what signing in leaves. */
export const signInVerbs: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 2, arbitrary: opening },
  closing,
  { weight: 2, arbitrary: granting },
  { weight: 2, arbitrary: using },
  challenging,
  allowing,
  arriving,
  sweeping,
  renaming,
  furnishing,
)

/** Numbers of what these verbs add, for those who look at everything. */
export const signInNumbers = [1, 2, 3, 4] as const

/** The sids of what these verbs open. */
export const signInSids = signInNumbers.map(sidOf)
