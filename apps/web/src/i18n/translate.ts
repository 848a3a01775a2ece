/** A catalogue as its file has it: sentences, and groups of sentences. */
export type Catalogue = { readonly [key: string]: string | Catalogue }

/** What fills the blanks of a sentence; `count` also chooses its form. */
export type Values = { readonly [name: string]: string | number | undefined }

const blank = /\{\{\s*(\w+)\s*\}\}/g

const find = (catalogue: Catalogue, path: string): string | undefined => {
  let found: string | Catalogue | undefined = catalogue
  for (const step of path.split('.')) found = typeof found === 'object' ? found[step] : undefined
  return typeof found === 'string' ? found : undefined
}

/**
 * One sentence of a catalogue in the form its count needs, with its blanks filled. A key that is not there comes
 * back itself, so that a gap is seen.
 *
 * @example sentence({ lots_one: '{{count}} lot', lots_other: '{{count}} lots' }, 'lots', { count: 2 }, english) // '2 lots'
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
