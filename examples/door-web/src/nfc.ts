interface Reader extends EventTarget {
  readonly scan: () => Promise<void>
}
type ReaderMaker = new () => Reader

const readerMaker = (): ReaderMaker | undefined =>
  (globalThis as { readonly NDEFReader?: ReaderMaker }).NDEFReader

/** Whether this browser reads cards that are held to the device. */
export const hasNfc = (): boolean => readerMaker() !== undefined

/** Reads cards by their serial number from now on. Rejects when the user does not allow it. */
export const openNfc = async (onRead: (text: string) => void): Promise<void> => {
  const Maker = readerMaker()
  if (Maker === undefined) return
  const reader = new Maker()
  reader.addEventListener("reading", (event) => {
    const serial =
      "serialNumber" in event && typeof event.serialNumber === "string" ? event.serialNumber : ""
    if (serial !== "") onRead(serial.replaceAll(":", "").toUpperCase())
  })
  await reader.scan()
}
