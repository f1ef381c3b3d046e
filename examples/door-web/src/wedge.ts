/**
 * The keys of a reader come closer together than this, but for its pauses; a person's do not.
 * Milliseconds.
 */
const READER_KEY_MS = 60
/**
 * A card ends when no key came for so long: several times the pause that a reader makes within a
 * card. Milliseconds.
 */
const CARD_ENDS_AFTER_MS = 2_000
const SHORTEST_READ = 4

/** Puts the keys of a reader together to cards. */
export interface KeyReader {
  /**
   * Takes one key at a time in milliseconds, by its name in the DOM. True when the key belongs to a
   * card, so that it must do nothing else: the Enter or Tab that ends one, or a space within one.
   */
  readonly press: (key: string, at: number) => boolean
  /** Forgets the keys so far. */
  readonly clear: () => void
}

/**
 * Opens a reader of keys. A card ends with Enter or Tab, or after two seconds without a key; a
 * pause within it does not end it. Most keys of a card follow each other faster than a person
 * types; other keys are left alone. Calls back with each card.
 */
export const openKeyReader = (onRead: (text: string) => void): KeyReader => {
  let text = ""
  let quick = 0
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = (): void => {
    clearTimeout(timer)
    text = ""
    quick = 0
  }
  /** Ends what was read; false when no reader typed it. */
  const end = (): boolean => {
    const card = text.length >= SHORTEST_READ && quick * 2 >= text.length - 1 ? text : ""
    clear()
    if (card !== "") onRead(card)
    return card !== ""
  }
  return {
    clear,
    press: (key, at) => {
      // The timer of a page in the background comes late.
      if (text !== "" && at - last >= CARD_ENDS_AFTER_MS) end()
      if (key === "Enter" || key === "Tab") return end()
      if (key.length !== 1) return false
      const isQuick = text !== "" && at - last <= READER_KEY_MS
      if (isQuick) quick += 1
      text += key
      last = at
      clearTimeout(timer)
      timer = setTimeout(end, CARD_ENDS_AFTER_MS)
      return key === " " && isQuick
    },
  }
}

/**
 * Listens to readers that pretend to be keyboards, wherever the focus is. Calls back with each card
 * read; what a reader types into a field is sent with the field's form, as a person would send it.
 */
export const listenToWedge = (target: EventTarget, onRead: (text: string) => void): void => {
  let field: HTMLInputElement | undefined
  const reader = openKeyReader((text) => {
    if (field === undefined) onRead(text)
    else field.form?.requestSubmit()
  })
  const onKey = (event: Event): void => {
    if (
      !(event instanceof KeyboardEvent) ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.repeat
    )
      return
    const now = event.target instanceof HTMLInputElement ? event.target : undefined
    if (now !== field) reader.clear()
    field = now
    const isTaken = reader.press(event.key, event.timeStamp)
    // In a field a space is text; elsewhere neither Enter nor a space may press the button that
    // happens to have the focus.
    if (!isTaken || (field !== undefined && event.key === " ")) return
    event.preventDefault()
    event.stopPropagation()
  }
  target.addEventListener("keydown", onKey, { capture: true })
}
