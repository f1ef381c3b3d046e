import type { ProfileData } from "@symbolon/core"
import { decoded, followed } from "./followed.ts"

/** What a vCard says beside the profile. */
export interface VcardOptions {
  /** The URL of the link that it was read by. */
  readonly url: string
  /** The absolute URL of the image, if there is one. */
  readonly imageUrl: string | null
}

/** A profile as a vCard 4.0 (RFC 6350), in UTF-8 with CRLF line ends. */
export const vcardOf = (profile: ProfileData, { url, imageUrl }: VcardOptions): string => {
  const addresses = [profile.callToAction, ...profile.socialLinks, ...profile.links].flatMap(
    (link) => (link === undefined ? [] : (followed(link.url) ?? [])),
  )
  const of = (...protocols: readonly string[]) =>
    addresses.filter(({ protocol }) => protocols.includes(protocol))
  const lines: readonly (readonly [name: string, value: string | undefined])[] = [
    ["BEGIN", "VCARD"],
    ["VERSION", "4.0"],
    ["KIND", "individual"],
    ["FN", escaped(nameOf(profile))],
    ["N", `${component(profile.lastName)};${component(profile.firstName)};;;`],
    ["TITLE", orNothing(profile.currentRole?.title)],
    ["ORG", orNothing(profile.currentRole?.company, component)],
    ["NOTE", orNothing(noteOf(profile))],
    ...once(of("tel:").map(({ pathname }) => escaped(decoded(pathname)))).map(
      (value) => ["TEL", value] as const,
    ),
    ...once(of("mailto:").map(({ pathname }) => escaped(decoded(pathname)))).map(
      (value) => ["EMAIL", value] as const,
    ),
    ["URL;PREF=1", url],
    ...once(of("https:", "http:").map(({ href }) => href)).map((value) => ["URL", value] as const),
    ["PHOTO", imageUrl ?? undefined],
    ["UID", profile.profilePageUuid && `urn:uuid:${profile.profilePageUuid}`],
    ["REV", profile.updatedAt && basicInstant(profile.updatedAt)],
    ["END", "VCARD"],
  ]
  return lines
    .flatMap(([name, value]) => (value === undefined ? [] : `${folded(`${name}:${value}`)}\r\n`))
    .join("")
}

/** The name of a profile; a page can leave its own empty. */
export const nameOf = ({ name, firstName, lastName }: ProfileData): string =>
  name.trim() || `${firstName} ${lastName}`.trim() || "No name"

const noteOf = ({ shortDescription, longDescription }: ProfileData): string =>
  [shortDescription, longDescription].filter((text) => text.trim() !== "").join("\n\n")

const orNothing = (text: string | undefined, write = escaped): string | undefined =>
  text === undefined || text.trim() === "" ? undefined : write(text)

const once = (values: readonly string[]): readonly string[] => [...new Set(values)]

/** `20261121T100000Z` */
const basicInstant = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, "")

/**
 * A text as a value (section 3.4): on one line, so that it cannot begin a property of its own. Control
 * characters have no place in a vCard and are left out.
 */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|[\r\n\u0085\u2028\u2029]/g, "\\n")
    .replaceAll("\t", " ")
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "")

/** A text as one of several values that semicolons part. */
const component = (text: string): string => escaped(text).replaceAll(";", "\\;")

const octetsMax = 75
const encoder = new TextEncoder()

/** A line in parts of at most 75 octets (section 3.2), none of which cuts a character. */
export const folded = (line: string): string => {
  const parts: string[] = []
  let part = ""
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > octetsMax) {
      parts.push(part)
      // The space that begins the next part counts too.
      part = ""
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join("\r\n ")
}
