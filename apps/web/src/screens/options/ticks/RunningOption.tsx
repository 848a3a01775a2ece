import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { maxProfitOf } from '@glasshouse/core/options/rules'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { useFormatters } from '../../../components/formatters.ts'
import { clockText, countdown, standing } from '../../../components/option/running.ts'
import { useDuration } from '../../../components/option/useDuration.ts'
import { usePrice, useQuote } from '../../../data/quotes.ts'
import { useServerNow } from '../../../data/time.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from './TickChart.module.css'

const radius = 20
const around = 2 * Math.PI * radius

/** Countdown of the running option, whether it would win now, and what it pays then. */
export function RunningOption({ order, market, tag }: { order: OptionOrder; market: Market; tag: string }) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const durationOf = useDuration()
  const price = usePrice(market)
  const isLive = useQuote(market.symbol).state === 'live'
  const { seconds, share } = countdown(order, useServerNow(250))
  const { side, by } = standing(order, price)
  const directions = { ahead: 'up', behind: 'down', level: 'flat' } as const
  const back = order.stake + maxProfitOf(order.stake, order.payoutPercent)
  return (
    <div className={styles.card}>
      <span className={styles.ring}>
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle className={styles.ringBack} cx={24} cy={24} r={radius} />
          <circle
            className={styles.ringLeft}
            cx={24}
            cy={24}
            r={radius}
            strokeDasharray={`${(around * share) / 100} ${around}`}
          />
        </svg>
        <b>{seconds >= 60 ? clockText(seconds) : durationOf(seconds)}</b>
      </span>
      <span className={styles.cardText}>
        <span>{tag}</span>
        <span>
          <PriceChange direction={isLive ? directions[side] : 'flat'} className={styles.standing}>
            {side === 'level'
              ? t('orders.level')
              : t(`orders.${side}`, { by: figures.price(by, market.scale) })}
          </PriceChange>{' '}
          <span className={styles.pays}>
            {t('box.returned')} {figures.amount(back, 'floor')}
          </span>
        </span>
      </span>
    </div>
  )
}
