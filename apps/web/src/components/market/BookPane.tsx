import type { Market } from '@glasshouse/core/markets/codec'
import { Icon } from '@glasshouse/ui/Icon'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Select } from '@glasshouse/ui/Select'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Book, useDeepBook } from '../../data/book.ts'
import { useQuote } from '../../data/quotes.ts'
import type { Live, LiveState } from '../../data/store.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import { useFormatters } from '../formatters.ts'
import { BookColumns } from './BookColumns.tsx'
import styles from './BookPane.module.css'
import { BookSide, type PointedRow } from './BookSide.tsx'
import { type BookRow, type BookView, bookView, groupedOwn, type OwnPrices, priceSteps } from './book.ts'
import {
  type BookPreferences,
  type BookSides,
  bookSides,
  loadBookPreferences,
  saveBookPreferences,
} from './bookPreferences.ts'
import { quantityDigits, showQuantity } from './quantities.ts'
import { Trades } from './Trades.tsx'

const DepthChart = lazy(() => import('./DepthChart.tsx'))

/** Class name of stale figures; undefined for live ones. */
const ageLook = (state: LiveState): string | undefined =>
  state === 'down' ? styles.cut : state === 'stale' ? styles.old : undefined

/** Heights in pixels: a row, and what stands around the rows. */
const rowHeight = 22
const aroundHeight = 118
const minRows = 5
const maxRows = 20

/** The same on a phone, whose rows are touched. */
const touchedRowHeight = 26
const aroundTouchedHeight = 126
const minTouchedRows = 3

/** Rows per side that fit into the pane; on a phone page that scrolls, always ten. */
const useRows = (pane: RefObject<HTMLDivElement | null>, sides: BookSides, fitted: boolean): number => {
  const [fitting, setFitting] = useState(2 * minRows)
  useLayoutEffect(() => {
    const element = pane.current
    if (element === null || !fitted) return
    const [around, row] =
      site === 'phone' ? [aroundTouchedHeight, touchedRowHeight] : [aroundHeight, rowHeight]
    const measure = (): void => setFitting(Math.floor((element.clientHeight - around) / row))
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    measure()
    return () => sizes.disconnect()
  }, [pane, fitted])
  if (!fitted) return 10
  const perSide = sides === 'bids' || sides === 'asks' ? fitting : Math.floor(fitting / 2)
  return Math.min(maxRows, Math.max(site === 'phone' ? minTouchedRows : minRows, perSide))
}

/** What an order of a row's total would take: its quantity and average price. */
function Pointed({ market, row }: { market: Market; row: BookRow }) {
  const { t } = useTranslation(['market', 'chartTools'])
  const figures = useFormatters()
  return (
    <span className={styles.spread}>
      {t('chartTools:book.average', {
        average: figures.price(row.average, market.scale),
        sum: showQuantity(figures, row.sum, quantityDigits(market.lot)).text,
      })}
    </span>
  )
}

function Middle({
  market,
  spread,
  pointed,
}: {
  market: Market
  spread: bigint | null
  pointed: BookRow | undefined
}) {
  const { t } = useTranslation(['market', 'chartTools'])
  const figures = useFormatters()
  const { value, state } = useQuote(market.symbol)
  const direction = value?.direction ?? 'none'
  const className = ageLook(state) ?? (direction === 'none' ? '' : styles[direction])
  return (
    <div className={styles.middle}>
      <b className={`${styles.price} ${className}`}>
        {direction !== 'none' && <span className={styles.arrow}>{direction === 'up' ? '▲' : '▼'}</span>}
        {figures.price(value?.price ?? market.price, market.scale)}
      </b>
      {pointed ? (
        <Pointed market={market} row={pointed} />
      ) : (
        spread !== null && (
          <span className={styles.spread}>
            {t('book.spread', { spread: figures.price(spread, market.scale, 'ceil') })}
          </span>
        )
      )}
    </div>
  )
}

function Ratio({ bidShare }: { bidShare: number }) {
  const { t } = useTranslation(['market', 'chartTools'])
  const label = t('book.ratio', { bids: `${bidShare}%`, asks: `${100 - bidShare}%` })
  return (
    <div className={styles.ratio} role="img" aria-label={label} title={label}>
      <span style={{ flex: bidShare, background: 'var(--up)' }} />
      <span style={{ flex: 100 - bidShare, background: 'var(--down)' }} />
    </div>
  )
}

/** Titles of the columns. On a touch screen, which has no tooltip, they explain the dot of own orders. */
function Head({ isVisible, hasMarks }: { isVisible: boolean; hasMarks: boolean }) {
  const { t } = useTranslation(['market', 'chartTools'])
  return (
    <thead className={isVisible ? undefined : 'sr-only'}>
      <tr>
        <th scope="col">
          {t('book.price')}
          {hasMarks && (
            <span className={styles.legend} aria-hidden="true">
              {t('book.own')}
            </span>
          )}
        </th>
        <th scope="col">{t('book.quantity')}</th>
        <th scope="col">{t('book.sum')}</th>
      </tr>
    </thead>
  )
}

/** Rows of one side, best first. */
const fromBest = (view: BookView, side: 'ask' | 'bid'): readonly BookRow[] =>
  side === 'ask' ? view.asks.toReversed() : view.bids

/** Whether a shown row has an order of the user. */
const hasOwn = ({ asks, bids }: BookView, own: OwnPrices): boolean =>
  asks.some(({ price }) => own.ask.has(price)) || bids.some(({ price }) => own.bid.has(price))

