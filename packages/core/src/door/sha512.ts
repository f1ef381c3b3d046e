const WORD = 0xffffffffffffffffn

const primes = (count: number): readonly bigint[] => {
  const found: bigint[] = []
  for (let n = 2n; found.length < count; n += 1n)
    if (found.every((prime) => n % prime !== 0n)) found.push(n)
  return found
}

/**
 * The largest integer whose `degree`-th power is not above `value`, by Newton's method from above.
 */
const integerRoot = (value: bigint, degree: bigint): bigint => {
  let guess = 1n << 70n
  for (;;) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree
    if (next >= guess) return guess
    guess = next
  }
}

/**
 * The constants of FIPS 180-4 sections 4.2.3 and 5.3.5 from their definition, the first 64 bits of
 * the fractional parts of roots of primes, as pairs of 32-bit halves. Computed, they are shorter
 * than a table and cannot be mistyped.
 */
const fractionsOfRoots = (count: number, degree: bigint): Int32Array => {
  const halves = new Int32Array(2 * count)
  primes(count).forEach((prime, index) => {
    const fraction = integerRoot(prime << (64n * degree), degree) & WORD
    halves[2 * index] = Number(fraction >> 32n)
    halves[2 * index + 1] = Number(fraction & 0xffffffffn)
  })
  return halves
}

let roundConstants: Int32Array | undefined
let initialState: Int32Array | undefined

/**
 * SHA-512 of a message (FIPS 180-4).
 *
 * It is our own because a door runs in interpreters, where hashing a manifest is nine tenths of the
 * loading time and flat 32-bit arithmetic takes a third of the time of a library's general code;
 * and because it must be ES2020.
 */
export const sha512 = (message: Uint8Array): Uint8Array => {
  const constants = (roundConstants ??= fractionsOfRoots(80, 3n))
  const state = (initialState ??= fractionsOfRoots(8, 2n)).slice()
  const schedule = new Int32Array(160)
  const whole = message.length - (message.length % 128)
  for (let offset = 0; offset < whole; offset += 128)
    compress(state, schedule, constants, message, offset)
  const tail = padded(message, whole)
  for (let offset = 0; offset < tail.length; offset += 128)
    compress(state, schedule, constants, tail, offset)
  const digest = new Uint8Array(64)
  const view = new DataView(digest.buffer)
  state.forEach((half, index) => view.setInt32(4 * index, half))
  return digest
}

const padded = (message: Uint8Array, whole: number): Uint8Array => {
  const rest = message.subarray(whole)
  const tail = new Uint8Array(rest.length < 112 ? 128 : 256)
  tail.set(rest)
  tail[rest.length] = 0x80
  const view = new DataView(tail.buffer)
  // The length in bits has 128 bits; messages here stay below 2^53 bytes, so the upper half is
  // zero.
  view.setUint32(tail.length - 8, Math.floor(message.length / 0x20000000))
  view.setUint32(tail.length - 4, (message.length << 3) >>> 0)
  return tail
}

// Words are pairs of 32-bit halves, upper half first. The `!` in the two functions below say that
// an index computed from the loop bounds is inside the array; a run-time check there would cost
// more than the arithmetic.

const expand = (w: Int32Array): void => {
  for (let t = 32; t < 160; t += 2) {
    const ah = w[t - 30]!
    const al = w[t - 29]!
    const bh = w[t - 4]!
    const bl = w[t - 3]!
    const s0h = ((ah >>> 1) | (al << 31)) ^ ((ah >>> 8) | (al << 24)) ^ (ah >>> 7)
    const s0l = ((al >>> 1) | (ah << 31)) ^ ((al >>> 8) | (ah << 24)) ^ ((al >>> 7) | (ah << 25))
    const s1h = ((bh >>> 19) | (bl << 13)) ^ ((bh << 3) | (bl >>> 29)) ^ (bh >>> 6)
    const s1l = ((bl >>> 19) | (bh << 13)) ^ ((bl << 3) | (bh >>> 29)) ^ ((bl >>> 6) | (bh << 26))
    const low = (w[t - 31]! >>> 0) + (s0l >>> 0) + (w[t - 13]! >>> 0) + (s1l >>> 0)
    w[t] = w[t - 32]! + s0h + w[t - 14]! + s1h + ((low / 0x100000000) | 0)
    w[t + 1] = low
  }
}

/** The sixteen halves of a state, for names in place of indexes. */
type Halves = [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

const compress = (
  state: Int32Array,
  w: Int32Array,
  k: Int32Array,
  bytes: Uint8Array,
  offset: number,
): void => {
  for (let i = 0, at = offset; i < 32; i += 1, at += 4) {
    w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }
  expand(w)
  let [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl] = state as unknown as Halves
  for (let t = 0; t < 160; t += 2) {
    const s1h = ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((eh << 23) | (el >>> 9))
    const s1l = ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((el << 23) | (eh >>> 9))
    const low1 =
      (hl >>> 0) +
      (s1l >>> 0) +
      (((el & fl) ^ (~el & gl)) >>> 0) +
      (k[t + 1]! >>> 0) +
      (w[t + 1]! >>> 0)
    const high1 =
      (hh + s1h + ((eh & fh) ^ (~eh & gh)) + k[t]! + w[t]! + ((low1 / 0x100000000) | 0)) | 0
    const s0h = ((ah >>> 28) | (al << 4)) ^ ((ah << 30) | (al >>> 2)) ^ ((ah << 25) | (al >>> 7))
    const s0l = ((al >>> 28) | (ah << 4)) ^ ((al << 30) | (ah >>> 2)) ^ ((al << 25) | (ah >>> 7))
    const low2 = (low1 >>> 0) + (s0l >>> 0) + (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0)
    const high2 =
      (high1 + s0h + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + ((low2 / 0x100000000) | 0)) | 0
    hh = gh
    hl = gl
    gh = fh
    gl = fl
    fh = eh
    fl = el
    const low = (dl >>> 0) + (low1 >>> 0)
    eh = (dh + high1 + ((low / 0x100000000) | 0)) | 0
    el = low | 0
    dh = ch
    dl = cl
    ch = bh
    cl = bl
    bh = ah
    bl = al
    ah = high2
    al = low2 | 0
  }
  const working = [ah, al, bh, bl, ch, cl, dh, dl, eh, el, fh, fl, gh, gl, hh, hl]
  for (let i = 0; i < 16; i += 2) {
    const low = (state[i + 1]! >>> 0) + (working[i + 1]! >>> 0)
    state[i] = state[i]! + working[i]! + ((low / 0x100000000) | 0)
    state[i + 1] = low
  }
}
