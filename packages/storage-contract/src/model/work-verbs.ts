import * as fc from "fast-check"
import { club } from "../club.ts"
import { batch, outcome } from "../postings.ts"
import { at, event, job, oauthSession, serviceKey } from "../samples.ts"
import { delivery, webhook } from "../webhook-samples.ts"
import { around, type Verb } from "./verb.ts"

const moment = fc.integer({ min: 0, max: 20 })

const queue = fc.constantFrom("work", "work", "webhooks")
const group = fc.constantFrom("a", "b", "c")
const organization = fc.constantFrom(undefined, "x", "y")

const scheduling: fc.Arbitrary<Verb> = fc
  .tuple(moment, fc.constantFrom(undefined, undefined, "a", "b"), queue, group, organization)
  .map(([due, key, queue, groupKey, organizationUuid]) => ({
    text: `jobs.schedule(due ${due}, key ${key ?? "none"}, ${queue}, group ${groupKey} of ${organizationUuid ?? "none"})`,
    call: (tx, { n }) =>
      tx.jobs.schedule(
        job(n, { dueAt: at(due), key, queue, groupKey, organizationUuid, payload: { n } }),
      ),
  }))

const claiming: fc.Arbitrary<Verb> = fc
  .record({
    now: moment,
    lease: fc.integer({ min: 1, max: 10 }),
    limit: fc.integer({ min: 1, max: 3 }),
    queue,
    perGroup: fc.integer({ min: 1, max: 3 }),
    organizationShare: fc.constantFrom(Infinity, 1, 0.5),
    running: fc.array(fc.record({ groupKey: group, organizationUuid: organization }), {
      maxLength: 3,
    }),
  })
  .map(({ now, lease, limit, queue, perGroup, organizationShare, running }) => ({
    text: `jobs.claim(at ${now} until ${now + lease}, ${limit} of ${queue}, ${perGroup} a group, share ${organizationShare}, running ${JSON.stringify(running)})`,
    call: async (tx, { note }) => {
      const claims = await tx.jobs.claim({
        queue,
        now: at(now),
        leaseUntil: at(now + lease),
        limit,
        perGroup,
        organizationShare,
        running,
      })
      note({ claims })
      return claims
    },
  }))

const finishing: fc.Arbitrary<Verb> = fc
  .tuple(
    fc.constantFrom("complete", "reschedule", "bury", "renew", "restore"),
    fc.nat(20),
    fc.constantFrom(0, 0, 0, 1, -1),
    moment,
    queue,
  )
  .map(([verb, index, step, due, queue]) => ({
    text: `jobs.${verb}(claim ${index}, token ${step < 0 ? step : `+${step}`}, ${due}, ${queue})`,
    call: async (tx, { past }) => {
      const claimed = around(past.claims, index)
      if (claimed === undefined) return undefined
      const { uuid } = claimed
      const hold = { uuid, token: claimed.token + step }
      switch (verb) {
        case "complete":
          return [...(await tx.jobs.complete([hold]))]
        case "renew":
          return [...(await tx.jobs.renew([hold], at(due)))]
        case "bury":
          return tx.jobs.bury(hold, "failed")
        case "restore":
          return tx.jobs.restore(uuid, at(due))
        default: {
          const { attempts } = claimed
          const again = { ...hold, queue, dueAt: at(due), attempts, reason: "failed" }
          return [...(await tx.jobs.reschedule([again]))]
        }
      }
    },
  }))

const looking: fc.Arbitrary<Verb> = fc.tuple(queue, moment).map(([queue, now]) => ({
  text: `jobs.nextDue(${queue}), countDue(at ${now}), buried`,
  call: async (tx) => [
    await tx.jobs.nextDue(queue),
    await tx.jobs.countDue(queue, at(now), 3),
    await tx.jobs.buried(undefined, 100),
  ],
}))

const purses = fc.constantFrom(club.treasury, club.issuance, ...club.purses)

