import { useSyncExternalStore } from 'react'

/** Boolean setting stored in this browser and synchronized between tabs. */
export type DeviceSwitch = {
  readonly set: (on: boolean) => void
  readonly use: () => boolean
}

/** Creates a switch with a storage key; `otherwise` is the default. */
export const createDeviceSwitch = (storageKey: string, otherwise: boolean): DeviceSwitch => {
  const readers = new Set<() => void>()
  const isOn = (): boolean => {
    const stored = localStorage.getItem(storageKey)
    return stored === null ? otherwise : stored === '1'
  }
  const notify = (): void => {
    for (const reader of readers) reader()
  }
  addEventListener('storage', (event) => {
    if (event.key === storageKey) notify()
  })
  const subscribe = (reader: () => void): (() => void) => {
    readers.add(reader)
    return () => readers.delete(reader)
  }
  return {
    set: (on) => {
      localStorage.setItem(storageKey, on ? '1' : '0')
      notify()
    },
    use: () => useSyncExternalStore(subscribe, isOn),
  }
}
