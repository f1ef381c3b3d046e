import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/**
 * Listens on a free port of the loopback interface, on the very same server of Node's for every
 * side of a bench; answers which port.
 */
export const listening = (listener: RequestListener): Promise<number> => listeningAs(() => listener)

/** The same for a listener that wants to know its port. */
export const listeningAs = async (
  listenerAt: (port: number) => RequestListener,
): Promise<number> => {
  const server = createServer({ noDelay: true, keepAliveTimeout: 65_000 })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  server.on("request", listenerAt(port))
  return port
}
