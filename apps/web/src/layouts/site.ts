import { paths } from '../paths.ts'

/** The two sites: the same routes, live data and parts, composed for a large screen or for one hand. */
export type Site = 'desktop' | 'phone'

/** Below which address the phone site lives. */
export const phoneBase = '/m'

/** Which site this page is, decided by its address before the first paint. */
export const site: Site = document.documentElement.dataset.site === 'phone' ? 'phone' : 'desktop'

const storageKey = 'glasshouse.site'

/** Whether somebody asked for the large site on this machine. */
export const wantsDesktopSite = (): boolean => localStorage.getItem(storageKey) === 'desktop'

/** Opens the large site and stays there on this machine, also where the screen is small. */
export const openDesktopSite = (): void => {
  localStorage.setItem(storageKey, 'desktop')
  window.location.assign(paths.home())
}

/** Forgets that the large site was wanted and opens the one that fits the screen. */
export const openPhoneSite = (): void => {
  localStorage.removeItem(storageKey)
  window.location.assign(phoneBase)
}
