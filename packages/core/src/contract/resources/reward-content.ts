import * as z from "zod"
import type { AuthoredRewardContent } from "../../rewards/reward-content.ts"
import { limits } from "../../foundation/kernel/limits.ts"
import { dateTime, line, ownJson, prose, reference, uri, uuid, webAddress } from "../endpoint.ts"

/** JSON of the author's own. */
const own = ownJson()

const name = line(limits.nameMax, 1)
const code = line(limits.nameMax, 1)
const words = prose(limits.descriptionMax)
const address = webAddress(limits.outgoingUrlMax, 1)
const date = z.iso.date()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits")
const uuidOf = reference()

const amount = z.strictObject({
  amount_cents: z.int().min(0).max(limits.priceCentsMax),
  currency: z.string().regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as EUR"),
})

const barcode = z.strictObject({
  format: z.enum(["qr", "aztec", "pdf417", "code128", "ean13", "text"]),
  value: line(limits.barcodeMax, 1),
})

const span = { valid_from: dateTime.optional(), valid_until: dateTime.optional() }

/** A span ends after it begins. */
const isSpan = ({
  valid_from: from,
  valid_until: until,
}: {
  readonly valid_from?: string | undefined
  readonly valid_until?: string | undefined
}): boolean => from === undefined || until === undefined || Date.parse(from) < Date.parse(until)

const backwards = { path: ["valid_until"], error: "must be after valid_from" }

const criteria = z
  .strictObject({ id: address.optional(), narrative: words.min(1).optional() })
  .refine(({ id, narrative }) => id !== undefined || narrative !== undefined, {
    error: "needs an id or a narrative",
  })

const evidence = z
  .array(
    z.strictObject({
      id: address.optional(),
      name: name.optional(),
      description: words.optional(),
      narrative: words.optional(),
    }),
  )
  .max(limits.contentListMax)

const result = z.strictObject({ value: line(limits.nameMax, 1), description: words.optional() })

/** What items of every type may have. */
const common = {
  uid: z.unknown().optional().describe("ignored: each issued item gets a uid of its own"),
  title: name.optional(),
  description: words.optional(),
  image_url: address.optional(),
  image_file_uuid: uuid().optional(),
  metadata: own.optional(),
  display_order: z.int().min(0).max(limits.contentItemsMax).optional(),
}

/** What an attachment or an asset is itself: an address or an uploaded file. */
const hasOwn = (item: {
  readonly url?: string | undefined
  readonly uploaded_file_uuid?: string | undefined
}): boolean => (item.url === undefined) !== (item.uploaded_file_uuid === undefined)

const noOwn = { path: ["url"], error: "is needed, or uploaded_file_uuid; not both" }

const attachment = z
  .strictObject({
    ...common,
    type: z.literal("attachment"),
    url: address.optional(),
    uploaded_file_uuid: uuid().optional(),
    file_name: name.optional(),
    content_type: line(limits.contentTypeMax, 1).optional(),
    size_in_bytes: z.int().min(0).optional(),
    sha256: sha256.optional(),
    preview_url: address.optional(),
  })
  .refine(hasOwn, noOwn)
  .meta({
    id: "RewardAttachment",
    description: "A file or a page: `url` or `uploaded_file_uuid`, not both.",
  })

const certificate = z
  .strictObject({
    ...common,
    type: z.literal("certificate"),
    title: name,
    recipient_name: name,
    issued_on: date.optional(),
    expires_on: date.optional(),
    certificate_number: code.optional(),
    credits_earned: z.number().min(0).max(limits.creditsMax).optional(),
    license_number: code.optional(),
    document_url: address.optional(),
    document_file_uuid: uuid().optional(),
    signatories: z
      .array(
        z.strictObject({
          name,
          title: name.optional(),
          signature_image_url: address.optional(),
        }),
      )
      .max(limits.contentListMax)
      .optional(),
    criteria: criteria.optional(),
    evidence: evidence.optional(),
  })
  .meta({
    id: "RewardCertificate",
    description:
      "A certificate. `image_file_uuid` stands for `image_url`, `document_file_uuid` for `document_url`: one of them.",
  })

const badge = z
  .strictObject({
    ...common,
    type: z.literal("badge"),
    title: name,
    criteria,
    achievement_type: name.optional(),
    achievement_id: uri(limits.outgoingUrlMax, 1)
      .optional()
      .describe(
        "an absolute URI, such as `urn:uuid:…` or a web address; none whose scheme is for scripts, data or files",
      ),
    tags: z.array(name).max(limits.contentListMax).optional(),
    alignment: z
      .array(
        z.strictObject({
          target_name: name,
          target_url: address,
          target_code: name.optional(),
          target_framework: name.optional(),
          target_type: name.optional(),
        }),
      )
      .max(limits.contentListMax)
      .optional(),
    evidence: evidence.optional(),
    level: name.optional(),
    result: z.array(result).max(limits.contentListMax).optional(),
    expires_at: dateTime.optional(),
  })
  .meta({ id: "RewardBadge", description: "A badge. `criteria` has an `id` or a `narrative`." })

const discount = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("percent"), value: z.int().min(1).max(100) }),
  z.strictObject({ type: z.literal("amount"), ...amount.shape }),
  z.strictObject({ type: z.literal("free_item"), item: name }),
  z.strictObject({ type: z.literal("free_shipping") }),
])

