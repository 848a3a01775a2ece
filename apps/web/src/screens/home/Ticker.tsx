import { Link } from 'wouter'
import { LiveChange } from '../../components/LiveChange.tsx'
import { LivePrice } from '../../components/LivePrice.tsx'
import type { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Ticker.module.css'

/** Ticker of all markets. Pauses on hover and focus, and with reduced motion. */
export function Ticker({ markets }: { markets: ReturnType<typeof useMarkets> }) {
  const { t } = useTranslation('home')
  const lap = (hidden: boolean) => (
    <div className={styles.lap} aria-hidden={hidden || undefined}>
      {markets.data?.map((market) => (
        <Link
          key={market.pid}
          href={paths.contract({ symbol: market.symbol })}
          className={styles.item}
          tabIndex={hidden ? -1 : 0}
        >
          <span className={styles.symbol}>{market.symbol}</span>
          <LivePrice market={market} flash={false} />
          <LiveChange market={market} />
        </Link>
      ))}
    </div>
  )
  return (
    <section className={styles.ticker} aria-label={t('markets.title')}>
      <div className={styles.belt}>
        {lap(false)}
        {lap(true)}
      </div>
    </section>
  )
}
