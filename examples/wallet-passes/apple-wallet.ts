/** Apple Wallet: the `pass.json` of a ticket or a coupon, the file that the others of a pass go with. */
import {
  amountText,
  type Coupon,
  couponDetails,
  discountText,
  type PassItem,
  type Ticket,
  titleOf,
} from "./pass-item.ts"

/** What stands in the certificate that signs your passes. */
export interface AppleSigner {
  /** Such as `pass.com.example.club`. */
  readonly passTypeIdentifier: string
  readonly teamIdentifier: string
  readonly organizationName: string
}

/** The formats of Symbolon that Apple draws. Of an EAN-13 and a text only the value is shown. */
const barcodeFormats = new Map<string, string>([
  ["qr", "PKBarcodeFormatQR"],
  ["aztec", "PKBarcodeFormatAztec"],
  ["pdf417", "PKBarcodeFormatPDF417"],
  ["code128", "PKBarcodeFormatCode128"],
])

/** A `pass.json` of the style `eventTicket` or `coupon`. */
export const applePass = (pass: PassItem, signer: AppleSigner) => {
  const { item, reward, serial } = pass
  const relevant = item.type === "ticket" ? (reward.activity?.start_time ?? item.valid_from) : null
  return {
    formatVersion: 1,
    passTypeIdentifier: signer.passTypeIdentifier,
    teamIdentifier: signer.teamIdentifier,
    organizationName: signer.organizationName,
    serialNumber: serial,
    description: titleOf(pass),
    logoText: reward.issuer?.name ?? signer.organizationName,
    // A ticket is handed on by a transfer: a copy of its pass admits nobody else.
    sharingProhibited: item.type === "ticket",
    ...(relevant && { relevantDate: appleDate(relevant) }),
    ...(item.valid_until !== undefined && { expirationDate: appleDate(item.valid_until) }),
    ...barcodesOf(item),
    ...(item.type === "ticket"
      ? { eventTicket: ticketFields(item, pass) }
      : { coupon: couponFields(item, pass) }),
  }
}

/** Apple takes W3C dates, which have no fractions of seconds here. */
const appleDate = (instant: string): string => instant.replace(/\.\d+/, "")

const barcodesOf = ({ barcode }: Ticket | Coupon) => {
  const format = barcode && barcodeFormats.get(barcode.format)
  return (
    format !== undefined && {
      barcodes: [
        { format, message: barcode?.value, messageEncoding: "utf-8", altText: barcode?.value },
      ],
    }
  )
}

/** The value of a barcode that Apple does not draw, for somebody to type. */
const typedCode = ({ barcode }: Ticket | Coupon): string | undefined =>
  barcode && !barcodeFormats.has(barcode.format) ? barcode.value : undefined

/** A field of a pass; nothing where it has no value. */
const field = (key: string, label: string, value: string | undefined) =>
  value === undefined ? [] : [{ key, label, value }]

/** A moment that the phone shows in its owner's own way. */
const moment = (key: string, label: string, value: string | undefined) =>
  field(key, label, value && appleDate(value)).map((one) => ({
    ...one,
    dateStyle: "PKDateStyleMedium",
    timeStyle: "PKDateStyleShort",
  }))

const ticketFields = (ticket: Ticket, pass: PassItem) => ({
  primaryFields: field("title", pass.reward.activity?.name ?? pass.reward.name, titleOf(pass)),
  secondaryFields: [
    ...moment("from", "From", ticket.valid_from),
    ...moment("until", "Until", ticket.valid_until),
  ],
  auxiliaryFields: [
    ...field("section", "Section", ticket.seat?.section),
    ...field("row", "Row", ticket.seat?.row),
    ...field("seat", "Seat", ticket.seat?.number),
    ...field("entrance", "Entrance", ticket.seat?.entrance),
  ],
  backFields: [
    ...field("number", "Ticket", ticket.ticket_number),
    ...field("code", "Code", typedCode(ticket)),
    ...field("kind", "Kind", ticket.ticket_type),
    ...field("holder", "For", ticket.holder_name),
    ...field("price", "Price", ticket.price && amountText(ticket.price)),
    ...field("description", "About", ticket.description),
  ],
})

const couponFields = (coupon: Coupon, pass: PassItem) => ({
  primaryFields: field("offer", titleOf(pass), discountText(coupon) ?? titleOf(pass)),
  secondaryFields: [
    ...moment("from", "From", coupon.valid_from),
    ...moment("until", "Until", coupon.valid_until),
  ],
  auxiliaryFields: field("barcode", "Number", typedCode(coupon)),
  backFields: [
    ...couponDetails(coupon).map(({ id, label, value }) => ({ key: id, label, value })),
    ...field("redeem", "Redeem at", coupon.redeem_url),
    ...field("description", "About", coupon.description),
  ],
})
