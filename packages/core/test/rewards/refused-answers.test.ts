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
  ["a list", [], { _root: "needs content, or manifest_url and access_key" }],
  ["a number", 7, { _root: "must be an object" }],
  ["half a form", { access_key: secret }, { manifest_url: "is required" }],
  [
    "an item of an unknown type",
    items({ type: secret }),
    { "content.items.0.type": `must be one of ${types}` },
  ],
  ["an item without a type", items({ code: secret }), { "content.items.0.type": "is required" }],
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
