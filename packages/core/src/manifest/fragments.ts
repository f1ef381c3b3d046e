/** As many lines as one piece of text holds at most; half as many make a new piece. */
const pieceMax = 1024

/** Lines that a person is changing. */
interface OpenPiece {
  readonly addresses: string[]
  readonly texts: string[]
}

/**
 * Lines as they are sent. A long list is kept like this: a string for each line would be looked at
 * by every collection of garbage.
 */
interface PackedPiece {
  readonly bytes: Buffer
  /** The same with a comma before it: the same memory. */
  readonly behindOthers: Buffer
  /** Of each line, in bytes, without the commas between them. */
  readonly lengths: Uint32Array
}

interface Piece {
  first: string
  last: string
  size: number
  lines: OpenPiece | PackedPiece
}

/**
 * One list of a manifest as text, kept in pieces in ascending order of wallet, so that one change
 * costs one piece to write anew, however long the list is.
 */
export interface Fragments {
  readonly size: () => number
  /**
   * Puts a line in, or over the one of the same wallet. Lines that come in ascending order are put
   * in fastest.
   */
  readonly put: (walletAddress: string, text: string) => void
  readonly remove: (walletAddress: string) => void
  /**
   * The pieces as UTF-8, to be put one after the other: all but the first begin with a comma. The
   * same until the next change; the bytes of a piece never change.
   */
  readonly pieces: () => Iterable<Buffer>
}

/** An empty list of lines that begin with their wallet as a member's name: `"sy1...":`. */
export const newFragments = (): Fragments => {
  const pieces: Piece[] = []

  /** The last piece that does not begin behind the address. */
  const pieceFor = (address: string): number => {
    let [low, high] = [0, pieces.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((pieces[middle]?.first ?? "") <= address) low = middle
      else high = middle - 1
    }
    return low
  }
  const append = (last: Piece | undefined, address: string, text: string): void => {
    if (last === undefined || last.size >= pieceMax / 2) {
      // It is full, as a rule for good: packed now, and not all of them together at the end.
      if (last !== undefined) packed(last)
      pieces.push(pieceOf({ addresses: [address], texts: [text] }))
      return
    }
    const lines = opened(last)
    lines.addresses.push(address)
    lines.texts.push(text)
    measure(last, lines)
  }
  const split = (at: number, lines: OpenPiece): void => {
    if (lines.addresses.length <= pieceMax) return
    const half = pieceMax / 2
    pieces.splice(
      at + 1,
      0,
      pieceOf({ addresses: lines.addresses.splice(half), texts: lines.texts.splice(half) }),
    )
  }

  return {
    size: () => pieces.reduce((sum, { size }) => sum + size, 0),
    put: (address, text) => {
      const last = pieces.at(-1)
      if (last === undefined || address > last.last) {
        append(last, address, text)
        return
      }
      const at = pieceFor(address)
      const piece = pieces[at]
      if (piece === undefined) return
      const lines = opened(piece)
      const place = placeOf(lines.addresses, address)
      const known = lines.addresses[place] === address ? 1 : 0
      lines.addresses.splice(place, known, address)
      lines.texts.splice(place, known, text)
      split(at, lines)
      measure(piece, lines)
    },
    remove: (address) => {
      const at = pieceFor(address)
      const piece = pieces[at]
      if (piece === undefined || address < piece.first || address > piece.last) return
      const lines = opened(piece)
      const place = placeOf(lines.addresses, address)
      if (lines.addresses[place] !== address) return
      lines.addresses.splice(place, 1)
      lines.texts.splice(place, 1)
      if (lines.addresses.length === 0) pieces.splice(at, 1)
      else measure(piece, lines)
    },
    pieces: function* () {
      for (const [n, piece] of pieces.entries()) {
        const { bytes, behindOthers } = packed(piece)
        yield n === 0 ? bytes : behindOthers
      }
    },
  }
}

const pieceOf = (lines: OpenPiece): Piece => {
  const piece: Piece = { first: "", last: "", size: 0, lines }
  measure(piece, lines)
  return piece
}

const measure = (piece: Piece, { addresses }: OpenPiece): void => {
  piece.first = addresses[0] ?? ""
  piece.last = addresses.at(-1) ?? ""
  piece.size = addresses.length
}

const opened = (piece: Piece): OpenPiece => {
  const { lines } = piece
  if ("texts" in lines) return lines
  const open: OpenPiece = { addresses: [], texts: [] }
  let from = 0
  for (const length of lines.lengths) {
    const text = lines.bytes.toString("utf8", from, from + length)
    open.texts.push(text)
    open.addresses.push(text.slice(1, text.indexOf('"', 1)))
    from += length + 1
  }
  piece.lines = open
  return open
}

const packed = (piece: Piece): PackedPiece => {
  const { lines } = piece
  if ("bytes" in lines) return lines
  const text = lines.texts.join(",")
  const behindOthers = Buffer.from(`,${text}`)
  const bytes = behindOthers.subarray(1)
  // As a rule cards are plain ASCII, and a line is as long as its text.
  const isPlain = bytes.length === text.length
  const lengths = Uint32Array.from(lines.texts, (line) =>
    isPlain ? line.length : Buffer.byteLength(line),
  )
  const closed = { bytes, behindOthers, lengths }
  piece.lines = closed
  return closed
}

/** Where the address stands, or would stand. */
const placeOf = (addresses: readonly string[], address: string): number => {
  let [low, high] = [0, addresses.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((addresses[middle] ?? "") < address) low = middle + 1
    else high = middle
  }
  return low
}
