/** Google Wallet: the object of a ticket or a coupon, as its REST API and its signed links take it. */
import {
  type Coupon,
  couponDetails,
  type Detail,
  discountText,
  type PassItem,
  type Ticket,
  titleOf,
} from "./pass-item.ts"

/** What Google gave you, and the class that you made for this event or offer. */
export interface GoogleIssuer {
  /** The number of your issuer account. */
  readonly issuerId: string
  /** The name of the class, such as the slug of the reward; Google has to have approved it. */
  readonly classSuffix: string
  /** Of the texts, such as `en`. */
  readonly language: string
}

/** The formats of Symbolon that Google draws; anything else is shown as text. */
const barcodeTypes = new Map<string, string>([
  ["qr", "QR_CODE"],
  ["aztec", "AZTEC"],
  ["pdf417", "PDF_417"],
  ["code128", "CODE_128"],
  ["ean13", "EAN_13"],
  ["text", "TEXT_ONLY"],
])

/** An `EventTicketObject` of a ticket, an `OfferObject` of a coupon. */
export const googleWalletObject = (pass: PassItem, issuer: GoogleIssuer) => ({
  id: `${issuer.issuerId}.${pass.serial}`,
  classId: `${issuer.issuerId}.${issuer.classSuffix}`,
  state: "ACTIVE",
  ...barcodeOf(pass.item),
  ...spanOf(pass.item),
  ...(pass.item.type === "ticket"
    ? ticketMembers(pass.item, issuer.language)
    : couponMembers(pass.item, titleOf(pass))),
})

const barcodeOf = ({ barcode }: Ticket | Coupon) =>
  barcode && {
    barcode: {
      type: barcodeTypes.get(barcode.format) ?? "TEXT_ONLY",
      value: barcode.value,
      alternateText: barcode.value,
    },
  }

/** Google takes ISO 8601 with an offset, as Symbolon has it. */
const spanOf = ({ valid_from: from, valid_until: until }: Ticket | Coupon) =>
  (from !== undefined || until !== undefined) && {
    validTimeInterval: {
      ...(from !== undefined && { start: { date: from } }),
      ...(until !== undefined && { end: { date: until } }),
    },
  }

const ticketMembers = (ticket: Ticket, language: string) => {
  const text = (value: string) => ({ defaultValue: { language, value } })
  const { seat, price, holder_name: holder, ticket_type: kind } = ticket
  return {
    ticketNumber: ticket.ticket_number,
    ...(holder !== undefined && { ticketHolderName: holder }),
    ...(kind !== undefined && { ticketType: text(kind) }),
    ...(price && {
      // Millionths of a unit, as a text.
      faceValue: { micros: String(price.amount_cents * 10_000), currencyCode: price.currency },
    }),
    ...(seat && {
      seatInfo: {
        ...(seat.section !== undefined && { section: text(seat.section) }),
        ...(seat.row !== undefined && { row: text(seat.row) }),
        ...(seat.number !== undefined && { seat: text(seat.number) }),
        ...(seat.entrance !== undefined && { gate: text(seat.entrance) }),
      },
    }),
  }
}

const couponMembers = (coupon: Coupon, title: string) => {
  const discount = discountText(coupon)
  const offer: readonly Detail[] =
    discount === undefined ? [] : [{ id: "offer", label: title, value: discount }]
  return {
    textModulesData: [...offer, ...couponDetails(coupon)].map(({ id, label, value }) => ({
      id,
      header: label,
      body: value,
    })),
    ...(coupon.redeem_url !== undefined && {
      linksModuleData: { uris: [{ id: "redeem", uri: coupon.redeem_url, description: "Redeem" }] },
    }),
  }
}
