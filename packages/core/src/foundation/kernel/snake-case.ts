/** A name of ours as the wire spells it: `priceCents` is `price_cents`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
