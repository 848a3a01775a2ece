import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import type { Price } from '@glasshouse/core/money/units'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { useBook } from '../../data/book.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { baseOf, priceDirection, roundTowardsMarket } from '../market/market.ts'
import { Product, TwoLineCell } from '../market/orders/cells.tsx'
import { bestOf } from './account.ts'
import styles from './cells.module.css'
import { pendingView, positionView } from './positions.ts'
import { sideKey } from './side.ts'
import { trailingView } from './trailing.ts'

export type CellProps = { readonly order: ContractOrder; readonly market: Market }

const useLive = ({ order, market }: CellProps) => {
  const book = useBook(market.pid, market.symbol)
  return {
    view: positionView(order, market.lot, bestOf(book.value)),
    still: book.state === 'down' || book.state === 'stale',
  }
}

export function ProductCell({
  order,
  onMarket,
  note,
}: CellProps & {
  onMarket?: ((symbol: string) => void) | undefined
  /** Mark behind side and leverage. */
  note?: string | undefined
}) {
  const { t } = useTranslation('contract')
  const buys = order.side === 'long'
  return (
    <Product
      code={order.symbol}
      {...(onMarket && {
        title: t('orders.openMarket', { symbol: order.symbol }),
        onPress: () => onMarket(order.symbol),
      })}
      second={
        <>
          <PriceChange direction={buys ? 'up' : 'down'}>{t(sideKey(order))}</PriceChange> {order.leverage}×
          {order.trigger !== null && ` ${t('ticket.trigger')}`}{' '}
          {note !== undefined && <span className={styles.note}>· {note}</span>}
        </>
      }
    />
  )
}

export function LotsCell({ order, market }: CellProps) {
  const figures = useFormatters()
  const coins = figures.plain(figures.trimmed(market.lot * BigInt(order.lots)))
  return <TwoLineCell first={figures.whole(order.lots)} second={`${coins} ${baseOf(order.symbol)}`} />
}

/** Opening price and current closing price. */
export function OpenCell(props: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { view } = useLive(props)
  const { order, market } = props
  return (
    <TwoLineCell
      first={figures.price(order.openPrice, market.scale)}
      second={t('orders.now', { price: figures.price(view.now, market.scale) })}
    />
  )
}

/** Live unrealized PnL and its share of the margin. */
export function ProfitCell(props: CellProps) {
  const figures = useFormatters()
  const { view, still } = useLive(props)
  const direction = still ? 'flat' : priceDirection(view.profit)
  const share = view.percent === null ? null : view.percent < 0n ? -view.percent : view.percent
  return (
    <PriceChange direction={direction} arrow={false}>
      <b className={styles.strong} data-testid={`profit-${props.order.id}`}>
        {figures.own(view.profit, 'always')}
      </b>
      <br />
      {share !== null && <PriceChange direction={direction}>{figures.percent(share)}</PriceChange>}
    </PriceChange>
  )
}

export function LiquidationCell(props: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { view } = useLive(props)
  if (view.liquidationPrice === null)
    return (
      <span className={styles.quiet} title={t('orders.noneTitle')}>
        <TwoLineCell first={t('orders.none')} second={t('orders.noneText')} />
      </span>
    )
  return (
    <TwoLineCell
      first={figures.price(
        view.liquidationPrice,
        props.market.scale,
        roundTowardsMarket(view.liquidationPrice, view.now),
      )}
      second={view.away === null ? null : t('orders.away', { percent: figures.percent(view.away) })}
    />
  )
}

export function MarginCell({ order }: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (
    <TwoLineCell
      first={figures.own(order.margin)}
      second={t('orders.fee', { fee: figures.charge(order.fees) })}
    />
  )
}

/** The nearest closing order with its lots, and how many more there are; nothing without one. */
function ClosingOrdersLine({ order, market }: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const [nearest, ...more] = order.closingOrders
  if (nearest === undefined) return null
  return (
    <>
      <br />
      <span className={styles.quiet} title={t('closePosition.waiting')}>
        <span className="sr-only">{t('closePosition.waiting')} </span>
        {figures.whole(nearest.lots)} → {figures.price(nearest.price, market.scale)}
        {more.length > 0 && ` +${figures.whole(more.length)}`}
      </span>
    </>
  )
}

