/** Text without case, marks and spaces, so that "cafe" finds "Café" and "btc usdt" finds "BTCUSDT". */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

/** Places in the folded text at which a word begins. */
const wordStarts = (text: string): ReadonlySet<number> => {
  const starts = new Set<number>()
  let at = 0
  for (const word of text.split(/[\s/·,()-]+/)) {
    starts.add(at)
    at += folded(word).length
  }
  return starts
}

/**
 * How well a text matches what was typed: its beginning before the beginning of a word, before any part of it, before
 * its letters in order. Null without a match; 0 for blank input.
 *
 * @example fuzzyScore('BTCUSDT', 'btu') !== null // true
 */
export const fuzzyScore = (text: string, typed: string): number | null => {
  const [hay, needle] = [folded(text), folded(typed)]
  if (needle === '') return 0
  const starts = wordStarts(text)
  const at = hay.indexOf(needle)
  if (at === 0) return 1000 - hay.length
  if (at > 0) return (starts.has(at) ? 700 : 500) - at
  let [score, from] = [300, 0]
  for (const letter of needle) {
    const next = hay.indexOf(letter, from)
    if (next === -1) return null
    // A gap costs its length, unless the letter begins a word.
    if (!starts.has(next)) score -= 4 * (next - from)
    from = next + letter.length
  }
  return score > 0 ? score : null
}

/** Matching items, best first; equally good ones and those for blank input keep their order. */
export const fuzzyFilter = <Item>(
  items: readonly Item[],
  typed: string,
  textOf: (item: Item) => string,
): readonly Item[] =>
  items
    .flatMap((item) => {
      const score = fuzzyScore(textOf(item), typed)
      return score === null ? [] : [{ item, score }]
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item)
