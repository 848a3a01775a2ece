import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { maxProfitOf } from '@glasshouse/core/options/rules'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { usePrice, useQuote } from '../../data/quotes.ts'
import { useServerNow } from '../../data/time.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { Product, TwoLineCell } from '../market/orders/cells.tsx'
import { useStyle } from '../market/useStyle.ts'
import styles from './Orders.module.css'
import { clockText, countdown, standing } from './running.ts'
import { useDuration } from './useDuration.ts'

export type CellProps = { readonly order: OptionOrder; readonly market: Market }

const isOpen = (order: OptionOrder): boolean => order.outcome === null

/** Market and order number; for an open order a button that selects it on the chart. */
export function ProductCell({ order, onFocus }: CellProps & { onFocus: (order: OptionOrder) => void }) {
  const { t } = useTranslation('options')
  return (
    <Product
      code={order.symbol}
      second={order.id}
      {...(isOpen(order) && { title: t('orders.focus', { id: order.id }), onPress: () => onFocus(order) })}
    />
  )
}

export function SideCell({ order }: CellProps) {
  const styleOf = useStyle()
  return (
    <PriceChange direction={order.type === 'call' ? 'up' : 'down'} className={styles.strong}>
      {styleOf(order.type)}
    </PriceChange>
  )
}

export function StakeCell({ order }: CellProps) {
  return useFormatters().amount(order.stake, 'ceil')
}

export function EntryCell({ order, market }: CellProps) {
  return useFormatters().price(order.entryPrice, market.scale)
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
  if (order.exitPrice === null) return <TwoLineCell first="—" second={t('orders.void')} />
  return <TwoLineCell first={figures.price(order.exitPrice, market.scale)} second={t('orders.settled')} />
}

/** Possible payout of an open option, or result of a settled one. */
export function ResultCell({ order }: CellProps) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const percent = t('percent', { n: figures.whole(order.payoutPercent) })
  if (order.outcome === null) {
    const back = order.stake + maxProfitOf(order.stake, order.payoutPercent)
    return <TwoLineCell first={figures.amount(back, 'floor')} second={t('orders.at', { percent })} />
  }
  const profit = figures.amount(order.pnl, 'floor', 4, 'always')
  const texts = {
    win: t('orders.won', { percent }),
    loss: t('orders.lost'),
    draw: t('orders.equalBack'),
    void: t('orders.voidBack'),
  }
  const directions = { win: 'up', loss: 'down', draw: 'flat', void: 'flat' } as const
  return (
    <TwoLineCell
      first={
        <PriceChange direction={directions[order.outcome]} className={styles.strong}>
          {profit}
        </PriceChange>
      }
      second={texts[order.outcome]}
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
        <span className={styles.quiet}>{figures.time(order.expiresMs)}</span>
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
      <span>{durationOf(Math.round((order.expiresMs - order.openedMs) / 1000))}</span>
      <span>{figures.time(order.expiresMs)}</span>
    </span>
  )
}
