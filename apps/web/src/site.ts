import { paths } from './paths.ts'

/** The two sites: the same routes, live data and components in a desktop and a one-handed layout. */
export type Site = 'desktop' | 'phone'

/** Path prefix of the phone site. */
export const phoneBase = '/m'

/** Site of this page, decided by its address before the first paint. */
export const site: Site = document.documentElement.dataset.site === 'phone' ? 'phone' : 'desktop'

/** Path of a page without the prefix of its site, as `paths` names it. */
export const pagePath = (pathname: string): string =>
  site === 'phone' ? pathname.slice(phoneBase.length) || paths.home() : pathname

const storageKey = 'glasshouse.site'

/** Whether the user chose the desktop site on this device. */
export const wantsDesktopSite = (): boolean => localStorage.getItem(storageKey) === 'desktop'

/** Opens the desktop site and saves the choice on this device, also for small screens. */
export const openDesktopSite = (): void => {
  localStorage.setItem(storageKey, 'desktop')
  window.location.assign(paths.home())
}

/** Clears the choice of the desktop site and opens the site that fits the screen. */
export const openPhoneSite = (): void => {
  localStorage.removeItem(storageKey)
  window.location.assign(phoneBase)
}
