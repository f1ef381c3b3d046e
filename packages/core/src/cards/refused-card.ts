import { normaliseCardIdentifier } from "../door/index.ts"

/** Why a card of a list was left out; the others of the list are not affected. */
export interface RefusedCard {
  /** As it was sent. */
  readonly identifier: string
  /**
   * `unknown`: no such card. `taken`: there is one already, or an organization has it. `duplicate`:
   * twice in this list. `invalid`: the identifier is empty, or the organization has no such tier or
   * active card model.
   */
  readonly code: "unknown" | "taken" | "duplicate" | "invalid"
  readonly message: string
}

/** An entry of a list with its identifier in the one spelling. */
export interface ReadEntry<Entry> {
  readonly entry: Entry
  readonly identifier: string
}

/**
 * Reads the identifiers of a list of cards: each entry ready for use, or why it is left out, in the
 * order of the list.
 */
export const readEntries = <Entry extends { readonly identifier: string }>(
  entries: readonly Entry[],
): readonly (ReadEntry<Entry> | RefusedCard)[] => {
  const seen = new Set<string>()
  return entries.map((entry) => {
    const identifier = normaliseCardIdentifier(entry.identifier)
    if (identifier === "") return refusedCard(entry.identifier, "invalid")
    if (seen.has(identifier)) return refusedCard(entry.identifier, "duplicate")
    seen.add(identifier)
    return { entry, identifier }
  })
}

/** A card that is left out, with a message for people. */
export const refusedCard = (
  identifier: string,
  code: RefusedCard["code"],
  message: string = messages[code],
): RefusedCard => ({
  identifier,
  code,
  message,
})

/** Whether an entry was left out. */
export const isRefused = <Other extends object>(
  outcome: Other | RefusedCard,
): outcome is RefusedCard => "code" in outcome

const messages = {
  unknown:
    "No card has this identifier. Service staff create cards first; then an organization can add them.",
  taken: "A card with this identifier exists already.",
  duplicate: "This identifier is in the list more than once. The first entry counts.",
  invalid: "The identifier is empty without spaces, control characters and scanner prefixes.",
} as const
