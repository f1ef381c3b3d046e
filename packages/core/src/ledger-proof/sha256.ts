/**
 * The first 32 bits of the fractional parts of roots of the first primes (FIPS 180-4 sections 4.2.2
 * and 5.3.3), exact in a double.
 */
const fractionsOfRoots = (count: number, degree: 2 | 3): Int32Array => {
  const fractions = new Int32Array(count)
  for (let n = 2, found = 0; found < count; n += 1) {
    let isPrime = true
    for (let factor = 2; factor * factor <= n; factor += 1) if (n % factor === 0) isPrime = false
    if (!isPrime) continue
    const root = degree === 2 ? Math.sqrt(n) : Math.cbrt(n)
    fractions[found] = Math.floor((root - Math.floor(root)) * 2 ** 32)
    found += 1
  }
  return fractions
}

let roundConstants: Int32Array | undefined
let initialState: Int32Array | undefined

/**
 * SHA-256 of a message (FIPS 180-4), 32 bytes.
 *
 * It is our own because a browser's is asynchronous, which would make every step of a proof wait,
 * and because a client without dependencies has no other.
 */
export const sha256 = (message: Uint8Array): Uint8Array => {
  const constants = (roundConstants ??= fractionsOfRoots(64, 3))
  const state = (initialState ??= fractionsOfRoots(8, 2)).slice()
  const schedule = new Int32Array(64)
  const whole = message.length - (message.length % 64)
  for (let offset = 0; offset < whole; offset += 64)
    compress(state, schedule, constants, message, offset)
  const tail = padded(message, whole)
  for (let offset = 0; offset < tail.length; offset += 64)
    compress(state, schedule, constants, tail, offset)
  const digest = new Uint8Array(32)
  const view = new DataView(digest.buffer)
  state.forEach((word, index) => view.setInt32(4 * index, word))
  return digest
}

const padded = (message: Uint8Array, whole: number): Uint8Array => {
  const rest = message.subarray(whole)
  const tail = new Uint8Array(rest.length < 56 ? 64 : 128)
  tail.set(rest)
  tail[rest.length] = 0x80
  const view = new DataView(tail.buffer)
  view.setUint32(tail.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(tail.length - 4, (message.length * 8) % 2 ** 32)
  return tail
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const compress = (
  state: Int32Array,
  w: Int32Array,
  k: Int32Array,
  bytes: Uint8Array,
  offset: number,
): void => {
  for (let t = 0, at = offset; t < 16; t += 1, at += 4) {
    w[t] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }
  for (let t = 16; t < 64; t += 1) {
    const s0 = rotated(w[t - 15]!, 7) ^ rotated(w[t - 15]!, 18) ^ (w[t - 15]! >>> 3)
    const s1 = rotated(w[t - 2]!, 17) ^ rotated(w[t - 2]!, 19) ^ (w[t - 2]! >>> 10)
    w[t] = w[t - 16]! + s0 + w[t - 7]! + s1
  }
  let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!]
  let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!]
  for (let t = 0; t < 64; t += 1) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + k[t]! + w[t]!) | 0
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = state[index]! + word
}
