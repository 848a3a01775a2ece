/** The text of a minute's heads; without schemas, so that pages can read it too. */
import { fieldsOf } from './signedTexts.ts'

const headsKind = 'glasshouse.heads.v1'

/** The newest record of a chain: of a market by its symbol, or of `settlements`, `terms`, liabilities `reports` or the `day` files. */
export type NamedHead = { readonly name: string; readonly n: number; readonly hash: string }

/** Order of the names in a signed text. */
export const byName = <Named extends { readonly name: string }>(a: Named, b: Named): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0

/**
 * The text of a minute's heads, one line per chain, sorted by name.
 *
 * @example headsText('1a8f…', 1800054000000, [{ name: 'BTCUSDT', n: 7, hash: 'ab…' }])
 */
export const headsText = (keyid: string, minuteMs: number, heads: readonly NamedHead[]): string =>
  [
    headsKind,
    `key=${keyid}`,
    `minute=${minuteMs}`,
    ...heads.toSorted(byName).map(({ name, n, hash }) => `${name}=${n}:${hash}`),
  ].join('\n')

/** What a text of heads says. */
export type Heads = { readonly key: string; readonly minuteMs: number; readonly heads: readonly NamedHead[] }

/** Reads a text of heads; null when it is none. */
export const parseHeads = (text: string): Heads | null => {
  const fields = fieldsOf(headsKind, text)
  const [key, minute] = [fields?.get('key'), fields?.get('minute')]
  if (!fields || key === undefined || !/^\d{1,15}$/.test(minute ?? '')) return null
  const heads: NamedHead[] = []
  for (const [name, value] of fields) {
    if (name === 'key' || name === 'minute') continue
    const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(value)
    if (match === null) return null
    heads.push({ name, n: Number.parseInt(match[1] ?? '', 10), hash: match[2] ?? '' })
  }
  return { key, minuteMs: Number.parseInt(minute ?? '', 10), heads }
}
