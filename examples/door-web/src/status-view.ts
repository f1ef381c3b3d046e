import type { ConnectedMode, ConnectedStatus } from "@symbolon/door-offline/connected"
import { element, withText } from "./elements.ts"
import type { Saved } from "./saved.ts"
import { span } from "./words.ts"

const modes: Readonly<Record<ConnectedMode, string>> = {
  online: "Online",
  offline: "Offline",
  blind: "Cannot judge",
  locked: "Signed out",
}

const notices: Readonly<Partial<Record<ConnectedMode, string>>> = {
  offline: "No connection. This door judges by its own list, and uploads later.",
  blind: "No connection and no valid list: this door cannot tell who may come in.",
  locked: "The service has signed this device out. Scan a new setup code; what is owed is kept.",
}

/** A roster with less than this left wants attention: seconds. */
const SHORT_LEFT = 1_800

/** Shows how the door stands. */
export const showStatus = (status: ConnectedStatus, saved: Saved): void => {
  element("mode", HTMLElement).dataset["mode"] = status.mode
  element("mode-text", HTMLElement).textContent = modes[status.mode]
  element("pending", HTMLElement).textContent = String(status.pending_uploads)
  element("left", HTMLElement).textContent = span(status.seconds_left)
  element("left-box", HTMLElement).dataset["state"] =
    (status.seconds_left ?? 0) < SHORT_LEFT ? "warn" : "good"
  element("pending-box", HTMLElement).dataset["state"] =
    status.pending_uploads > 0 && status.mode === "locked" ? "warn" : "good"
  showFacts(status, saved)
}

/** Says what the staff should know of the mode, if there is something. */
export const showNotice = (status: ConnectedStatus): void => {
  const notice = element("notice", HTMLElement)
  const text =
    notices[status.mode] ??
    (status.clock_ok
      ? ""
      : "The clock of this device is wrong: without a connection it cannot judge.")
  // Written only when it changes: it is read aloud.
  if (notice.textContent !== text) notice.textContent = text
  notice.hidden = text === ""
}

const showFacts = (status: ConnectedStatus, saved: Saved): void => {
  const time = (at: number | null) => (at === null ? "not yet" : new Date(at).toLocaleTimeString())
  const facts: readonly (readonly [string, string])[] = [
    ["Session", saved.session],
    ["Service", saved.baseUrl],
    ["Device", saved.deviceId],
    ["Last synced", time(status.last_sync_at)],
    ["List version", String(status.manifest_version ?? "none")],
    ["Free seats", status.seats_left === null ? "not limited" : String(status.seats_left)],
    ["Last problem", status.last_problem ?? "none"],
  ]
  element("facts", HTMLElement).replaceChildren(
    ...facts.flatMap(([name, value]) => [withText("dt", name), withText("dd", value)]),
  )
  element("refused-box", HTMLElement).hidden = status.refused_uploads.length === 0
  element("refused", HTMLElement).replaceChildren(
    ...status.refused_uploads.map(({ identifier, occurred_at, reason }) =>
      withText(
        "li",
        `${identifier.value}, ${new Date(occurred_at).toLocaleTimeString()}: ${reason.replaceAll("_", " ")}`,
      ),
    ),
  )
}
