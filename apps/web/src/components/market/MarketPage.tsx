import type { Market } from '@glasshouse/core/markets/codec'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useSentence } from '../useSentence.ts'
import styles from './MarketPage.module.css'
import { chosenMarket } from './market.ts'

/** Header placeholder while the markets load. */
function StripSkeleton() {
  return (
    <div className={styles.strip}>
      <Skeleton width={140} height={16} />
      <Skeleton width={110} height={16} />
      <Skeleton width={320} height={16} />
    </div>
  )
}

/**
 * Page of one market: the one named in the address, or the first. `panes` is shown below the header until the
 * markets have loaded.
 */
export function MarketPage({
  className,
  panes,
  children,
}: {
  className: string | undefined
  panes: ReactNode
  children: (market: Market, markets: readonly Market[]) => ReactNode
}) {
  const { t } = useTranslation('market')
  const sentence = useSentence()
  const [search] = useSearchParams()
  const markets = useMarkets()
  const market = chosenMarket(markets.data ?? [], search.get('symbol'))
  if (market && markets.data) return children(market, markets.data)
  return (
    <div className={className}>
      {markets.error ? (
        <div className={styles.note}>
          <EmptyState
            icon="warning"
            tone="warn"
            title={t('failed')}
            text={sentence(markets.error)}
            action={<Button onClick={markets.reload}>{t('retry')}</Button>}
          />
        </div>
      ) : (
        <>
          <StripSkeleton />
          {panes}
        </>
      )}
    </div>
  )
}
