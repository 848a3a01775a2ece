/** Catalogue as in its file: sentences and nested groups. */
export type Catalogue = { readonly [key: string]: string | Catalogue }

/** Values of placeholders; `count` also selects the plural form. */
export type Values = { readonly [name: string]: string | number | undefined }

const blank = /\{\{\s*(\w+)\s*\}\}/g

const find = (catalogue: Catalogue, path: string): string | undefined => {
  let found: string | Catalogue | undefined = catalogue
  for (const step of path.split('.')) found = typeof found === 'object' ? found[step] : undefined
  return typeof found === 'string' ? found : undefined
}

/**
 * Sentence of a catalogue in the plural form of `count`, with its placeholders filled. A missing key is returned
 * unchanged, so that the gap is visible.
 *
 * @example translate({ lots_one: '{{count}} lot', lots_other: '{{count}} lots' }, 'lots', { count: 2 }, english) // '2 lots'
 */
export const translate = (
  catalogue: Catalogue,
  key: string,
  values: Values,
  forms: Intl.PluralRules,
): string => {
  const { count } = values
  const counted = typeof count === 'number' ? find(catalogue, `${key}_${forms.select(count)}`) : undefined
  const text = counted ?? find(catalogue, key) ?? key
  return text.replace(blank, (_, name: string) => String(values[name] ?? ''))
}
