import type { MarketRow } from '@glasshouse/core/markets/wire'
import { usdt } from '@glasshouse/core/money/units'
import { buttonClass } from '@glasshouse/ui/Button'
import { CoinMark } from '@glasshouse/ui/CoinMark'
import { Sparkline } from '@glasshouse/ui/Sparkline'
import { StateNote } from '@glasshouse/ui/StateNote'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useCall } from '../../live/query.ts'
import type { useMarkets } from '../../live/quotes.ts'
import { dayChange } from '../../parts/dayChange.ts'
import { useFigures } from '../../parts/figures.ts'
import { failedList } from '../../parts/ListFailed.tsx'
import { LiveChange } from '../../parts/LiveChange.tsx'
import { LivePrice, usePrice } from '../../parts/LivePrice.tsx'
import { paths } from '../../paths.ts'
import styles from './Home.module.css'
import { sparkPoints } from './house.ts'

/** Two days in hours, and how often their candles are fetched again. */
const sparkHours = 48
const sparkEveryMs = 300_000

/** Every market with its live price and its last two days. */
export function Markets({ markets }: { markets: ReturnType<typeof useMarkets> }) {
  const { t } = useTranslation('home')
  const columns = useColumns()
  return (
    <section className={styles.wrap}>
      <div className={styles.markets}>
        <div className={styles.sectionHead}>
          <h2 className={styles.title}>{t('markets.title')}</h2>
          <span className={styles.quiet}>{t('live')}</span>
        </div>
        <div className={styles.table}>
          <Table<MarketRow>
            caption={t('markets.title')}
            size="roomy"
            skeletonRows={8}
            rows={markets.data}
            rowKey={(market) => market.pid}
            columns={columns}
            empty={<StateNote icon="candles" title={t('markets.none')} text={t('markets.noneText')} />}
            failed={failedList(markets, t('markets.failed'))}
          />
        </div>
      </div>
    </section>
  )
}

/** A figure that stands behind the price. */
const soft = (text: string) => <span className={styles.soft}>{text}</span>

const useColumns = (): readonly Column<MarketRow>[] => {
  const { t } = useTranslation('home')
  const figures = useFigures()
  return [
    {
      id: 'market',
      head: t('markets.market'),
      bone: 90,
      cell: (market) => (
        <span className={styles.market}>
          <CoinMark code={market.procode} size={24} />
          <span>
            <span className={styles.strong}>{market.procode}</span>
            <span className={styles.name}>{market.ptitle}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'price',
      head: t('markets.price'),
      align: 'right',
      cell: (market) => (
        <span className={styles.strong}>
          <LivePrice market={market} />
        </span>
      ),
    },
    {
      id: 'change',
      head: t('markets.change'),
      align: 'right',
      cell: (market) => <LiveChange market={market} />,
    },
    {
      id: 'low',
      head: t('markets.low'),
      align: 'right',
      cell: (market) => soft(figures.priceText(market.low, market.scale)),
    },
    {
      id: 'high',
      head: t('markets.high'),
      align: 'right',
      cell: (market) => soft(figures.priceText(market.high, market.scale)),
    },
    {
      id: 'volume',
      head: t('markets.volume'),
      align: 'right',
      cell: (market) => soft(figures.amount(usdt(market.volume), 'floor', 2)),
    },
    {
      id: 'history',
      head: t('markets.history'),
      bone: 112,
      className: styles.spark,
      cell: (market) => <History market={market} />,
    },
    {
      id: 'trade',
      head: <span className="sr-only">{t('markets.trade')}</span>,
      align: 'right',
      bone: 0,
      cell: (market) => (
        <Link
          href={paths.contract({ symbol: market.procode })}
          className={buttonClass({ size: 's' })}
          aria-label={t('markets.tradeOf', { symbol: market.procode })}
        >
          {t('markets.trade')}
        </Link>
      ),
    },
  ]
}

function History({ market }: { market: MarketRow }) {
  const candles = useCall(
    '/api/market/kline',
    { pid: market.pid, interval: '1h', limit: sparkHours },
    { everyMs: sparkEveryMs },
  )
  const price = usePrice(market)
  const points = sparkPoints(candles.data ?? [], price)
  const first = candles.data?.[0]?.close
  const change = first === undefined ? null : dayChange(price, first)
  return <Sparkline points={points} direction={change?.direction ?? 'flat'} />
}
