/** The known word that a caller probably meant; undefined when none is near. */
export const nearest = (word: string, known: Iterable<string>): string | undefined => {
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const far = distance(word.toLowerCase(), candidate.toLowerCase())
    if (far < least) [best, least] = [candidate, far]
  }
  return best
}

/** ` Did you mean x?`, or nothing. */
export const didYouMean = (word: string, known: Iterable<string>): string => {
  const meant = nearest(word, known)
  return meant === undefined ? "" : ` Did you mean ${meant}?`
}

/** How many letters to insert, remove, replace or swap with their neighbour. */
const distance = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          replaced,
          isSwap ? at(i - 2, j - 2) + 1 : replaced,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
