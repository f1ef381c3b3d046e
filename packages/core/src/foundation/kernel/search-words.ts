/**
 * The words of a text as they are searched for: letters and digits without case and accents, each
 * once. A word longer than 40 characters is found by its first 40.
 */
export const wordsOf = (text: string): readonly string[] => {
  const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  return [
    ...new Set(
      (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, 40).join("")),
    ),
  ]
}

/** A person, by what they are called. */
interface Named {
  readonly username: string
  readonly firstName: string
  readonly lastName: string | undefined
}

/**
 * The words that a user is found by: of their username and names. A storage keeps them in an
 * index, anew with every change of the user.
 */
export const searchWords = ({ username, firstName, lastName }: Named): readonly string[] =>
  wordsOf([username, firstName ?? "", lastName ?? ""].join(" "))
