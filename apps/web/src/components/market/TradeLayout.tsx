import type { Market } from '@glasshouse/core/markets/codec'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { type ReactNode, Suspense, useRef, useSyncExternalStore } from 'react'
import { lazyAfterChart } from '../chart/chartReady.ts'
import { MarketHeader } from './MarketHeader.tsx'
import { MarketPage } from './MarketPage.tsx'
import { PanelSwitch, type View } from './PanelSwitch.tsx'
import { PriceTitle } from './PriceTitle.tsx'
import { type PaneName, usePaneSizes } from './paneSizes.ts'
import styles from './TradeLayout.module.css'

const MarketList = lazyAfterChart(() => import('./MarketList.tsx'))
const PaneSeparators = lazyAfterChart(() => import('./PaneSeparators.tsx'))

/** Pages with a column of markets, and pages whose panes have separators, as in the style sheet. */
const withList = matchMedia('(min-width: 1600px)')
const withSeparators = matchMedia('(min-width: 1200px)')

const useMatch = (query: MediaQueryList): boolean =>
  useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )

/** Placeholder of a loading pane: bars of these heights in pixels. */
const coming = (heights: readonly number[]) => (
  <div className={styles.coming} aria-busy="true">
    {heights.map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars are static
      <Skeleton key={index} width="100%" height={height} />
    ))}
  </div>
)

/** Pane of the page whose size the user can change, with its placeholder. */
function Pane({
  name,
  heights,
  children,
}: {
  name: PaneName
  /** Heights of the bars of the placeholder, in pixels. */
  heights: readonly number[]
  children: ReactNode
}) {
  return (
    <div className={styles[name]} data-pane={name}>
      <Suspense fallback={coming(heights)}>{children}</Suspense>
    </div>
  )
}

/** Kind of products of the page; determines the height of the orders pane. */
type Kind = 'contract' | 'options'

type TradeLayoutProps = {
  kind: Kind
  market: Market
  markets: readonly Market[]
  onPick: (symbol: string) => void
  /** Page-specific figures of the header. */
  facts: ReactNode
  /** Which of chart and book a narrow page shows. */
  view: View
  onView: (view: View) => void
  chart: ReactNode
  book: ReactNode
  side: ReactNode
  orders: ReactNode
  /** On a wide page the chart takes the width of the order book; a narrow page has a tab for the book. */
  hidesBook?: boolean
}

/** Layout of a trading page: header, and below it chart, order book, ticket and orders. */
export function TradeLayout({
  kind,
  market,
  markets,
  onPick,
  facts,
  view,
  onView,
  chart,
  book,
  side,
  orders,
  hidesBook = false,
}: TradeLayoutProps) {
  const { sizes, style, resize } = usePaneSizes(kind)
  const [hasList, hasSeparators] = [useMatch(withList), useMatch(withSeparators)]
  const grid = useRef<HTMLDivElement>(null)
  const hasBook = !(hidesBook && hasSeparators)
  return (
    <div className={styles.page} data-kind={kind} data-view={view}>
      <PriceTitle market={market} />
      <MarketHeader market={market} markets={markets} onPick={onPick}>
        {facts}
      </MarketHeader>
      <div
        className={styles.grid}
        ref={grid}
        style={style}
        data-sized={sizes.orders !== undefined}
        data-book={hasBook}
      >
        {hasList && (
          <Pane name="list" heights={[34, 34, 34, 34, 34, 34]}>
            <MarketList market={market} markets={markets} onPick={onPick} />
          </Pane>
        )}
        <div className={styles.chart}>
          <PanelSwitch view={view} onView={onView} />
          {chart}
        </div>
        {hasBook && (
          <Pane name="book" heights={[16, 220, 26, 220]}>
            {book}
          </Pane>
        )}
        <div className={styles.side} data-pane="side" id="order-form" tabIndex={-1}>
          <Suspense fallback={coming([34, 28, 28, 44, 44, 28, 96, 44])}>{side}</Suspense>
        </div>
        <Pane name="orders" heights={[22, 34, 34, 34]}>
          {orders}
        </Pane>
        {hasSeparators && (
          <Suspense fallback={null}>
            <PaneSeparators key={`${hasList} ${hasBook}`} grid={grid} onResize={resize} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** Placeholder panes while the markets load. */
function Panes({ kind }: { kind: Kind }) {
  const { sizes, style } = usePaneSizes(kind)
  return (
    <div className={styles.grid} style={style} data-sized={sizes.orders !== undefined} aria-busy="true">
      <div className={styles.list} />
      <div className={styles.chart} />
      <div className={styles.book} />
      <div className={styles.side} id="order-form" />
      <div className={styles.orders} />
    </div>
  )
}

/** Market page for the address, with placeholders while loading. */
export function TradeMarket({
  kind,
  children,
}: {
  kind: Kind
  children: (market: Market, markets: readonly Market[]) => ReactNode
}) {
  return (
    <MarketPage className={styles.page} panes={<Panes kind={kind} />}>
      {children}
    </MarketPage>
  )
}
