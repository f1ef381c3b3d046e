import { limits } from "./limits.ts"

const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** Such a text has no accents to drop. */
const ascii = /^[ -~]*$/
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const reserved: ReadonlySet<string> = new Set([
  "me",
  "uploads",
  "install",
  "equipped",
  "template-backgrounds",
  "transactions",
  "files",
  "deliveries",
  "claim",
  "drop",
])

/**
 * Whether `text` has the form of a uuid; until v1 is frozen a path parameter takes either a slug or
 * a uuid.
 */
export const isUuid = (text: string): boolean => uuidShape.test(text)

/**
 * `text` with a uuid in the lower case in which uuids are stored; what is no uuid stays as it is.
 */
export const canonicalUuid = (text: string): string => (isUuid(text) ? text.toLowerCase() : text)

/**
 * Whether `text` may stand in a path as a slug: 3 to 80 of `[a-z0-9-]`, never of uuid form, never a
 * reserved word.
 */
export const isSlug = (text: string): boolean =>
  text.length >= limits.slugMin &&
  text.length <= limits.slugMax &&
  shape.test(text) &&
  !isUuid(text) &&
  !reserved.has(text)

/**
 * The slug of a name: accents dropped, everything else that is not a letter or digit a hyphen. May
 * answer a text that is no slug (too short, empty, reserved); the caller then adds a suffix with
 * {@link withSuffix}.
 */
export const slugOf = (name: string): string =>
  (ascii.test(name) ? name : name.normalize("NFKD").replace(/\p{M}+/gu, ""))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, limits.slugMax)
    .replace(/-+$/, "")

/** `slug` made different by a random suffix of six, still within the longest slug allowed. */
export const withSuffix = (slug: string, suffix: string): string =>
  [slug.slice(0, limits.slugMax - suffix.length - 1).replace(/-+$/, ""), suffix]
    .filter((part) => part !== "")
    .join("-")
