import { isCssValue, isLink, isOneLine, isPlainText, isProse, isUri, isWebAddress } from "./text.ts"

/** What is wrong with a text that breaks a rule. */
export const textRules = {
  line: "must have at least one visible character, and no control character or one that changes the direction of text",
  prose:
    "holds a control character other than a line break, or one that changes the direction of text",
  webAddress:
    "must be a web address that begins with https:// or http://, without a user name, space, control or invisible character in it",
  uri: "must be an absolute URI, such as urn:uuid:… or a web address, and not of a scheme for scripts, data or files",
  link: "must be an address that begins with https:, http:, mailto: or tel:, without a user name before the host, space, control or invisible character in it",
  cssValue:
    "must be the value of one CSS property: no control character, backslash, semicolon, brace, at sign or comment, and no address but in url() with https: or http:",
} as const

const meets: { readonly [Rule in keyof typeof textRules]: (text: string) => boolean } = {
  line: (text) => isPlainText(text) && isOneLine(text),
  prose: (text) => isPlainText(text) && isProse(text),
  webAddress: (text) => isPlainText(text) && isWebAddress(text),
  uri: (text) => isPlainText(text) && isUri(text),
  link: (text) => isPlainText(text) && isLink(text),
  cssValue: (text) => isPlainText(text) && isCssValue(text),
}

/** Texts by the names of their fields on the wire. What is null or undefined is not looked at. */
export type Texts = Readonly<Record<string, string | null | undefined>>

/** What is wrong with some texts, by field; empty when each keeps its rule. */
export const textFaults = (
  texts: { readonly [Rule in keyof typeof textRules]?: Texts },
): Readonly<Record<string, string>> => {
  const faults: Record<string, string> = {}
  for (const rule of ruleNames) {
    const asked = texts[rule]
    if (asked === undefined) continue
    for (const field of Object.keys(asked)) {
      const text = asked[field]
      if (typeof text === "string" && !meets[rule](text)) faults[field] = textRules[rule]
    }
  }
  return faults
}

const ruleNames = Object.keys(textRules) as (keyof typeof textRules)[]
