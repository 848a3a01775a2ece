import { useSyncExternalStore } from 'react'
import { registerSiteWorker } from './siteWorker.ts'

/** Whether this browser shows notices outside the page: `blocked` is for its user to change in the browser. */
export type BrowserNoticeState = 'unsupported' | 'blocked' | 'off' | 'on'

export type BrowserNotice = {
  readonly id: number
  readonly title: string
  readonly text: string
  /** Address on this site that a click opens, with the base of the site. */
  readonly link: string
}

const storageKey = 'glasshouse.browserNotices'
const listeners = new Set<() => void>()

const stateNow = (): BrowserNoticeState => {
  if (!('Notification' in window && 'serviceWorker' in navigator)) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(storageKey) === 'on' ? 'on' : 'off'
}
const changed = (): void => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether notices of this browser are on, in all components of the page. */
export const useBrowserNotices = (): BrowserNoticeState => useSyncExternalStore(subscribe, stateNow)

/** Turns notices of this browser on; it asks for permission, so it is called by a click only. */
export const turnOnBrowserNotices = async (): Promise<void> => {
  if ((await Notification.requestPermission()) === 'granted') {
    await registerSiteWorker()
    localStorage.setItem(storageKey, 'on')
  }
  changed()
}

/** Turns notices of this browser off. */
export const turnOffBrowserNotices = (): void => {
  localStorage.removeItem(storageKey)
  changed()
}

/** Shows a notice outside the page, where that is on and no one looks at the page. Several pages show one notice once. */
export const showBrowserNotice = async ({ id, title, text, link }: BrowserNotice): Promise<void> => {
  if (stateNow() !== 'on' || document.hasFocus()) return
  const registration = await navigator.serviceWorker.getRegistration('/')
  await registration?.showNotification(title, {
    body: text,
    icon: '/icon-192.png',
    tag: `notice-${id}`,
    data: { link },
  })
}

/** Calls back with the address of a notification that was clicked, while it is registered. */
export const onBrowserNoticeOpened = (open: (link: string) => void): (() => void) => {
  if (!('serviceWorker' in navigator)) return () => undefined
  const hear = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data !== 'object' || data === null || !('openNotice' in data)) return
    if (typeof data.openNotice === 'string') open(data.openNotice)
  }
  navigator.serviceWorker.addEventListener('message', hear)
  navigator.serviceWorker.startMessages()
  return () => navigator.serviceWorker.removeEventListener('message', hear)
}
