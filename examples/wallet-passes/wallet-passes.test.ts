/** Run it at the root with `npm run examples -- wallet-passes`. */
import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { applePass } from "./apple-wallet.ts"
import { googleWalletObject } from "./google-wallet.ts"
import { type Coupon, type PassItem, passItemsOf, type Ticket } from "./pass-item.ts"
import { openClub } from "./club.ts"

const issuer = { issuerId: "3388000000012345678", classSuffix: "gala", language: "en" }
const signer = {
  passTypeIdentifier: "pass.example.club",
  teamIdentifier: "A1B2C3D4E5",
  organizationName: "Harbour Club",
}
/** Stands wherever a pass must not look. */
const secret = "SECRET-4711"

const word = fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" })
const amount = fc.record({
  amount_cents: fc.integer({ min: 0, max: 99_999_999_999 }),
  currency: fc.constantFrom("EUR", "PHP", "JPY"),
})
const instant = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString())
const barcode = fc.record({
  format: fc.constantFrom("qr", "aztec", "pdf417", "code128", "ean13", "text"),
  value: word,
})
/** What an item has that is nobody's but its holder's, or that another version adds. */
const hidden = { metadata: { note: secret }, pin: secret, image_url: `https://a.example/${secret}` }
const common = {
  uid: fc.constant("k3abc-0"),
  description: word,
  valid_from: instant,
  valid_until: instant,
  barcode,
}
const ticket: fc.Arbitrary<Ticket> = fc.record(
  {
    ...common,
    type: fc.constant("ticket" as const),
    title: word,
    ticket_number: word,
    ticket_type: word,
    holder_name: word,
    price: amount,
    seat: fc.record(
      { section: word, row: word, number: word, entrance: word },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["uid", "type", "title", "ticket_number"] },
)
const discount = fc.oneof(
  fc.record({ type: fc.constant("percent" as const), value: fc.integer({ min: 1, max: 100 }) }),
  amount.map((of) => ({ type: "amount" as const, ...of })),
  fc.record({ type: fc.constant("free_item" as const), item: word }),
  fc.constant({ type: "free_shipping" as const }),
)
const coupon: fc.Arbitrary<Coupon> = fc.record(
  {
    ...common,
    type: fc.constant("coupon" as const),
    title: word,
    code: word,
    discount,
    min_order: amount,
    max_discount: amount,
    applies_to: fc.array(word, { maxLength: 3 }),
    usage_limit: fc.integer({ min: 1, max: 9 }),
    terms: word,
    redeem_url: fc.webUrl(),
  },
  { requiredKeys: ["uid", "type", "code"] },
)

const rewardOf = (item: Ticket | Coupon): PassItem["reward"] => ({
  data: { note: secret },
  items: [{ ...item }],
  content_version: "1",
  generated_at: null,
  template_slug: "gala",
  template_version: 1,
  name: "Gala",
  description: "",
  issuer: { id: "1", name: "Harbour Club", slug: "harbour-club", logo_url: null, website: null },
  activity: null,
})
const passOf = (item: Ticket | Coupon): PassItem => ({
  item: { ...item, ...hidden },
  reward: rewardOf(item),
  serial: "k3abc.k3abc-0",
})

/** Everything that is said in a JSON, however deep. */
const leavesOf = (json: unknown): readonly unknown[] =>
  typeof json === "object" && json !== null ? Object.values(json).flatMap(leavesOf) : [json]

/** ISO 8601 with hours, minutes and an offset; Apple knows no fractions of seconds. */
const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const appleDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** What holds of every pass: it is JSON without a hole, and has nothing that was not asked for. */
const sound = (made: object) => {
  assert.deepEqual(JSON.parse(JSON.stringify(made)), made)
  assert(leavesOf(made).every((leaf) => leaf !== undefined && leaf !== null))
  assert(!JSON.stringify(made).includes(secret))
}

void test("every ticket and coupon is a sound object of Google Wallet", () =>
  fc.assert(
    fc.property(fc.oneof(ticket, coupon), (item) => {
      const made = googleWalletObject(passOf(item), issuer)
      sound(made)
      assert.match(made.id, /^3388000000012345678\.[\w.-]+$/)
      assert.deepEqual([made.classId, made.state], ["3388000000012345678.gala", "ACTIVE"])
      const dates = leavesOf("validTimeInterval" in made ? made.validTimeInterval : {})
      assert.deepEqual(
        dates,
        [item.valid_from, item.valid_until].filter((date) => date !== undefined),
      )
      assert(dates.every((date) => isoDate.test(String(date))))
    }),
  ))

void test("every ticket and coupon is a sound pass of Apple Wallet", () =>
  fc.assert(
    fc.property(fc.oneof(ticket, coupon), (item) => {
      const made = applePass(passOf(item), signer)
      sound(made)
      const { formatVersion, serialNumber, description, organizationName } = made
      assert.deepEqual([formatVersion, serialNumber], [1, "k3abc.k3abc-0"])
      assert(description.length > 0 && organizationName === "Harbour Club")
      assert.deepEqual(
        ["eventTicket" in made, "coupon" in made],
        [item.type === "ticket", item.type === "coupon"],
      )
      const fields = "eventTicket" in made ? made.eventTicket : made.coupon
      const all = Object.values(fields).flat()
      assert.equal(new Set(all.map(({ key }) => key)).size, all.length)
      assert.equal(fields.primaryFields.length, 1)
      assert(all.every(({ value, ...more }) => !("dateStyle" in more) || appleDate.test(value)))
      assert("expirationDate" in made === (item.valid_until !== undefined))
    }),
  ))

const gala: Ticket = { type: "ticket", title: "Gala", ticket_number: "G-1", uid: "k3abc-0" }

for (const [format, google, apple] of [
  ["qr", "QR_CODE", "PKBarcodeFormatQR"],
  ["aztec", "AZTEC", "PKBarcodeFormatAztec"],
  ["pdf417", "PDF_417", "PKBarcodeFormatPDF417"],
  ["code128", "CODE_128", "PKBarcodeFormatCode128"],
  ["ean13", "EAN_13", undefined],
  ["text", "TEXT_ONLY", undefined],
  ["maxicode", "TEXT_ONLY", undefined],
] as const)
  void test(`a barcode in ${format} is drawn as the vendor names it, or its value is shown`, () => {
    const value = "4006381333931"
    const pass = passOf({ ...gala, barcode: { format, value } })
    const object = googleWalletObject(pass, issuer)
    assert.deepEqual("barcode" in object && object.barcode, {
      type: google,
      value,
      alternateText: value,
    })
    const made = applePass(pass, signer)
    const drawn = { format: apple, message: value, messageEncoding: "utf-8", altText: value }
    assert.deepEqual(
      "barcodes" in made ? made.barcodes : undefined,
      apple === undefined ? undefined : [drawn],
    )
    const typed = "eventTicket" in made ? made.eventTicket.backFields : []
    assert.equal(
      typed.some(({ key }) => key === "code"),
      apple === undefined,
    )
  })

void test("a ticket says its price, its seat and its time as each vendor wants them", () => {
  const pass = passOf({
    ...gala,
    price: { amount_cents: 1250, currency: "EUR" },
    seat: { row: "3", number: "14" },
    valid_until: "2027-01-01T02:00:00.500+01:00",
  })
  const object = googleWalletObject(pass, issuer)
  assert("ticketNumber" in object)
  assert.deepEqual(object.faceValue, { micros: "12500000", currencyCode: "EUR" })
  assert.deepEqual(object.seatInfo, {
    row: { defaultValue: { language: "en", value: "3" } },
    seat: { defaultValue: { language: "en", value: "14" } },
  })
  const made = applePass(pass, signer)
  assert.equal(made.expirationDate, "2027-01-01T02:00:00+01:00")
  assert.equal(made.sharingProhibited, true)
})

void test("what a server answers to its holder becomes passes", async () => {
  const { member, close } = await openClub([
    { ...gala, barcode: { format: "qr", value: "GALA-17" } },
    { type: "coupon", title: "Cocoa", code: "COCOA-1", discount: { type: "percent", value: 20 } },
    { type: "voucher", code: "V-1", pin: secret, benefit: "A cup" },
  ])
  const [reward] = (await member.rewards.list()).items
  assert(reward !== undefined)
  const passes = passItemsOf(reward)
  const objects = passes.map((pass) => googleWalletObject(pass, issuer))
  const files = passes.map((pass) => applePass(pass, signer))
  for (const made of [...objects, ...files]) sound(made)
  const id = reward.transaction_id
  assert.deepEqual(
    objects.map((object) => [object.id, "ticketNumber" in object]),
    [
      [`${issuer.issuerId}.${id}.${id}-0`, true],
      [`${issuer.issuerId}.${id}.${id}-1`, false],
    ],
  )
  assert.deepEqual(
    files.map(({ description, logoText }) => [description, logoText]),
    [
      ["Gala", "Harbour Club"],
      ["Cocoa", "Harbour Club"],
    ],
  )
  await close()
})
