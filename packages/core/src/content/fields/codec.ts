/** Names of the fields of content records: inside, and as the wire and the stored JSON have them. */
import type { ContentFields, ContentKind } from '../records.ts'

const article = { picture: 'picurl', thumbnail: 'picthumb' }

/** By kind, the fields that are named differently: name inside → name on the wire. */
const wireNames: Readonly<Partial<Record<ContentKind, Readonly<Record<string, string>>>>> = {
  news: article,
  faq: article,
  banner: { picture: 'picurl' },
  product: { picture: 'picurl' },
  certificate: { picture: 'picurl' },
  signinRule: { minAssets: 'minmoney', maxAssets: 'maxmoney', streakMoney: 'money2' },
  country: { countryCode: 'countrycode', dialCode: 'telcode' },
  aiRule: { minMargin: 'minprice', maxMargin: 'maxprice', trades: 'maxtimes', leverages: 'multiple' },
}

/**
 * The other name of each field. It works in both directions, so a name that only the other side knows is exchanged too and
 * stays unknown there, instead of passing for the field.
 */
const otherNames: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(wireNames).map(([kind, names]) => [
    kind,
    new Map(
      Object.entries(names).flatMap(([inside, wire]) => [[inside, wire] as const, [wire, inside] as const]),
    ),
  ]),
)

const otherName = (kind: ContentKind, name: string): string => otherNames.get(kind)?.get(name) ?? name

const renamed = <Value>(kind: ContentKind, fields: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [otherName(kind, name), value]))

/** Fields of a record with their names on the wire. */
export const contentFieldsToWire = (kind: ContentKind, fields: ContentFields): Record<string, string> =>
  renamed(kind, fields)

/** Fields of a record that the server returned, or that are stored, with their names inside. */
export const contentFieldsFromWire = (
  kind: ContentKind,
  fields: Readonly<Record<string, string>>,
): ContentFields => renamed(kind, fields)

/** The same of fields that are not validated yet; what is no object of fields is left as it is. */
export const rawContentFieldsFromWire = (kind: ContentKind, fields: unknown): unknown =>
  typeof fields === 'object' && fields !== null && !Array.isArray(fields)
    ? renamed(kind, fields as Readonly<Record<string, unknown>>)
    : fields

/** The path of a rejected part of a record with the name that its field has on the wire: `fields.picurl`. */
export const contentPathToWire = (kind: ContentKind, path: string): string => {
  const [group, name, ...more] = path.split('.')
  return group === 'fields' && name !== undefined && more.length === 0
    ? `fields.${otherName(kind, name)}`
    : path
}
