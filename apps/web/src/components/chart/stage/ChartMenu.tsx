import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { price } from '@glasshouse/core/money/units'
import type { MenuItem } from '@glasshouse/ui/Menu'
import MenuPanel from '@glasshouse/ui/MenuPanel'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../../data/useSession.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { useFormatters } from '../../formatters.ts'
import { pickPrice, useCanPickPrice } from '../../market/pickedPrice.ts'
import { useCopy } from '../../useCopy.ts'
import { formatPriceAt } from '../bars.ts'
import type { Canvas } from '../chartCanvas.ts'
import styles from './Stage.module.css'

const AlertDialog = lazy(() => import('../../alerts/AlertDialog.tsx'))

/** Where the menu was asked for, and the price there as plain text with the decimals of the market. */
type Place = { readonly x: number; readonly y: number; readonly price: string; readonly count: number }

/**
 * Place of a request for the menu; null beside the prices or on a drawing, which a right click removes. A request
 * by the keyboard is at the newest price.
 */
const placeOf = (canvas: Canvas, scale: number, event: MouseEvent, count: number): Place | null => {
  const { chart, pricePane } = canvas
  const box = chart.getDom()?.getBoundingClientRect()
  const pane = chart.getSize(pricePane, 'main')
  const last = chart.getDataList().at(-1)
  if (!box || !pane || !last) return null
  const isByKey = event.button !== 2
  const at = { x: event.clientX - box.left, y: event.clientY - box.top }
  const y = isByKey ? [chart.convertToPixel({ value: last.close }, { paneId: pricePane })].flat()[0]?.y : at.y
  if (y === undefined || y < 0 || y > pane.height || (!isByKey && at.x > pane.width)) return null
  const value = isByKey
    ? last.close
    : [chart.convertFromPixel([{ y }], { paneId: pricePane })].flat()[0]?.value
  if (value === undefined || value <= 0) return null
  return { x: isByKey ? pane.width / 2 : at.x, y, price: formatPriceAt(value, scale), count }
}

/** Menu requests of a chart. */
const useRequests = (canvas: Canvas, scale: number) => {
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    const host = canvas.chart.getDom()
    if (!host) return
    let drawings = 0
    let count = 0
    const before = (): void => {
      drawings = canvas.chart.getOverlays().length
    }
    const open = (event: MouseEvent): void => {
      event.preventDefault()
      // A right click on a drawing removes it and opens nothing.
      if (canvas.chart.getOverlays().length !== drawings) return
      count += 1
      setPlace(placeOf(canvas, scale, event, count))
    }
    host.addEventListener('contextmenu', before, { capture: true })
    host.addEventListener('contextmenu', open)
    return () => {
      host.removeEventListener('contextmenu', before, { capture: true })
      host.removeEventListener('contextmenu', open)
    }
  }, [canvas, scale])
  return place
}

/** Menu at a price of the chart: it fills the ticket, opens the price alert or copies; nothing is sent. */
export function ChartMenu({ canvas, market }: { canvas: Canvas; market: Market }) {
  const { t } = useTranslation('chartTools')
  const figures = useFormatters()
  const copy = useCopy()
  const canPick = useCanPickPrice(market.pid)
  const isVisitor = useSession() === null
  const place = useRequests(canvas, market.scale)
  const [alertAt, setAlertAt] = useState<string | null>(null)
  const text = place?.price ?? ''
  const shown = text === '' ? '' : figures.priceText(text, market.scale)
  const pick = (side: PositionSide) => (): void => pickPrice({ pid: market.pid, price: price(text), side })
  const items: MenuItem[] = [
    ...(canPick
      ? [
          { id: 'buy', label: t('menu.buy', { price: shown }), onSelect: pick('long') },
          { id: 'sell', label: t('menu.sell', { price: shown }), onSelect: pick('short') },
        ]
      : []),
    ...(isVisitor
      ? []
      : [{ id: 'alert', label: t('menu.alert', { price: shown }), onSelect: () => setAlertAt(text) }]),
    { id: 'copy', label: t('menu.copy', { price: shown }), onSelect: () => copy(text) },
  ]
  return (
    <>
      {place && (
        <MenuPanel
          key={place.count}
          items={items}
          align="start"
          defaultOpen
          trigger={
            <button
              type="button"
              className={styles.anchor}
              tabIndex={-1}
              aria-label={t('menu.label')}
              style={{ left: place.x, top: place.y }}
            />
          }
        />
      )}
      {alertAt !== null && (
        <Suspense fallback={null}>
          <AlertDialog market={market} price={alertAt} onClose={() => setAlertAt(null)} />
        </Suspense>
      )}
    </>
  )
}
