import { hash } from "node:crypto"

const digestBits = 256

/** What a derived key is for, as RFC 7518 section 4.6.2 has it. */
export interface DerivedFor {
  /** `alg` where the key wraps another; `enc` where it encrypts itself. */
  readonly algorithm: string
  /** 8 to 256, a multiple of 8: one round of the digest, the only one that is needed here. */
  readonly bits: number
  /** The bytes of `apu` and `apv`; empty where the header has none. */
  readonly producer?: Uint8Array
  readonly consumer?: Uint8Array
}

/**
 * The Concat KDF with SHA-256 (NIST SP 800-56A, as RFC 7518 section 4.6.2 fills it in): a key out
 * of an agreed secret. The caller wipes it.
 *
 * @throws {RangeError} when more bits are asked for than one digest has, or a part of a byte.
 */
export const concatKdf = (
  secret: Uint8Array,
  { algorithm, bits, producer, consumer }: DerivedFor,
): Uint8Array => {
  if (bits <= 0 || bits > digestBits || bits % 8 !== 0)
    throw new RangeError(`One round derives 8 to ${digestBits} bits, not ${bits}.`)
  const parts = [Buffer.from(algorithm), producer ?? empty, consumer ?? empty]
  const round = Buffer.concat([
    count(1),
    secret,
    ...parts.flatMap((part) => [count(part.length), part]),
    count(bits),
  ])
  try {
    return hash("sha256", round, "buffer").subarray(0, bits / 8)
  } finally {
    round.fill(0)
  }
}

const empty = new Uint8Array()

/** 32 bits, big-endian. */
const count = (number: number): Uint8Array => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
