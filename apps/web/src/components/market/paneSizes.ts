import { useMemo, useState } from 'react'

/** Panes of a trading page whose size the user chooses: widths of three columns, and height of the orders. */
export type PaneName = 'list' | 'book' | 'side' | 'orders'
export type PaneSizes = Readonly<Partial<Record<PaneName, number>>>

type Limits = { readonly min: number; readonly max: number }

/** Limits in pixels. With every pane at its maximum, the chart keeps 400 px of the narrowest page that has them all. */
export const paneLimits: Readonly<Record<PaneName, Limits>> = {
  list: { min: 236, max: 320 },
  book: { min: 220, max: 360 },
  side: { min: 300, max: 420 },
  orders: { min: 160, max: 640 },
}
const names = Object.keys(paneLimits) as readonly PaneName[]

/**
 * Parses stored sizes. What is no number within the limits of its pane is left out.
 *
 * @example readPaneSizes('{"book":300,"side":9}') // { book: 300 }
 */
export const readPaneSizes = (text: string | null): PaneSizes => {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const found: Partial<Record<PaneName, number>> = {}
    for (const name of names) {
      const size = (stored as Partial<Record<PaneName, unknown>>)[name]
      const { min, max } = paneLimits[name]
      if (typeof size === 'number' && size >= min && size <= max) found[name] = size
    }
    return found
  } catch {
    return {}
  }
}

/** Sizes of the panes of one kind of page, remembered on this device, as properties of the layout's style sheet. */
export const usePaneSizes = (kind: string) => {
  const storageKey = `glasshouse.panes.${kind}`
  const [sizes, setSizes] = useState(() => readPaneSizes(localStorage.getItem(storageKey)))
  const style = useMemo(
    () =>
      Object.fromEntries(names.flatMap((name) => (sizes[name] ? [[`--${name}`, `${sizes[name]}px`]] : []))),
    [sizes],
  )
  /** Null returns a pane to its usual size. */
  const resize = (name: PaneName, size: number | null): void => {
    const { [name]: _, ...others } = sizes
    const next = size === null ? others : { ...others, [name]: size }
    setSizes(next)
    localStorage.setItem(storageKey, JSON.stringify(next))
  }
  return { sizes, style, resize }
}
