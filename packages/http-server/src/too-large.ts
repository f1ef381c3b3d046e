import { WireRefused } from "./wire-refusal.ts"

/**
 * The refusal of a body that is longer than `most` bytes; the connection ends with it, since the
 * rest is not read.
 */
export const tooLarge = (most: number): WireRefused =>
  new WireRefused("payload_too_large", {
    message: `The body is larger than ${most} bytes, the maximum of this call.`,
    closes: true,
  })