/** Trigger price of the trailing stop now, and its distance; nothing without one. */
function TrailingLine({ order, market }: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { view } = useLive({ order, market })
  const followed = trailingView(order, view.now)
  if (order.trailing === null || followed === null) return null
  const { distance } = order.trailing
  const far =
    distance.kind === 'percent'
      ? figures.percent(distance.hundredths)
      : figures.price(distance.by, market.scale)
  return (
    <>
      <br />
      <span className={styles.quiet} title={t('trailing.label')}>
        <span className="sr-only">{t('trailing.label')} </span>↕ {far} →{' '}
        {figures.price(followed.trigger, market.scale, roundTowardsMarket(followed.trigger, view.now))}
      </span>
    </>
  )
}

/** Take profit, stop loss, trailing stop and closing orders; a dash for a stop that is not set. */
export function StopsCell({ order, market }: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const text = (set: Price | null, label: string) => (
    <span title={label}>
      <span className="sr-only">{label} </span>
      {set === null ? '—' : figures.price(set, market.scale)}
    </span>
  )
  // With further lines below, both stops share one.
  const hasMore = order.trailing !== null || order.closingOrders.length > 0
  return (
    <>
      {text(order.takeProfit, t('stops.profit'))}
      {hasMore ? ' / ' : <br />}
      {text(order.stopLoss, t('stops.loss'))}
      <TrailingLine {...{ order, market }} />
      <ClosingOrdersLine {...{ order, market }} />
    </>
  )
}

const usePending = ({ order, market }: CellProps) =>
  pendingView(order, market.lot, bestOf(useBook(market.pid, market.symbol).value))

/** Sign before the trigger price of a stop order: from which side it is reached. */
const reachedFrom = ({ trigger }: ContractOrder): string =>
  trigger === null ? '' : trigger === 'rises' ? '≥ ' : '≤ '

/** Limit or trigger price and current price. */
export function PendingPriceCell(props: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { now } = usePending(props)
  const { order, market } = props
  return (
    <TwoLineCell
      first={`${reachedFrom(order)}${figures.price(order.openPrice, market.scale)}`}
      second={now !== null && t('orders.now', { price: figures.price(now, market.scale) })}
    />
  )
}

/** Distance of the market from the limit price. */
export function DistanceCell(props: CellProps) {
  const figures = useFormatters()
  const { away } = usePending(props)
  return away === null ? '—' : figures.percent(away)
}

/** Amount on hold for an open order, with its calculation. */
export function HeldCell(props: CellProps) {
  const figures = useFormatters()
  const { shown } = usePending(props)
  return <TwoLineCell first={figures.own(shown.held)} second={figures.terms(shown.parts)} />
}

export function TimeCell({ instant }: { instant: number | null }) {
  const figures = useFormatters()
  if (instant === null) return '—'
  return (
    <span className={styles.time}>
      <TwoLineCell first={figures.day(instant)} second={figures.time(instant)} />
    </span>
  )
}

/** Result of a closed order and the reason of the close. */
export function ResultCell({ order }: CellProps) {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const { pnl } = order
  const reasons = {
    user: t('orders.reasonUser'),
    takeProfit: t('orders.reasonProfit'),
    stopLoss: t('orders.reasonLoss'),
    closingOrder: t('orders.reasonLimit'),
    trailingStop: t('trailing.label'),
    liquidation: t('orders.reasonLiquidation'),
    ai: t('orders.reasonAi'),
    copy: t('orders.reasonCopy'),
    dealing: t('orders.reasonDealing'),
  }
  return (
    <TwoLineCell
      first={
        <PriceChange direction={priceDirection(pnl)} arrow={false} className={styles.strong}>
          {figures.own(pnl, 'always')}
        </PriceChange>
      }
      second={order.closeReason === null ? null : reasons[order.closeReason]}
    />
  )
}

export function PricesCell({ order, market }: CellProps) {
  const figures = useFormatters()
  return figures.price(order.openPrice, market.scale)
}

export function ClosePriceCell({ order, market }: CellProps) {
  const figures = useFormatters()
  return order.closePrice === null ? '—' : figures.price(order.closePrice, market.scale)
}

export function FeesCell({ order }: CellProps) {
  const figures = useFormatters()
  return figures.charge(order.fees)
}
