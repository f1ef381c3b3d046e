import { type Camera, openCamera } from "./camera.ts"
import { element } from "./elements.ts"
import { hasNfc, openNfc } from "./nfc.ts"
import { listenToWedge } from "./wedge.ts"

/**
 * Connects everything that can read: the camera, readers that type, cards held to the device, and
 * fingers.
 */
export const openScanner = (
  onRead: (text: string) => void,
  complain: (text: string) => void,
): void => {
  listenToWedge(window, onRead)
  openCameraButton(onRead, complain)
  const nfc = element("nfc", HTMLButtonElement)
  nfc.hidden = !hasNfc()
  nfc.onclick = () => {
    openNfc(onRead).then(
      () => {
        nfc.disabled = true
      },
      () => complain("This device may not read cards: allow it in the settings of the browser."),
    )
  }
  const text = element("entry-text", HTMLInputElement)
  element("entry", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault()
    if (text.value.trim() !== "") onRead(text.value)
    text.value = ""
  }
}

const openCameraButton = (
  onRead: (text: string) => void,
  complain: (text: string) => void,
): void => {
  const button = element("camera", HTMLButtonElement)
  const torch = element("torch", HTMLButtonElement)
  const video = element("video", HTMLVideoElement)
  let camera: Camera | undefined
  const show = (isOpen: boolean): void => {
    video.hidden = !isOpen
    element("aim", HTMLElement).hidden = !isOpen
    element("idle", HTMLElement).hidden = isOpen
    button.setAttribute("aria-pressed", String(isOpen))
    torch.hidden = camera?.torch === undefined
    torch.setAttribute("aria-pressed", "false")
  }
  torch.onclick = () => {
    const isOn = torch.getAttribute("aria-pressed") !== "true"
    camera?.torch?.(isOn).then(
      () => torch.setAttribute("aria-pressed", String(isOn)),
      () => complain("The torch cannot be switched."),
    )
  }
  button.onclick = async () => {
    button.disabled = true
    try {
      if (camera === undefined) {
        video.hidden = false
        camera = await openCamera(video, onRead)
      } else {
        camera.stop()
        camera = undefined
      }
    } catch (error) {
      complain(
        error instanceof Error && error.name === "NotAllowedError"
          ? "The camera is not allowed."
          : "There is no camera here.",
      )
    } finally {
      button.disabled = false
      show(camera !== undefined)
    }
  }
}
