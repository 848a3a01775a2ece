import { Separator } from '@glasshouse/ui/Separator'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type PaneName, paneLimits } from './paneSizes.ts'
import styles from './TradeLayout.module.css'

const edges = { list: 'right', orders: 'top', book: 'left', side: 'left' } as const
const panes = ['list', 'book', 'side', 'orders'] as const

/** Height in pixels that the chart keeps. */
const minChartHeight = 240

/** Widths of the columns and height of the orders, as they are laid out. */
const measured = (grid: HTMLElement): Readonly<Partial<Record<PaneName, number>>> =>
  Object.fromEntries(
    [...grid.children].flatMap((pane) => {
      if (!(pane instanceof HTMLElement)) return []
      const name = pane.dataset.pane
      return name === undefined ? [] : [[name, name === 'orders' ? pane.offsetHeight : pane.offsetWidth]]
    }),
  )

/** Separators of a trading page. Each changes the size of one pane; the chart takes the rest. */
export default function PaneSeparators({
  grid,
  onResize,
}: {
  grid: RefObject<HTMLElement | null>
  /** Null returns the pane to its usual size. */
  onResize: (pane: PaneName, size: number | null) => void
}) {
  const { t } = useTranslation('market')
  const [sizes, setSizes] = useState<ReturnType<typeof measured>>({})
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const observer = new ResizeObserver(() => setSizes(measured(element)))
    for (const pane of element.children) observer.observe(pane)
    return () => observer.disconnect()
  }, [grid])
  const maxOf = (pane: PaneName): number =>
    pane === 'orders'
      ? Math.min(paneLimits.orders.max, (grid.current?.clientHeight ?? 0) - minChartHeight)
      : paneLimits[pane].max
  return panes.map((pane) => {
    const size = sizes[pane]
    if (size === undefined) return null
    return (
      <Separator
        key={pane}
        label={t(`panes.${pane}`)}
        edge={edges[pane]}
        value={size}
        min={paneLimits[pane].min}
        max={maxOf(pane)}
        onChange={(next) => onResize(pane, next)}
        onReset={() => onResize(pane, null)}
        className={styles[`${pane}Edge`]}
      />
    )
  })
}
