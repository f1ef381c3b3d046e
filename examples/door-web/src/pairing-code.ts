/**
 * Crockford's base 32: five bits each, without the letters I, L, O and U, which are mistaken for
 * others.
 */
export const PAIRING_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Forty bits. */
export const PAIRING_CODE_LENGTH = 8

/**
 * Reads a pairing code as people write it: lower case, with spaces or hyphens, O for 0, I or L for
 * 1. Undefined for anything else.
 */
export const readPairingCode = (text: string): string | undefined => {
  if (text.length > 40) return undefined
  const code = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1")
  return code.length === PAIRING_CODE_LENGTH &&
    [...code].every((each) => PAIRING_ALPHABET.includes(each))
    ? code
    : undefined
}

/** A pairing code as it is shown: in two groups of four. */
export const formatPairingCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