const posting: fc.Arbitrary<Verb> = fc
  .record({
    from: purses,
    to: purses,
    amount: fc.integer({ min: 1, max: 600 }),
    key: fc.constantFrom("a", "b", undefined),
    isStale: fc.nat(9).map((n) => n === 0),
  })
  .filter(({ from, to }) => from !== to)
  .map(({ from, to, amount, key, isStale }) => ({
    text: `ledger: ${amount} from ${from.kind} to ${to.kind}, key ${key ?? "none"}${isStale ? ", stale" : ""}`,
    call: async (tx) => {
      const view = await tx.ledger.load({
        keys: key === undefined ? [] : [key],
        transactions: [],
        wallets: [from.address, to.address],
      })
      const [sender, receiver] = [
        isStale ? from : view.wallets.get(from.address),
        view.wallets.get(to.address),
      ]
      if (sender === undefined || receiver === undefined || view.keys.size > 0) return view
      const size = view.ledger.size
      const outcomes = key === undefined ? [] : [outcome(key, size)]
      await tx.ledger.write(
        batch({ from: sender, to: receiver, amount, logIndex: size }, { outcomes }),
      )
      return [
        view,
        await tx.transactions.head(),
        await tx.transactions.leaves(Math.max(size - 2, 0), 2),
      ]
    },
  }))

const reading: fc.Arbitrary<Verb> = fc
  .record({
    purse: purses,
    sortOrder: fc.constantFrom("asc", "desc"),
    page: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ purse, ...asked }) => ({
    text: `transactions.listOf(${purse.kind})`,
    call: (tx) =>
      tx.transactions.listOf(purse.address, { ...asked, pageSize: 2, sortBy: "created_at" }),
  }))

const signingIn: fc.Arbitrary<Verb> = fc
  .tuple(fc.constantFrom(club.scanner, club.tablet), moment)
  .map(([client, expires]) => ({
    text: `oauthSessions.open(${client.clientId}, expires ${expires})`,
    call: async (tx, { n, note }) => {
      const session = oauthSession(n, { clientId: client.clientId, expiresAt: at(expires) })
      await tx.oauthSessions.open(session)
      note({ sids: [session.sid] })
    },
  }))

const signingOut: fc.Arbitrary<Verb> = fc.tuple(fc.nat(20), moment).map(([index, now]) => ({
  text: `oauthSessions.end(session ${index})`,
  call: async (tx, { past }) => {
    const sid = around(past.sids, index)
    return sid === undefined
      ? undefined
      : [await tx.oauthSessions.end(sid, at(now), "signed out"), await tx.oauthSessions.find(sid)]
  },
}))

const sweeping: fc.Arbitrary<Verb> = moment.map((before) => ({
  text: `sweep(before ${before})`,
  call: async (tx) => [
    await tx.oauthSessions.sweep(at(before), 100),
    await tx.manifests.sweep(at(before), 100),
  ],
}))

const telling: fc.Arbitrary<Verb> = fc
  .tuple(fc.boolean(), fc.jsonValue({ noUnicodeString: true, maxDepth: 2 }))
  .map(([isTwice, data]) => ({
    text: `outbox.append(${isTwice ? "one event twice" : "one event"})`,
    call: (tx, { n }) => {
      const one = event(n, {
        organizationUuid: club.home.uuid,
        data: { data: JSON.parse(JSON.stringify(data)) },
      })
      return tx.outbox.append(isTwice ? [one, one] : [one])
    },
  }))

const organizations = fc.constantFrom(club.home.uuid, club.away.uuid)

const hooking: fc.Arbitrary<Verb> = fc
  .tuple(organizations, fc.boolean(), moment)
  .map(([organizationUuid, isEnabled, created]) => ({
    text: `webhooks.add(${isEnabled ? "enabled" : "disabled"}, created ${created})`,
    call: async (tx, { n, note }) => {
      await tx.webhooks.add(webhook(n, { organizationUuid, isEnabled, createdAt: at(created) }))
      note({ webhooks: [n] })
    },
  }))

