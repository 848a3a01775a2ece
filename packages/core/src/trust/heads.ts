/** Texts signed by the operator: the heads of its chains each minute, and the files of a day. */
import { z } from 'zod'
import { instant } from '../wire/fields.ts'
import { byName } from './headsText.ts'
import { fieldsOf } from './signedTexts.ts'

export { type Heads, headsText, type NamedHead, parseHeads } from './headsText.ts'

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

const dayKind = 'glasshouse.day.v1'

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
