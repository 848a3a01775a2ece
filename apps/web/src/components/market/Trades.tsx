import type { Market } from '@glasshouse/core/markets/codec'
import { quantity } from '@glasshouse/core/money/units'
import { useTrades } from '../../data/trades.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFormatters } from '../formatters.ts'
import { BookColumns } from './BookColumns.tsx'
import styles from './BookPane.module.css'
import { QuantityText } from './QuantityText.tsx'
import { quantityDigits } from './quantities.ts'

/** Newest trades of a market, newest first. The colour of the price is the taker side. */
export function Trades({ market }: { market: Market }) {
  const { t } = useTranslation('market')
  const figures = useFormatters()
  const digits = quantityDigits(market.lot)
  const trades = useTrades(market.pid, market.symbol)
  return (
    <div className={styles.trades}>
      <div className={styles.head}>
        <h2>{t('book.trades')}</h2>
      </div>
      {trades.value?.length === 0 && <p className={styles.empty}>{t('book.noTrades')}</p>}
      <div className={styles.list}>
        <table className={`${styles.table} ${trades.state === 'down' ? styles.cut : ''}`}>
          <caption className="sr-only">{t('book.trades')}</caption>
          <BookColumns />
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('book.price')}</th>
              <th scope="col">{t('book.quantity')}</th>
              <th scope="col">{t('book.time')}</th>
            </tr>
          </thead>
          <tbody>
            {trades.value?.map((trade, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their position and only their figures change
              <tr key={index}>
                <td className={trade.side === 'buy' ? styles.bought : styles.sold}>
                  {figures.priceText(trade.price, market.scale)}
                </td>
                <td>
                  <QuantityText units={quantity(trade.quantity)} digits={digits} />
                </td>
                <td className={styles.quiet}>{figures.time(trade.time)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
