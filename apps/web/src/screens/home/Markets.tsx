import type { Market } from '@glasshouse/core/markets/codec'
import { type Quantity, quantity } from '@glasshouse/core/money/units'
import { buttonClass } from '@glasshouse/ui/Button'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { type Column, Table } from '@glasshouse/ui/Table'
import { useState } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { listErrorOf } from '../../components/ListError.tsx'
import { LiveChange } from '../../components/LiveChange.tsx'
import { LivePrice } from '../../components/LivePrice.tsx'
import { FavouriteButton, NoFavourites } from '../../components/market/FavouriteButton.tsx'
import { useFavourites } from '../../components/market/favourites.ts'
import { History } from '../../components/market/History.tsx'
import type { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Home.module.css'

/** All markets with live price and two-day sparkline. */
export function Markets({ markets }: { markets: ReturnType<typeof useMarkets> }) {
  const { t } = useTranslation('home')
  const { t: tMarket } = useTranslation('market')
  const columns = useColumns()
  const favourites = useFavourites()
  const [only, setOnly] = useState(false)
  const rows = only ? markets.data?.filter(({ symbol }) => favourites.has(symbol)) : markets.data
  return (
    <section>
      <div className={styles.sectionHead}>
        <h2 className={styles.title}>{t('markets.title')}</h2>
        <SegmentedControl
          label={t('markets.title')}
          look="underline"
          options={[
            { value: 0, label: tMarket('favourites.all') },
            { value: 1, label: tMarket('favourites.title') },
          ]}
          value={only ? 1 : 0}
          onChange={(choice) => setOnly(choice === 1)}
        />
        <span className={styles.quiet}>{t('live')}</span>
      </div>
      <div className={styles.table}>
        <Table<Market>
          caption={t('markets.title')}
          size="roomy"
          skeletonRows={8}
          rows={rows}
          rowKey={(market) => market.pid}
          columns={columns}
          empty={
            only ? (
              <NoFavourites />
            ) : (
              <EmptyState icon="candles" title={t('markets.none')} text={t('markets.noneText')} />
            )
          }
          failed={listErrorOf(markets, t('markets.failed'))}
        />
      </div>
    </section>
  )
}

/** Decimals of a volume: none from 100,000 coins on. */
const volumeDigits = (volume: Quantity): number => (volume >= quantity('100000') ? 0 : 2)

/** Secondary figure. */
const soft = (text: string) => <span className={styles.soft}>{text}</span>

const useColumns = (): readonly Column<Market>[] => {
  const { t } = useTranslation('home')
  const figures = useFormatters()
  return [
    {
      id: 'market',
      head: t('markets.market'),
      bone: 90,
      cell: (market) => (
        <span className={styles.starred}>
          <span className={styles.star}>
            <FavouriteButton symbol={market.symbol} small />
          </span>
          <Link href={paths.contract({ symbol: market.symbol })} className={styles.market}>
            <CoinIcon code={market.symbol} size={24} />
            <span>
              <span className={styles.strong}>{market.symbol}</span>
              <span className={styles.name}>{market.title}</span>
            </span>
            <span className="sr-only">{t('markets.trade')}</span>
          </Link>
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
      cell: (market) => soft(figures.price(market.low, market.scale)),
    },
    {
      id: 'high',
      head: t('markets.high'),
      align: 'right',
      cell: (market) => soft(figures.price(market.high, market.scale)),
    },
    {
      id: 'volume',
      head: t('markets.volume'),
      align: 'right',
      cell: (market) => soft(figures.quantity(market.volume, volumeDigits(market.volume))),
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
      // The link of the row covers it.
      cell: () => (
        <span className={`${styles.act} ${buttonClass({ size: 's' })}`} aria-hidden="true">
          {t('markets.trade')}
        </span>
      ),
    },
  ]
}
