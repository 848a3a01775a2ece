import type { Market } from '@glasshouse/core/markets/codec'
import { usdt } from '@glasshouse/core/money/units'
import { maxProfitOf } from '@glasshouse/core/options/rules'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { useFormatters } from '../../../components/formatters.ts'
import { usePrice } from '../../../components/LivePrice.tsx'
import { Product, TwoLineCell } from '../../../components/market/orders/cells.tsx'
import { useQuote } from '../../../data/quotes.ts'
import { useServerNow } from '../../../data/time.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { clockText, countdown, standing } from '../running.ts'
import { useDuration } from '../useDuration.ts'
import { useStyle } from '../useStyle.ts'
import styles from './Orders.module.css'

export type CellProps = { readonly order: OptionOrderRow; readonly market: Market }

const isOpen = (order: OptionOrderRow): boolean => order.ostaus === 0

/** Market and order number; for an open order a button that selects it on the chart. */
export function ProductCell({ order, onFocus }: CellProps & { onFocus: (order: OptionOrderRow) => void }) {
  const { t } = useTranslation('options')
  return (
    <Product
      code={order.procode}
      second={order.id}
      {...(isOpen(order) && { title: t('orders.focus', { id: order.id }), onPress: () => onFocus(order) })}
    />
  )
}

export function SideCell({ order }: CellProps) {
  const styleOf = useStyle()
  return (
    <PriceChange direction={order.ostyle === 0 ? 'up' : 'down'} className={styles.strong}>
      {styleOf(order.ostyle)}
    </PriceChange>
  )
}

export function StakeCell({ order }: CellProps) {
  return useFormatters().amountText(order.fee, 'ceil')
}

export function EntryCell({ order, market }: CellProps) {
  return useFormatters().priceText(order.buyprice, market.scale)
}

/** Result of an open option at the current price. */
function Now({ order, market }: CellProps) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const now = usePrice(market)
  const still = useQuote(market.symbol).state !== 'live'
  const { side, by } = standing(order, now)
  const directions = { ahead: 'up', behind: 'down', level: 'flat' } as const
  return (
    <TwoLineCell
      first={figures.price(now, market.scale)}
      second={
        <PriceChange direction={still ? 'flat' : directions[side]}>
          {side === 'level'
            ? t('orders.level')
            : t(`orders.${side}`, { by: figures.price(by, market.scale) })}
        </PriceChange>
      }
    />
  )
}

export function PriceCell(props: CellProps) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const { order, market } = props
  if (isOpen(order)) return <Now {...props} />
  if (order.void) return <TwoLineCell first="—" second={t('orders.void')} />
  return <TwoLineCell first={figures.priceText(order.sellprice, market.scale)} second={t('orders.settled')} />
}

/** Possible payout of an open option, or result of a settled one. */
export function ResultCell({ order }: CellProps) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const percent = t('percent', { n: order.scale })
  if (isOpen(order)) {
    const stake = usdt(order.fee)
    const back = stake + maxProfitOf(stake, Number.parseInt(order.scale, 10))
    return <TwoLineCell first={figures.amount(back, 'floor')} second={t('orders.at', { percent })} />
  }
  const profit = figures.amountText(order.ploss, 'floor', 4, 'always')
  const texts = {
    1: t('orders.won', { percent }),
    2: t('orders.lost'),
    3: t(order.void ? 'orders.voidBack' : 'orders.equalBack'),
  }
  const directions = { 1: 'up', 2: 'down', 3: 'flat' } as const
  return (
    <TwoLineCell
      first={
        <PriceChange direction={directions[order.isWin ?? 3]} className={styles.strong}>
          {profit}
        </PriceChange>
      }
      second={texts[order.isWin ?? 3]}
    />
  )
}

/** Countdown bar with one step per second; with reduced motion only the text changes. */
function Countdown({ order }: CellProps) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const durationOf = useDuration()
  const { seconds, share } = countdown(order, useServerNow(250))
  const left = seconds >= 60 ? clockText(seconds) : durationOf(seconds)
  return (
    <span className={styles.countdown}>
      <span className={styles.line}>
        <b>{seconds === 0 ? t('orders.settling') : left}</b>
        <span className={styles.quiet}>{figures.time(order.selltime)}</span>
      </span>
      <span className={styles.bar} aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
    </span>
  )
}

export function ExpiryCell(props: CellProps) {
  const figures = useFormatters()
  const durationOf = useDuration()
  const { order } = props
  if (isOpen(order)) return <Countdown {...props} />
  return (
    <span className={`${styles.line} ${styles.quiet}`}>
      <span>{durationOf(Math.round((order.selltime - order.buytime) / 1000))}</span>
      <span>{figures.time(order.selltime)}</span>
    </span>
  )
}
