import * as fc from "fast-check"
import { memberFilters } from "@symbolon/core/storage"
import { club } from "../club.ts"
import {
  at,
  invitation,
  membership,
  organization,
  sealedKey,
  staffMember,
  tier,
  user,
  wallet,
} from "../samples.ts"
import { around, type Verb } from "./verb.ts"

const homes = fc.constantFrom(club.home, club.away)
const people = fc.constantFrom(...club.people)
const tiers = fc.constantFrom(club.gold, club.silver, club.foreign)
const moment = fc.integer({ min: 0, max: 20 }).map((tens) => at(tens * 10))
const page = {
  page: fc.integer({ min: 1, max: 3 }),
  pageSize: fc.integer({ min: 1, max: 4 }),
  sortOrder: fc.constantFrom("asc", "desc"),
}

const terms = fc
  .option(fc.tuple(moment, fc.integer({ min: 0, max: 5 })), { nil: undefined })
  .map((term) => ({
    validUntil: term?.[0],
    renewableUntil: term === undefined ? undefined : new Date(term[0].getTime() + term[1] * 10),
  }))

const joining: fc.Arbitrary<Verb> = fc
  .tuple(homes, people, tiers, terms, fc.boolean())
  .map(([home, person, { uuid }, term, isEnded]) => ({
    text: `memberships.add(${person.username} in ${home.slug}${isEnded ? ", ended" : ""})`,
    call: (tx, { n }) => {
      const ended = isEnded ? { endedAt: at(50), endedBy: "left" as const } : {}
      return tx.memberships.add(
        membership(n, {
          organizationUuid: home.uuid,
          userUuid: person.uuid,
          tierUuid: uuid,
          ...term,
          ...ended,
        }),
      )
    },
  }))

const changing: fc.Arbitrary<Verb> = fc
  .tuple(homes, people, tiers, terms, fc.constantFrom(0, 1, 1, 1, 2), fc.boolean())
  .map(([home, person, { uuid }, term, step, isEnding]) => ({
    text: `memberships.replace(${person.username} in ${home.slug}, revision +${step}${isEnding ? ", ended" : ""})`,
    call: async (tx) => {
      const open = await tx.memberships.findOpen(home.uuid, person.uuid)
      if (open === undefined) return undefined
      const ended = isEnding ? { endedAt: at(60), endedBy: "removed" as const } : {}
      const next = {
        ...open,
        ...term,
        ...ended,
        tierUuid: uuid,
        customPriceCents: 100,
        updatedAt: at(60),
        revision: open.revision + step,
      }
      return [
        await tx.memberships.replace(next),
        await tx.memberships.findOpen(home.uuid, person.uuid),
      ]
    },
  }))

const listing: fc.Arbitrary<Verb> = fc
  .record({
    ...page,
    home: homes,
    filter: fc.constantFrom(...memberFilters),
    moment,
    sortBy: fc.constantFrom("created_at", "joined_at", "valid_until"),
  })
  .map(({ home, filter, moment: when, ...asked }) => ({
    text: `memberships.list(${home.slug}, ${filter}, ${asked.sortBy} ${asked.sortOrder})`,
    call: (tx) => tx.memberships.list({ organizationUuid: home.uuid, filter, at: when }, asked),
  }))

const calling: fc.Arbitrary<Verb> = fc
  .tuple(
    homes,
    fc.option(fc.uniqueArray(tiers), { nil: undefined }),
    moment,
    fc.option(fc.constantFrom(...club.purses), { nil: undefined }),
  )
  .map(([home, onTiers, when, after]) => ({
    text: `memberships.holders(${home.slug})`,
    call: (tx) =>
      tx.memberships.holders({
        organizationUuid: home.uuid,
        tierUuids: onTiers?.map(({ uuid }) => uuid),
        at: when,
        after: after?.address,
        limit: 3,
      }),
  }))

const naming: fc.Arbitrary<Verb> = fc
  .tuple(fc.constantFrom("aft", "bow", "cox"), fc.boolean())
  .map(([name, isUser]) => ({
    text: `names.claim(${name}), and its holder`,
    call: async (tx, { n }) => {
      const [one, other] = [
        user(n, { username: name }),
        organization(n, { slug: name, name, createdAt: at(1) }),
      ]
      if (!(await tx.names.claim(name, { kind: isUser ? "user" : "organization", uuid: one.uuid })))
        return false
      return isUser ? tx.users.add(one, "hash") : tx.organizations.add(other)
    },
  }))

const hiring: fc.Arbitrary<Verb> = fc.tuple(homes, people).map(([home, person]) => ({
  text: `staff.add(${person.username} in ${home.slug})`,
  call: (tx, { n }) =>
    tx.staff.add(staffMember(n, { organizationUuid: home.uuid, userUuid: person.uuid })),
}))

const moving: fc.Arbitrary<Verb> = fc
  .tuple(homes, people, fc.constantFrom("manager", "staff", "door", "gone"), fc.boolean())
  .map(([home, person, role, passes]) => ({
    text: `staff.${role === "gone" ? "remove" : "change"}(${person.username} in ${home.slug}${passes ? ", the owner too" : ""})`,
    call: async (tx) => {
      const member = await tx.staff.find(home.uuid, person.uuid)
      if (member?.role === "owner" && !passes) return undefined
      if (role === "gone") return tx.staff.remove(home.uuid, person.uuid)
      return member === undefined
        ? undefined
        : tx.staff.change({ ...member, role, updatedAt: at(60) })
    },
  }))

