import { type Camera, openCamera } from "./camera.ts"
import { element } from "./elements.ts"
import { type Provision, readSetupLink } from "./provisioning.ts"

/** How the setup is shown. */
export interface SetupOptions {
  readonly begin: (provision: Provision) => Promise<void>
  /** What the person is asked to do, where it is not the first time. */
  readonly lead?: string | undefined
  /** Whether there is a door to go back to. */
  readonly hasBack: boolean
  /** Called when the setup is shown and when it is gone. */
  readonly onShown: (isShown: boolean) => void
}

/** Shows the setup until a setup code is scanned or pasted that `begin` can use, or the person goes back. */
export const showSetup = ({ begin, lead, hasBack, onShown }: SetupOptions): void => {
  const setup = element("setup", HTMLElement)
  const link = element("setup-link", HTMLInputElement)
  const fault = element("setup-fault", HTMLElement)
  const finder = element("setup-finder", HTMLElement)
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
    setup.hidden = true
    onShown(false)
  }
  const use = async (text: string): Promise<void> => {
    const provision = readSetupLink(text)
    if (provision === undefined) return complain("This is no setup link of a door. Ask for the code of the session.")
    stop()
    complain("")
    try {
      await begin(provision)
      link.value = ""
      close()
    } catch (error) {
      complain(`This door could not be set up: ${error instanceof Error ? error.message : "unknown"}`)
    }
  }
  if (lead !== undefined) element("setup-lead", HTMLElement).textContent = lead
  setup.hidden = false
  onShown(true)
  const back = element("setup-back", HTMLButtonElement)
  back.hidden = !hasBack
  back.onclick = close
  element("setup-form", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault()
    void use(link.value)
  }
  element("setup-scan", HTMLButtonElement).onclick = async () => {
    if (camera !== undefined) return stop()
    finder.hidden = false
    try {
      camera = await openCamera(element("setup-video", HTMLVideoElement), (text) => void use(text))
    } catch (error) {
      stop()
      complain(error instanceof Error ? error.message : "There is no camera.")
    }
  }
}
