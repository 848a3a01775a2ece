import { useSyncExternalStore } from 'react'
import { firstView, type QueueScope, type QueueView, readView, viewQuery } from './view.ts'

export type SavedView = { readonly name: string; readonly view: QueueView }

const storageKey = 'glasshouse.staff.views'
const atMost = 12
const listeners = new Set<() => void>()

/** Default views. */
export const defaultViews: readonly (SavedView & { readonly only: QueueScope })[] = (
  [
    ['Due within 4 h', 'due', 'deadline'],
    ['Mine', 'mine', 'oldest'],
    ['Second approval', 'second', 'oldest'],
  ] as const
).map(([name, only, sort]) => ({ name, only, view: { ...firstView, only, sort } }))

/** Parses saved views; returns none if the text is damaged. */
const readSaved = (text: string | null): readonly SavedView[] => {
  try {
    const raw: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(raw)) return []
    return raw.flatMap((entry: unknown) => {
      if (!Array.isArray(entry)) return []
      const [name, query] = entry as readonly unknown[]
      if (typeof name !== 'string' || typeof query !== 'string') return []
      return [{ name: name.slice(0, 40), view: readView(query) }]
    })
  } catch {
    return []
  }
}

let saved = readSaved(localStorage.getItem(storageKey))

const become = (next: readonly SavedView[]): void => {
  saved = next.slice(-atMost)
  const rows = saved.map(({ name, view }) => [name, new URLSearchParams(viewQuery(view)).toString()])
  localStorage.setItem(storageKey, JSON.stringify(rows))
  for (const listener of listeners) listener()
}

/** Saves a view in this browser; replaces the view of the same name. */
export const saveView = (name: string, view: QueueView): void =>
  become([...saved.filter((other) => other.name !== name), { name, view: { ...view, page: 1 } }])

export const deleteView = (name: string): void => become(saved.filter((view) => view.name !== name))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useSavedViews = (): readonly SavedView[] => useSyncExternalStore(subscribe, () => saved)
