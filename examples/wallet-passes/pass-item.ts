/** The items of a holder's rewards that a phone's wallet can keep. */
import type { HeldReward, RewardCoupon, RewardTicket } from "@symbolon/client-sdk"

export type Ticket = RewardTicket
export type Coupon = RewardCoupon

/** A ticket or a coupon, the reward that it belongs to, and the number of the pass made of it. */
export interface PassItem {
  readonly item: Ticket | Coupon
  readonly reward: HeldReward["cached_content"]
  /**
   * A ticket keeps its `uid` when it is handed on, and the pass of its next holder is another one:
   * so the transaction that brought it is part of the number.
   */
  readonly serial: string
}

const isPassItem = (item: { readonly type?: unknown }): item is Ticket | Coupon =>
  item.type === "ticket" || item.type === "coupon"

/**
 * The tickets and coupons of a reward, as `GET /rewards` answers it. Where `content_omitted` is true
 * the list has left them out: open the reward by its transaction first.
 */
export const passItemsOf = ({
  transaction_id: transactionId,
  cached_content: reward,
}: HeldReward): readonly PassItem[] =>
  reward.items.flatMap((item) =>
    isPassItem(item) ? [{ item, reward, serial: `${transactionId}.${String(item.uid)}` }] : [],
  )

/** What a pass calls its item. */
export const titleOf = ({ item, reward }: PassItem): string => item.title ?? reward.name

/** An amount as people read it. */
export const amountText = ({
  amount_cents: cents,
  currency,
}: {
  readonly amount_cents: number
  readonly currency: string
}): string => `${(cents / 100).toFixed(2)} ${currency}`

/** What a coupon gives, in words; undefined where it does not say. */
export const discountText = ({ discount }: Coupon): string | undefined => {
  switch (discount?.type) {
    case "percent":
      return `${discount.value} % off`
    case "amount":
      return `${amountText(discount)} off`
    case "free_item":
      return `Free: ${discount.item}`
    case "free_shipping":
      return "Free shipping"
    default:
      return undefined
  }
}

/** A line of small print. */
export interface Detail {
  readonly id: string
  readonly label: string
  readonly value: string
}

/** The small print of a coupon: each line that it has, in the order in which a reader needs it. */
export const couponDetails = (coupon: Coupon): readonly Detail[] =>
  [
    { id: "code", label: "Code", value: coupon.code },
    {
      id: "min-order",
      label: "Minimum order",
      value: coupon.min_order && amountText(coupon.min_order),
    },
    {
      id: "max-discount",
      label: "At most",
      value: coupon.max_discount && amountText(coupon.max_discount),
    },
    { id: "applies-to", label: "For", value: coupon.applies_to?.join(", ") },
    { id: "usage-limit", label: "Uses", value: coupon.usage_limit?.toString() },
    { id: "terms", label: "Terms", value: coupon.terms },
  ].flatMap(({ value, ...line }) => (value === undefined ? [] : [{ ...line, value }]))
