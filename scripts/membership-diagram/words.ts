import type { Transition } from "../../packages/core/test/memberships/transitions.ts"

/** What an arrow says of one transition: what happens, and one of the ways in which it does. */
export interface Words {
  readonly phrase: string
  readonly way?: string
}

/**
 * The words of a transition. Throws where it has none, so that nothing new is drawn without a word.
 */
export const wordsOf = ({ from, to, trigger, row, events }: Transition): Words => {
  const name = `${trigger}/${row.replace(", with more after it", "")}`
  const sent = events.length === 0 ? `${name}, no event` : name
  const words =
    corners[`${from} > ${to} ${name}`] ??
    corners[`to ${to} ${sent}`] ??
    common[sent] ??
    common[name]
  if (words === undefined)
    throw new Error(
      `No words for ${name}, which leads from ${from} to ${to}: add them to words.ts.`,
    )
  return words
}

const say = (phrase: string, way?: string): Words =>
  way === undefined ? { phrase } : { phrase, way }
const amended = (way: string): Words => say("is amended:", way)
const takenBack = say("a payment is reversed:", "its time is taken back")
const allGone = say("a payment is reversed:", "no time is left")
const dateNow = amended("ends now")
const endless = amended("never ends")

/** By trigger and row of the table. */
const common: Readonly<Record<string, Words>> = {
  "join/T16": say("joins:", "free"),
  "joinPaid/T21": say("joins:", "paid"),
  "addMember/T27": say("joins:", "added by staff"),
  "claimCard/T42, joined": say("joins:", "with a card"),

  "leave/T1": say("gives notice"),
  "leave/T2": say("leaves:", "paid once, or never ending"),
  "leave/T3": say("leaves"),
  "resume/T5": say("resumes"),

  "renew/T22": say("renews:", "free"),
  "renew/T8, free": say("renews:", "free"),
  "renewPaid/T24": say("renews:", "paid"),
  "renewPaid/T8, paid": say("renews:", "paid"),
  "renewByOrganization/T33": say("renews:", "at the desk"),
  "claimCard/T42, renewed": say("renews:", "with a card"),
  "amendMember/T31": say("renews:", "given a date"),

  "changeTier/T10": say("changes tier:", "time converted"),
  "changeTier/T15": say("changes tier:", "time converted"),
  "changeTierPaid/T26": say("changes tier:", "paid"),
  "amendMember/T29": say("changes tier:", "by staff"),
  "amendMember/T29 and T30": say("changes tier:", "by staff"),
  "amendMember/T29 and T31": say("changes tier:", "by staff, given a date"),
  "moveMember/T37": say("changes tier:", "in a move"),

  "amendMember/T30": amended("date"),
  "amendMember/T32": amended("price, interval"),
  "keepPrice/T32, price kept": amended("price, interval"),

  "removeMember/T34": say("ends:", "removed"),
  "closeOrganization/T36": say("ends:", "organization deleted"),
  "closeAccount/T41": say("ends:", "account deleted"),

  "reversePayment/T40": say("changes tier:", "payment reversed"),
  "reversePayment/T40, no event": takenBack,
  "reversePayment/T39": takenBack,
  "reversePayment/T38, no event": takenBack,
  "reversePayment/T38": say("ends:", "payment reversed"),
  "reversePayment/1.6, over": say("a payment is reversed:", "noted"),

  "clock/term": say("its term ends"),
  "clock/grace": say("its grace ends"),
}

/** Where it matters where they lead. */
const corners: Readonly<Record<string, Words>> = {
  "active > lapsed amendMember/T30": dateNow,
  "active > ended amendMember/T30": dateNow,
  "notice > ended amendMember/T30": dateNow,
  "notice > active amendMember/T30": endless,
  "notice > active amendMember/T29 and T30": say("changes tier:", "by staff, never ends"),
  "to ended reversePayment/T38, no event": allGone,
  "to ended reversePayment/T39, no event": allGone,
  "to ended reversePayment/T40, no event": allGone,
  "active > ended clock/term": say("its term ends, no grace"),
}

/** All that was written down: what is not said any more is to go. */
export const everyWord: readonly Words[] = [...Object.values(common), ...Object.values(corners)]