const coupon = z
  .strictObject({
    ...common,
    ...span,
    type: z.literal("coupon"),
    code,
    discount: discount.optional(),
    min_order: amount.optional(),
    max_discount: amount.optional(),
    applies_to: z.array(name).max(limits.contentListMax).optional(),
    usage_limit: z.int().min(1).optional(),
    terms: words.optional(),
    redeem_url: address.optional(),
    barcode: barcode.optional(),
  })
  .refine(isSpan, backwards)
  .meta({ id: "RewardCoupon", description: "A coupon. `valid_until` is after `valid_from`." })

const voucher = z
  .strictObject({
    ...common,
    ...span,
    type: z.literal("voucher"),
    code,
    value: amount.optional(),
    benefit: name.optional(),
    balance: amount.optional(),
    pin: code.optional(),
    merchant: name.optional(),
    redeem_url: address.optional(),
    barcode: barcode.optional(),
  })
  .refine(({ value, benefit }) => (value === undefined) !== (benefit === undefined), {
    path: ["value"],
    error: "is needed, or benefit; not both",
  })
  .refine(isSpan, backwards)
  .meta({
    id: "RewardVoucher",
    description: "A voucher: `value` or `benefit`, not both. `valid_until` is after `valid_from`.",
  })

const ticket = z
  .strictObject({
    ...common,
    ...span,
    type: z.literal("ticket"),
    title: name,
    ticket_number: code,
    ticket_type: name.optional(),
    holder_name: name.optional(),
    activity_uuid: uuidOf.optional(),
    session_uuids: z.array(uuidOf).min(1).max(limits.contentListMax).optional(),
    seat: z
      .strictObject({
        section: name.optional(),
        row: name.optional(),
        number: name.optional(),
        entrance: name.optional(),
      })
      .optional(),
    price: amount.optional(),
    transferable: z.boolean().optional(),
    transfer_limit: z.int().min(0).max(limits.ticketTransfersMax).optional(),
    transfer_until: dateTime.optional(),
    max_admissions: z.int().min(1).max(limits.ticketAdmissionsMax).optional(),
    barcode: barcode.optional(),
  })
  .refine(isSpan, backwards)
  .meta({
    id: "RewardTicket",
    description: "A ticket that doors accept. `valid_until` is after `valid_from`.",
  })

const assetFields = {
  asset_type: z.enum(["background", "avatar_frame", "sticker", "character_part"]),
  url: address.optional(),
  uploaded_file_uuid: uuid().optional(),
  slot: z.enum(["head", "face", "body", "legs", "feet", "hand", "back"]).optional(),
  rarity: name.optional(),
}

const asset = z
  .strictObject({
    ...common,
    ...assetFields,
    type: z.literal("asset"),
    pack_id: name.optional(),
    parts: z
      .array(z.strictObject({ ...assetFields, title: name.optional() }).refine(hasOwn, noOwn))
      .max(limits.contentListMax)
      .optional(),
    installable: z.boolean().optional(),
  })
  .refine((item) => item.asset_type !== "character_part" || item.slot !== undefined, {
    path: ["slot"],
    error: "is needed for a character part",
  })
  .refine(hasOwn, noOwn)
  .meta({
    id: "RewardAsset",
    description:
      "Something for a profile: `url` or `uploaded_file_uuid`, not both; a character part has a `slot`.",
  })

/** One item of a content, by its type. */
export const RewardItem = z
  .discriminatedUnion("type", [attachment, certificate, badge, coupon, voucher, ticket, asset])
  .refine((item) => item.image_url === undefined || item.image_file_uuid === undefined, {
    path: ["image_file_uuid"],
    error: "stands for image_url: send one of them",
  })
  .refine(
    (item) =>
      item.type !== "certificate" ||
      item.document_url === undefined ||
      item.document_file_uuid === undefined,
    { path: ["document_file_uuid"], error: "stands for document_url: send one of them" },
  )
  .meta({
    id: "RewardItem",
    description:
      "One item of a content, by its `type`. `image_file_uuid` stands for `image_url`: one of them. Files are those of the organization or of the reward.",
  })

const isCredential = ({ type }: { readonly type: string }): boolean =>
  type === "badge" || type === "certificate"

/** A BaseRewardContent as its author writes it. */
export const RewardContentBody = z
  .strictObject({
    data: own,
    items: z
      .array(RewardItem)
      .max(limits.contentItemsMax)
      .refine((items) => items.filter(({ type }) => type === "ticket").length <= 1, {
        error: "has more than one ticket: issue the reward once for each",
      })
      .refine((items) => items.filter(isCredential).length <= limits.credentialsPerContentMax, {
        error: `has more than ${limits.credentialsPerContentMax} badges and certificates`,
      })
      .default([]),
    content_version: line(limits.contentVersionMax, 1),
    generated_at: dateTime.nullable().optional(),
  })
  .meta({
    id: "BaseRewardContent",
    description: `A content as its author writes it: at most ${limits.contentBytesMax} bytes as JSON, one ticket, and ${limits.credentialsPerContentMax} badges and certificates.`,
  })

/** A content of a reward as it is shown to the team that wrote it. */
export const RewardContent = z
  .object({
    data: z.record(z.string(), z.unknown()),
    items: z.array(z.record(z.string(), z.unknown())),
    content_version: z.string(),
    generated_at: dateTime.nullable(),
  })
  .meta({ id: "RewardContent" })

/** Whether what another host answers is a content, by the rules for what is written here. */
export const isRewardContent = (body: unknown): body is AuthoredRewardContent =>
  RewardContentBody.safeParse(body).success
