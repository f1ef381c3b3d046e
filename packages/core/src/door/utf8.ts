/**
 * The UTF-8 bytes of a text. Throws `RangeError` on a lone surrogate, which has no UTF-8 form: replacing it, as
 * `TextEncoder` does, would let two texts share one signature.
 */
export const encodeUtf8 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) return encodeFrom(text, index, bytes)
    bytes[index] = unit
  }
  return bytes
}

const encodeFrom = (text: string, start: number, ascii: Uint8Array): Uint8Array => {
  // No UTF-16 unit becomes more than three bytes.
  const bytes = new Uint8Array(start + 3 * (text.length - start))
  bytes.set(ascii.subarray(0, start))
  let at = start
  for (let index = start; index < text.length; index += 1) {
    let point = text.charCodeAt(index)
    if (point >= 0xd800 && point < 0xe000) {
      const low = text.charCodeAt(index + 1)
      if (point >= 0xdc00 || !(low >= 0xdc00 && low < 0xe000)) throw new RangeError("A lone surrogate has no UTF-8 form.")
      point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00)
      index += 1
    }
    const length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    bytes[at] = length === 1 ? point : ((0xf00 >> length) & 0xff) | (point >> (6 * (length - 1)))
    for (let left = length - 1; left > 0; left -= 1) bytes[at + length - left] = 0x80 | ((point >> (6 * (left - 1))) & 0x3f)
    at += length
  }
  return bytes.subarray(0, at)
}
