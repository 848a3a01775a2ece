/** Thousands separator and decimal sign of a language. */
export type NumberSigns = { readonly group: string; readonly decimal: string }

/** Signs of a locale, from the formatter that writes the figures of the page. */
export const signsOf = (locale: string): NumberSigns => {
  const parts = new Intl.NumberFormat(locale, {
    useGrouping: 'always',
    minimumFractionDigits: 1,
  }).formatToParts(1234567)
  const sign = (type: 'group' | 'decimal', otherwise: string): string =>
    parts.find((part) => part.type === type)?.value ?? otherwise
  return { group: sign('group', ','), decimal: sign('decimal', '.') }
}
