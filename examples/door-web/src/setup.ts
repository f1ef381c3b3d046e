import { type Camera, openCamera } from "./camera.ts"
import { element } from "./elements.ts"
import { readSetup, type Setup } from "./provisioning.ts"

/** How the setup is shown. */
export interface SetupOptions {
  /** Sets the door up, and closes the view when that worked. */
  readonly take: (setup: Setup) => Promise<void>
  /** What the person is asked to do, where it is not the first time. */
  readonly lead?: string | undefined
  /** Whether there is a door to go back to. */
  readonly hasBack: boolean
  /** Called when the setup is shown and when it is gone. */
  readonly onShown: (isShown: boolean) => void
}

/** The setup as it is shown. */
export interface SetupView {
  readonly close: () => void
  /** Says why a door was not set up. */
  readonly complain: (text: string) => void
  /** Says that a setup is under way, and takes no other one from the form meanwhile. */
  readonly setBusy: (isBusy: boolean) => void
}

const FIRST_LEAD = "Scan the setup code with this device’s camera, or type the code in."

/**
 * Shows the setup until a setup code is scanned, pasted or typed in that `take` can use, or the
 * person goes back.
 */
export const showSetup = ({
  take,
  lead = FIRST_LEAD,
  hasBack,
  onShown,
}: SetupOptions): SetupView => {
  const setup = element("setup", HTMLElement)
  const input = element("setup-link", HTMLInputElement)
  const fault = element("setup-fault", HTMLElement)
  const finder = element("setup-finder", HTMLElement)
  const button = element("setup-use", HTMLButtonElement)
  let camera: Camera | undefined
  const stop = (): void => {
    camera?.stop()
    camera = undefined
    finder.hidden = true
  }
  const complain = (text: string): void => {
    fault.textContent = text
    fault.hidden = text === ""
  }
  const close = (): void => {
    stop()
    complain("")
    input.value = ""
    setup.hidden = true
    onShown(false)
  }
  const setBusy = (isBusy: boolean): void => {
    button.disabled = isBusy
    button.textContent = isBusy ? "Setting up …" : "Set up"
  }
  const use = async (text: string): Promise<void> => {
    const read = readSetup(text)
    if (read === undefined)
      return complain(
        "This is neither a setup link nor a code. A code has eight letters and digits, such as 7KPQ-4GHJ.",
      )
    stop()
    complain("")
    await take(read).catch((error: unknown) => complain(faultOf(error)))
  }
  element("setup-lead", HTMLElement).textContent = lead
  complain("")
  setup.hidden = false
  onShown(true)
  const back = element("setup-back", HTMLButtonElement)
  back.hidden = !hasBack
  back.onclick = close
  element("setup-form", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault()
    if (!button.disabled) void use(input.value)
  }
  element("setup-scan", HTMLButtonElement).onclick = async () => {
    if (camera !== undefined) return stop()
    finder.hidden = false
    try {
      camera = await openCamera(element("setup-video", HTMLVideoElement), (text) => void use(text))
    } catch (error) {
      stop()
      complain(error instanceof Error ? error.message : "No camera was found.")
    }
  }
  return { close, complain, setBusy }
}

/** Why a door was not set up, in a sentence for the person who tries. */
export const faultOf = (error: unknown): string =>
  `This door could not be set up. ${error instanceof Error ? error.message : ""}`.trim()
