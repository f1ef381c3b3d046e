/** A reader types faster than this between two keys; nobody with fingers keeps it up. Milliseconds. */
const SLOWEST_KEY_MS = 60
const SHORTEST_READ = 4

/**
 * Listens to readers that pretend to be keyboards, wherever the focus is: a burst of keys that ends with Enter. Keys that come
 * at the pace of a person are left alone, and so is what is typed into a field. Calls back with the text read.
 */
export const listenToWedge = (target: EventTarget, onRead: (text: string) => void): void => {
  let read = ""
  let last = Number.NEGATIVE_INFINITY
  const onKey = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.altKey || event.metaKey) return
    const isField = event.target instanceof HTMLInputElement
    const isFast = event.timeStamp - last <= SLOWEST_KEY_MS
    if (event.key === "Enter") {
      const text = isFast && read.length >= SHORTEST_READ ? read : ""
      read = ""
      // In a field the form does it; elsewhere Enter must not press the button that happens to have the focus.
      if (text === "" || isField) return
      event.preventDefault()
      event.stopPropagation()
      onRead(text)
      return
    }
    if (event.key.length !== 1) return
    read = isFast ? read + event.key : event.key
    last = event.timeStamp
    // A space in a burst must not press a button either.
    if (!isField && event.key === " " && read.length > 1) event.preventDefault()
  }
  target.addEventListener("keydown", onKey, { capture: true })
}
