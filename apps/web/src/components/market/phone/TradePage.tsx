import type { Market } from '@glasshouse/core/markets/codec'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type ReactNode, Suspense, type TouchEvent, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { MarketPage } from '../MarketPage.tsx'
import { type Face, swiped, swipeOf } from './swipe.ts'
import styles from './TradePage.module.css'

/** What uses a sideways movement itself: the chart, sliders, and what scrolls sideways. */
const ownMovement = 'canvas, input, [role="slider"], [role="tablist"], [role="radiogroup"], table'

/** Calls back when a finger swipes over what the handlers are on. Dialogs are not part of the page. */
const useSwipe = (onSwipe: (direction: 'left' | 'right') => void) => {
  const from = useRef<{ x: number; y: number; at: number } | null>(null)
  return {
    onTouchStart: (event: TouchEvent) => {
      const [touch, ...others] = Array.from(event.touches)
      const { target, currentTarget } = event
      const isOwn =
        !(target instanceof Element) ||
        !currentTarget.contains(target) ||
        target.closest(ownMovement) !== null
      from.current =
        touch === undefined || others.length > 0 || isOwn
          ? null
          : { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      if (from.current === null || touch === undefined) return
      const to = { x: touch.clientX, y: touch.clientY, at: event.timeStamp }
      const direction = swipeOf(from.current, to, innerWidth)
      from.current = null
      if (direction !== null) onSwipe(direction)
    },
    onTouchCancel: () => {
      from.current = null
    },
  }
}

/** Button that shows the order book in place of the chart, or the chart again. */
function FaceButton({ face, onFace }: { face: Face; onFace: (face: Face) => void }) {
  const { t } = useTranslation('market')
  const isChart = face === 'chart'
  return (
    <IconButton
      icon={isChart ? 'depth' : 'candles'}
      label={isChart ? t('book.title') : t('view.chart')}
      onClick={() => onFace(isChart ? 'book' : 'chart')}
    />
  )
}

/** Placeholder of the sheet until it has loaded, after the chart: it has the height of the ticket. */
const coming = (
  <div className={styles.coming} aria-busy="true">
    {[40, 44, 34, 50, 28, 48].map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars are static
      <Skeleton key={index} width="100%" height={height} />
    ))}
  </div>
)

/**
 * Phone trading page. With the sheet raised, price, chart and sheet fit the screen. With the sheet lowered, the
 * chart is taller and the lists below it scroll. A swipe beside the candles goes from chart to order book to ticket
 * and back.
 */
export function TradePage({
  raised,
  onRaised,
  top,
  chart,
  book,
  below,
  sheet,
}: {
  /** The sheet is raised. */
  raised: boolean
  onRaised: (raised: boolean) => void
  top: ReactNode
  chart: ReactNode
  /** Order book that fits its place, with the button back to the chart. */
  book: (button: ReactNode) => ReactNode
  /** Content below the chart while the sheet is lowered. */
  below: ReactNode
  sheet: ReactNode
}) {
  const [face, setFace] = useState<Face>('chart')
  const swipe = useSwipe((direction) => {
    const next = swiped({ face, raised }, direction)
    setFace(next.face)
    onRaised(next.raised)
    if (next.face !== face) scrollTo(0, 0)
  })
  return (
    <div className={styles.page} data-raised={raised} {...swipe}>
      {top}
      <div className={styles.face}>
        {/* The chart stays: it shows the notices of fills, and keeps its place in time. */}
        <div className={styles.chart} inert={face === 'book'}>
          {chart}
        </div>
        {face === 'book' ? (
          <div className={styles.book}>
            <Suspense fallback={null}>{book(<FaceButton face={face} onFace={setFace} />)}</Suspense>
          </div>
        ) : (
          <span className={styles.turn}>
            <FaceButton face={face} onFace={setFace} />
          </span>
        )}
      </div>
      {!raised && (
        <div className={styles.below}>
          <Suspense fallback={null}>{below}</Suspense>
        </div>
      )}
      <div className={styles.sheet}>
        <Suspense fallback={coming}>{sheet}</Suspense>
      </div>
    </div>
  )
}

const skeleton = <div className={styles.page} data-raised="false" aria-busy="true" />

/** Market page for the address, with placeholders while loading. */
export function PhoneTradeMarket({
  children,
}: {
  children: (market: Market, markets: readonly Market[]) => ReactNode
}) {
  return (
    <MarketPage className={styles.page} panes={skeleton}>
      {children}
    </MarketPage>
  )
}
