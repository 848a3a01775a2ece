type Item = { readonly name: string; readonly url: string }

/** Menu whose item Download has the link of the app. */
export const downloadMenu = 2
const itemName = 'Download'

/**
 * Link of the operator's app. If its name was translated, it is the only item of the menu. Null without an app, or
 * if the item is the phone site, which needs no download.
 *
 * @example appOf([{ name: 'Download', url: '/m' }]) // null
 */
export const appOf = (menu: readonly Item[]): string | null => {
  const item = menu.find(({ name }) => name === itemName) ?? (menu.length === 1 ? menu[0] : undefined)
  return item === undefined || !item.url.startsWith('https://') ? null : item.url
}
