import decodeQR from "qr/decode.js"

/** A camera that reads codes until it is stopped. */
export interface Camera {
  readonly stop: () => void
  /** Switches the torch; undefined where the camera has none. */
  readonly torch: ((isOn: boolean) => Promise<void>) | undefined
}

interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>
}

declare const BarcodeDetector: (new (options: {
  readonly formats: readonly string[]
}) => Detector) & { readonly getSupportedFormats: () => Promise<readonly string[]> }

const FRAME_MS = 120
/** Wide enough for a code on a phone at arm's length, small enough for an old tablet. */
const LONGEST_SIDE = 800
/** The same code in view is one tap, until it has been away for so long. */
const AWAY_MS = 3_000

/**
 * Opens the camera that looks away from the user. Rejects when there is none or it is not allowed.
 */
export const openCamera = async (
  video: HTMLVideoElement,
  onRead: (text: string) => void,
): Promise<Camera> => {
  if (navigator.mediaDevices === undefined)
    throw new Error("This page may use the camera only over https.")
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 } },
    audio: false,
  })
  video.srcObject = stream
  await video.play()
  const read = await openReader(video)
  const isNew = openFilter()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const look = async (): Promise<void> => {
    const text =
      video.readyState >= video.HAVE_CURRENT_DATA && document.visibilityState === "visible"
        ? await read()
        : undefined
    if (isStopped) return
    if (text !== undefined && text !== "" && isNew(text)) onRead(text)
    timer = setTimeout(() => void look(), FRAME_MS)
  }
  void look()
  const [track] = stream.getVideoTracks()
  const light = (isOn: boolean): object => ({ torch: isOn })
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      for (const each of stream.getTracks()) each.stop()
      video.srcObject = null
    },
    torch:
      track !== undefined && hasTorch(track)
        ? (isOn) => track.applyConstraints({ advanced: [light(isOn)] })
        : undefined,
  }
}

const hasTorch = (track: MediaStreamTrack): boolean =>
  "getCapabilities" in track && "torch" in track.getCapabilities()

/** Whether a code has not been in view for a while. */
const openFilter = (): ((text: string) => boolean) => {
  let last = ""
  let seenAt = Number.NEGATIVE_INFINITY
  return (text) => {
    const now = performance.now()
    const isNew = text !== last || now - seenAt > AWAY_MS
    last = text
    seenAt = now
    return isNew
  }
}

/** The platform's detector where it knows QR codes, else one in JavaScript. */
const openReader = async (video: HTMLVideoElement): Promise<() => Promise<string | undefined>> => {
  const formats =
    typeof BarcodeDetector === "undefined"
      ? []
      : await BarcodeDetector.getSupportedFormats().catch(() => [])
  if (formats.includes("qr_code")) {
    const detector = new BarcodeDetector({
      formats: formats.filter((each) =>
        ["qr_code", "code_128", "code_39", "ean_13"].includes(each),
      ),
    })
    return () =>
      detector.detect(video).then(
        ([found]) => found?.rawValue,
        () => undefined,
      )
  }
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d", { willReadFrequently: true })
  return async () => {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight, 1))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (context === null || canvas.width === 0) return undefined
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height))
    } catch {
      // No code in this frame.
      return undefined
    }
  }
}
