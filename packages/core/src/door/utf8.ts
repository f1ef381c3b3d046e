/**
 * The UTF-8 bytes of a text. Throws `RangeError` on a lone surrogate, which has no UTF-8 form:
 * replacing it, as `TextEncoder` does, would let two texts share one signature.
 */
export const encodeUtf8 = (text: string): Uint8Array => {
  // No UTF-16 unit becomes more than three bytes.
  const bytes = new Uint8Array(3 * text.length)
  let at = 0
  for (let index = 0; index < text.length; index += 1) {
    let point = text.charCodeAt(index)
    if (point < 0x80) {
      bytes[at++] = point
      continue
    }
    if (point >= 0xd800 && point < 0xe000) {
      index += 1
      const low = text.charCodeAt(index)
      if (point >= 0xdc00 || !(low >= 0xdc00 && low < 0xe000)) throw new RangeError()
      point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00)
    }
    const length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    bytes[at++] = ((0xf00 >> length) & 0xff) | (point >> (6 * (length - 1)))
    for (let left = length - 2; left >= 0; left -= 1)
      bytes[at++] = 0x80 | ((point >> (6 * left)) & 0x3f)
  }
  return bytes.slice(0, at)
}
