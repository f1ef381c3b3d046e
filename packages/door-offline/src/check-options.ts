/**
 * Checks the options of a new door. Throws a `TypeError` that says what is expected. The firmware
 * file omits this check and names only the option.
 */
export const checkOptions = (options: unknown): void => {
  if (!isObject(options)) throw new TypeError("Door needs options: { trustKeys, now }.")
  const { trustKeys, now, deviceId, store, verify, sha512, utf8 } = options
  if (!isObject(trustKeys) || !Array.isArray(trustKeys["keys"]))
    throw new TypeError(
      "trustKeys must be the parsed body of GET /api/v1/sessions/{session_slug}/checkin-manifest/trust-keys: an object { keys: [...] }.",
    )
  if (typeof now !== "function")
    throw new TypeError(
      "now must be a function that returns the current time in epoch milliseconds, such as () => Date.now().",
    )
  if (deviceId !== undefined && (typeof deviceId !== "string" || deviceId.length > 100))
    throw new TypeError("deviceId must be a string of at most 100 characters.")
  if (
    store !== undefined &&
    !(
      isObject(store) &&
      typeof store["read"] === "function" &&
      typeof store["write"] === "function"
    )
  )
    throw new TypeError(
      "store must have read() and write(text), such as fileStore(path) of @symbolon/door-offline/stores/file.",
    )
  for (const [name, value] of Object.entries({ verify, sha512, utf8 }))
    if (value !== undefined && typeof value !== "function")
      throw new TypeError(`${name} must be a function or undefined.`)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null
