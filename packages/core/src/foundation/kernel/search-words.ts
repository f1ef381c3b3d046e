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

/** A name that stands on a page, or the parts of it; undefined follows the account. */
interface NamedPage {
  readonly name: string | undefined
  readonly firstName: string | undefined
  readonly lastName: string | undefined
}

/** A first and a last name as one. */
export const fullName = (firstName: string, lastName: string | undefined): string =>
  `${firstName} ${lastName ?? ""}`.trim()

/** The name that a page shows of its owner: its own, or its parts, which can be the account's. */
export const nameOn = (
  { name, firstName, lastName }: NamedPage,
  person: Pick<Named, "firstName" | "lastName">,
): string => name ?? fullName(firstName ?? person.firstName, lastName ?? person.lastName)

/**
 * The words that a user is found by: of their username and names. A storage keeps them in an
 * index, anew with every change of the user.
 */
export const searchWords = ({ username, firstName, lastName }: Named): readonly string[] =>
  wordsOf([username, firstName ?? "", lastName ?? ""].join(" "))

/**
 * The words by which a contact that shows a page is found: of the username, and of the name that the
 * page shows. A storage keeps them in an index, anew with every change of the page or its owner.
 */
export const pageWords = (page: NamedPage, person: Named): readonly string[] =>
  wordsOf(`${person.username} ${nameOn(page, person)}`)