/** The sides that are shown, with the last price between or below them. */
function BookTables({
  market,
  view,
  state,
  own,
  sides,
  rows,
  step,
}: {
  market: Market
  view: BookView
  state: LiveState
  own: OwnPrices
  sides: BookSides
  rows: number
  step: bigint
}) {
  const { t } = useTranslation(['market', 'chartTools'])
  const [pointed, setPointed] = useState<PointedRow>(null)
  const pointedRow = pointed === null ? undefined : fromBest(view, pointed.side)[pointed.place]
  const table = (side: 'ask' | 'bid', hasHead: boolean) => (
    <table className={`${styles.table} ${ageLook(state) ?? ''}`}>
      <caption className="sr-only">{t(`book.${side}s`)}</caption>
      <BookColumns />
      <Head isVisible={hasHead} hasMarks={hasHead && site === 'phone' && hasOwn(view, own)} />
      <BookSide
        market={market}
        rows={view[`${side}s`]}
        count={rows}
        side={side}
        digits={digitsOf(market, step)}
        own={own}
        pointed={pointed}
        onPoint={setPointed}
      />
    </table>
  )
  return (
    <>
      {(sides === 'both' || sides === 'asks') && table('ask', true)}
      {sides === 'depth' && (
        <Suspense fallback={<div className={styles.depthChart} />}>
          <DepthChart market={market} view={view} />
        </Suspense>
      )}
      {sides !== 'bids' && <Middle market={market} spread={view.spread} pointed={pointedRow} />}
      {(sides === 'both' || sides === 'bids') && table('bid', sides === 'bids')}
      {sides === 'bids' && <Middle market={market} spread={view.spread} pointed={pointedRow} />}
      {view.bidShare !== null && <Ratio bidShare={view.bidShare} />}
    </>
  )
}

/** Decimals of the figures: groups of whole steps need no decimals below the step. */
const digitsOf = (market: Market, step: bigint) => ({
  price: Math.max(0, market.scale - String(step / 10n ** BigInt(9 - market.scale)).length + 1),
  average: market.scale,
  quantity: quantityDigits(market.lot),
})

const glyphs = { both: styles.glyphBoth, bids: styles.glyphBids, asks: styles.glyphAsks }

/** Tools of the book: which sides, and the step it is grouped by. */
function BookHead({
  market,
  preferences,
  steps,
  end,
  onChange,
}: {
  market: Market
  preferences: BookPreferences
  steps: readonly bigint[]
  end: ReactNode
  onChange: (part: Partial<BookPreferences>) => void
}) {
  const { t } = useTranslation('market')
  const { t: tTools } = useTranslation('chartTools')
  const figures = useFormatters()
  return (
    <div className={styles.head}>
      <h2 className="sr-only">{t('book.title')}</h2>
      <SegmentedControl
        label={tTools('book.show')}
        look="chips"
        className={styles.sides}
        options={bookSides.map((value) => ({
          value,
          name: tTools(`book.sides.${value}`),
          label: value === 'depth' ? <Icon name="depth" /> : <span className={glyphs[value]} />,
        }))}
        value={preferences.sides}
        onChange={(sides) => onChange({ sides })}
      />
      <Select
        className={styles.step}
        label={tTools('book.group')}
        hideLabel
        options={steps.map((step, index) => ({
          value: String(index),
          label: figures.price(step, digitsOf(market, step).price),
        }))}
        value={String(Math.min(preferences.step, steps.length - 1))}
        onChange={(index) => onChange({ step: Number(index) })}
      />
      {end}
    </div>
  )
}

/** The order book: levels of the feed grouped by a price step, one or both sides, or their depth as a picture. */
function OrderBook({
  market,
  own,
  fitted,
  end,
}: {
  market: Market
  own: OwnPrices
  fitted: boolean
  end: ReactNode
}) {
  const [preferences, setPreferences] = useState(loadBookPreferences)
  const pane = useRef<HTMLDivElement>(null)
  const rows = useRows(pane, preferences.sides, fitted)
  const book: Live<Book> = useDeepBook(market.pid, market.symbol)
  const steps = priceSteps(market.scale, market.price)
  const step = steps[Math.min(preferences.step, steps.length - 1)] ?? 1n
  const change = (part: Partial<BookPreferences>): void => {
    const next = { ...preferences, ...part }
    saveBookPreferences(next)
    setPreferences(next)
  }
  const { sides } = preferences
  const view = book.value && bookView(book.value, { step, rows: sides === 'depth' ? maxRows : rows })
  return (
    <div className={styles.book} ref={pane}>
      <BookHead market={market} preferences={preferences} steps={steps} end={end} onChange={change} />
      {view ? (
        <BookTables {...{ market, view, sides, rows, step }} own={groupedOwn(own, step)} state={book.state} />
      ) : (
        <div className={styles.empty}>
          <Skeleton width="100%" height={220} />
        </div>
      )}
    </div>
  )
}

const noOrders: OwnPrices = { ask: new Set(), bid: new Set() }

/** Order book, and the newest trades below. */
export const BookPane = memo(function BookPane({
  market,
  own = noOrders,
  part,
  fitted = site !== 'phone',
  end = null,
}: {
  market: Market
  /** Prices of the user's open orders. */
  own?: OwnPrices
  /** Shows only one of the two parts. */
  part?: 'book' | 'trades'
  /** As many rows as fit into the height of the pane; usual on the desktop. */
  fitted?: boolean
  /** Control at the end of the head. */
  end?: ReactNode
}) {
  const { t } = useTranslation(['market', 'chartTools'])
  return (
    <section className={styles.pane} data-fitted={fitted} aria-label={t('book.both')}>
      {part !== 'trades' && <OrderBook market={market} own={own} fitted={fitted} end={end} />}
      {part !== 'book' && <Trades market={market} />}
    </section>
  )
})
