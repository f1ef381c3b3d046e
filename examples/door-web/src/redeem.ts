import { type Provision, readProvision } from "./provisioning.ts"

/**
 * Exchanges a pairing code at the page's own server. Rejects with an error that says what to do.
 */
export const redeem = async (code: string): Promise<Provision> => {
  const body = JSON.stringify({ code })
  const reply = await fetch("/pair", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  }).catch(() => undefined)
  if (reply === undefined)
    throw new Error("The server of this page does not answer. Check the network and try again.")
  if (reply.status === 404)
    throw new Error("The code is wrong, used or expired. Ask for a new one.")
  if (reply.status === 429)
    throw new Error(
      `Too many wrong codes came from this network. Try again in ${minutes(reply.headers.get("retry-after"))}.`,
    )
  const provision = reply.ok ? readProvision(await reply.json().catch(() => undefined)) : undefined
  if (provision === undefined)
    throw new Error("The service did not issue a door token. Try the same code again in a moment.")
  return provision
}

const minutes = (seconds: string | null): string => {
  const count = Math.max(1, Math.ceil(Number(seconds) / 60))
  return count > 1 ? `${count} minutes` : "a minute"
}
