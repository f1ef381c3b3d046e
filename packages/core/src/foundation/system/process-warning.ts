import type { Logger } from "../ports/logger.ts"

/**
 * Warns by a Node process warning, which is printed to standard error: for programs that gave no
 * log.
 */
export const processWarning: Logger["warn"] = (fields, message) =>
  process.emitWarning(`${message} ${JSON.stringify(fields)}`, { type: "SymbolonWarning" })
