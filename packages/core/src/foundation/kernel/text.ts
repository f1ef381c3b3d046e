/**
 * Whether a text can be kept and signed everywhere: no NUL, which PostgreSQL refuses, and no half
 * of a surrogate pair, which has no bytes.
 */
export const isPlainText = (text: string): boolean =>
  text.isWellFormed() && !text.includes("\u0000")

/** A character that leaves a mark on the page. U+2800 is a braille pattern without a dot. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u

/**
 * A character that leaves none: space, control, format, direction (UAX 9), or one that is drawn as
 * nothing.
 */
const unseen = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u

/**
 * Whether a text is fit to be a name: one line, no control character, none that turns the direction
 * of the text around it (Unicode's Bidi_Control), and something to be seen unless it is empty.
 * Joiners within words and emoji (U+200C, U+200D) are fine. Half a surrogate pair and NUL are
 * {@link isPlainText}'s.
 */
export const isOneLine = (text: string): boolean =>
  !/[\u0001-\u001f\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/u.test(text) &&
  (text === "" || visible.test(text))

/**
 * Whether a text of several lines holds no control character but line breaks and tabs, and no
 * embedding, override or isolate of direction.
 */
export const isProse = (text: string): boolean =>
  !/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text)

/**
 * Whether a text is the address of a web page that people can judge by reading it: a link to it
 * opens a page and runs nothing, no user information stands before the host as if it were one
 * (`https://bank.example@evil.example/`), and each character is seen as it is.
 */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) &&
  !unseen.test(text) &&
  !text.includes("\\") &&
  URL.canParse(text)

/** Schemes by which a program runs what the rest of the URI says, or reads it as a page or a file. */
const scriptSchemes =
  /^(?:javascript|livescript|vbscript|data|blob|file|filesystem|about|view-source|jar|mhtml):/i

/**
 * Whether a text names something as an absolute URI (RFC 3986), such as `urn:uuid:…` or a
 * {@link isWebAddress}. It is not by a scheme that runs or holds what it says, such as `javascript:`
 * or `data:`: who follows a name all the same runs nothing.
 */
export const isUri = (text: string): boolean =>
  isWebAddress(text) ||
  (/^[a-z][a-z0-9+.-]*:(?:[a-z0-9._~:/?[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+(?:#(?:[a-z0-9._~:/?@!$&'()*+,;=-]|%[0-9a-f]{2})*)?$/i.test(
    text,
  ) &&
    !/^https?:/i.test(text) &&
    !scriptSchemes.test(text))

/**
 * Whether a text is an address that a person may follow: of a web page ({@link isWebAddress}), a
 * mailbox (`mailto:`) or a telephone (`tel:`).
 */
export const isLink = (text: string): boolean =>
  isWebAddress(text) ||
  (/^(mailto:[^\s/@?]+@[^\s/@?]+(\?[^\s]*)?|tel:[+0-9][-0-9.()]*)$/i.test(text) &&
    !unseen.test(text) &&
    URL.canParse(text))

/**
 * Whether a text is the value of a CSS property that fetches nothing but web addresses: no control
 * character, no escape, nothing that ends the value, and `url(...)` of `https:` or `http:` alone.
 */
export const isCssValue = (text: string): boolean => {
  const addresses = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]*))\s*\)/gi
  const rest = text.replaceAll(addresses, (_, ...parts: readonly (string | undefined)[]) =>
    isWebAddress(parts.slice(0, 3).find((part) => part !== undefined) ?? "") ? "" : "url(",
  )
  return (
    isOneLine(text) &&
    !/[\\;{}<>@"']|\/\*/.test(rest) &&
    !/(?:url|src|image|image-set|expression|element|paint|var|env|attr)\(/i.test(rest)
  )
}
