/** As many lines as one piece of text holds at most; half as many make a new piece. */
const pieceMost = 1024

interface Piece {
  readonly addresses: string[]
  readonly texts: string[]
  bytes: Buffer | undefined
}

/**
 * One list of a manifest as text, kept in pieces in ascending order of wallet, so that one change costs one piece to write anew,
 * however long the list is.
 */
export interface Fragments {
  readonly size: () => number
  /** Puts a line in, or over the one of the same wallet. Lines that come in ascending order are put in fastest. */
  readonly put: (walletAddress: string, text: string) => void
  readonly remove: (walletAddress: string) => void
  /** The pieces as UTF-8, to be joined by commas; the same until the next change. */
  readonly pieces: () => Iterable<Buffer>
}

/** An empty list. */
export const newFragments = (): Fragments => {
  const pieces: Piece[] = []

  /** The last piece that does not begin behind the address. */
  const pieceFor = (address: string): number => {
    let [low, high] = [0, pieces.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((pieces[middle]?.addresses[0] ?? "") <= address) low = middle
      else high = middle - 1
    }
    return low
  }
  const split = (at: number, piece: Piece): void => {
    if (piece.addresses.length <= pieceMost) return
    const half = pieceMost / 2
    pieces.splice(at + 1, 0, { addresses: piece.addresses.splice(half), texts: piece.texts.splice(half), bytes: undefined })
  }

  return {
    size: () => pieces.reduce((sum, { addresses }) => sum + addresses.length, 0),
    put: (address, text) => {
      const at = pieceFor(address)
      const piece = pieces[at]
      if (piece === undefined) {
        pieces.push({ addresses: [address], texts: [text], bytes: undefined })
        return
      }
      const place = placeOf(piece.addresses, address)
      const isKnown = piece.addresses[place] === address
      if (isKnown) piece.texts[place] = text
      else {
        piece.addresses.splice(place, 0, address)
        piece.texts.splice(place, 0, text)
      }
      piece.bytes = undefined
      split(at, piece)
    },
    remove: (address) => {
      const at = pieceFor(address)
      const piece = pieces[at]
      const place = piece === undefined ? -1 : placeOf(piece.addresses, address)
      if (piece === undefined || piece.addresses[place] !== address) return
      piece.addresses.splice(place, 1)
      piece.texts.splice(place, 1)
      piece.bytes = undefined
      if (piece.addresses.length === 0) pieces.splice(at, 1)
    },
    pieces: function* () {
      for (const piece of pieces) yield (piece.bytes ??= Buffer.from(piece.texts.join(",")))
    },
  }
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
