import { indexedDbStore } from "@symbolon/door-offline/stores/indexeddb"
import type { Provision } from "./provisioning.ts"

/** What the page remembers of its setup. */
export interface Saved extends Provision {
  readonly deviceId: string
}

const setup = indexedDbStore({ name: "setup" })
const device = indexedDbStore({ name: "device" })

/** The setup of this device, or undefined before the first. */
export const readSaved = async (): Promise<Saved | undefined> => {
  const text = await setup.read()
  return text ? JSON.parse(text) : undefined
}

/** Keeps a setup. */
export const save = (saved: Saved): void | Promise<void> => setup.write(JSON.stringify(saved))

/** The device has one name for ever, since its idempotency keys begin with it. */
export const readDeviceId = async (): Promise<string> => {
  const known = await device.read()
  if (known) return known
  const made = newDeviceId()
  await device.write(made)
  return made
}

/**
 * Two texts for each session: what one session is owed stays when the device is set up for another.
 */
export const storesFor = ({ baseUrl, session }: Provision) => ({
  door: indexedDbStore({ name: `door ${baseUrl} ${session}` }),
  roster: indexedDbStore({ name: `roster ${baseUrl} ${session}` }),
})

const newDeviceId = (): string =>
  `web-${[...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
