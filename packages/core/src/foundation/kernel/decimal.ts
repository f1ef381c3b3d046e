const shape = /^(?:0|[1-9]\d{0,3})(?:\.\d{1,4})?$/

/**
 * Whether `text` is a decimal from 0 to 9999.9999 with at most four places, written plainly: no
 * sign, no exponent, no leading zero.
 */
export const isDecimal = (text: string): boolean => shape.test(text)

/**
 * A decimal as whole ten-thousandths, exactly: `"1.5"` is 15,000. Factors are kept so, since a
 * binary fraction is never 0.1.
 *
 * @throws {RangeError} for a text that is none by {@link isDecimal}.
 */
export const tenThousandthsOf = (text: string): number => {
  if (!isDecimal(text))
    throw new RangeError(`${text} is not a decimal number with at most four places.`)
  const [whole = "", places = ""] = text.split(".")
  return Number(whole) * 10_000 + Number(places.padEnd(4, "0"))
}

/** The shortest decimal of so many ten-thousandths: 15,000 is `"1.5"`, 10,000 is `"1"`. */
export const decimalOf = (tenThousandths: number): string => {
  const places = String(tenThousandths % 10_000)
    .padStart(4, "0")
    .replace(/0+$/, "")
  return [String(Math.floor(tenThousandths / 10_000)), places]
    .filter((part) => part !== "")
    .join(".")
}