const inviting: fc.Arbitrary<Verb> = fc
  .tuple(homes, people, fc.constantFrom("add", "accepted", "withdrawn"), fc.nat(5), moment)
  .map(([home, person, what, index, when]) => ({
    text: `invitations.${what}(${person.username} to ${home.slug})`,
    call: async (tx, { n }) => {
      const to = {
        organizationUuid: home.uuid,
        userUuid: person.uuid,
        createdAt: at(1),
        expiresAt: when,
      }
      if (what === "add") return tx.invitations.add(invitation(n, to))
      const open = await tx.invitations.list(home.uuid, at(0), {
        page: 1,
        pageSize: 5,
        sortBy: "created_at",
        sortOrder: "desc",
      })
      const one = around(open.items, index)
      return [
        open,
        one === undefined ? undefined : await tx.invitations.settle(one.uuid, what, when),
      ]
    },
  }))

const pricing: fc.Arbitrary<Verb> = fc
  .tuple(
    homes,
    fc.constantFrom("tier-21", "oar", "sail"),
    fc.integer({ min: 0, max: 2 }),
    fc.boolean(),
  )
  .map(([home, slug, priceCents, isDeleted]) => ({
    text: `tiers.add(${slug} of ${home.slug}${isDeleted ? ", deleted" : ""})`,
    call: (tx, { n }) =>
      tx.tiers.add(
        tier(n, {
          organizationUuid: home.uuid,
          slug,
          priceCents,
          createdAt: at(1),
          deletedAt: isDeleted ? at(2) : undefined,
        }),
      ),
  }))

const repricing: fc.Arbitrary<Verb> = fc
  .tuple(
    tiers,
    fc.integer({ min: 0, max: 2 }),
    fc.constantFrom("public", "private"),
    fc.boolean(),
    moment,
  )
  .map(([of, position, visibility, isDeleted, when]) => ({
    text: `tiers.change(${of.slug}, ${visibility}${isDeleted ? ", deleted" : ""})`,
    call: async (tx) => {
      const before = await tx.tiers.lock(of.uuid)
      if (before === undefined) return undefined
      const after = {
        ...before,
        position,
        visibility,
        deletedAt: isDeleted ? when : undefined,
        updatedAt: at(60),
      }
      return [
        await tx.tiers.change(after),
        await tx.tiers.members(of.uuid, when),
        await tx.tiers.findBySlug(of.organizationUuid, of.slug),
      ]
    },
  }))

const renaming: fc.Arbitrary<Verb> = fc
  .tuple(homes, fc.constantFrom("aft", "bow"), moment)
  .map(([home, name, when]) => ({
    text: `organizations.change(${home.slug} to ${name})`,
    call: async (tx) => {
      const before = await tx.organizations.lock(home.uuid)
      return before === undefined
        ? undefined
        : tx.organizations.change({ ...before, name, updatedAt: when })
    },
  }))

const browsing: fc.Arbitrary<Verb> = fc
  .record({
    ...page,
    home: homes,
    person: fc.option(people, { nil: undefined }),
    moment,
    shown: fc.uniqueArray(tiers),
  })
  .map(({ home, person, moment: when, shown, ...asked }) => ({
    text: `organizations.list and tiers.list(${asked.sortOrder})`,
    call: async (tx) => [
      await tx.organizations.list(
        { at: when, ...(person === undefined ? {} : { userUuid: person.uuid }) },
        { ...asked, sortBy: "created_at" },
      ),
      await tx.tiers.list({ organizationUuid: home.uuid }, { ...asked, sortBy: "price_cents" }),
      await tx.tiers.list(
        { organizationUuid: home.uuid, privateAmong: shown.map(({ uuid }) => uuid) },
        { ...asked, sortBy: "position" },
      ),
    ],
  }))

const opening: fc.Arbitrary<Verb> = fc
  .tuple(
    fc.option(homes, { nil: undefined }),
    fc.constantFrom("user", "card", "treasury"),
    people,
    fc.nat(3),
  )
  .map(([home, kind, person, index]) => ({
    text: `wallets.add(${kind} of ${kind === "user" ? person.username : ""} in ${home?.slug ?? "no organization"})`,
    call: async (tx, { n }) => {
      const organizationUuid = kind === "treasury" ? club.away.uuid : home?.uuid
      const isPrimary = kind === "user" && home === undefined
      const row = wallet(n, {
        kind,
        organizationUuid,
        isPrimary,
        userUuid: kind === "user" ? person.uuid : undefined,
        createdAt: at(1),
      })
      const isAdded = await tx.wallets.add(row, sealedKey(n))
      const seen = await tx.wallets.list(
        { userUuid: person.uuid },
        { page: 1, pageSize: 2, sortBy: "created_at", sortOrder: "desc" },
      )
      return [
        isAdded,
        seen,
        await tx.wallets.ofUser(person.uuid, home?.uuid),
        around(seen.items, index)?.address,
      ]
    },
  }))

/** Joining, changing, leaving; names, teams, tiers, wallets. */
export const memberVerbs: fc.Arbitrary<Verb> = fc.oneof(
  { weight: 4, arbitrary: joining },
  { weight: 4, arbitrary: changing },
  { weight: 2, arbitrary: listing },
  { weight: 2, arbitrary: calling },
  naming,
  fc.oneof(hiring, moving, inviting),
  fc.oneof(pricing, repricing),
  fc.oneof({ weight: 3, arbitrary: browsing }, { weight: 1, arbitrary: renaming }),
  opening,
)
