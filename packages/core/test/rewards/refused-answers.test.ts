import { expect, it } from "vitest"
import { openMemory } from "../../src/memory/index.ts"
import { content, hosted, openExternalRewards } from "../fixtures/external-rewards.ts"
import { answer } from "../fixtures/webhooks.ts"

const secret = "PIN-4711-SECRET"
const items = (...all: readonly unknown[]) => ({ content: { ...content, items: all } })
const types = "attachment, certificate, badge, coupon, voucher, ticket, asset"

/** A claim whose webhook answered so, when it has failed. */
const refused = async (body: unknown) => {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const world = await openExternalRewards(openMemory({ strict: true }), () => answer(200, text))
  const ada = await world.person("ada")
  const { deliveryUuid = "" } = await ada.as.rewards.claim({ reward: world.template.slug })
  await world.runAll()
  const read = (as: typeof ada.as) => as.rewards.getDelivery({ deliveryUuid })
  return { ...world, ada, deliveryUuid, read, errors: (await read(world.symbolon)).answerErrors }
}

it.each([
  ["neither form", {}, { _root: "needs content, or manifest_url and access_key" }],
  [
    "both forms",
    { content, ...hosted },
    {
      manifest_url: "is not a field of an answer",
      access_key: "is not a field of an answer",
    },
  ],
  ["text", "thank you", { _root: "is not JSON in UTF-8" }],
  [
    "a member twice",
    `{ "content": { "data": {}, "content_version": "1", "items": [], "\\u0069tems": [] } }`,
    { _root: "contains a member twice" },
  ],
  [
    "levels without end",
    JSON.stringify({ content: { ...content, data: { deep: "DEEP" } } }).replace(
      '"DEEP"',
      "[".repeat(30) + "]".repeat(30),
    ),
    { _root: "is nested deeper than 32 levels" },
  ],
  ["a list", [], { _root: "needs content, or manifest_url and access_key" }],
  ["a number", 7, { _root: "must be an object" }],
  ["half a form", { access_key: secret }, { manifest_url: "is required" }],
  [
    "an item of an unknown type",
    items({ type: secret }),
    { "content.items.0.type": `must be one of ${types}` },
  ],
  [
    "an item without a type",
    items({ code: secret }),
    {
      "content.items.0.type":
        "is required: one of attachment, certificate, badge, coupon, voucher, ticket, asset",
    },
  ],
  [
    "a date that is none",
    items(
      { type: "coupon", code: "1" },
      { type: "certificate", title: "T", recipient_name: "R", issued_on: secret },
    ),
    { "content.items.1.issued_on": "is not a valid date" },
  ],
  [
    "wrong values, and a member too many",
    items({ type: "voucher", code: 4711, pin: [secret], value: { amount_cents: secret }, song: 1 }),
    {
      "content.items.0.code": "must be a string",
      "content.items.0.pin": "must be a string",
      "content.items.0.value.amount_cents": "must be a number",
      "content.items.0.value.currency": "is required",
      "content.items.0.song": "is not a field of an answer",
    },
  ],
  [
    "too long a content",
    { content: { ...content, data: { a: secret.repeat(6000) } } },
    { content: "is longer than 65536 bytes as JSON" },
  ],
  [
    "a host that is not public",
    { ...hosted, manifest_url: `http://internal/${secret}` },
    { manifest_url: "is not public" },
  ],
  [
    "a key that no header carries",
    { ...hosted, access_key: `${secret}\n` },
    { access_key: "has a character that a header cannot carry" },
  ],
  [
    "a file of nobody",
    items({
      type: "asset",
      asset_type: "sticker",
      uploaded_file_uuid: "01a1fd8c-6900-72e6-b498-fc399b42693a",
    }),
    {
      "content.items.0.uploaded_file_uuid":
        "must be an image of the organization: everybody sees it on a page",
    },
  ],
])("an answer with %s fails, and its fields are named", async (_, body, errors) => {
  const delivery = await refused(body)
  expect(delivery.errors).toEqual(errors)
  expect(JSON.stringify(delivery.errors)).not.toContain(secret)
})

