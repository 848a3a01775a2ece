import type { DataOf } from '@glasshouse/core/calls'
import { contractOrderFromWire } from '@glasshouse/core/contracts/codec'
import type { Market } from '@glasshouse/core/markets/codec'
import { optionOrderFromWire } from '@glasshouse/core/options/codec'
import type { Trade } from '@glasshouse/core/performance/codec'
import { resultRate } from '@glasshouse/core/performance/rules'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { useFormatters } from '../../components/formatters.ts'
import { priceDirection } from '../../components/market/market.ts'
import { useTradeSide } from '../../components/useTradeSide.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './SharedReceipt.module.css'

type SharedTrade = DataOf<'/api/performance/sharedTrade'>
type ShownTrade = Pick<
  Trade,
  'kind' | 'pid' | 'symbol' | 'side' | 'leverage' | 'openPrice' | 'closePrice' | 'pnl'
> & {
  readonly invested: bigint
  readonly closedMs: number | null
}

/** The trade of a receipt; null of an answer without one. */
const tradeOf = ({ contract, option }: SharedTrade): ShownTrade | null => {
  if (contract !== null) {
    const { pnl, fees, margin, ...order } = contractOrderFromWire(contract.order)
    return { ...order, kind: 'contract', pnl: (pnl - fees) as Trade['pnl'], invested: margin }
  }
  if (option === null) return null
  const { type, entryPrice, exitPrice, stake, ...order } = optionOrderFromWire(option.order)
  return {
    ...order,
    ...{ kind: 'option', side: type, leverage: null },
    ...{ openPrice: entryPrice, closePrice: exitPrice, invested: stake, closedMs: option.exit?.time ?? null },
  }
}

/** The figures of the picture that is shared with a link, so that a reader can compare them. */
export function Summary({ shared, markets }: { shared: SharedTrade; markets: readonly Market[] }) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const sideOf = useTradeSide()
  const trade = tradeOf(shared)
  if (trade === null) return null
  const scale = markets.find(({ pid }) => pid === trade.pid)?.scale ?? 2
  const at = (units: bigint | null) => (units === null ? '—' : figures.price(units, scale))
  const rate = resultRate(trade.pnl, trade.invested)
  const facts = [
    [t('share.pnl'), `${figures.amount(trade.pnl, 'floor', 8, 'always')} USDT`],
    [t('share.entry'), at(trade.openPrice)],
    [t('share.exit'), at(trade.closePrice)],
    [t('share.closed'), trade.closedMs === null ? '—' : figures.full(trade.closedMs)],
  ] as const
  return (
    <div className={styles.summary}>
      <p className={styles.trade}>
        <b>{`${trade.symbol} · ${sideOf(trade)}`}</b>
        <PriceChange direction={priceDirection(rate)}>{figures.percent(rate, 'always')}</PriceChange>
        <span>{t(trade.kind === 'contract' ? 'share.onMargin' : 'share.onStake')}</span>
      </p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