const rehooking: fc.Arbitrary<Verb> = fc
  .tuple(fc.nat(20), fc.boolean(), fc.nat(3))
  .map(([index, isEnabled, fate]) => ({
    text: `webhooks.change(webhook ${index}, ${isEnabled}${fate === 0 ? ", deleted" : ""})`,
    call: async (tx, { past }) => {
      const one = await tx.webhooks.lock(webhook(around(past.webhooks, index) ?? 0).uuid)
      const deletedAt = fate === 0 ? at(0) : undefined
      return one && tx.webhooks.change({ ...one, isEnabled, deletedAt })
    },
  }))

const deliveryState = fc.constantFrom("pending", "retrying", "success", "failed")

const delivering: fc.Arbitrary<Verb> = fc
  .tuple(fc.nat(20), deliveryState, moment, fc.constantFrom("membership.joined", "webhook.test"))
  .map(([index, state, created, type]) => ({
    text: `deliveries.addAll(to webhook ${index}, ${state}, created ${created}, ${type})`,
    call: async (tx, { n, past }) => {
      const to = around(past.webhooks, index)
      const [one] = to === undefined ? [] : await tx.webhooks.findAll([webhook(to).uuid])
      const [sent] = await tx.outbox.list(undefined, 1)
      if (one === undefined || sent === undefined) return undefined
      const { uuid: webhookUuid, organizationUuid } = one
      const createdAt = at(created)
      const finishedAt = state === "success" || state === "failed" ? at(created + 3) : undefined
      const change = { webhookUuid, organizationUuid, eventUuid: sent.uuid, event: type }
      await tx.deliveries.addAll([delivery(n, { ...change, state, createdAt, finishedAt })])
      const page = { page: 1, pageSize: 3, sortBy: "created_at", sortOrder: "desc" } as const
      const exceptEvents = index % 2 === 0 ? [] : ["membership.joined"]
      const range = { webhookUuid, state, from: at(5), to: at(15), exceptEvents }
      return [
        await tx.deliveries.list({ webhookUuid, state }, page),
        await tx.deliveries.list({ webhookUuid, event: type }, page),
        await tx.deliveries.inRange(range, undefined, 3),
        await tx.deliveries.countInRange(range),
      ]
    },
  }))

const forgetting: fc.Arbitrary<Verb> = moment.map((before) => ({
  text: `deliveries.sweep, outbox.sweep(before ${before})`,
  call: async (tx) => [
    await tx.deliveries.sweep(at(before), 100),
    await tx.outbox.sweep(at(1000 + before), 100),
  ],
}))

const keyStatus = fc.constantFrom("next", "active", "retiring", "gone")

const keying: fc.Arbitrary<Verb> = fc
  .tuple(fc.constantFrom("tokens", "ledger_status"), keyStatus)
  .map(([purpose, status]) => ({
    text: `serviceKeys.add(${purpose}, ${status})`,
    call: async (tx, { n }) => [
      await tx.serviceKeys.add(serviceKey(n, { purpose, status })),
      await tx.serviceKeys.list(purpose),
    ],
  }))

const moving: fc.Arbitrary<Verb> = fc
  .tuple(fc.nat(20), keyStatus, keyStatus, moment)
  .map(([index, from, to, when]) => ({
    text: `serviceKeys.move(key ${index}, ${from} to ${to})`,
    call: async (tx) => {
      const key = around(await tx.serviceKeys.list("tokens"), index)
      return key && tx.serviceKeys.move(key.keyId, { from, to, at: at(when) })
    },
  }))

/** Jobs, the ledger, sign-ins, events and their deliveries, and keys. */
export const workVerbs: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 3, arbitrary: scheduling },
  { weight: 4, arbitrary: claiming },
  { weight: 4, arbitrary: finishing },
  looking,
  { weight: 5, arbitrary: posting },
  reading,
  signingIn,
  signingOut,
  sweeping,
  telling,
  hooking,
  rehooking,
  delivering,
  forgetting,
  keying,
  moving,
)
