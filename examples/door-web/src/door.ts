import { type ConnectedDoor, openConnectedDoor } from "@symbolon/door-offline/connected"
import { element } from "./elements.ts"
import { watchLinks } from "./links.ts"
import { type Provision, readSetupLink, type Setup } from "./provisioning.ts"
import { redeem } from "./redeem.ts"
import { readDeviceId, readSaved, type Saved, save, storesFor } from "./saved.ts"
import { openScanner } from "./scanner.ts"
import { faultOf, type SetupView, showSetup } from "./setup.ts"
import { openSounds } from "./sounds.ts"
import { showNotice, showStatus } from "./status-view.ts"
import { openVerdictView } from "./verdict-view.ts"
import { keepAwake } from "./wake-lock.ts"

interface Current {
  readonly door: ConnectedDoor
  readonly saved: Saved
}

// First of all: a token must not stay in the address bar, whatever becomes of the rest.
const giveLinksTo = watchLinks()
const sounds = openSounds()
const showVerdict = openVerdictView()
let current: Current | undefined
let setupView: SetupView | undefined
let complaint: ReturnType<typeof setTimeout> | undefined

/** Opens the door of a setup that is already kept. */
const open = async (saved: Saved): Promise<void> => {
  const door = await openConnectedDoor({ ...saved, stores: storesFor(saved) })
  current?.door.close()
  current = { door, saved }
  door.subscribe((event) => {
    if (event.type === "verdict") sounds.play(showVerdict(event.verdict))
    else show()
  })
  showName(saved)
  element("figures", HTMLElement).hidden = false
  showDoor(element("setup", HTMLElement).hidden === true)
  show()
}

const showName = ({ name }: Saved): void => {
  element("title", HTMLElement).textContent = name
  document.title = `${name} – Door`
}

const show = (): void => {
  if (current === undefined) return
  const status = current.door.status()
  showStatus(status, current.saved)
  if (complaint === undefined) showNotice(status)
  if (status.mode === "locked" && element("setup", HTMLElement).hidden)
    askForSetup(
      "This device was signed out. Scan a new setup code for the session. Pending uploads are kept.",
    )
}

const askForSetup = (lead?: string): SetupView => {
  setupView?.close()
  const hasBack = current !== undefined && current.door.status().mode !== "locked"
  setupView = showSetup({ take, lead, hasBack, onShown: (isShown) => showDoor(!isShown) })
  return setupView
}

const showDoor = (isShown: boolean): void => {
  for (const id of ["stage", "side"])
    element(id, HTMLElement).hidden = !isShown || current === undefined
}

let turn: Promise<void> = Promise.resolve()

/** Sets the door up, one setup after the other, and closes the setup when that worked. */
const take = (setup: Setup): Promise<void> => {
  const work = async (): Promise<void> => {
    setupView?.setBusy(true)
    try {
      await begin("code" in setup ? await redeem(setup.code) : setup)
      setupView?.close()
    } finally {
      setupView?.setBusy(false)
    }
  }
  const done = turn.then(work)
  turn = done.catch(() => undefined)
  return done
}

/** Sets the door up by a link that was opened in this window. */
const follow = (link: string): void => {
  const setup = readSetupLink(link)
  if (setup !== undefined) void take(setup).catch(askAfter)
  else if (element("setup", HTMLElement).hidden)
    complain("The address that was opened is no setup link of a door.")
  else setupView?.complain("This address is not a setup link for a door. Ask for a new one.")
}

/** Takes a provision into use. The same session with a new token goes on with everything it had. */
const begin = async (provision: Provision): Promise<void> => {
  const isSame =
    current?.saved.baseUrl === provision.baseUrl && current.saved.session === provision.session
  const owed = current?.door.status().pending_uploads ?? 0
  if (
    !isSame &&
    owed > 0 &&
    !confirm(
      `${owed} admissions of ${current?.saved.name} are not uploaded. They stay on this device. Go on?`,
    )
  )
    throw new Error("It was left as it was.")
  const saved: Saved = { ...provision, deviceId: await readDeviceId() }
  if (isSame && current !== undefined) {
    current = { ...current, saved }
    await save(saved)
    await current.door.renew(provision.token)
    showName(saved)
    return show()
  }
  await open(saved)
  // Kept only when it works: a wrong code must not cost the device its setup.
  await save(saved)
}

const complain = (text: string): void => {
  const notice = element("notice", HTMLElement)
  notice.textContent = text
  notice.hidden = false
  clearTimeout(complaint)
  complaint = setTimeout(() => {
    complaint = undefined
    show()
  }, 6_000)
}

/**
 * Judges what was read. A setup code is a secret, not a ticket: it goes to nobody, and nobody at a
 * door changes the door.
 */
const tap = (text: string): void => {
  if (!element("setup", HTMLElement).hidden) return
  if (readSetupLink(text) !== undefined) complain("This is a setup code, not a ticket.")
  else void current?.door.admit(text)
}

const openControls = (): void => {
  openScanner(tap, complain)
  const sound = element("sound", HTMLButtonElement)
  sound.onclick = () => {
    const isOn = sound.getAttribute("aria-pressed") !== "true"
    sound.setAttribute("aria-pressed", String(isOn))
    sounds.mute(!isOn)
  }
  element("sync", HTMLButtonElement).onclick = () => void current?.door.sync()
  element("again", HTMLButtonElement).onclick = () => askForSetup()
  for (const touch of ["pointerdown", "keydown"])
    window.addEventListener(touch, sounds.wake, { capture: true })
  window.addEventListener("online", () => current?.door.networkChanged(true))
  window.addEventListener("offline", () => current?.door.networkChanged(false))
  // The seconds run down although nothing else happens.
  setInterval(show, 1_000)
}

const start = async (): Promise<void> => {
  openControls()
  keepAwake()
  void navigator.storage?.persist?.().catch(() => false)
  try {
    const saved = await readSaved()
    if (saved === undefined) askForSetup()
    else await open(saved)
  } catch (error) {
    askAfter(error)
  }
  giveLinksTo(follow)
}

/** Says why a door could not be set up, and asks for another setup. */
const askAfter = (error: unknown): void => askForSetup().complain(faultOf(error))

/** Two pages over one store would overwrite each other's admissions. */
const startAlone = (): void => {
  if (navigator.locks === undefined) return void start()
  void navigator.locks.request("door", { ifAvailable: true }, async (lock) => {
    if (lock === null) {
      const main = element("setup", HTMLElement)
      main.hidden = false
      main.textContent =
        "This door is open in another window. Use that window, or close it and open this page or the setup link again."
      return
    }
    await start()
    await new Promise<never>(() => undefined)
  })
}

if ("serviceWorker" in navigator)
  void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined)
startAlone()
