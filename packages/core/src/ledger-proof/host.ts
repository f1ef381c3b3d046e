import type { Ed25519Host } from "../door/ed25519.ts"
import { encodeUtf8 } from "../door/utf8.ts"
import { hashText } from "./hex.ts"
import { sha256 } from "./sha256.ts"

/** What the caller's platform does for this folder, which has no platform of its own. */
export interface ProofHost {
  /** SHA-256 of the bytes as lower-case hex. */
  readonly sha256: (bytes: Uint8Array) => string
  /** The UTF-8 bytes of a text without lone surrogates. */
  readonly utf8: (text: string) => Uint8Array
  /**
   * The equation of Ed25519. Key and signature are checked by the strict rule of doors before.
   * Without it the door's own arithmetic verifies.
   */
  readonly verify?: Ed25519Host["verify"]
}

/** Runs on any platform and waits for nothing, where WebCrypto's hash is asynchronous. */
export const portableHost: ProofHost = {
  sha256: (bytes) => hashText(sha256(bytes)),
  utf8: encodeUtf8,
}
