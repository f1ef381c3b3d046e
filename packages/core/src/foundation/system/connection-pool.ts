import type { Client } from "undici"

/** A client of undici: one connection, for one request at a time. */
export interface Connection {
  readonly origin: string
  readonly client: Client
  /** Ends the making of its connection. */
  readonly stop: AbortController
}

/** Connections, each used by one request or by none. */
export interface ConnectionPool {
  /** Returns an idle connection to an origin, or one that is yet to be made. */
  readonly take: (origin: string) => Connection
  /** Gives a connection back. One that is not clean is closed at once: an answer did not end. */
  readonly giveBack: (connection: Connection, isClean: boolean) => void
  /** Closes the idle connections. */
  readonly close: () => void
}

/**
 * Pools connections without a queue: there are as many as requests run. The agent and the pools of
 * undici are not used, because they connect again after each request that was given up.
 */
export const connectionPool = (
  open: (origin: string, stop: AbortSignal) => Client,
  idleMax: number,
): ConnectionPool => {
  /** The one used last stands last. */
  const idle: Connection[] = []
  /** Those that are connected. */
  const connected = new Set<Connection>()
  const close = ({ client, stop }: Connection) => {
    stop.abort()
    void client.destroy()
  }
  const remove = (connection: Connection): boolean => {
    const at = idle.indexOf(connection)
    if (at >= 0) idle.splice(at, 1)
    return at >= 0
  }
  const opened = (origin: string): Connection => {
    const stop = new AbortController()
    const connection = { origin, stop, client: open(origin, stop.signal) }
    connection.client.on("connect", () => connected.add(connection))
    connection.client.on("disconnect", () => {
      connected.delete(connection)
      if (remove(connection)) close(connection)
    })
    return connection
  }
  return {
    take: (origin) => {
      const found = idle.findLast((connection) => connection.origin === origin)
      if (found === undefined) return opened(origin)
      remove(found)
      return found
    },
    giveBack: (connection, isClean) => {
      // An answer may have ended with its connection.
      if (!isClean || !connected.has(connection)) return close(connection)
      idle.push(connection)
      if (idle.length > idleMax) for (const oldest of idle.splice(0, 1)) close(oldest)
    },
    close: () => {
      for (const connection of idle.splice(0)) close(connection)
    },
  }
}
