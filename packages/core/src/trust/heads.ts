/** Texts signed by the operator: the heads of its chains each minute, and the files of a day. */
import { z } from 'zod'
import { instant } from '../wire/fields.ts'
import { fieldsOf } from './signedTexts.ts'

/** A signed text: lines `name=value`, the first one its kind; `hash` is SHA-256 of the text. */
export const signedText = z.object({
  text: z.string(),
  signature: z.string().meta({ description: 'Ed25519 over the UTF-8 bytes of the text, hex' }),
  keyid: z.string(),
  hash: z.string(),
})
export type SignedText = z.infer<typeof signedText>

/** A public key of the operator; old keys stay listed permanently. */
export const houseKey = z.object({
  keyid: z.string().meta({ description: 'the first 16 hex digits of SHA-256 of the public key' }),
  publickey: z.string().meta({ description: 'Ed25519, 32 bytes as hex' }),
  from: instant,
  until: instant.nullable(),
  announced: z.boolean().meta({ description: 'announced by the key before; the first one needs none' }),
  announcement: signedText.nullable().optional().meta({
    description:
      '`glasshouse.key.v1`, signed by the key before; null of the first key, or where it is missing',
  }),
})
export type HouseKey = z.infer<typeof houseKey>

const headsKind = 'glasshouse.heads.v1'
const dayKind = 'glasshouse.day.v1'

/** The newest record of a chain: of a market by its symbol, or of `settlements`, `terms` or the `day` files. */
export type NamedHead = { readonly name: string; readonly n: number; readonly hash: string }

const byName = <Named extends { readonly name: string }>(a: Named, b: Named): number =>
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

/** One file of a day; `hash` is SHA-256 of its bytes. */
export type DayFile = { readonly name: string; readonly hash: string }

/** The text that names the files of a UTC day (`yyyymmdd`), sorted by name. */
export const dayText = (keyid: string, day: string, files: readonly DayFile[]): string =>
  [
    dayKind,
    `key=${keyid}`,
    `day=${day}`,
    ...files.toSorted(byName).map(({ name, hash }) => `${name}=${hash}`),
  ].join('\n')

/** What the text of a day says. */
export type DayHead = { readonly key: string; readonly day: string; readonly files: readonly DayFile[] }

/** Reads the text of a day; null when it is none. */
export const parseDay = (text: string): DayHead | null => {
  const fields = fieldsOf(dayKind, text)
  const [key, day] = [fields?.get('key'), fields?.get('day')]
  if (!fields || key === undefined || !/^\d{8}$/.test(day ?? '')) return null
  const files = [...fields]
    .filter(([name]) => name !== 'key' && name !== 'day')
    .map(([name, hash]) => ({ name, hash }))
  return files.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash)) ? { key, day: day ?? '', files } : null
}
