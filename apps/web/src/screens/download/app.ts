type Item = { readonly name: string; readonly url: string }

/** The menu whose item named Download holds the link of the app. */
export const downloadMenu = 2
const itemName = 'Download'

/**
 * Where the operator's app is to be had. In a language in which they called the item otherwise it is the
 * menu's only one. Null where they named none, or only the phone site, which is there without a download.
 *
 * @example appOf([{ name: 'Download', url: '/m' }]) // null
 */
export const appOf = (menu: readonly Item[]): string | null => {
  const item = menu.find(({ name }) => name === itemName) ?? (menu.length === 1 ? menu[0] : undefined)
  return item === undefined || !item.url.startsWith('https://') ? null : item.url
}