it("a ticket to what the organization has not fails, and its field is named", async () => {
  const current = { answer: {} }
  const world = await openExternalRewards(openMemory({ strict: true }), () =>
    answer(200, JSON.stringify(current.answer)),
  )
  const { symbolon, club, template, make } = world
  const ada = await world.person("ada")
  const other = await symbolon.organizations.create({
    name: "Other Club",
    ownerUuid: (await make("other-owner")).uuid,
  })
  const session = async (activity: string) =>
    symbolon.sessions.create({
      activity,
      name: "An evening",
      startTime: new Date("2027-01-01T18:00:00.000Z"),
      endTime: new Date("2027-01-01T20:00:00.000Z"),
    })
  const gala = await symbolon.activities.create({ organization: club, name: "Gala" })
  const regatta = await symbolon.activities.create({ organization: club, name: "Regatta" })
  const theirs = await symbolon.activities.create({ organization: other.slug, name: "Theirs" })
  const [evening, race, away] = [
    await session(gala.slug),
    await session(regatta.slug),
    await session(theirs.slug),
  ]
  const ticket = { type: "ticket", title: "Gala", ticket_number: "G-1" }
  /** What becomes of a reward whose answer has this ticket. */
  const issued = async (terms: object) => {
    current.answer = items({ type: "coupon", code: "1" }, { ...ticket, ...terms })
    const { deliveryUuid = "" } = await world.forClub("staff").rewards.redeem({
      reward: template.slug,
      identifier: { type: "username", value: ada.user.username },
    })
    await world.runAll()
    const { status, failureReason, answerErrors } = await symbolon.rewards.getDelivery({
      deliveryUuid,
    })
    return { status, failureReason, answerErrors }
  }
  const bad = (field: string, reason: string) => ({
    status: "failed",
    failureReason: "bad_answer",
    answerErrors: { [`content.items.1.${field}`]: reason },
  })
  const good = { status: "completed", failureReason: undefined, answerErrors: undefined }
  const unknown = "01a1fd8c-6900-72e6-b498-fc399b42693a"
  const noActivity = bad("activity_uuid", "is no activity of the organization")
  const noSession = (at: number, whose: string) =>
    bad(`session_uuids.${at}`, `is no session of ${whose}`)

  expect(await issued({ activity_uuid: unknown })).toEqual(noActivity)
  expect(await issued({ activity_uuid: theirs.uuid })).toEqual(noActivity)
  expect(await issued({ session_uuids: [evening.uuid, unknown] })).toEqual(
    noSession(1, "the organization"),
  )
  expect(await issued({ session_uuids: [away.uuid] })).toEqual(noSession(0, "the organization"))
  expect(await issued({ session_uuids: [evening.uuid, race.uuid] })).toEqual(good)
  expect(await issued({ activity_uuid: gala.uuid, session_uuids: [race.uuid] })).toEqual(
    noSession(0, "the activity of the ticket"),
  )
  expect(await issued({ activity_uuid: gala.uuid, session_uuids: [evening.uuid] })).toEqual(good)
  expect(await world.supply()).toEqual([2, 0])

  await symbolon.rewards.update({ reward: template.uuid, activityUuid: gala.uuid })
  expect(await issued({ session_uuids: [race.uuid] })).toEqual(
    noSession(0, "the activity of the ticket"),
  )
  expect(await issued({ activity_uuid: regatta.uuid, session_uuids: [race.uuid] })).toEqual(good)
  // Nothing in the answer is wrong where the template's own activity is gone.
  await symbolon.activities.delete({ activity: gala.slug, confirmStrandingHolders: true })
  expect(await issued({ session_uuids: [evening.uuid] })).toEqual({
    status: "failed",
    failureReason: "activity_deleted",
    answerErrors: undefined,
  })
})

it("are read by the organization, not by who waits for the reward", async () => {
  const { read, ada, forClub, symbolon, club, deliveryUuid, errors } = await refused({})
  expect(errors).toEqual({ _root: expect.any(String) })
  expect(await read(forClub("staff"))).toMatchObject({ answerErrors: errors })
  expect(await read(ada.as)).toMatchObject({
    failureReason: "bad_answer",
    answerErrors: undefined,
  })
  const ofWebhook = { organization: club, deliveryUuid }
  expect(await forClub("staff").webhooks.getDelivery(ofWebhook)).toMatchObject({
    answerErrors: errors,
    attempts: [{ errorCode: "bad_answer", responseSnippet: undefined }],
  })
  // A receiver who is also of the team reads them too.
  await symbolon.staff.add({ organization: club, userUuid: ada.user.uuid, role: "staff" })
  expect(await read(ada.as)).toMatchObject({ answerErrors: errors })
  await expect(read(forClub("door"))).rejects.toMatchObject({ _tag: "NotFound" })
})

it("are no more than twenty", async () => {
  const { errors = {} } = await refused(items(...Array.from({ length: 30 }, () => ({ type: 1 }))))
  expect(Object.keys(errors)).toHaveLength(20)
  expect(errors["content.items.19.type"]).toBe(`must be one of ${types}`)
})
