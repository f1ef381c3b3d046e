import type { ConnectedVerdict } from "@symbolon/door-offline/connected"
import { element, withText } from "./elements.ts"
import { drawShape, shapeOf } from "./shapes.ts"
import { shortName, type VerdictKind, wordsFor } from "./words.ts"

/** How long a verdict stays: a yes is for a glance, a no is talked about. Milliseconds. */
const STAYS_MS: Readonly<Record<VerdictKind, number>> = {
  admitted: 2_500,
  reentry: 2_500,
  blocked: 5_000,
  undetermined: 5_000,
}
const RECENT_KEPT = 30

/** Shows verdicts, one at a time and as large as there is room, and lists the last ones. */
export const openVerdictView = (): ((verdict: ConnectedVerdict) => VerdictKind) => {
  const panel = element("verdict", HTMLElement)
  const shape = element("verdict-shape", SVGElement)
  const spoken = element("spoken", HTMLElement)
  let timer: ReturnType<typeof setTimeout> | undefined
  const hide = (): void => {
    panel.hidden = true
    panel.dataset["kind"] = "none"
  }
  panel.addEventListener("click", hide)
  return (verdict) => {
    const { kind, word, reason } = wordsFor(verdict)
    drawShape(shape, kind)
    panel.dataset["kind"] = kind
    panel.hidden = false
    element("verdict-word", HTMLElement).textContent = word
    element("verdict-reason", HTMLElement).textContent = reason
    element("verdict-who", HTMLElement).textContent = shortName(verdict)
    spoken.textContent = `${word}. ${reason}`
    clearTimeout(timer)
    timer = setTimeout(hide, STAYS_MS[kind])
    if (!verdict.is_repeat) list(verdict)
    return kind
  }
}

const list = (verdict: ConnectedVerdict): void => {
  const { kind, word, reason } = wordsFor(verdict)
  const item = document.createElement("li")
  item.dataset["kind"] = kind
  const what = withText("span", `${shortName(verdict) || "(nothing)"} `)
  what.className = "what"
  what.append(withText("small", reason === "" || kind === "reentry" ? word : reason))
  const time = withText(
    "time",
    new Date(verdict.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
  )
  time.dateTime = new Date(verdict.at).toISOString()
  const mark = shapeOf(kind)
  item.append(mark, what, time)
  const recent = element("recent", HTMLOListElement)
  recent.prepend(item)
  while (recent.children.length > RECENT_KEPT) recent.lastElementChild?.remove()
  element("recent-none", HTMLElement).hidden = true
}
